"""Tests of step 16."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.position import CELLS, HEIGHT, WIDTH, children, parse
from common.score import MAX_SCORE
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
    reset_step_solver,
)

step = course.load("16")
winning_squares = step.module.position.winning_squares


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


def bound(position: Any) -> int:
    """Return the bound of a position, MAX_SCORE if there is none."""
    return position.follow_up_bound(
        winning_squares(position.stones ^ position.mask, position.mask)
    )


@given(Moves, st.integers(20, CELLS - 1))
def test_no_score_is_above_the_bound(choices: list[int], length: int) -> None:
    position = parse(play_choices(choices, length), step.Position.start())
    if position.moves >= 20 and bound(position) < MAX_SCORE:
        oracle = course.load("07")
        assert reset_step_solver(oracle).solve(
            oracle.Position(*position)
        ) <= bound(position)


def test_all_bounds_are_right_and_many_are_exact() -> None:
    """Ask about positions and their children, whose best score is known."""
    exact = dict.fromkeys((False, True), 0)
    for name in sets.KINDS:
        for line in sets.load_set(name):
            position = parse(line.moves, step.Position.start())
            if (highest := bound(position)) < MAX_SCORE:
                assert line.score <= highest
                exact[(CELLS - position.moves) % 2 == 1] += (
                    line.score == highest
                )
            for _, child in children(position):
                assert -bound(child) <= line.score
    assert min(exact.values()) > 30


def squares(text: str) -> int:
    """Return the cells named in a text such as "a3 b2"."""
    return sum(
        1 << (ord(name[0]) - ord("a")) * (HEIGHT + 1) + int(name[1]) - 1
        for name in text.split()
    )


@pytest.mark.parametrize(
    ("threats", "highest"),
    [
        ("", 0),  # the mover has nothing, and need not lose
        ("a6", -1),
        ("a4", -2),
        ("a2 a6", -3),
        ("a4 g6", -3),  # two columns add up
        (
            "a3",
            0,
        ),  # with an even number of empty cells, the opponent does not get it
    ],
)
def test_each_waiting_square_brings_its_stones(
    threats: str, highest: int
) -> None:
    """Leave the mover the lowest empty cells, not four in a row, and a3."""
    position = step.Position(0, squares("b1 d1 f1"), 3)
    followed = step.module.position.BOARD & ~squares("a3")
    assert position.bound_if_followed(squares(threats), followed) == highest


def test_above_the_lowest_square_nothing_is_the_movers() -> None:
    position = step.Position(0, 0, 0)
    assert position.follow_up_bound(0) == MAX_SCORE  # row 1 alone makes four
    every_column = " ".join(f"{column}2" for column in "abcdefg"[:WIDTH])
    assert (
        position.follow_up_bound(squares(every_column)) == MAX_SCORE
    )  # row 1 can be played at once


def test_explores_far_fewer_nodes_than_step_15() -> None:
    for name, count in (("middle-medium", 200), ("begin-medium", 50)):
        lines = sets.load_set(name, count)
        before = count_line_nodes("15", lines)
        after = count_line_nodes("16", lines)
        assert after < 0.75 * before
