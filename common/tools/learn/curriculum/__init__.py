"""The way that a learner is led: the stages, with their briefs, hints, mistakes and sample positions."""
