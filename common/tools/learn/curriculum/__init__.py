"""What a learner is led through: the stages, with their briefs, hints, mistakes and sample positions."""
