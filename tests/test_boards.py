"""The value of whole games on smaller boards, against what is published.

With + for a win of the first player, = for a draw and - for a loss, widths 4 to 7 give for height 4
`= = - =`, for height 5 `= = = =` and for height 6 `= = - +`.
"""

import os
import subprocess
import sys

import pytest

from common import course

PUBLISHED = {4: "==-=", 5: "====", 6: "==-+"}
# The first step that solves the whole game in seconds. 7x6 is the game itself, a test of its own.
REACH = {
    "4x4": "01", "5x4": "02", "4x5": "02", "4x6": "02", "6x4": "04", "5x5": "04", "5x6": "05",
    "6x5": "05", "7x4": "06", "7x5": "12",
}  # fmt: skip
LAST = course.numbers()[-1]


def weak_value(board: str, step: str) -> int:
    """Return the score of the empty board, weakly, by a step without a book."""
    answer = subprocess.run(
        [sys.executable, "-m", "common", "solve", "--weak", "--no-book", "--step", step],
        input="\n",
        env=os.environ | {"C4_BOARD": board},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(answer.stdout.split()[0])


def published(board: str) -> int:
    """Return the published value of a board."""
    width, height = map(int, board.split("x"))
    return {"+": 1, "=": 0, "-": -1}[PUBLISHED[height][width - 4]]


@pytest.mark.parametrize("step", course.numbers())
def test_every_step_solves_the_smallest_game(step: str) -> None:
    assert weak_value("4x4", step) == published("4x4")


@pytest.mark.parametrize(("board", "step"), list(REACH.items()))
def test_first_step_that_can_solves_the_game(board: str, step: str) -> None:
    assert weak_value(board, step) == published(board)


@pytest.mark.parametrize("board", [board for board in REACH if board != "4x4"])
def test_last_step_solves_the_game(board: str) -> None:
    assert weak_value(board, LAST) == published(board)


AGREE = """
import random
from common import course
from common.contract import game
from common.position import CELLS, WIDTH, parse
from common.score import sign

random.seed(1)
solved = 0
first, *others = [course.load(number) for number in ("04", "05", "08", course.numbers()[-1])]
for empty in range(1, min(CELLS, 13)):
    for _ in range(3):
        moves = game([random.randrange(WIDTH) for _ in range(CELLS)], CELLS - empty)
        if CELLS - len(moves) > 16:
            continue
        solved += 1
        score = first.solver().solve(parse(moves, first.Position.start()))
        for step in others:
            solver, position = step.solver(), parse(moves, step.Position.start())
            assert solver.solve(position) == score, (step.number, moves)
            assert solver.solve(position, weak=True) == sign(score), (step.number, moves)
assert solved >= min(CELLS - 1, 10), solved
"""


@pytest.mark.parametrize("board", ["3x3", "1x9", "9x1", "12x4", "9x6", "2x20", "3x20"])
def test_steps_agree_on_odd_boards(board: str) -> None:
    """Compare steps that share little code near the end of random games, up to the 63 bits that fit."""
    subprocess.run([sys.executable, "-c", AGREE], env=os.environ | {"C4_BOARD": board}, check=True)
