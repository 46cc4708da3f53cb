"""Questions about boards, one at a time, to a solver that they share, and many at once.

Compiled code solves many in one loop. That needs a step with bitboards and a table that can forget, one
thread, and a system with a clock that compiled code can read. Otherwise each position is a call from Python.
"""

import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple, SupportsFloat, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from c4.board import Board, BoardLike, read_live_board
from c4.engine import FEW, Book, Step, board_bits, choose_book, load_step
from c4.notation import make_refusal, read_position, spell_position
from c4.solver import Solver, announce_compiling, read_limit
from c4.wording import Explanation, Review
from common.errors import Error
from common.jit import COMPILED, Array, compiled
from common.position import CELLS, HEIGHT, WIDTH, parse
from common.score import MAX_SCORE

A = TypeVar("A")
make_position = board_bits.Position
Integers = NDArray[np.int64]
LINE_END = 10
PIECE_NANOSECONDS = 20_000_000  # of a batch that are solved at a time, so that answers come soon
FULL = -127
"""Stands for the score of a full column in a batch, below every score."""


load_solver = lru_cache(Solver)
"""Return the solver that the functions below share."""


def ask(question: Callable[..., A], board: Board, seconds: SupportsFloat | None, **options: bool) -> A:
    """Put a question to this solver; a limit that is none is refused before the solver is compiled."""
    limit = read_limit(seconds)
    return question(load_solver(), board, seconds=limit, **options)


def solve(board: BoardLike, *, weak: bool = False, seconds: SupportsFloat | None = None) -> int:
    """Return the score of a board, from the mover's point of view.

    It is +n if the mover wins with the n-th stone counted back from their last, 0 for a draw, and -n if the
    opponent does; if weak, 1, 0 or -1. Raise InvalidPosition if the game is over, and TimeoutError if it
    takes longer than `seconds`, as the other questions do.

    >>> solve("4455"), solve([3, 3, 4, 4])
    (18, 18)
    """
    return ask(Solver.solve, read_live_board(board), seconds, weak=weak)


def analyze(board: BoardLike, *, weak: bool = False, seconds: SupportsFloat | None = None) -> dict[int, int]:
    """Return the score of playing in each column that has room, by columns from 0.

    >>> analyze("4455")
    {0: -4, 1: -3, 2: 18, 3: 2, 4: 2, 5: 18, 6: -3}
    """
    return ask(Solver.analyze, read_live_board(board), seconds, weak=weak)


def best_moves(board: BoardLike, *, seconds: SupportsFloat | None = None) -> list[int]:
    """Return the columns with the highest score.

    >>> best_moves("4455")
    [2, 5]
    """
    return ask(Solver.best_moves, read_live_board(board), seconds)


def best_move(board: BoardLike, *, seconds: SupportsFloat | None = None) -> int:
    """Return a column with the highest score; this takes fewer nodes than finding all of them.

    >>> best_move("4455")
    2
    """
    return ask(Solver.best_move, read_live_board(board), seconds)


def explain(board: BoardLike, *, seconds: SupportsFloat | None = None) -> Explanation:
    """Explain why a position is won, drawn or lost; `str()` gives it in words.

    >>> explain("4455").best
    [2, 5]
    """
    return ask(Solver.explain, read_live_board(board), seconds)


def review(game: BoardLike, *, seconds: SupportsFloat | None = None) -> Review:
    """Review a game stone by stone; `str()` gives it in words.

    >>> review("1212121").winner
    'X'
    """
    return ask(Solver.review, Board(game), seconds)


class Solution(NamedTuple):
    """The results of many positions: a score for each, or a row with one per column, and the nodes."""

    scores: Integers
    nodes: Integers


def solve_many(
    positions: Iterable[BoardLike],
    *,
    columns: bool = False,
    weak: bool = False,
    book: Book = "12",
) -> Solution:
    """Return the scores of many positions, and the nodes explored for each, as arrays.

    Each may have any form, see `c4.notation`; many boards may be one array of shape (n, HEIGHT, WIDTH) or
    (n, CELLS). With `columns`, a position gets a row of WIDTH scores in a masked array, where full columns
    are masked, and lower than any score below the mask. If weak, scores are 1, 0 and -1. No score depends on
    the positions before it. Raise Error for an entry that is not a position.

    >>> scores, nodes = solve_many(["4455", "44555554221"])
    >>> scores.tolist()
    [18, 4]
    >>> solve_many(["444444", "445544"], columns=True).scores.tolist()
    [[-1, 0, 1, None, 1, 0, -1], [-2, -2, 17, 0, 2, 17, -2]]
    """
    texts, step = list_texts(positions), load_step().with_options(**choose_book(book))
    if len(texts) > FEW and can_solve_batches(step):
        with announce_compiling():
            many = BatchSolver(step, columns=columns, weak=weak)
        batch = read_batch(texts, many.width)
        for index in np.flatnonzero(batch.moves < 0).tolist():
            read_entry(texts, index)  # which says what is wrong
        list(many.solve(batch))
        rows, nodes = batch.scores, batch.nodes
    else:
        for index in range(len(texts)):
            read_entry(texts, index)
        with announce_compiling():
            step.prepare()
        answers = [step.ask(read_position(text), weak=weak, columns=columns) for text in texts]
        rows = [[FULL if score is None else score for score in answer.scores] for answer in answers]
        nodes = [answer.nodes for answer in answers]
    scores = np.array(rows, np.int64).reshape(len(texts), WIDTH if columns else 1)
    return Solution(np.ma.masked_equal(scores, FULL) if columns else scores[:, 0], np.array(nodes, np.int64))


def list_texts(positions: object) -> list[str]:
    """Return each position as text; raise Error for what is none, or no list of them."""
    if isinstance(positions, str | bytes | Board):
        raise Error(f"a single position must be in a list, too: write [{positions!r}]")
    if isinstance(positions, Mapping) or hasattr(type(positions), "columns"):
        raise Error("a table with columns; give one of them, or its cells as an array")
    if not isinstance(positions, Iterable):
        raise make_refusal(positions)
    if is_one_board(cast("object", positions)):
        raise Error(
            f"{HEIGHT} rows of {WIDTH} values are one board, or {HEIGHT} lists of columns: put a board in a "
            "list, too, or write the moves as strings"
        )
    texts: list[str] = []
    for index, position in enumerate(cast("Iterable[Any]", positions)):
        try:
            if isinstance(position, Board):
                position = read_live_board(position).find_moves()
            texts.append(spell_position(position))
        except Error as error:
            raise Error(f"positions[{index}]: {error}") from None
    return texts


def is_one_board(positions: object) -> bool:
    """Return whether positions are the rows of a board, each of which would pass for columns."""
    kinds = list, tuple, np.ndarray
    rows = cast("Sequence[Any]", positions) if isinstance(positions, kinds) else ()
    return len(rows) == HEIGHT and all(
        type(row) in kinds and len(row) == WIDTH and not hasattr(row[0], "__len__") for row in rows
    )


def read_entry(texts: Sequence[str], index: int) -> Any:
    """Return the position of one of many texts; raise Error if it has none."""
    try:
        return parse(read_position(texts[index]), make_position.start())
    except Error as error:
        raise Error(f"positions[{index}]: {error}") from None


class Batch(NamedTuple):
    """Positions and their results.

    stones, masks, moves    as in the positions of steps from 04 on; for an invalid text, `moves` is -1
    scores                one per position, or WIDTH of them, FULL where a column is full
    time                    where the system writes the time
    """

    stones: Integers
    masks: Integers
    moves: Integers
    scores: Integers
    nodes: Integers
    nanoseconds: Integers
    time: Integers


def read_batch(texts: Sequence[str], width: int) -> Batch:
    """Return texts as a batch of positions, each with that many scores."""
    sizes = *[len(texts)] * 3, len(texts) * width, len(texts), len(texts), 2
    batch = Batch(*(np.zeros(size, np.int64) for size in sizes))
    characters = "".join(text.replace("\n", "?") + "\n" for text in texts)  # a drawn board is read below
    encoded = np.frombuffer(characters.encode(errors="surrogatepass"), np.uint8)
    read_positions(encoded, len(encoded), batch.stones, batch.masks, batch.moves)
    for index in np.flatnonzero(batch.moves < 0).tolist():  # drawn boards, and invalid entries
        with suppress(Error):
            batch.stones[index], batch.masks[index], batch.moves[index] = read_entry(texts, index)
    return batch


@compiled
def read_positions(characters: Array, length: int, stones: Array, masks: Array, moves: Array) -> None:
    """Read a position from each line of that many characters; set its moves to -1 if it is not one."""
    line = 0
    position = make_position(0, 0, 0)
    is_right = True
    for at in range(length):
        character = characters[at]
        if character == LINE_END:
            stones[line], masks[line] = position.stones, position.mask
            moves[line] = position.moves if is_right and position.moves < CELLS else -1
            line += 1
            position = make_position(0, 0, 0)
            is_right = True
        elif is_right:
            letter = int(character) - 97  # columns are 1 to 9, then a, b and so on
            column = letter + 9 if letter >= 0 else int(character) - 49 if character < 58 else -1
            is_right = (
                0 <= column < WIDTH and position.can_play(column) and not position.is_winning_move(column)
            )
            if is_right:
                position = position.play(column)


def can_solve_batches(step: Step) -> bool:
    """Return whether one compiled loop can solve a batch."""
    table = getattr(step.module, "table", None)
    return COMPILED and hasattr(time, "clock_gettime") and hasattr(getattr(table, "Table", None), "forget")


class BatchSolver:
    """A compiled loop that solves batches, by the search of a step.

    width   the number of scores of a position: one, or one per column
    """

    def __init__(self, step: Step, *, columns: bool, weak: bool) -> None:
        from c4.loop import make_loop

        self.width = WIDTH if columns else 1
        self._step, self._limit = step, 1 if weak else MAX_SCORE
        self._loop = make_loop(step, FULL)
        list(self.solve(read_batch([], 1)))  # now it is compiled

    def solve(self, batch: Batch) -> Generator[int]:
        """Solve a batch; yield the number of solved positions from time to time."""
        if self._step.knows("book"):
            first_moves = batch.moves.min(initial=CELLS)
            self._step.shared_solver.open_book(first_moves)  # now, so that no position's time is longer
        memory = self._step.memory
        arguments = self._limit, self.width > 1, memory["table"], memory["nodes"], tuple(memory.values())
        solved = -1
        while solved < len(batch.moves):
            deadline = time.monotonic_ns() + PIECE_NANOSECONDS
            solved = self._loop(batch, max(0, solved), deadline, *arguments)
            yield solved
