"""Tests of step 22."""

import sys
from random import Random
from types import FrameType
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.jit import zeros
from common.position import CELLS, parse
from common.score import MAX_SCORE
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
)

step = course.load("22")
module = step.module.table
SIZE = 65_537  # of a small table
scratch = zeros(module.SCRATCH)
table = module.Table(zeros(SIZE + module.PLACES), SIZE, scratch)


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
    late = 22


def test_one_thread_explores_the_nodes_of_step_21() -> None:
    lines = sets.load_set("middle-medium", 100)
    before = count_line_nodes("21", lines)
    after = count_line_nodes("22", lines)
    assert after == before


def test_more_threads_find_the_same_scores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(step.module.solver, "ALONE", 100)
    monkeypatch.setattr(step.module.solver, "LATE", CELLS)
    solver = step.module.Solver(book=None, threads=3)
    for name, count in (
        ("end-easy", 100),
        ("middle-medium", 100),
        ("begin-medium", 20),
    ):
        for line in sets.load_set(name, count):
            position = parse(line.moves, step.Position.start())
            solver.reset()
            assert solver.solve(position) == line.score
            assert solver.solve(position) == line.score
            assert solver.solve(position, weak=True) == (line.score > 0) - (
                line.score < 0
            )


def list_tables(solver: Any) -> list[Any]:
    """Return the table of each thread."""
    memories = cast("list[tuple[Any, ...]]", vars(solver)["_threads"])
    return [memory[0] for memory in memories]


class Interruption(Exception):
    """A search was interrupted."""


def interrupt_search(solver: Any, position: Any, line: int) -> None:
    """Begin to solve a position, and raise an exception before a line runs.

    The lines of `solve` are counted. A signal is handled there, too: compiled
    code is not interrupted.
    """
    lines_left = iter(range(line))

    def raise_in_time(frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line" and next(lines_left, None) is None:
            raise Interruption
        return (
            raise_in_time
            if frame.f_code.co_filename == step.module.solver.__file__
            else None
        )

    before = sys.gettrace()
    sys.settrace(raise_in_time)
    try:
        solver.solve(position)
    except Interruption:
        pass
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("threads", [2, 3, 4, 8])
def test_scores_are_right_after_an_interruption(
    threads: int, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setattr(step.module.solver, "ALONE", 100)
    solver, rng = (
        step.module.Solver(book=None, threads=threads),
        Random(threads),
    )
    is_full = pytestconfig.getoption("--full")
    for moment in range(50 if is_full else 5):
        lines = rng.sample(
            sets.load_set("begin-medium"), 51 if is_full else 11
        )
        for table in list_tables(solver):  # a reset clears them
            table.scratch[-1] = module.AGE * (module.AGES - 1)
        interrupt_search(
            solver,
            parse(lines[0].moves, step.Position.start()),
            8 + rng.randrange(4 + threads),
        )
        if moment % 2:
            solver.reset()
        for line in lines[1:]:
            assert (
                solver.solve(parse(line.moves, step.Position.start()))
                == line.score
            )


def test_one_thread_does_quick_searches_alone() -> None:
    solver = step.module.Solver(book=None, threads=3)
    for line in sets.load_set("middle-easy", 100):
        solver.reset()
        assert (
            solver.solve(parse(line.moves, step.Position.start()))
            == line.score
        )
        assert solver.nodes == count_line_nodes("21", [line])


def test_one_thread_does_alone_what_is_small(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(step.module.solver, "ALONE", 1)
    solver = step.module.Solver(book=None, threads=3)
    for line in sets.load_set("middle-medium", 50):
        solver.reset()
        assert (
            solver.solve(parse(line.moves, step.Position.start()))
            == line.score
        )
        assert solver.nodes == count_line_nodes("21", [line])


def test_a_thread_that_gives_up_says_nothing_wrong() -> None:
    """It gives up again and again, each time later, and then has the score."""
    for line in [*sets.load_set("begin-medium", 10), sets.Line("", 1)]:
        position = parse(line.moves, step.Position.start())
        memory = step.with_options(use_book=False).memory
        task = (position, -MAX_SCORE, MAX_SCORE, *memory.values())
        for limit in (1, 10, 100, 1000):
            memory["scratch"][module.LIMIT] = memory["nodes"][0] + limit
            assert step.module.solver.search(*task) > MAX_SCORE
            assert not any(memory["table"].entries[-module.PLACES :])
        if line.moves:
            assert step.module.solver.search(*task) == line.score


def test_a_table_is_empty_after_its_last_age() -> None:
    """After the last age comes the first: no entry of it may be left."""
    solver = step.module.Solver(size=SIZE, book=None, threads=2)
    for table in list_tables(solver):
        table.scratch[-1] = module.AGE * (module.AGES - 1)
    solver.solve(
        parse(sets.load_set("begin-medium", 1)[0].moves, step.Position.start())
    )
    assert all(
        any(table.scratch[module.SLOTS : -1]) for table in list_tables(solver)
    )
    solver.reset()
    assert not any(
        any(table.entries) or any(table.scratch[module.SLOTS :])
        for table in list_tables(solver)
    )


def take(position: Any) -> None:
    """Let the table know that a thread is searching a position."""
    table.entries[table.place(position)] = position.key()


@given(Moves, st.integers(1, CELLS - 1))
def test_a_position_is_taken_until_it_is_left(
    choices: list[int], length: int
) -> None:
    position = parse(play_choices(choices, length), step.Position.start())
    take(position)
    assert table.is_taken(position)
    table.leave(position)
    assert not table.is_taken(position)


def test_the_first_move_without_a_thread_is_taken() -> None:
    position = parse(
        sets.load_set("begin-medium", 2)[1].moves, step.Position.start()
    )
    assert position.moves >= module.TOGETHER
    for taken, order in (
        ((), (3, 2, 4)),
        ((3,), (2, 3, 4)),
        ((3, 2), (4, 2, 3)),
        ((3, 2, 4), (3, 2, 4)),
    ):
        scratch[0], scratch[1], scratch[2] = 3, 2, 4
        for column in taken:
            take(position.play(column))
        table.choose(position, 5, 0, 0, 3)
        assert tuple(scratch[index] for index in range(3)) == order
        assert table.scratch[module.PATH + position.moves] == 5
        for column in (2, 3, 4):
            assert table.is_taken(position.play(column)) == (
                column in (*taken, order[0])
            )
            table.leave(position.play(column))


@pytest.mark.parametrize(("index", "order"), [(0, (3, 2, 4)), (1, (3, 4, 2))])
def test_early_only_the_first_move_is_searched_together(
    index: int, order: tuple[int, ...]
) -> None:
    position = step.Position.start()
    scratch[0], scratch[1], scratch[2] = 3, 2, 4
    for column in (3, 2):
        take(position.play(column))
    table.choose(position, 5, 0, index, 3)
    assert tuple(scratch[at] for at in range(3)) == order
    for column in (2, 3, 4):
        table.leave(position.play(column))


@given(
    st.integers(0, 8), st.integers(0, 8), st.integers(-17, 18), st.booleans()
)
def test_a_thread_goes_back_to_what_is_answered(
    ply: int, more: int, beta: int, high: bool
) -> None:
    path = [2**40 + moves for moves in range(ply + more + 1)]
    for moves, key in enumerate(path):
        scratch[module.PATH + moves] = key
        table.store(moves, key, 0)
    scratch[module.ASKED] = 0
    assert table.answer(ply + more, 5, beta, module.PAUSE) == 5
    assert not table.step_back()

    there = beta if more % 2 == 0 else 1 - beta
    lowest, highest = (there, there + 1) if high else (there - 2, there - 1)
    table.store(ply, path[ply], step.module.solver.pair(lowest, highest))
    # It asked a moment ago.
    assert table.answer(ply + more, 5, beta, 2 * module.PAUSE - 1) == 5
    score = table.answer(ply + more, 5, beta, 2 * module.PAUSE)
    assert score * (1 if more % 2 == 0 else -1) == (
        lowest if high else highest
    )
    assert [table.step_back() for _ in range(more + 2)] == [True] * (
        more + 1
    ) + [False]
