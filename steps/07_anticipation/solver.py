"""The search."""

from common.jit import Array, clear, compiled, zeros
from common.position import CELLS, WIDTH
from common.score import MAX_SCORE, sign, win_score

from .position import Position, cells
from .table import ENTRIES, Table

COLUMN_ORDER = tuple(
    sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH))
)
OFFSET = MAX_SCORE + 1  # makes scores positive: 0 in the table means unknown


@compiled
def negamax(
    position: Position,
    alpha: int,
    beta: int,
    table: Table,
    nodes: Array,
) -> int:
    """Return the score of a position if it is in the window, else a bound.

    result <= alpha             score <= result
    alpha < result < beta       score == result
    result >= beta              score >= result

    Assumes that no move wins at once.
    """
    nodes[0] += 1
    safe = position.safe_moves()
    if safe == 0:
        return -win_score(position.moves + 1)  # the opponent's next stone wins
    if position.moves >= CELLS - 2:
        return 0  # nobody can win any more

    # A move is safe: at worst, the opponent's second stone wins.
    lowest = -win_score(position.moves + 3)
    # No move wins at once: at best, the mover's second stone does.
    highest = win_score(position.moves + 2)
    key = position.key()
    known = table.get(key)
    if known:
        highest = known - OFFSET  # an upper bound from an earlier search
    if beta <= lowest:
        return lowest  # score >= lowest >= beta
    beta = min(beta, highest)
    if alpha >= beta:
        return beta  # score <= highest <= alpha

    best = -MAX_SCORE
    for column in COLUMN_ORDER:
        if safe & cells(column):
            child = position.play(column)
            score = -negamax(child, -beta, -alpha, table, nodes)
            best = max(best, score)
            if best >= beta:
                return best  # a lower bound: other moves can only raise it
            alpha = max(alpha, best)

    table.put(key, best + OFFSET)
    return best  # an upper bound if no move exceeds alpha, else the score


@compiled
def search(
    position: Position,
    low: int,
    high: int,
    table: Table,
    nodes: Array,
) -> int:
    """Return the score of a position if it lies from low to high."""
    for column in range(WIDTH):
        if position.can_play(column) and position.is_winning_move(column):
            return win_score(position.moves)  # no score is higher

    while low < high:
        # First ask whether the likelier winner wins soon: that is quick.
        middle = (low + high) // 2
        if middle >= 0:
            alpha = max(middle, high // 2)
        else:
            alpha = min(middle, low // 2)
        score = negamax(position, alpha, alpha + 1, table, nodes)
        if score > alpha:
            low = score
        else:
            high = score
    return low


class Solver:
    """A solver of positions, and a count of the nodes it has explored.

    size        the number of entries in its table, 8 bytes each
    """

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
