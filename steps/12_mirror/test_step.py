"""Tests of step 12."""

from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    count_line_nodes,
)

step = course.load("12")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 200,
        "begin-easy": 500,
        "begin-medium": 50,
    }
    late = 20


def test_explores_fewer_nodes_than_step_11() -> None:
    lines = sets.load_set("begin-medium", 10)
    before = count_line_nodes("11", lines, False)
    after = count_line_nodes("12", lines, False)
    assert after < before
