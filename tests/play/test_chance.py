"""Tests that the statistics agree with SciPy."""

from importlib import import_module
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from common.tools.play.arena.games import compute_binomial_p, compute_wilson_interval

counts = st.integers(0, 400)


@given(counts, counts.filter(bool))
@example(1, 1)  # where the sum of chances comes out larger than 1
def test_wins_and_losses_are_judged_as_scipy_does(wins: int, losses: int) -> None:
    stats: Any = import_module("scipy.stats")  # which takes a second
    judged = stats.binomtest(wins, wins + losses)
    low, high = judged.proportion_ci(0.9, "wilson")
    assert compute_binomial_p(wins, losses) == pytest.approx(judged.pvalue, rel=1e-9)
    assert compute_wilson_interval(wins, wins + losses, 0.9) == pytest.approx((low, high), abs=1e-12)
