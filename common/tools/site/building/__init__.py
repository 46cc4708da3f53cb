"""What is made of the repository before and while the site is built, and kept."""
