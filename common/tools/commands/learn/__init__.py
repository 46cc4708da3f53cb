"""Commands for those who write a solver of their own, and for their teachers."""
