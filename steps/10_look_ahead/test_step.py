"""Tests of step 10."""

from hypothesis import given
from hypothesis import strategies as st

from common.position import CELLS, children, parse
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
)

step = course.load("10")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 200,
        "begin-easy": 500,
        "begin-medium": 50,
    }
    late = 20


@given(Moves, st.integers(0, CELLS - 1))
def test_replies_are_the_safe_moves_of_the_child(
    choices: list[int], length: int
) -> None:
    position = parse(play_choices(choices, length), step.Position.start())
    for _, child in children(position):
        threats = position.threats(child.mask ^ position.mask)
        assert child.replies(threats) == child.safe_moves()


def test_explores_fewer_nodes_than_step_09() -> None:
    lines = sets.load_set("middle-medium", 60)
    before = count_line_nodes("09", lines)
    after = count_line_nodes("10", lines)
    assert after < before
