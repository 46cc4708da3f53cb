"""The course: each folder a self-contained increment of a perfect solver."""
