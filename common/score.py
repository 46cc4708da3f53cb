"""The score of a position: who wins under perfect play, and how soon.

A score is seen by the player to move. It is +n if he wins with the n-th stone from his last, 0 if the
game is drawn, -n if his opponent wins with the n-th stone from his last. Both players win as soon and
lose as late as they can, so higher is better. On the 7x6 board each player has 21 stones: a win scores
22 minus the number of stones the winner will have played.
"""

from common.jit import compiled
from common.position import CELLS


@compiled
def win_score(moves: int) -> int:
    """Return the score of a player who wins with the stone he puts on a board of `moves` stones."""
    return (CELLS + 1 - moves) // 2


MAX_SCORE = max(1, (CELLS + 1 - 6) // 2)
"""The score of a win with the fourth stone, the fastest there is; its negative is the lowest score."""


def sign(score: int) -> int:
    """Return the weak score: 1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)


def remaining(score: int, moves: int) -> int:
    """Return how many stones both players still put down under perfect play, from `moves` on.

    >>> remaining(18, moves=4)  # "4455": the player to move wins with his second stone from now
    3
    """
    if score == 0:
        return CELLS - moves
    winner = moves % 2 if score > 0 else 1 - moves % 2
    last = (CELLS + 1 - winner) // 2 - abs(score) + 1
    return 2 * last - 1 + winner - moves


def explain(score: int, moves: int) -> str:
    """Say in words what a score means for the player to move.

    >>> explain(18, moves=4)
    'wins with the 2nd stone from now'
    """
    if score == 0:
        return "draws"
    stones = (remaining(score, moves) + 1) // 2
    suffix = "th" if 10 <= stones % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(stones % 10, "th")
    return f"{'wins with' if score > 0 else 'loses to'} the {stones}{suffix} stone from now"
