"""The site of the course: what its pages are made of, and how it is built."""

PORT = 8000
"""Where `c4 serve` shows the site, unless it is told another port."""
