"""The search."""

from common.jit import Array, compiled, zeros
from common.position import CELLS, WIDTH
from common.score import MAX_SCORE, sign, win_score

from .position import Position

COLUMN_ORDER = tuple(
    sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH))
)


@compiled
def negamax(position: Position, alpha: int, beta: int, nodes: Array) -> int:
    """Return the score of a position if it is in the window, else a bound.

    result <= alpha             score <= result
    alpha < result < beta       score == result
    result >= beta              score >= result
    """
    nodes[0] += 1
    if position.moves == CELLS:
        return 0  # nobody can win any more

    for column in range(WIDTH):
        if position.can_play(column) and position.is_winning_move(column):
            return win_score(position.moves)  # no score is higher

    # No move wins at once: at best, the mover's second stone does.
    highest = win_score(position.moves + 2)
    beta = min(beta, highest)
    if alpha >= beta:
        return beta  # score <= highest <= alpha

    best = -MAX_SCORE
    for column in COLUMN_ORDER:
        if position.can_play(column):
            child = position.play(column)
            score = -negamax(child, -beta, -alpha, nodes)
            position.undo(column)
            best = max(best, score)
            if best >= beta:
                return best  # a lower bound: other moves can only raise it
            alpha = max(alpha, best)
    return best  # an upper bound if no move exceeds alpha, else the score


class Solver:
    """A solver of positions, and a count of the nodes it has explored."""

    def __init__(self) -> None:
        self._nodes = zeros(1)

    @property
    def nodes(self) -> int:
        """Return the number of calls of `negamax` since the last reset."""
        return int(self._nodes[0])

    def reset(self) -> None:
        """Count the nodes from zero again."""
        self._nodes[0] = 0

    def solve(self, position: Position, weak: bool = False) -> int:
        """Return the score of a position; if weak, only its sign."""
        limit = 1 if weak else MAX_SCORE
        score = negamax(position, -limit, limit, self._nodes)
        return sign(score) if weak else score
