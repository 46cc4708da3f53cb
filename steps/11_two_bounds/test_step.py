"""Tests of step 11."""

from hypothesis import given
from hypothesis import strategies as st

from common.position import CELLS, children, parse
from common.score import MAX_SCORE
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
    reset_step_solver,
)

step = course.load("11")


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


@given(st.integers(-MAX_SCORE, MAX_SCORE), st.integers(-MAX_SCORE, MAX_SCORE))
def test_a_pair_keeps_both_bounds(lowest: int, highest: int) -> None:
    module = step.module.solver
    value = module.pair(lowest, highest)
    assert 0 < value < 65536
    assert ((value >> 8) - module.OFFSET, (value & 255) - module.OFFSET) == (
        lowest,
        highest,
    )


@given(Moves, st.integers(CELLS - 18, CELLS - 8))
def test_bounds_in_the_table_are_bounds(
    choices: list[int], length: int
) -> None:
    position = parse(play_choices(choices, length), step.Position.start())
    if position.moves < CELLS - 18:
        return
    solver, oracle = (
        step.with_options(size=100_003),
        reset_step_solver(course.load("07")),
    )
    solver.solve(position)
    table = solver.memory["table"]
    for _, child in children(position):
        value = table.get(child.key())
        if value:
            lowest, highest = (
                (value >> 8) - step.module.solver.OFFSET,
                (value & 255) - step.module.solver.OFFSET,
            )
            assert (
                lowest
                <= oracle.solve(course.load("07").Position(*child))
                <= highest
            )


def test_explores_fewer_nodes_than_step_10() -> None:
    lines = sets.load_set("begin-medium", 30)
    before = count_line_nodes("10", lines)
    after = count_line_nodes("11", lines)
    assert after < before
