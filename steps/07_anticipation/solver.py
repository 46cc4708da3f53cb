"""The search."""

from common.jit import Array, clear, compiled, zeros
from common.position import CELLS, WIDTH
from common.score import MAX_SCORE, sign, win_score

from .position import Position, cells
from .table import ENTRIES, Table

COLUMN_ORDER = tuple(sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH)))
OFFSET = MAX_SCORE + 1  # makes every score positive: 0 in the table means unknown


@compiled
def negamax(position: Position, alpha: int, beta: int, table: Table, nodes: Array) -> int:
    """Return the score of a position if it lies between alpha and beta, else a bound on it.

    result <= alpha             score <= result
    alpha < result < beta       score == result
    result >= beta              score >= result

    No move may win at once.
    """
    nodes[0] += 1
    safe = position.safe_moves()
    if safe == 0:
        return -win_score(position.moves + 1)  # no move is safe: the opponent's next stone wins
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

    for column in COLUMN_ORDER:
        if safe & cells(column):
            score = -negamax(position.play(column), -beta, -alpha, table, nodes)
            if score >= beta:
                return score  # a lower bound (fail-soft): the moves left can only raise it
            if score > alpha:
                alpha = score

    table.put(key, alpha + OFFSET)
    return alpha  # the best score; if no move exceeds alpha, alpha as an upper bound (fail-hard)


@compiled
def search(position: Position, low: int, high: int, table: Table, nodes: Array) -> int:
    """Return the score of a position if it lies from low to high; null windows close in on it."""
    for column in range(WIDTH):
        if position.can_play(column) and position.is_winning_move(column):
            return win_score(position.moves)  # a win at once: no score is higher

    while low < high:
        middle = (low + high) // 2
        # The side of the farther end, no nearer to 0 than half of it: quick results take the fewest nodes.
        alpha = max(middle, high // 2) if -low < high else min(middle, -(-low // 2))
        score = negamax(position, alpha, alpha + 1, table, nodes)
        if score > alpha:
            low = score
        else:
            high = score
    return low


class Solver:
    """A solver of positions, and a count of the nodes it has explored; its table has `size` entries."""

    def __init__(self, size: int = ENTRIES) -> None:
        self._table = Table(zeros(size), size)
        self._nodes = zeros(1)

    @property
    def nodes(self) -> int:
        """Return the number of calls of `negamax` since the last reset."""
        return int(self._nodes[0])

    def reset(self) -> None:
        """Empty the table and count the nodes from zero again."""
        clear(self._table.entries)
        self._nodes[0] = 0

    def solve(self, position: Position, weak: bool = False) -> int:
        """Return the score of a position; if weak, only its sign."""
        limit = 1 if weak else MAX_SCORE
        score = search(position, -limit, limit, self._table, self._nodes)
        return sign(score) if weak else score
