"""Tests of step 03."""

from common.position import WIDTH
from common.tools import course, sets
from common.tools.testing.contract import Contract, count_line_nodes

step = course.load("03")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {"end-easy": 1000, "middle-easy": 160}
    late = 25


def test_order_goes_from_the_centre_outwards() -> None:
    order = step.module.solver.COLUMN_ORDER
    distances = [abs(column - (WIDTH - 1) / 2) for column in order]
    assert sorted(order) == list(range(WIDTH))
    assert distances == sorted(distances)


def test_explores_fewer_nodes_than_step_02() -> None:
    lines = sets.load_set("middle-easy", 28)
    before = count_line_nodes("02", lines)
    after = count_line_nodes("03", lines)
    assert after < before
