"""Count the nodes that the pictures of lessons 05 and 08 show.

slots       of step 05 on a position: without a table, which is step 04, and with tables of primes and of
            powers of two
book        of step 08 on the empty board: at each ply, for each depth of the book
"""

import inspect
import json
from typing import Any

from c4.engine import load_step
from common.tools import course
from common.tools.files import write_file
from common.tools.searches import count_nodes, replaced
from common.tools.site.figures.counts import MOVES, OWN, RECORDED

PRIMES = (257, 4_099, 65_521, OWN, 2_097_143)
POWERS = (1 << 8, 1 << 12, 1 << 16, 1 << 17, 1 << 21)
DEEPEST = 12


def count_by_slots(size: int) -> int:
    """Return the nodes of step 05 with a table of that many slots."""
    return count_nodes("05", [MOVES], size=size)[0]


def count_by_ply(depth: int) -> list[int]:
    """Return the nodes of step 08 at each ply of the empty board, with a book of that depth.

    The last ones are those that the book answers. Here the engine answers them, with a book of 12 plies:
    no file is needed for each depth.
    """
    step, oracle = course.load("08"), load_step().with_options(book="12")
    solver = step.module.solver
    negamax = inspect.unwrap(solver.negamax)
    counts = [0] * (depth + 1)

    def count(position: Any, *rest: Any) -> int:
        counts[position.moves] += 1
        return oracle.solve(position) if position.moves == depth else negamax(position, *rest)

    # Python runs what is not compiled: a compiled search cannot be watched.
    with replaced(solver, "search", inspect.unwrap(solver.search)), replaced(solver, "negamax", count):
        step.solver(use_book=False).solve(step.Position.start())
    return counts


if __name__ == "__main__":
    slots = {
        "without": count_nodes("04", [MOVES])[0],
        "primes": {f"{size}": count_by_slots(size) for size in PRIMES},
        "powers": {f"{size}": count_by_slots(size) for size in POWERS},
    }
    book = [count_by_ply(depth) for depth in range(DEEPEST + 1)]
    write_file(RECORDED, f"{json.dumps({'slots': slots, 'book': book}, indent=1)}\n")
