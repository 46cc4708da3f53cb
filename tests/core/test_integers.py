"""Tests that 64 bits are enough on every board for the integers of compiled code.

The integers of plain Python have any size. So the steps run in it twice, the second time with integers of
64 bits: a shift that compiled code leaves undefined is an error, and so is a result that does not fit. Only a
shift to the left may lose bits, as long as the scores are the same.
"""

import sys
from itertools import product

import pytest
from repository import PLAIN, run

from common.errors import Error
from common.position import parse_board_size

PLAY = """
import random, sys
from common import position as core

class Int64(int):
    pass

def bounded(name):
    operator = getattr(int, name)
    def operate(*numbers):
        if not all(isinstance(number, int) for number in numbers):
            return NotImplemented
        if name.endswith("shift__"):
            distance = numbers[0] if name in ("__rlshift__", "__rrshift__") else numbers[1]
            assert distance < 64, f"a shift by {distance}"
        result = operator(*numbers)
        if result is NotImplemented:
            return result
        if name.endswith("lshift__"):
            result = (result + 2**63) % 2**64 - 2**63
        assert -(2**63) <= result < 2**63, f"{name} gives {result}"
        return Int64(result)
    return operate

for name in ("add", "sub", "mul", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift"):
    setattr(Int64, f"__{name}__", bounded(f"__{name}__"))
    setattr(Int64, f"__r{name}__", bounded(f"__r{name}__"))
for name in ("neg", "invert", "abs"):
    setattr(Int64, f"__{name}__", bounded(f"__{name}__"))

core.WIDTH, core.HEIGHT = map({"any": int, "64": Int64}[sys.argv[2]], sys.argv[1].split("x"))
core.CELLS = core.WIDTH * core.HEIGHT

from common.tools import course

for number in course.numbers()[3:]:
    random.seed(1)
    step = course.load(number)
    solver = step.solver(size=70_001) if step.knows("size") else step.solver()
    has_book = step.knows("book")
    for _ in range(2):
        position = step.Position.start()
        empty = random.randrange(1, 8)
        while position.moves < core.CELLS - empty and (following := list(core.children(position))):
            _, position = random.choice(following)
            if has_book and position.moves <= step.module.book.MAX_PLIES:
                step.module.book.ternary_key(position)
        print(number, position.moves, solver.solve(position))
"""


def solve_ends(board: str, bits: str) -> str:
    """Have each step from 04 on solve some ends of games, on any board; return the scores, or an error."""
    answer = run([sys.executable, "-c", PLAY, board, bits], **PLAIN)
    return answer.stdout if answer.returncode == 0 else answer.stderr


def is_accepted(width: int, height: int) -> bool:
    try:
        return parse_board_size(f"{width}x{height}") == (width, height)
    except Error:
        return False


ACCEPTED = {size for size in product(range(1, 64), repeat=2) if is_accepted(*size)}
LARGEST = [(w, h) for w, h in sorted(ACCEPTED) if not {(w + 1, h), (w, h + 1)} & ACCEPTED]
CLOSEST = {LARGEST[0], LARGEST[-1], (7, 8)}  # the highest, the widest, and one that uses the most bits
FULL = pytest.mark.full("their integers are no larger than those of boards that are tried")
BOARDS = [pytest.param([board], id=board) for board in map("{0[0]}x{0[1]}".format, sorted(CLOSEST))]
OTHERS = [f"{w}x{h}" for w, h in LARGEST if (w, h) not in CLOSEST]


@pytest.mark.parametrize("boards", [*BOARDS, pytest.param(OTHERS, id="others", marks=FULL)])
def test_64_bits_are_enough(boards: list[str]) -> None:
    for board in boards:
        scores = solve_ends(board, "any")
        assert "Error" not in scores
        assert solve_ends(board, "64") == scores


@pytest.mark.parametrize(("width", "height"), [(3, 20), (1, 62)])
def test_on_boards_that_are_refused_they_are_not(width: int, height: int) -> None:
    assert not is_accepted(width, height)
    scores = solve_ends(f"{width}x{height}", "any")
    assert "Error" not in scores
    assert solve_ends(f"{width}x{height}", "64") != scores
