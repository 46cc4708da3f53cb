"""Tests of step 21."""

from collections import defaultdict
from random import Random
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
    """Meet positions of the late game in many orders of the same few stones, so that keys are shared."""
    oracle, random = course.load("07"), Random(21)
    solver = reset_step_solver(oracle)
    scores, shared = defaultdict[Any, dict[Any, int]](dict), 0
    for line in sets.load_set("end-easy", 300):
        for _ in range(20):
            position = parse(line.moves[: CELLS - 14], step.Position.start())
            while position.moves < CELLS - 8 and is_quiet(position):
                position = random.choice([child for _, child in children(position)])
            if is_quiet(position):
                scores[key(position)][position] = solver.solve(oracle.Position(*position))
    for same in scores.values():
        assert len(set(same.values())) == 1, same
        shared += len(same) - 1
    assert shared > 100


def test_with_few_stones_the_key_is_that_of_the_position_or_its_mirror_image() -> None:
    position = parse("4455", step.Position.start())
    assert key(position) == (position.symmetric_key(), 0) == key(parse("4433", step.Position.start()))


@pytest.mark.parametrize("name", ["middle-medium", "begin-medium"])
def test_explores_fewer_nodes_than_step_20(name: str) -> None:
    lines = sets.load_set(name, 50)
    assert count_line_nodes("21", lines) < 0.8 * count_line_nodes("20", lines)
