"""Where players meet: games, tournaments with ratings, and how often a player's move is a best one."""
