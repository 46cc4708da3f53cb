"""The search."""

from pathlib import Path

from common.book_file import EMBEDDED, count_plies
from common.jit import Array, clear, compiled, zeros
from common.position import CELLS, WIDTH
from common.score import MAX_SCORE, sign, win_score

from .book import NO_BOOK, Book, read_book
from .position import Position, cells, count
from .table import ENTRIES, Table

COLUMN_ORDER = tuple(sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH)))
OFFSET = MAX_SCORE + 1  # makes every score positive: 0 in the table means unknown


@compiled
def insert(moves: Array, first: int, last: int, order: int, column: int) -> None:
    """Insert a column into moves[first:last], sorted by `order`, highest first; ties keep their order."""
    while last > first and moves[last - 1] >> 5 < order:
        moves[last] = moves[last - 1]
        last -= 1
    moves[last] = order << 5 | column  # the column in the low 5 bits, at most 31, the order above


@compiled
def negamax(
    position: Position, safe: int, alpha: int, beta: int, book: Book, table: Table, moves: Array, nodes: Array
) -> int:
    """Return the score of a position if it lies between alpha and beta, else a bound on it.

    result <= alpha             score <= result
    alpha < result < beta       score == result
    result >= beta              score >= result

    No move may win at once, and one must be safe.
    """
    nodes[0] += 1
    if position.moves == book.plies:
        index = book.find(position.ternary_key())
        if index >= 0:
            return book.score(index)  # exact, and so right for any window

    if position.moves >= CELLS - 2:
        return 0  # nobody can win any more

    lowest = -win_score(position.moves + 3)  # a move is safe: at worst, the opponent's second stone wins
    if alpha < lowest:
        alpha = lowest
        if alpha >= beta:
            return alpha  # score >= lowest >= beta

    highest = win_score(position.moves + 2)  # no move wins at once: at best, the second stone does
    key = position.key()
    known = table.get(key)
    if known:
        highest = known - OFFSET  # an upper bound from an earlier search
    if beta > highest:
        beta = highest
        if alpha >= beta:
            return beta  # score <= highest <= alpha

    # Each ply has a place of its own, so that a child leaves its parent's alone:
    #   moves[first ...]             the moves, best first
    #   moves[first + WIDTH ...]     for each column, what is known about the child
    first = last = 2 * position.moves * WIDTH
    for column in COLUMN_ORDER:
        if safe & cells(column) == 0:
            continue
        threats = position.threats(safe & cells(column))
        moves[first + WIDTH + column] = position.play(column).replies(threats)
        if moves[first + WIDTH + column] == 0:
            return win_score(position.moves + 2)  # no reply is safe: no score is higher
        insert(moves, first, last, count(threats), column)
        last += 1

    if beta > win_score(position.moves + 4):  # every move leaves a safe reply: at best, the third stone wins
        beta = win_score(position.moves + 4)
        if alpha >= beta:
            return beta  # score <= beta <= alpha

    for index in range(first, last):
        column = moves[index] & 31
        safe = moves[first + WIDTH + column]
        score = -negamax(position.play(column), safe, -beta, -alpha, book, table, moves, nodes)
        if score >= beta:
            return score  # a lower bound (fail-soft): the moves left can only raise it
        if score > alpha:
            alpha = score

    table.put(key, alpha + OFFSET)
    return alpha  # the best score; if no move exceeds alpha, alpha as an upper bound (fail-hard)


@compiled
def search(
    position: Position, low: int, high: int, book: Book, table: Table, moves: Array, nodes: Array
) -> int:
    """Return the score of a position if it lies from low to high; null windows close in on it."""
    for column in range(WIDTH):
        if position.can_play(column) and position.is_winning_move(column):
            return win_score(position.moves)  # a win at once: no score is higher

    safe = position.safe_moves()
    if safe == 0:
        return -win_score(position.moves + 1)  # no move is safe: the opponent's next stone wins

    while low < high:
        middle = (low + high) // 2
        # The side of the farther end, no nearer to 0 than half of it: quick results take the fewest nodes.
        alpha = max(middle, high // 2) if -low < high else min(middle, -(-low // 2))
        score = negamax(position, safe, alpha, alpha + 1, book, table, moves, nodes)
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

    def __init__(self, size: int = ENTRIES, book: Path | None = EMBEDDED) -> None:
        self._path = book
        self._plies = count_plies(book) if book else -1
        self._book = NO_BOOK
        self._table = Table(zeros(size), size)
        self._moves = zeros(2 * CELLS * WIDTH)
        self._nodes = zeros(1)

    @property
    def nodes(self) -> int:
        """Return the number of calls of `negamax` since the last reset."""
        return int(self._nodes[0])

    def reset(self) -> None:
        """Empty the table and count the nodes from zero again."""
        clear(self._table.entries)
        self._nodes[0] = 0

    def open_book(self, moves: int) -> None:
        """Read the book once a position with this many stones needs it: that takes a while."""
        if self._path and moves <= self._plies:
            self._book = read_book(self._path)
            self._path = None

    def solve(self, position: Position, weak: bool = False) -> int:
        """Return the score of a position; if weak, only its sign."""
        self.open_book(position.moves)
        limit = 1 if weak else MAX_SCORE
        score = search(position, -limit, limit, self._book, self._table, self._moves, self._nodes)
        return sign(score) if weak else score
