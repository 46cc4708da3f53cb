"""The empty board of every size: which there are, and what solving each from nothing takes.

size        "7x6", the width and the height
limit       seconds that a size has, compiling included; what is larger than one that needs more is not tried
seconds     of the processor, for the search alone
"""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import product
from math import isqrt
from operator import ge
from time import process_time_ns
from typing import Any, NamedTuple

from common.errors import UserError
from common.position import parse_board_size
from common.tools import course

SIDES = range(4, 32)  # columns, and rows: with fewer than four, lines run in one direction alone


class Outcome(NamedTuple):
    """What came of a size: its score, and what that took; or why there is none."""

    size: str
    score: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    why_not: str = ""


def list_sizes() -> list[str]:
    """Return the sizes of all boards that the steps can hold, in the order of their bits."""
    sizes: list[tuple[int, int, int]] = []
    for width, height in product(SIDES, repeat=2):
        with suppress(UserError):
            parse_board_size(f"{width}x{height}")
            sizes.append((width * (height + 1), width, height))
    return [f"{width}x{height}" for _, width, height in sorted(sizes)]


def solve_size(size: str, *, step: str, table: int, limit: float) -> Outcome:
    """Solve the empty board of a size in a process of its own, since a process has one size for good."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "common.tools.bench.sizes", step, f"{table}"],
            env=os.environ | {"C4_BOARD": size},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return Outcome(size, why_not=f"more than {limit:g} s")
    if done.returncode:
        raise UserError(f"{size}: {done.stderr.strip()}")
    score, nodes, nanoseconds = map(int, done.stdout.split())
    return Outcome(size, score, nodes, nanoseconds / 1e9)


def solve_sizes(sizes: Iterable[str], done: Iterable[Outcome], **settings: Any) -> Iterator[Outcome]:
    """Yield what comes of each size; `done` is what came of others before."""
    too_large = [outcome.size for outcome in done if outcome.why_not]
    for size in sizes:
        sides = parse_board_size(size)
        within = next((other for other in too_large if all(map(ge, sides, parse_board_size(other)))), None)
        outcome = Outcome(size, why_not=f"larger than {within}") if within else solve_size(size, **settings)
        too_large += [size] * bool(outcome.why_not)
        yield outcome


def solve_this_size(step: course.Step, table: int) -> tuple[int, int, int]:
    """Return the score of the empty board, the nodes, and the nanoseconds that the processor took."""
    step.warm()
    solver = step.solver(use_book=False, size=find_largest_prime(table * (1 << 20) // 8))
    start = process_time_ns()
    score = solver.solve(step.Position.start())
    return score, solver.nodes, process_time_ns() - start


def find_largest_prime(limit: int) -> int:
    """Return the largest prime that is at most the limit: tables of such sizes mix their keys best."""
    while any(limit % divisor == 0 for divisor in range(2, isqrt(limit) + 1)):
        limit -= 1
    return limit


if __name__ == "__main__":
    print(*solve_this_size(course.load(sys.argv[1]), int(sys.argv[2])))
