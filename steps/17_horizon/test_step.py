"""Tests of step 17."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.position import CELLS, WIDTH, parse
from common.score import win_score
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
    reset_step_solver,
)

step = course.load("17")
module = step.module.position


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


def searchable(choices: list[int], length: int) -> Any:
    """Return a position that `negamax` may be asked, or None."""
    position = parse(play_choices(choices, length), step.Position.start())
    wins = any(
        position.can_play(x) and position.is_winning_move(x)
        for x in range(WIDTH)
    )
    return (
        None
        if wins or position.moves > CELLS - 3 or not position.safe_moves()
        else position
    )


@given(Moves, st.integers(CELLS - 16, CELLS))
def test_the_second_stone_wins_by_the_score(
    choices: list[int], length: int
) -> None:
    if (position := searchable(choices, length)) is not None:
        oracle = course.load("07")
        score = reset_step_solver(oracle).solve(oracle.Position(*position))
        assert position.wins_in_two(position.safe_moves()) == (
            score == win_score(position.moves + 2)
        )
        if position.moves < CELLS - 3 and score < win_score(
            position.moves + 2
        ):
            loses = position.loses_in_two(position.safe_moves())
            assert loses == (score == -win_score(position.moves + 3))


@pytest.mark.parametrize("name", ["middle-medium", "begin-medium"])
def test_explores_fewer_nodes_than_step_16(name: str) -> None:
    lines = sets.load_set(name, 50)
    assert count_line_nodes("17", lines) < 0.85 * count_line_nodes("16", lines)


def test_moves_are_sorted_by_threats_then_from_centre() -> None:
    order = course.load("16").module.solver.COLUMN_ORDER
    assert tuple(sorted(range(WIDTH), key=module.off_centre)) == order
    assert all(
        module.off_centre(column) < WIDTH for column in order
    )  # one more threat outweighs it
