"""Tests of step 07."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from common.position import CELLS, HEIGHT, WIDTH, children, parse
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
)

step = course.load("07")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 50,
        "begin-easy": 300,
        "begin-medium": 0,
    }
    late = 21


def wins(position: Any) -> list[int]:
    """Return the columns in which a stone wins."""
    return [
        x
        for x in range(WIDTH)
        if position.can_play(x) and position.is_winning_move(x)
    ]


@given(Moves, st.integers(0, CELLS - 1))
def test_after_safe_moves_the_opponent_cannot_win(
    choices: list[int], length: int
) -> None:
    position = parse(play_choices(choices, length), step.Position.start())
    if not wins(position):
        safe = position.safe_moves()
        cells = step.module.position.cells
        for column, child in children(position):
            assert (safe & cells(column) != 0) == (not wins(child))
        assert safe & position.mask == 0


@given(Moves, st.integers(0, CELLS - 1))
def test_winning_squares_are_those_that_make_four(
    choices: list[int], length: int
) -> None:
    position = parse(play_choices(choices, length), step.Position.start())
    aligned = course.load("04").module.position.aligned
    squares = step.module.position.winning_squares(
        position.stones, position.mask
    )
    for column in range(WIDTH):
        for row in range(HEIGHT):
            cell = 1 << column * (HEIGHT + 1) + row
            makes_four = position.mask & cell == 0 and aligned(
                position.stones | cell
            )
            assert (squares & cell != 0) == makes_four


def test_explores_fewer_nodes_than_step_06() -> None:
    lines = sets.load_set("middle-easy", 200)
    before = count_line_nodes("06", lines)
    after = count_line_nodes("07", lines)
    assert after < before
