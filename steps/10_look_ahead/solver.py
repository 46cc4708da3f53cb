"""The search."""

from pathlib import Path

from common.jit import Array, clear, compiled, pointer, zeros
from common.position import HEIGHT, WIDTH
from common.score import MAX_SCORE, sign, win_score

from .book import EMBEDDED, NO_BOOK, Book, read_book
from .position import Position, cells, count
from .table import ENTRIES, Table, new_entries

COLUMN_ORDER = tuple(sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH)))
OFFSET = MAX_SCORE + 1  # makes every score positive: 0 in the table means unknown


@compiled
def insert(moves: Array, first: int, last: int, threats: int, column: int) -> None:
    """Put a column in order into moves[first:last], most threats first, behind its equals."""
    while last > first and moves[last - 1] >> 5 < threats:
        moves[last] = moves[last - 1]
        last -= 1
    moves[last] = threats << 5 | column


@compiled
def negamax(
    position: Position, safe: int, alpha: int, beta: int, book: Book, table: Table, moves: Array, nodes: Array
) -> int:
    """Return the score of a position if it is between alpha and beta, else a bound on it.

    At most alpha, it is an upper bound; at least beta, a lower bound. No move may win at once, and
    one must be safe.
    """
    nodes[0] += 1
    if position.moves == book.plies:
        index = book.find(position.ternary_key())
        if index >= 0:
            return book.scores[index]

    if position.moves >= WIDTH * HEIGHT - 2:
        return 0

    lowest = -win_score(position.moves + 3)
    if alpha < lowest:
        alpha = lowest
        if alpha >= beta:
            return alpha

    highest = win_score(position.moves + 2)
    key = position.key()
    known = table.get(key)
    if known:
        highest = known - OFFSET
    if beta > highest:
        beta = highest
        if alpha >= beta:
            return beta

    first = last = 2 * position.moves * WIDTH
    for column in COLUMN_ORDER:
        if safe & cells(column):
            threats = position.threats(safe & cells(column))
            moves[first + WIDTH + column] = position.play(column).replies(threats)
            if moves[first + WIDTH + column] == 0:
                return win_score(position.moves + 2)
            insert(moves, first, last, count(threats), column)
            last += 1

    if beta > win_score(position.moves + 4):
        beta = win_score(position.moves + 4)
        if alpha >= beta:
            return beta

    for index in range(first, last):
        column = moves[index] & 31
        safe = moves[first + WIDTH + column]
        score = -negamax(position.play(column), safe, -beta, -alpha, book, table, moves, nodes)
        if score >= beta:
            return score
        if score > alpha:
            alpha = score

    table.put(key, alpha + OFFSET)
    return alpha


@compiled
def search(
    position: Position, low: int, high: int, book: Book, entries: Array, moves: Array, nodes: Array
) -> int:
    """Return the score of a position that lies from low to high, closing in on it by null windows."""
    for column in range(WIDTH):
        if position.can_play(column) and position.is_winning_move(column):
            return win_score(position.moves)

    book = Book(pointer(book.keys), pointer(book.scores), book.size, book.plies)
    safe = position.safe_moves()
    if safe == 0:
        return -win_score(position.moves + 1)

    table = Table(pointer(entries), len(entries))
    while low < high:
        middle = (low + high) // 2
        alpha = max(middle, high // 2) if -low < high else min(middle, -(-low // 2))
        score = negamax(position, safe, alpha, alpha + 1, book, table, pointer(moves), pointer(nodes))
        if score > alpha:
            low = score
        else:
            high = score
    return low


class Solver:
    """A solver that knows a book by heart, with a table of `size` entries of 8 bytes."""

    def __init__(self, size: int = ENTRIES, book: Path | None = EMBEDDED) -> None:
        self._book = read_book(book) if book else NO_BOOK
        self._entries = new_entries(size)
        self._moves = zeros(2 * WIDTH * HEIGHT * WIDTH)
        self._nodes = zeros(1)

    @property
    def nodes(self) -> int:
        """Return how often `negamax` has been called since the last reset."""
        return int(self._nodes[0])

    def reset(self) -> None:
        """Empty the table and count the nodes from zero again."""
        clear(self._entries)
        self._nodes[0] = 0

    def solve(self, position: Position, weak: bool = False) -> int:
        """Return the score of a position; if weak, only its sign."""
        limit = 1 if weak else MAX_SCORE
        score = search(position, -limit, limit, self._book, self._entries, self._moves, self._nodes)
        return sign(score) if weak else score
