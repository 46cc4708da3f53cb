"""Tests of step 18."""

from hypothesis import given
from hypothesis import strategies as st

from common.jit import Lanes
from common.tools import course, sets
from common.tools.testing.contract import Contract, count_line_nodes

step = course.load("18")
module, before = step.module.position, course.load("17").module.position
Boards = st.integers(0, module.BOARD)


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 200,
        "begin-easy": 1000,
        "begin-medium": 50,
        "begin-hard": 2,
    }
    late = 20


@given(Boards, Boards)
def test_lanes_see_what_the_loops_saw(stones: int, others: int) -> None:
    assert module.aligned(stones) == before.aligned(stones)
    mask = stones | others
    assert module.winning_squares(stones, mask) == before.winning_squares(
        stones, mask
    )


def test_a_lane_does_not_see_the_others() -> None:
    lanes = Lanes(1, 2, 4, 8)
    assert (lanes << lanes).numbers == (2, 8, 64, 2048)
    assert (lanes >> 1).numbers == (0, 1, 2, 4)
    assert (15 >> lanes).numbers == (7, 3, 0, 0)
    assert (3 << lanes).numbers == (6, 12, 48, 768)
    assert (6 & lanes | 2 * lanes).numbers == (2, 6, 12, 16)
    assert (lanes & 12).union() == 12


def test_explores_the_very_nodes_of_step_17() -> None:
    lines = sets.load_set("middle-medium", 100)
    assert count_line_nodes("18", lines) == count_line_nodes("17", lines)
