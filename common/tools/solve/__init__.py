"""Positions line by line: parsed, solved, answered, on as many processors as there are."""
