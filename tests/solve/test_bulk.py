"""Tests of many positions at once: read in one loop, solved in another, returned as arrays."""

from contextlib import closing
from threading import Event
from time import monotonic_ns, sleep
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from repository import PLAIN, run_python

from c4.batch import (
    FEW,
    FULL,
    Batch,
    BatchSolver,
    Question,
    explain_refusal,
    make_batch,
    read_batch,
    solve_many,
)
from c4.engine import bitboard
from c4.loop import read_clock
from c4.notation import read_position
from common.errors import UserError
from common.position import CELLS, HEIGHT, parse
from common.solver import list_memory
from common.tools import course, sets
from common.tools.testing.contract import Moves, play_choices

LINES = [line for name in ("end-easy", "middle-easy") for line in sets.load_set(name, 100)]
TEXTS = [line.moves for line in LINES]
START = bitboard.Position.start()

Damaged = st.one_of(
    st.text(max_size=2 * CELLS),
    st.text("123456789a0 \r\n\ud800", max_size=2 * CELLS),
    st.tuples(Moves, st.integers(0, CELLS), st.text(max_size=2)).map(
        lambda drawn: play_choices(drawn[0], drawn[1]) + drawn[2]
    ),
)


def read_as_before(text: str) -> Any:
    """Return the position of a move string by the rules, or None if it is invalid."""
    try:
        return parse(read_position(text), START)
    except UserError:
        return None


@given(st.lists(Damaged, max_size=8))
@example([chr(code) for code in range(256)])
@example(["", "44\n55", "4455", "1212121", "737167457417142561265443556473322216621335", "1111111"])
def test_lines_are_read_as_by_the_rules(texts: list[str]) -> None:
    batch = read_batch([*texts, *["1"] * FEW], 1)  # so many are read by compiled code
    for index, text in enumerate(texts):
        expected = read_as_before(text)
        if expected is None:
            assert batch.moves[index] == -1
            assert explain_refusal(text)
        else:
            assert (batch.stones[index], batch.masks[index], batch.moves[index]) == expected


READ = """
from common.position import COLUMN_NAMES, parse
from common.solver import list_memory
from c4.batch import FEW, Bitboard, read_batch
batch = read_batch([*COLUMN_NAMES, "d", "`", ":", "0", *["1"] * FEW], 1)
read = list(zip(batch.stones.tolist(), batch.masks.tolist(), batch.moves.tolist()))
assert read[:12] == [tuple(parse(name, Bitboard.start())) for name in COLUMN_NAMES]
print(COLUMN_NAMES, [moves for _, _, moves in read[12:16]])
"""


def test_columns_from_ten_on_are_letters() -> None:
    printed = run_python(READ, **PLAIN, C4_BOARD="12x4")
    assert printed == "123456789abc [-1, -1, -1, -1]\n"


@pytest.mark.parametrize("number", ["05", "14", course.numbers()[-1]])
@pytest.mark.parametrize(("columns", "weak"), [(False, False), (True, False), (True, True), (False, True)])
def test_the_loop_answers_as_calls_do(number: str, columns: bool, weak: bool) -> None:
    texts = ["", *TEXTS[::5], "2222221111114455", "448"]
    solver = BatchSolver(Question(number, weak, columns, use_book=False))
    solver.prepare(FEW + 1)
    assert solver.loop
    solved: list[Batch] = []
    for loop in (solver.loop, None):
        solver.loop = loop
        solved.append(read_batch(texts[1:], solver.scores_each))
        solver.fill(solved[-1], texts[1:])
    by_loop, by_calls = solved
    assert np.array_equal(by_loop.nodes, by_calls.nodes)
    count = len(by_loop.moves)
    rows = [solver.find_scores(batch, 0, count) for batch in solved]
    assert np.array_equal(rows[0], rows[1])
    assert by_loop.progress[0] == by_calls.progress[0] == count
    assert (FULL in rows[0]) == columns


def test_the_loops_clock_is_that_of_python() -> None:
    array = np.zeros(2, np.int64)
    read_clock(array)  # which compiles it
    before = monotonic_ns()
    assert before <= read_clock(array) <= monotonic_ns()


@pytest.mark.parametrize("number", ["03", course.ENGINE])
def test_each_position_has_its_time_and_nodes(number: str) -> None:
    solver = BatchSolver(Question(number, use_book=False))
    batch = read_batch(TEXTS[:20], 1)
    before = monotonic_ns()
    solver.fill(batch, TEXTS[:20])
    assert all(batch.nanoseconds > 0)
    assert batch.nanoseconds.sum() <= monotonic_ns() - before


def test_a_loop_forgets_at_the_last_age_too() -> None:
    step = course.load(course.ENGINE)
    solver = BatchSolver(Question(step.number, use_book=False))
    solver.prepare(FEW + 1)
    expected = solve_many(TEXTS, use_book=False)
    list_memory(solver.solver)["table"].entries[-1] = step.module.table.AGE * (step.module.table.AGES - 2)
    batch = read_batch(TEXTS, 1)
    solver.fill(batch, None)
    assert np.array_equal(batch.scores, expected.scores)
    assert np.array_equal(batch.nodes, expected.nodes)


def test_programs_get_scores_of_lines_and_bitboards() -> None:
    scores, nodes = solve_many(TEXTS)
    assert scores.tolist() == [line.score for line in LINES]
    positions = [parse(text, START) for text in TEXTS]
    again = solve_many(np.array([[position.stones, position.mask] for position in positions]))
    assert np.array_equal(again.scores, scores)
    assert np.array_equal(again.nodes, nodes)
    best = solve_many(TEXTS[:20], columns=True).scores
    assert np.where(best == FULL, -FULL, best).max(axis=1).tolist() == scores[:20].tolist()
    assert solve_many(TEXTS, weak=True).scores.tolist() == np.sign(scores).tolist()
    assert solve_many([]).scores.shape == (0,)
    assert solve_many(tuple(TEXTS[:2])).scores.tolist() == scores[:2].tolist()


def test_programs_are_told_which_line_is_no_position() -> None:
    with pytest.raises(UserError, match=r"\[1\]: move 3, '8'"):
        solve_many(["4455", "448", "0"])


TWO, FOUR = 0b11, 0b1111
WRONG = {
    "a stone above an empty cell": (0, 0b10),
    "a stone of nobody": (0b10, 0b1),
    "two stones of one player": (TWO, TWO),
    "a stone beside the board": (0, 1 << HEIGHT),
    "a game that is over": (0b1111, FOUR | FOUR << 2 * (HEIGHT + 1)),
    "a negative mask": (0, -1),
}


@pytest.mark.parametrize("name", WRONG)
def test_bitboards_that_are_no_position_are_refused(name: str) -> None:
    with pytest.raises(UserError, match=r"\[1\]: "):
        solve_many(np.array([[0, 0], WRONG[name]]))


def test_a_step_without_bitboards_takes_lines_only() -> None:
    assert solve_many([TEXTS[0]], step=1).scores.tolist() == [LINES[0].score]
    with pytest.raises(UserError, match=r"\b03\b"):
        solve_many(np.zeros((1, 2), np.int64), step="03")


def stub(monkeypatch: pytest.MonkeyPatch, fill: Any) -> BatchSolver:
    """Return a solver whose batches are filled by a function of the test."""
    solver = BatchSolver(Question(course.ENGINE, use_book=False))
    monkeypatch.setattr(solver, "fill", fill)
    return solver


def test_answers_do_not_wait_for_later_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()

    def fill(batch: Batch, _texts: object) -> None:
        batch.progress[0] = 2
        go_on.wait()
        batch.progress[0] = 3

    seen: list[int] = []
    with closing(stub(monkeypatch, fill).solve(make_batch(3, 1), [])) as progress:
        for solved in progress:
            seen.append(solved)
            if solved == 2:
                go_on.set()
    assert seen[-1] == 3


def test_a_batch_ends_early_and_tells_its_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = make_batch(2, 1)
    stopped = Event()

    def wait_for_stop(batch: Batch, _texts: object) -> None:
        while not batch.progress[1]:
            sleep(0.001)
        stopped.set()

    next(stub(monkeypatch, wait_for_stop).solve(batch, []))
    assert stopped.wait(60)

    def fail(_batch: Batch, _texts: object) -> None:
        raise MemoryError("no room")

    with pytest.raises(MemoryError, match="no room"):
        list(stub(monkeypatch, fail).solve(batch, []))


@pytest.mark.parametrize(
    "wrong", ["4455", b"4455", [[4, 4, 5, 5]], [4455], [b"4455"], np.array([[1.5, 2.0]])]
)
def test_what_is_no_list_of_moves_is_refused(wrong: Any) -> None:
    with pytest.raises(UserError, match=r"\[0\]|\[b?'4455'\]"):
        solve_many(wrong)


def test_moves_come_singly_or_as_an_array() -> None:
    expected = solve_many(TEXTS[:3]).scores.tolist()
    assert solve_many(text for text in TEXTS[:3]).scores.tolist() == expected
    assert solve_many(np.array(TEXTS[:3])).scores.tolist() == expected
