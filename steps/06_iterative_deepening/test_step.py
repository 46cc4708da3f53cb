"""Tests of step 06."""

from common.jit import zeros
from common.position import parse
from common.tools import course, sets
from common.tools.testing.contract import Contract, count_line_nodes

step = course.load("06")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 50,
        "begin-easy": 100,
    }
    late = 22


def test_search_finds_the_score_from_any_bounds() -> None:
    search = step.module.solver.search
    for line in sets.load_set("end-easy", 50):
        position = parse(line.moves, step.Position.start())
        for below in range(3):
            for above in range(3):
                table = step.module.table.Table(zeros(257), 257)
                low, high = line.score - below, line.score + above
                assert (
                    search(position, low, high, table, zeros(1)) == line.score
                )


def test_explores_fewer_nodes_than_step_05() -> None:
    lines = sets.load_set("middle-easy", 200)
    before = count_line_nodes("05", lines)
    after = count_line_nodes("06", lines)
    assert after < before
