"""Questions about boards, and the solver that answers them."""

from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Any, NoReturn, Self

from c4 import steps
from c4.board import Board, read_board, read_live_board
from c4.engine import Bitboard
from c4.explanation import Explanation, explain_position
from c4.reviews import Review, review_game
from common.errors import UserError
from common.solver import analyze as score_columns


class PositionSolver:
    """A step's solver for positions of the engine, one at a time; threads may share it."""

    def __init__(self, step: str | int = steps.ENGINE, **options: Any) -> None:
        self._step = steps.load(step)
        if "mask" not in self._step.Position._fields:
            raise UserError(f"step {self._step.number} has no bitboards; later steps do")
        self._solver: Any = self._step.solver(**options)
        self._turn = RLock()

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
            return self._solver.solve(
                self._step.Position(position.stones, position.mask, position.moves), weak
            )

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuse to be copied or pickled: the memory may be gigabytes."""
        raise TypeError(
            "a solver cannot be copied or pickled: make one in each process; threads can share one"
        )


class Solver:
    """A perfect solver and its memory, which makes related questions faster and changes no answer.

    It answers one question at a time; threads may share it. It cannot be copied or pickled: make one in each
    process.

    step     the step of the course that solves, by default the engine
    threads  that search together, for steps that can
    book     a file, "8" or "12" for the book of that many plies, or None; by default that of 12
    table    MiB of memory for the table; 64 by default

    >>> with Solver(book="8") as solver:
    ...     solver.solve("4455"), solver.nodes
    (18, 1)
    """

    def __init__(
        self,
        step: str | int = steps.ENGINE,
        *,
        threads: int | None = None,
        book: str | Path | None = "",
        table: int | None = None,
    ) -> None:
        """Raise UserError for an option that the step does not have."""
        for name, value in {"threads": threads, "table": table}.items():
            if value is not None and value < 1:
                raise UserError(f"{name} is {value}, but must be at least 1")
        size = table and steps.count_entries(table)
        options = {name: value for name, value in {"threads": threads, "size": size}.items() if value}
        self._solver = PositionSolver(step, use_book=book is not None, book=book or None, **options)

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
        return explain_position(read_live_board(board).moves, self._solver)

    def review(self, game: Board | str) -> Review:
        """Review a game stone by stone; `str()` gives the text of `c4 review`."""
        return review_game(read_board(game).moves, self._solver)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Free the memory; the solver cannot be used afterwards."""
        del self._solver

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
