"""The site of the course: the contents of its pages, and its build."""
