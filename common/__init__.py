"""What never changes from step to step, and the tools around the steps."""
