"""Files that take hours to make: test sets and opening books."""
