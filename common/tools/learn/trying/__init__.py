"""A learner's program put to the test: in a process of its own, with limits, and what a failure points to."""
