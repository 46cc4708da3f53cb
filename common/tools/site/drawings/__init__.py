"""Drawings of boards and of terminals, and the race on the home page."""
