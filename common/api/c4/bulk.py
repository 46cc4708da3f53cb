"""Many positions at once: `solve_many` for programs, and the solver of batches for `c4 solve`.

One compiled loop solves a batch if the step has bitboards and a table, the solver one thread, and the system
a clock that compiled code can read. Otherwise each position is a call from Python.
"""

import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Thread
from typing import Any, NamedTuple, TypeGuard, cast

import numpy as np
from numpy.typing import ArrayLike

from c4 import engine, steps
from c4.arrays import check_unmasked, spell_board
from c4.batch import FEW, FULL, Batch, Integers, make_batch, read_batch, read_bitboards
from c4.board import Board, read_live_board
from c4.notation import make_refusal, read_position
from common.errors import UserError
from common.jit import COMPILED
from common.position import CELLS, WIDTH, parse
from common.score import MAX_SCORE
from common.solver import analyze

POLL_SECONDS = 0.02  # between looks at how far a batch is


@dataclass(frozen=True)
class Question:
    """The question about each position, and the step that answers it; `options` are for its solver."""

    step: str | int
    weak: bool = False
    analyze: bool = False
    use_book: bool = True
    options: tuple[tuple[str, Any], ...] = ()


class Solution(NamedTuple):
    """The results of many positions: a score, or a row with one score per column, and the nodes."""

    scores: Integers
    nodes: Integers


def solve_many(
    positions: Iterable[Board | str | ArrayLike] | Integers,
    *,
    step: str | int = steps.ENGINE,
    columns: bool = False,
    weak: bool = False,
    use_book: bool = True,
) -> Solution:
    """Return the scores of many positions, and the nodes explored for each, as arrays.

    The positions are boards, or moves or drawn boards as texts, see `c4.notation`. A board may also be an
    array, see `c4.arrays`, and many boards one array of shape (n, HEIGHT, WIDTH) or (n, CELLS). Integers of
    shape (n, 2) are bitboards: the mover's stones, and the stones of both players. With `columns`, a position
    gets a row of WIDTH scores, `FULL` where a column is full. If weak, scores are 1, 0 and -1. No score
    depends on the positions before. Raise UserError for an entry that is not a position.

    >>> scores, nodes = solve_many(["4455", "44555554221"])
    >>> scores.tolist()
    [18, 4]
    >>> solve_many(["445544"], columns=True).scores.tolist()
    [[-2, -2, 17, 0, 2, 17, -2]]
    >>> board = np.zeros((6, 7), int)
    >>> board[5, 3:5] = 1
    >>> board[4, 3:5] = 2
    >>> solve_many([board]).scores.tolist()
    [18]
    >>> empty_board = np.array([[0, 0]])
    >>> solve_many(empty_board, weak=True).scores.tolist()
    [1]
    """
    check_unmasked(positions)
    solver = BatchSolver(Question(step, weak, columns, use_book))
    if is_bitboards(positions):
        if "mask" not in steps.load(step).Position._fields:
            raise UserError(f"step {step} has no bitboards; later steps do")
        texts, batch = None, read_bitboards(positions, solver.scores_each)
    else:
        texts = list_texts(positions)
        batch = read_batch(texts, solver.scores_each)
    for index in np.flatnonzero(batch.moves < 0).tolist()[:1]:
        reason = explain_refusal(texts[index]) if texts else "not the stones of a game that is still going on"
        raise UserError(f"positions[{index}]: {reason}")
    solver.prepare(len(batch.moves))
    for _ in solver.solve(batch, texts):
        pass
    scores = solver.find_scores(batch, 0, len(batch.moves))
    return Solution(scores if columns else scores[:, 0], batch.nodes)


def is_bitboards(positions: object) -> TypeGuard[Integers]:
    """Return whether positions are an array of bitboards."""
    array = cast("Integers", positions)
    return isinstance(positions, np.ndarray) and array.dtype.kind in "iu" and array.shape[1:] == (2,)


def list_texts(positions: object) -> list[str]:
    """Convert each string, board or array to text; raise UserError for anything else."""
    if isinstance(positions, str | bytes | Board):
        raise UserError(f"a single position must be in a list, too: write [{positions!r}]")
    if isinstance(positions, Mapping) or hasattr(positions, "columns"):
        raise UserError("a table with columns; give one of them, or its cells as an array")
    if not isinstance(positions, Iterable):
        raise make_refusal(positions)
    texts: list[str] = []
    for index, position in enumerate(cast("Iterable[Any]", positions)):
        try:
            if isinstance(position, Board):
                position = read_live_board(position).find_moves()
            texts.append(position if isinstance(position, str) else spell_board(position))
        except UserError as error:
            raise UserError(f"positions[{index}]: {error}") from None
    return texts


def explain_refusal(text: str) -> str:
    """Return the reason why an entry is not a position."""
    try:
        parse(read_position(text), engine.bitboard.Position.start())
    except UserError as error:
        return f"{error}"
    raise AssertionError(text)


class BatchSolver:
    """A compiled solver of batches."""

    def __init__(self, question: Question) -> None:
        self._question, self._step = question, steps.load(question.step)
        options = dict(question.options)
        self.solver: Any = self._step.solver(use_book=question.use_book, **options)
        self.loop = None
        can_loop = COMPILED and hasattr(self._step.module, "table") and hasattr(time, "clock_gettime")
        self._can_loop = can_loop and options.get("threads", 1) == 1
        self.scores_each = WIDTH if question.analyze else 1
        self._step.warm()

    def prepare(self, positions: int) -> None:
        """Compile the loop, unless there are so few positions that single calls are quicker."""
        if self._can_loop and not self.loop and positions > FEW:
            from c4.loop import make_loop

            self.loop = make_loop(self._step, self.solver)
            self.fill(make_batch(0, 0), [])

    def fill(self, batch: Batch, texts: Sequence[str] | None) -> None:
        """Solve a batch in this thread."""
        if self._step.knows("book"):
            self.solver.open_book(batch.moves.min(initial=CELLS))  # reading the book is not timed
        if self.loop:
            limit = 1 if self._question.weak else MAX_SCORE
            self.loop(batch, limit, self._question.analyze)
            return
        for index in range(len(batch.moves)):
            batch.progress[0] = index
            if batch.progress[1]:
                return
            if batch.moves[index] < 0:
                continue
            if texts and "mask" not in self._step.Position._fields:
                position = parse(read_position(texts[index]), self._step.Position.start())
            else:
                fields = batch.stones[index], batch.masks[index], batch.moves[index]
                position = self._step.Position(*map(int, fields))
            if self.solver.nodes:  # otherwise the search before has put nothing into the table
                self.solver.reset()
            start = time.perf_counter_ns()
            if self._question.analyze:
                scores = analyze(self.solver, position, self._question.weak)
            else:
                scores = [self.solver.solve(position, self._question.weak)]
            batch.nanoseconds[index] = time.perf_counter_ns() - start
            batch.nodes[index] = self.solver.nodes
            for place, score in enumerate(scores, index * self.scores_each):
                batch.scores[place] = FULL if score is None else score
        batch.progress[0] = len(batch.moves)

    def solve(self, batch: Batch, texts: Sequence[str] | None) -> Generator[int]:
        """Solve a batch in another thread; yield the number of solved positions from time to time.

        The thread ends after the current position if the batch is stopped or the generator closed.
        """
        outcome: Future[None] = Future()

        def settle() -> None:
            try:
                outcome.set_result(self.fill(batch, texts))
            except BaseException as error:
                outcome.set_exception(error)

        thread = Thread(target=settle, daemon=True)
        thread.start()
        try:
            while True:
                thread.join(POLL_SECONDS)
                solved = int(batch.progress[0])
                if outcome.done():  # takes a lock: now all that was written before `solved` can be read
                    break
                yield solved
            outcome.result()
            yield int(batch.progress[0])
        finally:
            batch.stop()

    def find_scores(self, batch: Batch, first: int, last: int) -> Integers:
        """Return the scores of some positions of a batch, one row per position."""
        scores = batch.scores[first * self.scores_each : last * self.scores_each]
        if self._question.weak:
            scores = np.where(scores == FULL, FULL, np.sign(scores))
        return scores.reshape(-1, self.scores_each)
