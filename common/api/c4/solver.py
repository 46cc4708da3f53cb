"""Questions about boards, and the solver that answers them."""

import os
import sys
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import Any, NoReturn, Self
from weakref import WeakSet

from c4 import steps
from c4.board import Board, read_board, read_live_board
from c4.engine import Bitboard
from c4.explanation import Explanation, explain_position
from c4.reviews import Review, review_game
from common.errors import UserError
from common.jit import COMPILED
from common.solver import analyze as score_columns


class PositionSolver:
    """A step's solver for positions of the engine, one at a time; threads may share it."""

    def __init__(self, step: str | int = steps.ENGINE, **options: Any) -> None:
        self._step = steps.load(step)
        if "mask" not in self._step.Position._fields:
            raise UserError(f"step {self._step.number} has no bitboards; later steps do")
        self._options = options
        with _compiling:
            if COMPILED:
                self._step.warm()
            self._solver.reset()  # makes it, or says that the table does not fit in memory
        self._turn = RLock()
        self._is_interrupted = False
        _solvers.add(self)

    @cached_property
    def _solver(self) -> Any:
        """Return the step's solver, with an empty memory at first, and in a forked process."""
        return self._step.solver(**self._options)

    def go_on_in_child(self) -> None:
        """Begin anew in a forked process if other threads are at work: it has none of them."""
        is_free = self._turn.acquire(blocking=False)
        if is_free:
            self._turn.release()
        if not is_free or "threads" in self._options:
            self._turn = RLock()
            vars(self).pop("_solver", None)  # the next question makes one: here, the fork still holds locks

    @property
    def nodes(self) -> int:
        """Return the number of nodes explored since the last reset."""
        return self._solver.nodes

    def reset(self) -> None:
        """Forget all positions."""
        with self._turn:
            self._solver.reset()

    def solve(self, position: Bitboard, weak: bool = False) -> int:
        """Return the score of a position that is not over; if weak, only its sign."""
        with self._turn:
            if self._is_interrupted:  # in plain Python, perhaps between the halves of an entry of the table
                self._solver.reset()
            self._is_interrupted = True
            score = self._solver.solve(
                self._step.Position(position.stones, position.mask, position.moves), weak
            )
            self._is_interrupted = False
            return score

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuse to be copied or pickled: the memory may be gigabytes."""
        raise TypeError(
            "a solver cannot be copied or pickled: make one in each process; threads can share one"
        )


# What a fork waits for: the child could neither go on with half-loaded code nor load it.
_compiling: Any = import_module("numba.core.compiler_lock").global_compiler_lock if COMPILED else RLock()
_solvers = WeakSet[PositionSolver]()


def go_on_in_child() -> None:
    """Free the solvers of a forked process from threads that it does not have."""
    for solver in [*_solvers]:
        solver.go_on_in_child()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=go_on_in_child)
    os.register_at_fork(
        before=_compiling.acquire, after_in_parent=_compiling.release, after_in_child=_compiling.release
    )


class Solver:
    """A perfect solver and its memory, which makes related questions faster and changes no answer.

    It answers one question at a time, for which Ctrl-C waits; threads may share it. It cannot be copied or
    pickled: make one in each process.

    step     the step of the course that solves, by default the engine
    threads  that search together, for steps that can
    book     "12" or "8" for the book of that many plies, a file, or None; a step or board that has no book
             of 12 plies does without
    table    MiB of memory for the table; by default as much as the step has been measured with

    >>> with Solver(book="8") as solver:
    ...     solver.solve("4455"), solver.nodes
    (18, 1)
    """

    def __init__(
        self,
        step: str | int = steps.ENGINE,
        *,
        threads: int | None = None,
        book: str | Path | None = "12",
        table: int | None = None,
    ) -> None:
        """Raise UserError for an option that the step does not have, and a table that memory cannot hold."""
        for name, value in {"threads": threads, "table": table}.items():
            if value is not None and value < 1:
                raise UserError(f"{name} is {value}, but must be at least 1")
        given: Any = book
        if not isinstance(given, str | Path | None):
            raise UserError(f"book is {given!r}; give '8', '12', a file, or None to do without")
        size = table and steps.count_entries(table)
        options: dict[str, Any] = {
            name: value for name, value in {"threads": threads, "size": size}.items() if value
        }
        if book != "12":  # steps take that one anyway, where it is
            options |= {"book": book, "use_book": book is not None}
        self._opened: PositionSolver | None = PositionSolver(step, **options)

    @property
    def _solver(self) -> PositionSolver:
        """Return the solver of positions; raise UserError if it was closed."""
        if not self._opened:
            raise UserError("the solver is closed: its memory was freed at the end of its `with` block")
        return self._opened

    @property
    def nodes(self) -> int:
        """Return the number of nodes explored since the last reset."""
        return self._solver.nodes

    def reset(self) -> None:
        """Forget all positions, so that the next question takes as many nodes as in a new solver."""
        self._solver.reset()

    def solve(self, board: Board | str, *, weak: bool = False) -> int:
        """Return the score of a board; if weak, only 1, 0 or -1 for a win, a draw or a loss.

        Raise InvalidPosition if the game is over.
        """
        return self._solver.solve(read_live_board(board).position, weak)

    def analyze(self, board: Board | str, *, weak: bool = False) -> dict[int, int]:
        """Return the score of playing in each column that has room."""
        scores = score_columns(self._solver, read_live_board(board).position, weak)
        return {column: score for column, score in enumerate(scores) if score is not None}

    def best_moves(self, board: Board | str) -> list[int]:
        """Return the columns with the highest score."""
        scores = self.analyze(board)
        return [column for column, score in scores.items() if score == max(scores.values())]

    def explain(self, board: Board | str) -> Explanation:
        """Explain why a position is won, drawn or lost; `str()` gives the text of `c4 explain`."""
        return explain_position(read_live_board(board).find_moves(), self._solver)

    def review(self, game: Board | str) -> Review:
        """Review a game stone by stone; `str()` gives the text of `c4 review`.

        Raise UserError for a board that was drawn or in an array: it does not say how it was played.
        """
        board = read_board(game)
        if board.moves != board.find_moves():
            raise UserError(
                "a board does not say in which order it was played; give the moves, such as '4455'"
            )
        return review_game(board.moves, self._solver)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Free the memory; the solver cannot be used afterwards."""
        self._opened = None

    __reduce_ex__ = PositionSolver.__reduce_ex__


@lru_cache
def load_solver() -> Solver:
    """Return the solver that the functions below share."""
    return Solver()


def solve(board: Board | str, *, weak: bool = False) -> int:
    """Return the score of a board or move string, from the mover's point of view.

    It is +n if the mover wins with the n-th stone counted back from their last, 0 for a draw, and -n if the
    opponent wins so; if weak, 1, 0 or -1. Raise InvalidPosition if the game is over.

    >>> solve("4455")
    18
    """
    return load_solver().solve(board, weak=weak)


def analyze(board: Board | str, *, weak: bool = False) -> dict[int, int]:
    """Return the score of playing in each column that has room, by columns from 0.

    Raise InvalidPosition if the game is over.

    >>> analyze("4455")
    {0: -4, 1: -3, 2: 18, 3: 2, 4: 2, 5: 18, 6: -3}
    """
    return load_solver().analyze(board, weak=weak)


def best_moves(board: Board | str) -> list[int]:
    """Return the columns with the highest score; raise InvalidPosition if the game is over.

    >>> best_moves("4455")
    [2, 5]
    """
    return load_solver().best_moves(board)


def explain(board: Board | str) -> Explanation:
    """Explain why a position is won, drawn or lost; `str()` gives the text of `c4 explain`.

    Raise InvalidPosition if the game is over.

    >>> explain("4455").best
    [2, 5]
    """
    return load_solver().explain(board)


def review(game: Board | str) -> Review:
    """Review a game stone by stone; `str()` gives the text of `c4 review`.

    >>> review("1212121").winner
    0
    """
    return load_solver().review(game)
