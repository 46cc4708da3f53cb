"""Scores of empty smaller boards, compared with published ones; and steps that agree on odd boards."""

from functools import cache

import pytest
from repository import PLAIN, run_python

from common.score import sign
from common.tools import course
from common.tools.sets import PUBLISHED

COMPILED = {"NUMBA_DISABLE_JIT": "0"}
LAST = course.numbers()[-1]
# Steps that solve the whole game in seconds, most of them for compiling. 7x6 itself has a test of its own.
RUNS = [
    ("4x4", ["01"], COMPILED), ("4x5", ["02"], COMPILED), ("5x5", ["04"], COMPILED),
    ("5x4", ["02"], COMPILED),
    ("4x4", course.numbers()[2:], PLAIN), ("5x4", [LAST], PLAIN), ("4x5", [LAST], PLAIN),
]  # fmt: skip
MORE = [(board, [LAST], COMPILED) for board in ("4x6", "5x5", "6x4", "5x6", "6x5", "7x4", "7x5")]

SOLVE = """
import sys
from common.position import CELLS
from common.tools import course
for step in map(course.load, sys.argv[1:]):
    options = {"size": 70_001} if step.knows("size") and CELLS <= 20 else {}  # plain lists are slow to make
    print(step.number, step.solver(use_book=False, **options).solve(step.Position.start(), weak=True))
"""


@pytest.mark.parametrize(
    ("board", "steps", "environment"),
    [
        *RUNS,
        *(pytest.param(*run, marks=pytest.mark.full("more steps and boards of the same")) for run in MORE),
    ],
    ids=[f"{board}-{'-'.join(steps)}" for board, steps, _ in [*RUNS, *MORE]],
)
def test_steps_solve_the_game(board: str, steps: list[str], environment: dict[str, str]) -> None:
    width, height = map(int, board.split("x"))
    value = sign(PUBLISHED[height][width - 4])
    answer = run_python(SOLVE, *steps, **environment, C4_BOARD=board)
    assert answer.splitlines() == [f"{step} {value}" for step in steps]


LATER = course.numbers()[4:]
LARGE = ["3x19", "12x4", "7x8", "31x1"]  # high, wide, and with nearly all of the 63 bits that fit
TINY = ["3x3", "1x9", "9x1"]
GAMES = 400
ANSWERED = 8  # of them in plain Python, which takes some hundred times longer

AGREE = """
import random, sys
from common.position import CELLS, WIDTH, parse
from common.score import sign
from common.tools import course
from common.tools.testing.contract import play_choices

random.seed(1)
numbers, answered, count = sys.argv[1].split(), int(sys.argv[2]), int(sys.argv[3])
steps = [course.load(number) for number in numbers]
solvers = [step.solver(size=70_001) if step.knows("size") else step.solver() for step in steps]
solved = set()
for turn in range(count):
    choices = [random.randrange(WIDTH) for _ in range(CELLS)]
    moves = play_choices(choices, CELLS - random.randrange(1, min(CELLS, 13)))
    if moves in solved or CELLS - len(moves) > 12:
        continue
    solved.add(moves)
    scores = []
    for step, solver in zip(steps, solvers):
        solver.reset()
        position = parse(moves, step.Position.start())
        scores.append(solver.solve(position))
        assert solver.solve(position, weak=True) == sign(scores[-1]), (step.number, moves)
        if turn < answered:
            print(step.number, moves, scores[-1], solver.nodes)
    assert len(set(scores)) == 1, (numbers, scores, moves)
assert len(solved) >= min(CELLS - 1, count // 4), len(solved)
"""


def compare_steps(board: str, steps: list[str], games: int, environment: dict[str, str]) -> str:
    """Return the scores on which steps agree near the end of random games; raise if they disagree."""
    return run_python(AGREE, " ".join(steps), str(ANSWERED), str(games), **environment, C4_BOARD=board)


@cache
def compare_plain_steps(board: str) -> str:
    """Return the scores of all steps in plain Python for a few games, once for all tests."""
    return compare_steps(board, ["04", *LATER], ANSWERED, PLAIN)


@pytest.mark.parametrize("board", [*LARGE, *TINY])
def test_steps_agree_on_odd_boards(board: str) -> None:
    assert compare_plain_steps(board)


@pytest.mark.full("compiles two steps for four boards")
def test_compiled_steps_agree_on_large_boards() -> None:
    """The steps between 04 and the last do so in plain Python only: compiling takes seconds per board.

    Compiled code may only go wrong on an integer of more than 64 bits, which test_integers finds without it.
    """
    for board in LARGE:
        plain = [line for line in compare_plain_steps(board).splitlines() if line.split()[0] in ("04", LAST)]
        assert plain
        assert set(plain) == set(compare_steps(board, ["04", LAST], GAMES, COMPILED).splitlines())
