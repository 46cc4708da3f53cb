"""Tests of step 21."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.jit import Array, zeros
from common.position import CELLS, COLUMN_NAMES, WIDTH, parse
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
)

step = course.load("21")
module = step.module.solver
LENGTH = module.HISTORY + 2 * module.BITS


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 200,
        "begin-easy": 1000,
        "begin-medium": 50,
        "begin-hard": 4,
    }
    late = 20


@given(Moves, st.integers(0, CELLS - 1))
def test_each_cell_has_a_number_of_its_own_for_each_player(
    choices: list[int], length: int
) -> None:
    position, numbers = step.Position.start(), set[int]()
    for column in map(COLUMN_NAMES.index, play_choices(choices, length)):
        numbers.add(position.cell(column))
        position = position.play(column)
    assert len(numbers) == position.moves
    assert numbers <= {*range(2 * module.BITS)}


def make_row(columns: list[int]) -> Array:
    """Return a scratch array with some columns as moves of the empty board."""
    moves = zeros(LENGTH)
    for index, column in enumerate(columns):
        moves[index] = column
    return moves


def test_a_cutoff_raises_its_cell_and_lowers_those_tried_before() -> None:
    start, moves = step.Position.start(), make_row([3, 2, 4])
    module.remember_cutoff(start, moves, 0, 2)
    numbers = [
        moves[module.HISTORY + start.cell(column)] for column in range(WIDTH)
    ]
    assert numbers == [0, 0, -16, -16, 32, 0, 0]
    other = start.play(3)
    assert not any(
        moves[module.HISTORY + other.cell(column)] for column in range(WIDTH)
    )


def test_numbers_stay_small_however_often_a_cell_cuts_off() -> None:
    start, moves = step.Position.start(), make_row([3, 4])
    for _ in range(100_000):
        module.remember_cutoff(start, moves, 0, 1)
    up, down = (
        moves[module.HISTORY + start.cell(column)] for column in (4, 3)
    )
    assert up <= 16 << module.FADE
    assert down >= -(16 << module.FADE)
    assert -4 <= down >> module.FADE + 2 < up >> module.FADE + 2 <= 4


def test_what_was_learnt_fades() -> None:
    """Let one cell cut off for long, then another: the first is forgotten."""
    start, moves = step.Position.start(), make_row([3, 4])
    for _ in range(10_000):
        module.remember_cutoff(start, moves, 0, 1)
    moves[0], moves[1] = 4, 3
    for _ in range(500):
        module.remember_cutoff(start, moves, 0, 1)
    assert (
        moves[module.HISTORY + start.cell(3)]
        > moves[module.HISTORY + start.cell(4)]
    )


def test_a_search_begins_with_nothing_remembered() -> None:
    solver, lines = (
        step.solver(use_book=False),
        sets.load_set("middle-medium", 5),
    )
    for line in lines:
        position = parse(line.moves, step.Position.start())
        solver.reset()
        solver.solve(position)
        nodes = solver.nodes
        solver.reset()
        solver.solve(position)
        assert solver.nodes == nodes


@pytest.mark.parametrize("name", ["middle-medium", "begin-medium"])
def test_explores_fewer_nodes_than_step_20(name: str) -> None:
    lines = [
        line for line in sets.load_set(name, 300) if len(line.moves) > 12
    ]  # beyond the book
    assert count_line_nodes("21", lines) < 0.95 * count_line_nodes("20", lines)
