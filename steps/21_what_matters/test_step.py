"""Tests of step 21."""

from collections import defaultdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.position import CELLS, WIDTH, children, parse
from common.tools import course, sets
from common.tools.testing.contract import Contract, Moves, count_line_nodes, play_choices, reset_step_solver

step = course.load("21")
module = step.module.position


class TestContract(Contract):
    """What every step must hold."""

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


def key(position: Any) -> tuple[int, int]:
    """Return the key of what matters."""
    others = position.stones ^ position.mask
    squares = (module.winning_squares(stones, position.mask) for stones in (position.stones, others))
    return position.live_key(*squares)


def is_quiet(position: Any) -> bool:
    """Tell whether nobody has won, and the mover does not at once."""
    playable = [column for column in range(WIDTH) if position.can_play(column)]
    return not any(position.is_winning_move(column) for column in playable)


@given(Moves, st.integers(CELLS - 26, CELLS))
def test_the_parent_has_all_that_a_childs_key_takes(choices: list[int], length: int) -> None:
    position = parse(play_choices(choices, length), step.Position.start())
    dangers = module.winning_squares(position.stones ^ position.mask, position.mask)
    for _, child in children(position):
        move = child.mask ^ position.mask
        assert child.live_key(dangers & ~child.mask, position.threats(move)) == key(child)


def test_positions_that_share_a_key_share_a_score() -> None:
    """Compare all positions that four more stones lead to from the ends of some games."""
    oracle = course.load("07")
    solver, shared = reset_step_solver(oracle), 0
    for line in sets.load_set("end-easy", 60):
        positions = {parse(line.moves, step.Position.start())}
        for _ in range(4):
            positions = {child for parent in positions for _, child in children(parent) if is_quiet(child)}
        scores = defaultdict[Any, set[int]](set)
        for position in positions:
            scores[key(position)].add(solver.solve(oracle.Position(*position)))
        assert all(len(same) == 1 for same in scores.values())
        shared += len(positions) - len(scores)
    assert shared > 100


@given(Moves, st.integers(0, CELLS))
def test_a_key_fits_in_an_entry(choices: list[int], length: int) -> None:
    first, second = key(parse(play_choices(choices, length), step.Position.start()))
    assert 0 <= first < 1 << step.module.table.KEY_BITS
    assert 0 <= second << 12 < 1 << 63


def test_with_few_stones_the_key_is_that_of_the_position_or_its_mirror_image() -> None:
    position = parse("4455", step.Position.start())
    assert key(position) == (position.symmetric_key(), 0) == key(parse("4433", step.Position.start()))


@pytest.mark.parametrize("name", ["middle-medium", "begin-medium"])
def test_explores_fewer_nodes_than_step_20(name: str) -> None:
    lines = sets.load_set(name, 50)
    assert count_line_nodes("21", lines) < 0.8 * count_line_nodes("20", lines)
