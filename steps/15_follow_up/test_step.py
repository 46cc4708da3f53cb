"""Tests of step 15."""

from hypothesis import given
from hypothesis import strategies as st

from common.position import CELLS, parse
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
    reset_step_solver,
)

step = course.load("15")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 200,
        "begin-easy": 1000,
        "begin-medium": 50,
    }
    late = 20


@given(Moves, st.integers(20, CELLS - 1))
def test_who_can_be_followed_does_not_win(
    choices: list[int], length: int
) -> None:
    position = parse(play_choices(choices, length), step.Position.start())
    if position.moves >= 20 and position.can_be_followed():
        oracle = course.load("07")
        assert reset_step_solver(oracle).solve(oracle.Position(*position)) <= 0


def test_many_who_cannot_win_know_at_once() -> None:
    """Those that can be followed do not win, and there are many of them."""
    followed = 0
    for name in sets.KINDS:
        for line in sets.load_set(name):
            if parse(line.moves, step.Position.start()).can_be_followed():
                followed += 1
                assert line.score <= 0
    assert followed > 50


def test_explores_fewer_nodes_than_step_14() -> None:
    lines = sets.load_set("begin-medium", 30)
    before = count_line_nodes("14", lines)
    after = count_line_nodes("15", lines)
    assert after < before
