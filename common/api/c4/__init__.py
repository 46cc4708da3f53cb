"""A perfect Connect 4 solver.

>>> import c4
>>> board = c4.Board("4455")
>>> c4.solve(board)
18
>>> c4.analyze(board)
{0: -4, 1: -3, 2: 18, 3: 2, 4: 2, 5: 18, 6: -3}
>>> c4.best_moves(board), c4.best_move(board)
([2, 5], 2)

Whatever takes a board takes a `Board`, a move string such as "4455" (the columns played, numbered from 1), a
drawing, the columns as a list, or an array:

>>> [c4.solve(same) for same in ("4455", [3, 3, 4, 4], str(board), board.to_array())]
[18, 18, 18, 18]

Except in a move string, columns are numbered from 0, and rows from 0 at the bottom. A score is from the
mover's point of view: +n if they win with their n-th stone counted back from the last, 0 for a draw, -n if
the opponent does. A limit is in seconds:

>>> board.moves_left(18), board.can_win(2), c4.best_move(board, seconds=60)
(3, False, 2)
>>> c4.Board.random(12, seed=1).winner is None
True

These functions share a solver, which remembers what it has seen. A `Solver` of your own has options, and
counts nodes. The environment variable C4_BOARD sets another board, such as 6x5.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from common import PREFIX
from common.errors import Error

if TYPE_CHECKING:
    from c4.board import Board, BoardLike
    from c4.model import Outcome, Reason
    from c4.questions import Solution, analyze, best_move, best_moves, explain, review, solve, solve_many
    from c4.solver import Solver
    from c4.wording import Explanation, Review
    from common.position import CELLS, HEIGHT, WIDTH, InvalidPosition

    __version__: str

__all__ = [
    "CELLS",
    "HEIGHT",
    "WIDTH",
    "Board",
    "BoardLike",
    "Error",
    "Explanation",
    "InvalidPosition",
    "Outcome",
    "Reason",
    "Review",
    "Solution",
    "Solver",
    "analyze",
    "best_move",
    "best_moves",
    "explain",
    "review",
    "solve",
    "solve_many",
]

HOMES = (
    f"{PREFIX}common.position",
    "c4.model",
    "c4.board",
    "c4.solver",
    "c4.questions",
)  # of these names


def __getattr__(name: str) -> object:
    """Import a name on its first use: Numba is slow to import, and `c4 --help` need not wait for it."""
    if name == "__version__":
        return import_module("importlib.metadata").version("connect4-step-by-step")
    for home in HOMES if name in __all__ else ():
        if hasattr(module := import_module(home), name):
            globals()[name] = value = getattr(module, name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the names that `help(c4)` shows."""
    return __all__
