"""The contract of every step, and the pytest plugin."""
