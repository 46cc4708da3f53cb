"""The curriculum of a learner: the stages, with their briefs, hints, mistakes and sample positions."""
