"""The search."""

from pathlib import Path
from threading import Thread

from common.jit import Array, clear, compiled, pointer, zeros
from common.position import HEIGHT, WIDTH
from common.score import MAX_SCORE, sign, win_score

from .book import EMBEDDED, NO_BOOK, Book, read_book
from .position import Position, cells, count
from .table import ENTRIES, EXTRA_ENTRIES, OFFSET, SCRATCH, SHARED, Table, new_entries

COLUMN_ORDER = tuple(sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH)))
PROBED = WIDTH * HEIGHT - 13  # positions with fewer stones probe the table for all their children
STORED = WIDTH * HEIGHT - 9  # with fewer stones they are in the table, with more they are soon searched


@compiled
def pair(lowest: int, highest: int) -> int:
    """Return two scores as one value of the table."""
    return lowest + OFFSET << 8 | highest + OFFSET


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

    if alpha >= 0 and position.can_be_followed():
        return 0

    highest = win_score(position.moves + 2)
    key = position.symmetric_key()
    stored = position.moves < STORED and safe & (safe - 1) != 0
    known = table.load(position.moves, key) if stored else 0
    if known:
        lowest = (known >> 8) - OFFSET
        highest = min(highest, (known & 255) - OFFSET)
    if alpha < lowest:
        alpha = lowest
        if alpha >= beta:
            return alpha
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
            blocked = threats & (safe & cells(column)) << 1
            insert(moves, first, last, 2 * count(threats) - count(blocked), column)
            last += 1

    if beta > win_score(position.moves + 4):
        beta = win_score(position.moves + 4)
        if alpha >= beta:
            return beta

    if stored and position.moves < PROBED:
        for index in range(first, last):
            child = position.play(moves[index] & 31)
            known = table.load(child.moves, child.symmetric_key())
            if known and OFFSET - (known & 255) >= beta:
                return OFFSET - (known & 255)

    best = -MAX_SCORE
    shared = position.moves < SHARED
    if shared:
        table.enter(position.moves, key if stored else -1)
    for index in range(first, last):
        if shared and index > first:
            table.choose(position, moves, index, last)
        column = moves[index] & 31
        safe = moves[first + WIDTH + column]
        if shared:
            table.take(position.play(column))
        score = -negamax(position.play(column), safe, -beta, -alpha, book, table, moves, nodes)
        if shared:
            table.leave(position.play(column))
            score = table.answer(position.moves, score, alpha)
            if table.goes_back():
                return score
        if score >= beta:
            if stored:
                table.store(position.moves, key, pair(score, highest))
            return score
        best = max(best, score)
        alpha = max(alpha, score)

    if stored:
        table.store(position.moves, key, pair(lowest, best))
    return best


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

    table = Table(pointer(entries), len(entries) - EXTRA_ENTRIES, pointer(moves))
    for ply in range(position.moves):
        table.enter(ply, -1)
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

    def __init__(self, size: int = ENTRIES, book: Path | None = EMBEDDED, threads: int = 1) -> None:
        self._book = read_book(book) if book else NO_BOOK
        self._entries = new_entries(size)
        self._threads = [(zeros(SCRATCH), zeros(16)) for _ in range(threads)]

    @property
    def nodes(self) -> int:
        """Return how often `negamax` has been called since the last reset."""
        return sum(int(nodes[0]) for _, nodes in self._threads)

    def reset(self) -> None:
        """Empty the table and count the nodes from zero again."""
        clear(self._entries)
        for _, nodes in self._threads:
            nodes[0] = 0

    def solve(self, position: Position, weak: bool = False) -> int:
        """Return the score of a position; if weak, only its sign."""
        limit = 1 if weak else MAX_SCORE
        task = (position, -limit, limit, self._book, self._entries)
        helpers: list[Thread] = []
        for arrays in self._threads[1:]:
            helpers.append(Thread(target=search, args=(*task, *arrays)))
            helpers[-1].start()
        score = search(*task, *self._threads[0])
        for helper in helpers:
            helper.join()
        return sign(score) if weak else score
