"""Input and output on a terminal or a pipe: options, streams, boards, tables, progress."""
