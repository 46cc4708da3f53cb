"""The arena for players: their games, the statistics of a match, and the judge of moves."""
