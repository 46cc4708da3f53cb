"""The value of whole games on smaller boards, against what is published."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from common.tools import course
from common.tools.benchmark.sets import PUBLISHED

# The first step that solves the whole game in seconds. 7x6 is the game itself, a test of its own.
REACH = {
    "4x4": "01", "5x4": "02", "4x5": "02", "4x6": "02", "6x4": "04", "5x5": "04", "5x6": "05",
    "6x5": "05", "7x4": "06", "7x5": "12",
}  # fmt: skip
LAST = course.numbers()[-1]


SOLVE = """
import sys
from common.tools import course
for step in map(course.load, sys.argv[1:]):
    print(step.number, step.solver(use_book=False).solve(step.Position.start(), weak=True))
"""


def weak_values(board: str) -> dict[str, int]:
    """Return the score of the empty board, weakly, by each step that solves it, without a book."""
    command = [sys.executable, "-c", SOLVE, *(step for name, step in GAMES if name == board)]
    answer = subprocess.check_output(command, env=os.environ | {"C4_BOARD": board}, text=True)
    return {step: int(score) for step, score in map(str.split, answer.splitlines())}


# Steps with a book play on 5x5, for which the tests of books compile them too.
GAMES = dict.fromkeys(
    [("5x5" if course.load(step).knows("book") else "4x4", step) for step in reversed(course.numbers())]
    + list(REACH.items())
    + [(board, LAST) for board in REACH]
)
ODD = ["3x3", "1x9", "9x1", "12x4", "7x8", "31x1", "3x19"]
LATER = course.numbers()[4:]
SOLVED = 400
ANSWERED = 50  # of them in plain Python too, which takes some hundred times longer


@pytest.fixture(scope="module")
def solved() -> Iterator[dict[str, Future[dict[str, int]]]]:
    """Solve all boards, each in a process, as many at a time as there are cores; most of it is compiling."""
    pool = ThreadPoolExecutor(os.cpu_count())
    yield {board: pool.submit(weak_values, board) for board in REACH}
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
def test_a_step_solves_the_game(solved: dict[str, Future[dict[str, int]]], board: str, step: str) -> None:
    assert solved[board].result()[step] == published(board)


AGREE = """
import random, sys
from common.position import CELLS, WIDTH, parse
from common.score import sign
from common.tools import course
from common.tools.testing.contract import game

random.seed(1)
numbers, answered, count = sys.argv[1].split(), int(sys.argv[2]), int(sys.argv[3])
steps = [course.load(number) for number in numbers]
solvers = [step.solver(size=70_001) if step.knows("size") else step.solver() for step in steps]
solved = set()
for turn in range(count):
    moves = game([random.randrange(WIDTH) for _ in range(CELLS)], CELLS - random.randrange(1, min(CELLS, 13)))
    if moves in solved or CELLS - len(moves) > 12:
        continue
    solved.add(moves)
    scores = []
    for step, solver in zip(steps, solvers):
        position = parse(moves, step.Position.start())
        scores.append(solver.solve(position))
        assert solver.solve(position, weak=True) == sign(scores[-1]), (step.number, moves)
        if turn < answered:
            print(step.number, moves, scores[-1], solver.nodes)
    assert len(set(scores)) == 1, (numbers, scores, moves)
assert len(solved) >= min(CELLS - 1, count // 4), len(solved)
"""


def agree(board: str) -> None:
    """Compare steps near the end of random games, and with plain Python; raise if they disagree.

    The first and the last step are compared on all boards; these share out the others, as compiling takes
    longest.
    """
    others = dict.fromkeys([*LATER[ODD.index(board) :: len(ODD)], LAST])

    def answers(count: int, **environment: str) -> str:
        command = [sys.executable, "-c", AGREE, " ".join(["04", *others]), str(ANSWERED), str(count)]
        environment |= os.environ | {"C4_BOARD": board}
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout

    assert answers(SOLVED) == answers(ANSWERED, NUMBA_DISABLE_JIT="1") != ""


@pytest.mark.parametrize("board", ODD)
def test_steps_agree_on_odd_boards(compared: dict[str, Future[None]], board: str) -> None:
    """Go up to the highest, the widest, and the 63 bits that fit."""
    compared[board].result()
