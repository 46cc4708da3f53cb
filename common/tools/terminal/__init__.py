"""What is read from and written to a terminal or a pipe: options, streams, boards, tables, progress."""
