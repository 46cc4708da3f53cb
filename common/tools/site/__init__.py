"""The site of the course: what its pages are made of, and how it is built."""
