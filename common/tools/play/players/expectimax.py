"""Expectimax: play for the window evaluation, and expect the opponent to play at random.

The published pseudocode keeps the lowest of the opponent's replies and prunes by a share of it, which is
not an expectation. Here it is the mean over all replies. Nothing can be pruned, as each of them counts.
"""

from dataclasses import dataclass
from random import Random

from common.jit import compiled
from common.position import CELLS, WIDTH
from common.tools.play.players.evaluate import evaluate_board
from common.tools.play.players.minimax import WIN
from common.tools.play.players.player import (
    Bitboard,
    list_best_columns,
    list_playable_columns,
    make_parameter,
)
from common.tools.terminal.options import make_number_type

DIGITS = 6


@compiled
def compute_expectation(position: Bitboard, depth: int, agent: int) -> float:
    """Return what a position is worth to the agent, who plays their best against chance."""
    if position.moves == CELLS:
        return 0.0
    chance = position.moves % 2 != agent
    if depth == 0:
        own = position.stones ^ position.mask if chance else position.stones
        return float(evaluate_board(own, position.mask))
    replies, total, best = 0, 0.0, -2.0 * WIN
    for column in range(WIDTH):
        if position.can_play(column):
            if position.is_winning_move(column):
                worth = float(-WIN - depth if chance else WIN + depth)
            else:
                worth = compute_expectation(position.play(column), depth - 1, agent)
            replies += 1
            total += worth
            best = max(best, worth)
    return total / replies if chance else best


@compiled
def compute_column_expectation(position: Bitboard, column: int, depth: int) -> float:
    """Return what a stone in a column that has room is worth to the agent, who is the mover."""
    if position.is_winning_move(column):
        return float(WIN + depth)
    return compute_expectation(position.play(column), depth - 1, position.moves % 2)


@dataclass(frozen=True)
class Expectimax:
    """A player who is like minimax, but takes the opponent's replies for chance, all equally likely."""

    depth: int = make_parameter(4, make_number_type(1, CELLS))

    def choose(self, position: Bitboard, rng: Random) -> int:
        """Return a column of the highest expectation, each equally likely."""
        worths = {
            x: compute_column_expectation(position, x, self.depth) for x in list_playable_columns(position)
        }
        # Sums that are equal may differ in the last digits, by the order of adding.
        return rng.choice(list_best_columns({x: round(worth, DIGITS) for x, worth in worths.items()}))
