"""The value of whole games on smaller boards, against what is published.

With + for a win of the first player, = for a draw and - for a loss, widths 4 to 7 give for height 4
`= = - =`, for height 5 `= = = =` and for height 6 `= = - +`.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

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


GAMES = dict.fromkeys(
    [("4x4", step) for step in course.numbers()] + list(REACH.items()) + [(board, LAST) for board in REACH]
)
ODD = ["3x3", "1x9", "9x1", "12x4", "9x6", "2x20", "3x20"]


@pytest.fixture(scope="module")
def solved() -> Iterator[dict[tuple[str, str], Future[int]]]:
    """Solve all games, each in a process, as many at a time as there are cores; most of it is compiling."""
    pool = ThreadPoolExecutor(os.cpu_count())
    yield {game: pool.submit(weak_value, *game) for game in GAMES}
    pool.shutdown(cancel_futures=True)


@pytest.fixture(scope="module")
def compared() -> Iterator[dict[str, Future[None]]]:
    """Compare steps on all odd boards in the same way."""
    pool = ThreadPoolExecutor(os.cpu_count())
    yield {board: pool.submit(agree, board) for board in ODD}
    pool.shutdown(cancel_futures=True)


def published(board: str) -> int:
    """Return the published value of a board."""
    width, height = map(int, board.split("x"))
    return {"+": 1, "=": 0, "-": -1}[PUBLISHED[height][width - 4]]


@pytest.mark.parametrize(("board", "step"), GAMES)
def test_a_step_solves_the_game(solved: dict[tuple[str, str], Future[int]], board: str, step: str) -> None:
    assert solved[board, step].result() == published(board)


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


def agree(board: str) -> None:
    """Compare steps that share little code near the end of random games; raise if they disagree."""
    subprocess.run([sys.executable, "-c", AGREE], env=os.environ | {"C4_BOARD": board}, check=True)


@pytest.mark.parametrize("board", ODD)
def test_steps_agree_on_odd_boards(compared: dict[str, Future[None]], board: str) -> None:
    """Go up to the 63 bits that fit."""
    compared[board].result()
