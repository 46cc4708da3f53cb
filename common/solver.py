"""The interface of a solver, and what its scores can answer."""

from typing import Protocol, TypeVar

from common.position import WIDTH, Position, children
from common.score import win_score

P = TypeVar("P", bound=Position, contravariant=True)


class Solver(Protocol[P]):
    """A perfect solver and its memory."""

    @property
    def nodes(self) -> int:
        """Return the number of calls of the search since the last reset."""
        ...

    def reset(self) -> None:
        """Forget all positions solved so far."""
        ...

    def solve(self, position: P, weak: bool = False) -> int:
        """Return the score of a position.

        If weak, return only 1, 0 or -1 for a win, a draw or a loss. The game
        must not be over.
        """
        ...


Q = TypeVar("Q", bound=Position)


def analyze(
    solver: Solver[Q], position: Q, weak: bool = False
) -> list[int | None]:
    """Return each column's score, from the mover's point of view.

    It is the score of playing there, None if the column is full.
    """
    scores: list[int | None] = [None] * WIDTH
    for column in range(WIDTH):
        if position.can_play(column) and position.is_winning_move(column):
            scores[column] = 1 if weak else win_score(position.moves)
    for column, child in children(position):
        scores[column] = -solver.solve(child, weak)
    return scores


def best_move(solver: Solver[Q], position: Q) -> int:
    """Return the column with the highest score.

    Among equals, it is the one nearest to the centre. The game must not be
    over.
    """
    scores = analyze(solver, position)
    playable = [
        (score, column)
        for column, score in enumerate(scores)
        if score is not None
    ]
    return max(
        playable, key=lambda pair: (pair[0], -abs(2 * pair[1] + 1 - WIDTH))
    )[1]
