"""What takes hours and is kept in the repository: test sets and opening books."""
