"""The arena for players: games, tournaments with ratings, and the accuracy of moves."""
