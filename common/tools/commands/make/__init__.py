"""Commands that make files of the repository."""
