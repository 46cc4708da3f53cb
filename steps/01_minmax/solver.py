"""The search."""

from common.jit import Array, compiled, pointer, zeros
from common.position import CELLS, WIDTH
from common.score import sign, win_score

from .position import Position


@compiled
def negamax(position: Position, nodes: Array) -> int:
    """Return the score of a position."""
    nodes[0] += 1
    if position.moves == CELLS:
        return 0  # nobody can win any more

    for column in range(WIDTH):
        if position.can_play(column) and position.is_winning_move(column):
            return win_score(position.moves)  # a win at once: no score is higher

    best = -CELLS
    for column in range(WIDTH):
        if position.can_play(column):
            score = -negamax(position.play(column), nodes)
            position.undo(column)
            if score > best:
                best = score
    return best


@compiled
def search(position: Position, nodes: Array) -> int:
    """Return the result of `negamax`, called from Python."""
    # Passing an array on makes every call of a recursion count references to it; an address costs nothing.
    board = Position(pointer(position.cells), pointer(position.heights), position.moves)
    return negamax(board, pointer(nodes))


class Solver:
    """A solver of positions, and a count of the nodes it has explored.

    memory      the arguments of `search` after the position, always the same
    """

    def __init__(self) -> None:
        self._nodes = zeros(1)
        self.memory = (self._nodes,)

    @property
    def nodes(self) -> int:
        """Return the number of calls of `negamax` since the last reset."""
        return int(self._nodes[0])

    def reset(self) -> None:
        """Count the nodes from zero again."""
        self._nodes[0] = 0

    def solve(self, position: Position, weak: bool = False) -> int:
        """Return the score of a position; if weak, only its sign."""
        score = search(position, *self.memory)
        return sign(score) if weak else score
