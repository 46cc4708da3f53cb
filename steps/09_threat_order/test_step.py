"""Tests of step 09."""

from hypothesis import given
from hypothesis import strategies as st

from common.jit import zeros
from common.position import CELLS, WIDTH, parse
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
)

step = course.load("09")


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


@given(st.lists(st.integers(0, CELLS), max_size=WIDTH))
def test_moves_sorted_by_threats_keep_equals_in_order(
    threats: list[int],
) -> None:
    moves = zeros(WIDTH + 3)
    for column, number in enumerate(threats):
        step.module.solver.insert(moves, 3, 3 + column, number, column)
    columns = [moves[3 + index] & 31 for index in range(len(threats))]
    assert columns == sorted(
        range(len(threats)), key=lambda column: -threats[column]
    )


@given(Moves, st.integers(0, CELLS - 1))
def test_threats_are_the_winning_squares_after_a_move(
    choices: list[int], length: int
) -> None:
    position = parse(play_choices(choices, length), step.Position.start())
    module = step.module.position
    for column in range(WIDTH):
        if position.can_play(column):
            child = position.play(column)
            move = child.mask ^ position.mask
            expected = module.winning_squares(
                child.stones ^ child.mask, child.mask
            )
            assert position.threats(move) == expected
            assert module.count(expected) == expected.bit_count()


def test_explores_fewer_nodes_than_step_08() -> None:
    lines = sets.load_set("middle-medium", 60)
    before = count_line_nodes("08", lines)
    after = count_line_nodes("09", lines)
    assert after < before
