"""Tests of step 20."""

from hypothesis import given
from hypothesis import strategies as st

from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, mirror, parse
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
)

step = course.load("20")
module = step.module.position


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 200,
        "begin-easy": 1000,
        "begin-medium": 50,
        "begin-hard": 3,
    }
    late = 20


def weigh_line_by_line(stones: int, others: int) -> int:
    """Return the result of `weigh_lines`, one line at a time."""
    weight = 0
    for across, up in ((0, 1), (1, -1), (1, 0), (1, 1)):
        weights = (0, -1, 1, 6) if across == 0 else (0, 1, 4, 6)
        for column in range(WIDTH):
            for row in range(HEIGHT):
                cells = [(column + k * across, row + k * up) for k in range(4)]
                if all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in cells):
                    line = sum(1 << x * (HEIGHT + 1) + y for x, y in cells)
                    weight += (
                        0
                        if line & others
                        else weights[(line & stones).bit_count()]
                    )
    return weight


@given(Moves, st.integers(0, CELLS))
def test_lines_are_weighed_as_if_one_by_one(
    choices: list[int], length: int
) -> None:
    position = parse(play_choices(choices, length), step.Position.start())
    players = position.stones, position.stones ^ position.mask
    for stones, others in (players, players[::-1]):
        weight = weigh_line_by_line(stones, others)
        assert module.weigh_lines(stones, others) == weight


@given(Moves, st.integers(0, CELLS - 2))
def test_mirror_images_promise_the_same(
    choices: list[int], length: int
) -> None:
    moves = play_choices(choices, length)
    assert promise(moves) == promise(mirror(moves))


def promise(moves: str) -> int:
    """Return the promise of a position to the player who has just moved."""
    return parse(moves, step.Position.start()).promise()


def test_the_centre_promises_most() -> None:
    assert max(COLUMN_NAMES, key=promise) == COLUMN_NAMES[WIDTH // 2]


def test_explores_fewer_nodes_than_step_19() -> None:
    lines = sets.load_set("begin-medium", 100)
    before = count_line_nodes("19", lines, False)
    after = count_line_nodes("20", lines, False)
    assert after < 0.95 * before
