"""Commands that ask a solver."""
