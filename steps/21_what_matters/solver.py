"""The search."""

from pathlib import Path

from common.book_file import EMBEDDED, count_plies
from common.jit import Array, compiled, zeros
from common.position import CELLS, WIDTH
from common.score import MAX_SCORE, sign, win_score

from .book import NO_BOOK, Book, read_book
from .note import NOTE, ROW, Note
from .position import Position, column_of, count, is_beyond_horizon, off_centre, winning_squares
from .table import ENTRIES, NEAR_ENTRIES, Table

OFFSET = MAX_SCORE + 1  # makes every score positive: 0 in the table means unknown


@compiled
def pair(lowest: int, highest: int) -> int:
    """Return two bounds as one value of the table, the lower in the upper 8 bits, the upper in the lower."""
    return lowest + OFFSET << 8 | highest + OFFSET


@compiled
def insert(moves: Array, first: int, last: int, order: int, column: int) -> None:
    """Insert a column into moves[first:last], sorted by `order`, highest first; ties keep their order."""
    while last > first and moves[last - 1] >> 5 < order:
        moves[last] = moves[last - 1]
        last -= 1
    moves[last] = order << 5 | column  # the column in the low 5 bits, at most 31, the order above


@compiled
def negamax(
    position: Position, note: Note, beta: int, book: Book, table: Table, moves: Array, nodes: Array
) -> int:
    """Return a bound on the score of a position: a lower one if the score is at least beta.

    result < beta               score <= result
    result >= beta              score >= result

    No move may win at once, and one must be safe.
    """
    nodes[0] += 1
    safe, key = note.safe(), note.live()
    if position.moves == book.plies:
        index = book.find(position.ternary_key())
        if index >= 0:
            return book.score(index)  # exact, and so right for any window

    if position.moves >= CELLS - 2:
        return 0  # nobody can win any more

    lowest = -win_score(position.moves + 3)  # a move is safe: at worst, the opponent's second stone wins
    if beta <= lowest:
        return lowest

    if beta > win_score(position.moves + 4):  # the mover's third stone wins too late: can the second?
        return win_score(position.moves + 2 if position.wins_in_two(safe) else position.moves + 4)
    if beta <= -win_score(position.moves + 5):  # the opponent's third stone does no harm: does the second?
        return -win_score(position.moves + 3 if position.loses_in_two(safe) else position.moves + 5)
    highest = win_score(position.moves + 2)  # no move wins at once: at best, the second stone does
    has_choice = safe & (safe - 1) != 0
    known = note.bounds() if has_choice else 0
    if known:
        lowest = (known >> 8) - OFFSET
        highest = (known & 255) - OFFSET
    if not lowest < beta <= highest:
        return lowest if beta <= lowest else highest

    # Each ply has a place of its own, so that a child leaves its parent's alone:
    #   moves[first ...]             the moves, best first
    #   moves[first + WIDTH ...]     for each column, what is known about the child
    first = last = NOTE + ROW * position.moves
    while safe:
        column = column_of(safe)
        threats = position.threats(safe & -safe)
        child = position.after(safe & -safe)
        replies = child.replies(threats)
        if replies == 0:
            return win_score(position.moves + 2)  # no reply is safe: no score is higher
        bound = child.score_by_following(threats, beta)
        if bound >= beta:
            return bound  # a lower bound: the child's upper bound, negated
        note.below(position.moves, column).set_squares(replies, threats)
        insert(moves, first, last, WIDTH * count(threats) - off_centre(column), column)
        last += 1
        safe &= safe - 1

    if not is_beyond_horizon(position.moves + 1, 1 - beta):
        for index in range(first, last):
            child = position.play(moves[index] & 31)
            below = note.below(position.moves, moves[index] & 31)
            if below.safe() & (below.safe() - 1) == 0:
                continue  # a forced reply is not in the table
            below.set_live(child.live_key(note.dangers() & ~child.mask, below.dangers()))
            known = table.load(child.moves, below.live())
            below.set_bounds(known)
            if known and OFFSET - (known & 255) >= beta:
                return OFFSET - (known & 255)  # a lower bound: the child's upper bound, negated

    best = -MAX_SCORE
    for index in range(first, last):
        column = moves[index] & 31
        below = note.below(position.moves, column)
        score = -negamax(position.play(column), below, 1 - beta, book, table, moves, nodes)
        if not has_choice:
            return score  # a forced reply: nothing to choose, nothing to store
        if score >= beta:
            table.store(position.moves, key, pair(score, highest))
            return score  # a lower bound (fail-soft): the moves left can only raise it
        best = max(best, score)

    table.store(position.moves, key, pair(lowest, best))
    return best  # an upper bound that may be lower than beta - 1 (fail-soft)


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

    note = Note(moves, 0)
    note.set_squares(safe, winning_squares(position.stones ^ position.mask, position.mask))
    note.set_live(position.live_key(position.threats(0), note.dangers()))
    while low < high:
        note.set_bounds(table.load(position.moves, note.live()))
        middle = (low + high) // 2
        # The side of the farther end, no nearer to 0 than half of it: quick results take the fewest nodes.
        alpha = max(middle, high // 2) if -low < high else min(middle, -(-low // 2))
        score = negamax(position, note, alpha + 1, book, table, moves, nodes)
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
        self._table = Table(zeros(size + NEAR_ENTRIES + 1), size)
        self._moves = zeros(NOTE + ROW * CELLS)
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
