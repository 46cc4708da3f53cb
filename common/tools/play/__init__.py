"""Playing: players, the arena in which they meet, and why a position is won or lost."""
