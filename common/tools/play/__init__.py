"""Playing: players, their matches, and why a position is won or lost."""
