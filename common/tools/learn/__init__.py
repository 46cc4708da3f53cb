"""The learner's own solver: stages, checks, hints, grading."""
