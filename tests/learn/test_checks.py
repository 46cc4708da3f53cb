"""Tests of the positions that checks choose, and of the values that they put into tables."""

import pytest

from common.position import CELLS
from common.score import MAX_SCORE
from common.tools import course, sets
from common.tools.learn.checks.bits import list_safe_cells
from common.tools.learn.checks.entries import (
    FEW,
    has_choice,
    is_forced,
    is_late,
    is_open,
    list_early_lines,
    pack_bounds,
    unpack_bounds,
)
from common.tools.sets import Line

GAMES = [line.moves for name in ("end-easy", "middle-easy") for line in sets.load_set(name, 200)]
MOVES = sorted({moves[:length] for moves in GAMES for length in range(26, len(moves) + 1)}, key=len)
SAFE = {moves: len(list_safe_cells(moves)) for moves in MOVES}
SEARCH = course.load("14").module.solver


def test_the_table_is_left_alone_where_steps_do() -> None:
    late = {moves for moves in MOVES if len(moves) >= SEARCH.STORED and SAFE[moves] > 1}
    assert {moves for moves in MOVES if is_late(moves)} == late
    assert {len(moves) for moves in late} >= {SEARCH.STORED, SEARCH.STORED + 1}
    assert {moves for moves in MOVES if is_forced(moves)} == {moves for moves in MOVES if SAFE[moves] == 1}


def test_what_probes_is_what_the_step_lets_probe() -> None:
    lines = [Line(moves, 0) for moves in MOVES]
    probing = [line for line in lines if len(line.moves) < SEARCH.PROBED and SAFE[line.moves] > 1]
    assert list(filter(is_open, lines)) == probing
    assert {len(line.moves) for line in probing} >= {SEARCH.PROBED - 2, SEARCH.PROBED - 1}
    earliest = probing[:FEW]
    assert list_early_lines([probing[-1], *earliest]) == earliest


@pytest.mark.parametrize(
    ("score", "takes_a_search"), [(0, True), (3, True), (4, False), (-3, True), (-4, False)]
)
def test_a_result_that_is_near_takes_no_search(score: int, takes_a_search: bool) -> None:
    moves = next(moves for moves in MOVES if len(moves) == CELLS - 12 and SAFE[moves] > 1)
    assert has_choice(Line(moves, score)) == takes_a_search


@pytest.mark.parametrize("bounds", [(-MAX_SCORE, MAX_SCORE), (-3, 5), (0, 0)])
def test_bounds_are_packed_as_the_steps_pack_them(bounds: tuple[int, int]) -> None:
    assert pack_bounds(*bounds) == course.load("12").module.solver.pair(*bounds)
    assert unpack_bounds(pack_bounds(*bounds)) == {"lower": bounds[0], "upper": bounds[1]}
