"""Tests of step 04."""

from hypothesis import given
from hypothesis import strategies as st

from common.position import CELLS, HEIGHT, WIDTH, parse, rows
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
)

step = course.load("04")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {"end-easy": 1000, "middle-easy": 260, "middle-medium": 50}
    late = 23


def test_explores_the_very_nodes_of_step_03() -> None:
    lines = sets.load_set("middle-easy", 100)
    before = count_line_nodes("03", lines)
    after = count_line_nodes("04", lines)
    assert after == before


@given(Moves, st.integers(0, CELLS - 1))
def test_bits_are_where_the_stones_are(
    choices: list[int], length: int
) -> None:
    moves = play_choices(choices, length)
    position = parse(moves, step.Position.start())
    mover = "XO"[len(moves) % 2]
    for from_top, row in enumerate(rows(moves)):
        for column, cell in enumerate(row.split()):
            bit = 1 << column * (HEIGHT + 1) + HEIGHT - 1 - from_top
            assert (position.mask & bit != 0) == (cell != ".")
            assert (position.stones & bit != 0) == (cell == mover)
    spare = sum(1 << column * (HEIGHT + 1) + HEIGHT for column in range(WIDTH))
    assert position.mask & spare == 0


def test_lines_do_not_run_into_another_column() -> None:
    aligned = step.module.position.aligned
    one_too_high = (
        0b1111 << HEIGHT - 2
    )  # two cells of a column, its spare bit, the bottom of the next
    spare = 1 << HEIGHT
    assert not aligned(one_too_high & ~spare)
    assert aligned(0b1111)
