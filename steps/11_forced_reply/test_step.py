"""Tests of step 11."""

from common.position import CELLS, children, parse
from common.solver import list_memory
from common.tools import course, sets
from common.tools.testing.contract import Contract, count_line_nodes

step = course.load("11")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 200,
        "begin-easy": 500,
        "begin-medium": 30,
    }
    late = 20


def test_forced_positions_are_not_in_the_table() -> None:
    solver = step.module.Solver(size=100_003)
    forced = 0
    for line in sets.load_set("middle-easy", 30):
        position = parse(line.moves, step.Position.start())
        solver.reset()
        solver.solve(position)
        table = list_memory(solver)["table"]
        for _, child in children(position):
            for _, grandchild in children(child):
                safe = grandchild.safe_moves()
                if safe & (safe - 1) == 0 and grandchild.moves < CELLS - 2:
                    forced += 1
                    assert table.get(grandchild.key()) == 0
    assert forced > 100


def test_explores_hardly_more_nodes_than_step_10() -> None:
    lines = sets.load_set("middle-medium", 60)
    before = count_line_nodes("10", lines)
    after = count_line_nodes("11", lines)
    assert after < 1.1 * before
