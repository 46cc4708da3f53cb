"""Drawings of boards and of what a terminal shows, and the race on the home page."""
