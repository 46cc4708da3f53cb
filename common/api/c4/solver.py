"""The solver that answers questions about boards."""

import os
import reprlib
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from decimal import Decimal
from functools import lru_cache
from importlib import import_module
from math import inf, nan
from numbers import Real
from threading import TIMEOUT_MAX, RLock, Timer
from time import monotonic
from typing import Any, NoReturn, Self, SupportsFloat, cast
from weakref import WeakSet

import numpy as np

from c4.board import Board, BoardLike, read_live_board, review_game
from c4.engine import ENGINE, THREADED, Book, Step, choose_book, count_entries, load_step
from c4.model import list_best
from c4.reasons import CENTRE_FIRST, explain_position, score_columns
from c4.wording import Explanation, Review
from common import PREFIX
from common.errors import Error
from common.jit import COMPILED, zeros
from common.score import MAX_SCORE, sign


@lru_cache  # once in a process
def say_what_takes_long() -> None:
    """Say at a terminal what its reader waits for."""
    print("compiling the solver, once; this takes a few seconds", file=sys.stderr, flush=True)


@contextmanager
def announce_compiling() -> Generator[None]:
    """Say on a terminal what this context waits for, if that takes longer than two seconds."""
    timer = Timer(2, say_what_takes_long)
    timer.daemon = True
    with suppress(AttributeError, ValueError):  # there is no standard error, or it is closed
        if COMPILED and sys.stderr.isatty():
            timer.start()
    try:
        yield
    finally:
        timer.cancel()


class WatchedNodes(list[int]):
    """A count of nodes in plain Python, see `c4.loop.Watched`."""

    def __setitem__(self, index: Any, value: Any) -> None:
        if self[1]:
            raise TimeoutError
        super().__setitem__(index, value)


class TimedStep:
    """A step whose answers must all be there by a deadline."""

    def __init__(self, step: Step, seconds: float) -> None:
        """Let the time begin."""
        self._step, self._deadline = step, monotonic() + seconds
        self.reset = step.reset

    @property
    def nodes(self) -> int:
        """Return the number of nodes that the step has explored since its last reset."""
        return self._step.nodes

    def solve(self, position: Any, weak: bool = False) -> int:
        """Return the step's score, or raise TimeoutError at the first node after the deadline."""
        began, step, limit = monotonic(), self._step, 1 if weak else MAX_SCORE
        step.shared_solver.open_book(position.moves)
        *memory, nodes = step.memory.values()
        if COMPILED:
            from c4.loop import make_watched_search

            search, watched = make_watched_search(step.number), zeros(2)
        else:
            search, watched = step.search, WatchedNodes([0, 0])
        with announce_compiling():
            search(position, 0, 0, *memory, watched)
        self._deadline += monotonic() - began  # reading the book and compiling do not count
        if monotonic() >= self._deadline:
            raise TimeoutError
        timer = Timer(self._deadline - monotonic(), watched.__setitem__, [1, 1])
        timer.daemon = True
        timer.start()
        try:
            score = search(position, -limit, limit, *memory, watched)
        finally:
            timer.cancel()
            nodes[0] += watched[0]
        return sign(score) if weak else score


def read_limit(seconds: Any) -> float:
    """Return a number of seconds as a limit, infinite if none is given or no timer holds it.

    Raise Error for what is not a number, and TimeoutError if no time is left.
    """
    limit = inf if seconds is None else nan
    if isinstance(seconds, Real | Decimal) and not isinstance(seconds, bool | np.timedelta64):
        try:
            limit = float(seconds)
        except OverflowError:
            limit = inf if cast("Any", seconds) > 0 else -inf
        except ValueError:  # Decimal("sNaN")
            limit = nan
    if limit != limit:
        raise Error(f"seconds is {reprlib.repr(seconds)}; give a number, or None for no limit")
    if limit <= 0:
        raise make_delay(limit)
    return limit if limit <= TIMEOUT_MAX else inf


def make_delay(limit: float) -> TimeoutError:
    """Return the error for a question that takes longer than a limit."""
    return TimeoutError(f"the search takes longer than {limit:g} seconds")


# What a fork waits for: the child could neither go on with half-loaded code nor load it.
_compiling: Any = import_module(f"{PREFIX}common.compiling.cache").compiler_lock if COMPILED else RLock()


class Solver:
    """A perfect solver and its memory, which makes related questions faster and changes no answer.

    It answers one question at a time, and Ctrl-C waits for the answer; threads may share it. It cannot be
    copied or pickled: make one in each process.

    threads  that search together
    book     "12" or "8" for the book of that many plies, where the board has one, the path of a file, or None
    table    MiB of memory for the table; by default, the size with which the engine was measured

    >>> with Solver(book="8") as solver:
    ...     solver.solve("4455"), solver.nodes
    (18, 1)
    """

    def __init__(self, *, threads: int = 1, book: Book = "12", table: int | None = None) -> None:
        """Raise Error for invalid options, and for a table that memory cannot hold."""
        for name, value in {"threads": threads, "table": table}.items():
            if value is not None and value < 1:
                raise Error(f"{name} is {value}, but must be at least 1")
        options = choose_book(book)
        if table:
            options["size"] = count_entries(table)
        if threads > 1:
            options["threads"] = threads
        self._options = {"threads": threads, "book": book, "table": table}
        self._threads = threads
        step = load_step(THREADED if threads > 1 else ENGINE).with_options(**options)
        with _compiling, announce_compiling():
            step.prepare()
        self._opened: Step | None = step
        self._turn, self._is_interrupted = RLock(), False
        _solvers.add(self)

    @property
    def _step(self) -> Step:
        """Return the step that answers; raise Error if the solver was closed."""
        if not self._opened:
            raise Error("the solver is closed: its memory was freed at the end of its `with` block")
        return self._opened

    @contextmanager
    def _take_turn(self, seconds: SupportsFloat | None = None) -> Generator[Step | TimedStep]:
        """Yield the step once no other thread asks it.

        Raise TimeoutError if it takes longer than `seconds` until then and until all questions are answered.
        """
        limit, turn = read_limit(seconds), self._turn
        if limit < inf and self._threads > 1:
            raise Error("only one thread can be timed: make a solver without threads")
        deadline = monotonic() + limit
        if not turn.acquire(timeout=-1 if limit == inf else limit):
            raise make_delay(limit)
        try:
            if self._is_interrupted:  # in plain Python, perhaps between the halves of an entry of the table
                self._step.reset()
            self._is_interrupted = True
            yield self._step if limit == inf else TimedStep(self._step, deadline - monotonic())
            self._is_interrupted = False
        except Error:
            self._is_interrupted = False  # the search has not begun
            raise
        except TimeoutError:
            self._is_interrupted = False  # it ended as it counted a node
            raise make_delay(limit) from None
        finally:
            turn.release()

    def _go_on_in_child(self) -> None:
        """Start afresh in a forked process if other threads are at work: they do not exist there."""
        is_free = self._turn.acquire(blocking=False)
        if is_free:
            self._turn.release()
        if self._opened and not (is_free and self._threads == 1):
            self._turn = RLock()
            self._opened.drop_solver()  # the next question makes one: here, the fork still holds locks

    @property
    def nodes(self) -> int:
        """Return the number of nodes explored since the last reset."""
        return self._step.nodes

    def reset(self) -> None:
        """Forget all positions, so that the next question takes as many nodes as in a new solver."""
        with self._take_turn() as step:
            step.reset()

    def solve(self, board: BoardLike, *, weak: bool = False, seconds: SupportsFloat | None = None) -> int:
        """Return the score of a board; if weak, only 1, 0 or -1 for a win, a draw or a loss.

        Raise InvalidPosition if the game is over, and TimeoutError if it takes longer than `seconds`, any
        real number; the questions of other threads count, reading the book and compiling do not. The solver
        keeps what it has learnt by then. Several threads cannot be timed. All this holds for the other
        questions, too: one limit is for all the searches that they need.

        >>> Solver(book=None).solve("", seconds=0.1)
        Traceback (most recent call last):
        TimeoutError: the search takes longer than 0.1 seconds
        """
        position = read_live_board(board).position
        with self._take_turn(seconds) as step:
            return step.solve(position, weak)

    def analyze(
        self, board: BoardLike, *, weak: bool = False, seconds: SupportsFloat | None = None
    ) -> dict[int, int]:
        """Return the score of playing in each column that has room."""
        position = read_live_board(board).position
        with self._take_turn(seconds) as step:
            return score_columns(step, position, weak)

    def best_moves(self, board: BoardLike, *, seconds: SupportsFloat | None = None) -> list[int]:
        """Return the columns with the highest score."""
        return list_best(self.analyze(board, seconds=seconds))

    def best_move(self, board: BoardLike, *, seconds: SupportsFloat | None = None) -> int:
        """Return the column with the highest score; of several, the one nearest the centre."""
        position = read_live_board(board).position
        columns = [column for column in CENTRE_FIRST if position.can_play(column)]
        with self._take_turn(seconds) as step:
            for column in columns:
                if position.is_winning_move(column):
                    return column
            score = step.solve(position)
            return next(column for column in columns if step.solve(position.play(column)) == -score)

    def explain(self, board: BoardLike, *, seconds: SupportsFloat | None = None) -> Explanation:
        """Explain why a position is won, drawn or lost; `str()` gives it in words."""
        moves = read_live_board(board).find_moves()
        with self._take_turn(seconds) as step:
            return explain_position(moves, step)

    def review(self, game: BoardLike, *, seconds: SupportsFloat | None = None) -> Review:
        """Review a game stone by stone; `str()` gives it in words.

        Raise Error for a board that was drawn or in an array: it does not show the order of the stones.
        """
        board = Board(game)
        with self._take_turn(seconds) as step:
            return review_game(board, step)

    def __repr__(self) -> str:
        options = (f"{name}={value!r}" for name, value in self._options.items())
        return f"{type(self).__name__}({', '.join(options)})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Free the memory; the solver cannot be used afterwards."""
        self._opened = None

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuse to be copied or pickled: the memory may be gigabytes."""
        raise TypeError(
            "a solver cannot be copied or pickled: make one in each process; threads can share one"
        )


_solvers = WeakSet[Solver]()


if sys.platform != "win32":
    go_on = Solver._go_on_in_child  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] (no user calls it)
    os.register_at_fork(after_in_child=lambda: [go_on(solver) for solver in [*_solvers]])
    os.register_at_fork(
        before=_compiling.acquire, after_in_parent=_compiling.release, after_in_child=_compiling.release
    )
