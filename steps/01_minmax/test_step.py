"""Tests of step 01."""

from typing import Any

from common.position import CELLS, children, parse
from common.tools import course, sets
from common.tools.testing.contract import Contract

step = course.load("01")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {"end-easy": 1000}
    late = 31


def tree_size(position: Any) -> int:
    """Count the positions of the game tree; where a move wins, it ends."""
    columns = [
        column
        for column in range(len(position.heights))
        if position.can_play(column)
    ]
    if any(position.is_winning_move(column) for column in columns):
        return 1
    return 1 + sum(tree_size(child) for _, child in children(position))


def test_explores_every_position_of_the_tree() -> None:
    for line in sets.load_set("end-easy", 200):
        position = parse(line.moves, step.Position.start())
        if CELLS - position.moves <= 8:
            solver = step.solver()
            solver.solve(position)
            assert solver.nodes == tree_size(position)


def test_solving_leaves_the_board_as_it_was() -> None:
    for line in sets.load_set("end-easy", 50):
        position = parse(line.moves, step.Position.start())
        before = list(position.cells), list(position.heights)
        step.solver().solve(position)
        assert (list(position.cells), list(position.heights)) == before
