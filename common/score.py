"""The score of a position: who wins under perfect play, and how soon.

A score is from the mover's point of view: positive if the mover wins, negative
if the opponent wins, and 0 for a draw. Each player wins as soon as possible,
or loses as late as possible, so a higher score is better for the mover. The
number counts the winner's stones from the last: 1 is a win with the very last,
2 with the last but one, and so on. On the 7x6 board each player has 21 stones,
so a win scores 22 minus the number of stones that the winner will have played
by then.
"""

from common.jit import compiled
from common.position import CELLS


@compiled
def win_score(moves: int) -> int:
    """Return the score of a win with the next stone, after `moves` stones."""
    return (CELLS + 1 - moves) // 2


MAX_SCORE = max(1, (CELLS + 1 - 6) // 2)
"""The score of a win with the fourth stone, the fastest win there is.

Its negative is the lowest score.
"""


def sign(score: int) -> int:
    """Return the weak score: 1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)


def remaining(score: int, moves: int) -> int:
    """Return how many stones perfect play adds to `moves` on the board.

    >>> remaining(18, moves=4)  # "4455": the mover wins with the second stone
    3
    """
    if score == 0:
        return CELLS - moves
    winner = moves % 2 if score > 0 else 1 - moves % 2
    last = (CELLS + 1 - winner) // 2 - abs(score) + 1
    # The last stone of player 0 is number 2 * last - 1 on the board, that of
    # player 1 comes one later.
    return 2 * last - 1 + winner - moves


def explain(score: int, moves: int) -> str:
    """Return a score in words: the winner, and how many more stones they need.

    >>> explain(18, moves=4), explain(-15, moves=11)
    ('X wins in 2', 'X wins in 1')
    """
    if score == 0:
        return "a draw"
    winner = moves % 2 if score > 0 else 1 - moves % 2
    return f"{'XO'[winner]} wins in {(remaining(score, moves) + 1) // 2}"
