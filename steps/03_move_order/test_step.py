"""Tests of step 03."""

from common.position import WIDTH
from common.tools import course
from common.tools.benchmark import sets
from common.tools.benchmark.engines import StepEngine
from common.tools.benchmark.measure import measure
from common.tools.testing.contract import Contract

step = course.load("03")


class TestContract(Contract):
    """What every step must hold."""

    step = step
    sets = {"end-easy": 1000, "middle-easy": 200}
    late = 25


def test_order_goes_from_the_centre_outwards() -> None:
    order = step.module.solver.COLUMN_ORDER
    distances = [abs(column - (WIDTH - 1) / 2) for column in order]
    assert sorted(order) == list(range(WIDTH))
    assert distances == sorted(distances)


def test_explores_fewer_nodes_than_step_02() -> None:
    lines = sets.load("middle-easy", 60)
    before = measure(StepEngine("02", use_book=False), lines)
    after = measure(StepEngine("03", use_book=False), lines)
    assert after.nodes < before.nodes
