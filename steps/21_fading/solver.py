"""The search."""

from pathlib import Path

from common.book_file import EMBEDDED, count_plies
from common.jit import Array, compiled, zeros
from common.position import CELLS, WIDTH
from common.score import MAX_SCORE, sign, win_score

from .book import NO_BOOK, Book, read_book, ternary_key
from .position import BITS, Position, column_of, count, off_centre
from .table import ENTRIES, NEAR_ENTRIES, Table

EARLY = CELLS // 2 - 1  # with fewer stones, a promise pays; by experiment
FADE = 7  # the history stays within 16 << FADE either way; by experiment
HISTORY = 2 * CELLS * WIDTH  # where in `scratch` it begins, behind the moves
OFFSET = MAX_SCORE + 1  # makes scores positive: 0 in the table means unknown
OUTWARD = (0,) * (2 * MAX_SCORE)  # more questions than are ever left


@compiled
def pair(lowest: int, highest: int) -> int:
    """Return two bounds as a value of the table, the upper in the low bits."""
    return ((lowest + OFFSET) << 8) | (highest + OFFSET)


@compiled
def insert(
    scratch: Array, first: int, last: int, order: int, column: int
) -> None:
    """Insert a column into scratch[first:last], the highest order first.

    Columns of one order stay as they come. Each is in the low 5 bits, its
    order above.
    """
    while last > first and (scratch[last - 1] >> 5) < order:
        scratch[last] = scratch[last - 1]
        last -= 1
    scratch[last] = (order << 5) | column


@compiled
def remember_cutoff(
    position: Position, scratch: Array, first: int, index: int
) -> None:
    """Raise the number of the cell of a cutoff, and lower those tried before.

    It rises once for each of them. With each change a number loses a part of
    itself, so the effect of old cutoffs fades.
    """
    for earlier in range(first, index):
        at = HISTORY + position.cell(scratch[earlier] & 31)
        scratch[at] -= 16 + (scratch[at] >> FADE)
    at, tried = HISTORY + position.cell(scratch[index] & 31), index - first
    scratch[at] += 16 * tried - (tried * scratch[at] >> FADE)


@compiled
def negamax(
    position: Position,
    safe: int,
    beta: int,
    book: Book,
    table: Table,
    scratch: Array,
    nodes: Array,
) -> int:
    """Return a bound on the score, a lower one if it is at least beta.

    result < beta               score <= result
    result >= beta              score >= result

    Assumes that no move wins at once, and that one is safe.
    """
    nodes[0] += 1
    if position.moves == book.plies:
        index = book.find(ternary_key(position))
        if index >= 0:
            return book.score(index)  # exact: right for any beta

    if position.moves >= CELLS - 2:
        return 0  # nobody can win any more

    # A move is safe: at worst, the opponent's second stone wins.
    lowest = -win_score(position.moves + 3)
    # No move wins at once: at best, the mover's second stone does.
    highest = win_score(position.moves + 2)
    if beta == highest:  # the mover's third stone wins too late
        return highest if position.wins_in_two(safe) else highest - 1
    if beta == lowest + 1:  # the opponent's third stone does no harm
        return lowest if position.loses_in_two(safe) else lowest + 1

    key = position.symmetric_key()
    known = table.load(position.moves, key)
    if known:
        lowest = (known >> 8) - OFFSET
        highest = (known & 255) - OFFSET
    if beta <= lowest:
        return lowest  # score >= lowest >= beta
    if beta > highest:
        return highest  # score <= highest < beta

    # Each ply has its own place: a child leaves its parent's alone.
    #   scratch[first ...]            the moves, best first
    #   scratch[first + WIDTH ...]    the safe replies to each column
    first = last = 2 * position.moves * WIDTH
    while safe:
        move = safe & -safe
        child, threats = position.after(move), position.threats(move)
        replies = child.replies(threats)
        if replies == 0:
            return win_score(position.moves + 2)  # no score is higher
        bound = child.score_by_following(threats, beta)
        if bound >= beta:
            return bound  # score >= bound >= beta
        column = column_of(move)
        scratch[first + WIDTH + column] = replies
        order = WIDTH * count(threats) - off_centre(column)
        order += scratch[HISTORY + position.cell(column)] >> (FADE + 2)
        if position.moves < EARLY:
            order += child.promise()
        insert(scratch, first, last, order, column)
        last += 1
        safe ^= move

    # Otherwise the children are beyond their horizon, not in the table.
    if beta < win_score(position.moves + 4):
        for index in range(first, last):
            child = position.play(scratch[index] & 31)
            value = table.load(child.moves, child.symmetric_key())
            bound = OFFSET - (value & 255)  # the child's upper one, negated
            if value and bound >= beta:
                return bound  # score >= bound >= beta

    best = -MAX_SCORE
    for index in range(first, last):
        column = scratch[index] & 31
        child, replies = position.play(column), scratch[first + WIDTH + column]
        score = -negamax(child, replies, 1 - beta, book, table, scratch, nodes)
        best = max(best, score)
        if best >= beta:
            remember_cutoff(position, scratch, first, index)
            table.store(position.moves, key, pair(best, highest))
            return best  # a lower bound: other moves can only raise it

    table.store(position.moves, key, pair(lowest, best))
    return best  # an upper bound: no move reaches beta


@compiled
def search(
    position: Position,
    low: int,
    high: int,
    book: Book,
    table: Table,
    scratch: Array,
    nodes: Array,
) -> int:
    """Return the score of a position if it lies from low to high."""
    for column in range(WIDTH):
        if position.can_play(column) and position.is_winning_move(column):
            return win_score(position.moves)  # no score is higher

    safe = position.safe_moves()
    if safe == 0:
        return -win_score(position.moves + 1)  # the opponent's next stone wins

    for index in range(HISTORY, HISTORY + 2 * BITS):
        scratch[index] = 0  # each search has a history of its own
    # First whether either player wins soon, which takes few nodes; then
    # outward from 0, one score at a time.
    soon = high // 2
    for question in (soon, -soon - 1, *OUTWARD):
        if low >= high:
            break
        alpha = max(low, min(high - 1, question))
        score = negamax(position, safe, alpha + 1, book, table, scratch, nodes)
        if score > alpha:
            low = score
        else:
            high = score
    return low


class Solver:
    """A solver of positions, and a count of the nodes it has explored.

    size        the number of entries in its table, 8 bytes each
    book        the file of its opening book, None to do without
    """

    def __init__(
        self, size: int = ENTRIES, book: Path | None = EMBEDDED
    ) -> None:
        self._path = book
        self._plies = count_plies(book) if book else -1
        self._book = NO_BOOK
        self._table = Table(zeros(size + NEAR_ENTRIES + 1), size)
        self._scratch = zeros(HISTORY + 2 * BITS)
        self._nodes = zeros(1)

    @property
    def nodes(self) -> int:
        """Return the number of calls of `negamax` since the last reset."""
        return int(self._nodes[0])

    def reset(self) -> None:
        """Empty the table and count the nodes from zero again."""
        self._table.forget()
        self._nodes[0] = 0

    def open_book(self, moves: int) -> None:
        """Read the book once a position with this many stones needs it."""
        if self._path and moves <= self._plies:
            self._book = read_book(self._path)
            self._path = None

    def solve(self, position: Position, weak: bool = False) -> int:
        """Return the score of a position; if weak, only its sign."""
        self.open_book(position.moves)
        limit = 1 if weak else MAX_SCORE
        memory = self._book, self._table, self._scratch, self._nodes
        score = search(position, -limit, limit, *memory)
        return sign(score) if weak else score
