"""The frames of each lesson."""
