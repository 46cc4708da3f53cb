"""The value of whole games on smaller boards, against what is published; and steps that agree on odd ones."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from common.tools import course
from common.tools.benchmark.sets import PUBLISHED

PLAIN, COMPILED = {"NUMBA_DISABLE_JIT": "1"}, {"NUMBA_DISABLE_JIT": "0"}
LAST = course.numbers()[-1]
# Steps that solve the whole game in seconds, most of them for compiling. 7x6 itself has a test of its own.
EARLY = {"4x4": "01", "5x4": "02", "4x5": "02", "5x5": "04"}
RUNS = [
    *((board, [step], COMPILED) for board, step in EARLY.items()),
    *((board, [LAST], COMPILED) for board in ("4x6", "6x4", "5x5", "5x6", "6x5", "7x4", "7x5")),
    ("4x4", course.numbers()[2:], PLAIN), ("5x4", [LAST], PLAIN), ("4x5", [LAST], PLAIN),
]  # fmt: skip

SOLVE = """
import sys
from common.tools import course
for step in map(course.load, sys.argv[1:]):
    print(step.number, step.solver(use_book=False).solve(step.Position.start(), weak=True))
"""


def weak_values(board: str, steps: list[str], environment: dict[str, str]) -> dict[str, int]:
    """Return the score of the empty board, weakly, by each of some steps, without a book."""
    command = [sys.executable, "-c", SOLVE, *steps]
    answer = subprocess.check_output(command, env=os.environ | environment | {"C4_BOARD": board}, text=True)
    return {step: int(score) for step, score in map(str.split, answer.splitlines())}


def published(board: str) -> int:
    """Return the published value of a board."""
    width, height = map(int, board.split("x"))
    return {"+": 1, "=": 0, "-": -1}[PUBLISHED[height][width - 4]]


@pytest.fixture(scope="module")
def solved() -> Iterator[list[Future[dict[str, int]]]]:
    """Solve all boards, each in a process, as many at a time as there are cores; most of it is compiling."""
    pool = ThreadPoolExecutor(os.cpu_count())
    yield [pool.submit(weak_values, *run) for run in RUNS]
    pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize(
    "run", range(len(RUNS)), ids=[f"{board}-{'-'.join(steps)}" for board, steps, _ in RUNS]
)
def test_steps_solve_the_game(solved: list[Future[dict[str, int]]], run: int) -> None:
    board, steps, _ = RUNS[run]
    assert solved[run].result() == dict.fromkeys(steps, published(board))


LATER = course.numbers()[4:]
LARGE = ["12x4", "7x8", "31x1", "3x19"]  # the widest, the highest, and those with the 63 bits that fit
TINY = ["3x3", "1x9", "9x1"]
GAMES = 400
ANSWERED = 8  # of them in plain Python, which takes some hundred times longer

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


def answers(board: str, steps: list[str], games: int, environment: dict[str, str]) -> str:
    """Return what steps that agree near the end of random games say of some; raise if they disagree."""
    command = [sys.executable, "-c", AGREE, " ".join(steps), str(ANSWERED), str(games)]
    environment = os.environ | environment | {"C4_BOARD": board}
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


@pytest.fixture(scope="module")
def agreed() -> Iterator[dict[str, list[Future[str]]]]:
    """Compare the steps on all boards, as many at a time as there are cores.

    Those between step 04 and the last run in plain Python alone: to compile a step takes seconds a board, and
    what it may get wrong there, an integer of more than 64 bits, test_integers finds without.
    """
    pool = ThreadPoolExecutor(os.cpu_count())
    runs = {board: [(["04", *LATER], ANSWERED, PLAIN)] for board in (*LARGE, *TINY)}
    for board in LARGE:
        runs[board].append((["04", LAST], GAMES, COMPILED))
    yield {board: [pool.submit(answers, board, *run) for run in asked] for board, asked in runs.items()}
    pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("board", [*LARGE, *TINY])
def test_steps_agree_on_odd_boards(agreed: dict[str, list[Future[str]]], board: str) -> None:
    plain, *compiled = [asked.result().splitlines() for asked in agreed[board]]
    assert plain
    assert all(set(lines) <= set(plain) for lines in compiled)
