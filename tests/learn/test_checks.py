"""Tests of the positions that checks choose."""

from typing import Any

import pytest

from common.position import CELLS
from common.tools import course, sets
from common.tools.learn.checks.positions import find_safe_moves
from common.tools.learn.checks.tables import FEW, ask_late, ask_probes, ask_single, takes_search
from common.tools.learn.curriculum.sample import Lines
from common.tools.sets import Line

GAMES = [line.moves for name in ("end-easy", "middle-easy") for line in sets.load_set(name, 200)]
MOVES = sorted({moves[:length] for moves in GAMES for length in range(26, len(moves) + 1)}, key=len)
SAFE = {moves: find_safe_moves(moves).bit_count() for moves in MOVES}
LINES = Lines([Line(moves, 0) for moves in MOVES], 0, "")
NOBODY: Any = None  # no program is asked yet
SEARCH = course.load("14").module.solver


def test_the_table_is_left_alone_where_steps_do() -> None:
    late = {moves for moves in MOVES if len(moves) >= SEARCH.STORED and SAFE[moves] > 1}
    assert {question.moves for question in ask_late(NOBODY, LINES)} == late
    assert {len(moves) for moves in late} >= {SEARCH.STORED, SEARCH.STORED + 1}
    single = {question.moves for question in ask_single(NOBODY, LINES)}
    assert single == {moves for moves in MOVES if SAFE[moves] == 1}


def test_what_probes_is_what_the_step_lets_probe() -> None:
    probing = [line for line in LINES if len(line.moves) < SEARCH.PROBED and SAFE[line.moves] > 1]
    assert [line for line in LINES if [*ask_probes(NOBODY, Lines([line], 0, ""))]] == probing
    assert {len(line.moves) for line in probing} >= {SEARCH.PROBED - 2, SEARCH.PROBED - 1}
    earliest = [line.moves for line in probing[:FEW]]
    asked = ask_probes(NOBODY, Lines([probing[-1], *probing[:FEW]], 0, ""))
    assert [*dict.fromkeys(question.moves for question in asked)] == earliest


@pytest.mark.parametrize(
    ("score", "takes_a_search"), [(0, True), (3, True), (4, False), (-3, True), (-4, False)]
)
def test_a_result_that_is_near_takes_no_search(score: int, takes_a_search: bool) -> None:
    moves = next(moves for moves in MOVES if len(moves) == CELLS - 12 and SAFE[moves] > 1)
    assert takes_search(Line(moves, score)) == takes_a_search
