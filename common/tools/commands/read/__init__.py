"""Commands that show the course."""
