"""The search."""

from common.jit import Array, compiled, zeros
from common.position import CELLS, WIDTH
from common.score import MAX_SCORE, sign, win_score

from .position import Position


@compiled
def negamax(position: Position, nodes: Array) -> int:
    """Return the score of a position."""
    nodes[0] += 1
    if position.moves == CELLS:
        return 0  # nobody can win any more

    for column in range(WIDTH):
        if position.can_play(column) and position.is_winning_move(column):
            return win_score(position.moves)  # no score is higher

    best = -MAX_SCORE
    for column in range(WIDTH):
        if position.can_play(column):
            child = position.play(column)
            score = -negamax(child, nodes)
            position.undo(column)
            best = max(best, score)
    return best


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
        score = negamax(position, self._nodes)
        return sign(score) if weak else score
