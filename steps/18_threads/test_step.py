"""Tests of step 18."""

from hypothesis import given
from hypothesis import strategies as st

from common import course
from common.benchmark import sets
from common.benchmark.engines import StepEngine
from common.benchmark.measure import measure
from common.contract import Contract
from common.position import CELLS, parse

step = course.load("18")
module = step.module.table
table = module.Table(module.new_entries(module.MIN_ENTRIES), module.MIN_ENTRIES)


class TestContract(Contract):
    """What every step must hold."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 400,
        "begin-easy": 1000,
        "begin-medium": 100,
        "begin-hard": 2,
    }
    late = 20


def test_one_thread_explores_the_very_nodes_of_step_17() -> None:
    lines = sets.load("middle-medium", 100)
    before = measure(StepEngine("17", use_book=False), lines)
    after = measure(StepEngine("18", use_book=False), lines)
    assert after.nodes == before.nodes


def test_more_threads_find_the_same_scores() -> None:
    solver = step.module.Solver(book=None, threads=3)
    for name, count in (("end-easy", 100), ("middle-medium", 100), ("begin-medium", 20)):
        for line in sets.load(name, count):
            position = parse(line.moves, step.Position.start())
            solver.reset()
            assert solver.solve(position) == line.score
            assert solver.solve(position) == line.score
            assert solver.solve(position, weak=True) == (line.score > 0) - (line.score < 0)


@given(st.integers(0, CELLS), st.integers(0, 2**49))
def test_a_place_is_taken_until_it_is_left(moves: int, key: int) -> None:
    table.take(moves, key + 1)
    assert table.is_taken(moves, key + 1) == (moves < module.SHARED)
    assert not table.is_taken(moves, key + 2)
    table.leave(moves, key + 1)
    assert not table.is_taken(moves, key + 1)
