"""Minimax: both players aim for the best window evaluation some plies ahead, with alpha-beta.

agent       the player who thinks, 0 or 1: the parity of the number of stones when it is their turn
value       what a position is worth to the mover; the evaluation is always the agent's
WIN         more than any evaluation; a win is worth more the sooner it comes

The published player evaluates a won board like any other leaf and takes the first of equal columns. Here a
sooner win is better, or a won game would be put off for ever. Equal columns are equally likely, or all games
between two such players would be the same.
"""

from dataclasses import dataclass
from random import Random

from common.jit import Array, compiled, zeros
from common.position import CELLS, WIDTH
from common.tools.play.players.evaluate import evaluate_board
from common.tools.play.players.player import (
    Bitboard,
    list_best_columns,
    list_playable_columns,
    make_parameter,
    measure_off_centre,
)
from common.tools.terminal.options import make_number_type

WIN = 1_000_000
COLUMN_ORDER = tuple(sorted(range(WIDTH), key=measure_off_centre))


@compiled
def search_value(position: Bitboard, depth: int, alpha: int, beta: int, agent: int) -> int:
    """Return the value of a position if it is between alpha and beta, else a bound on it."""
    if position.moves == CELLS:
        return 0
    if depth == 0:
        if position.moves % 2 == agent:
            return evaluate_board(position.stones, position.mask)
        return -evaluate_board(position.stones ^ position.mask, position.mask)
    for column in COLUMN_ORDER:
        if position.can_play(column) and position.is_winning_move(column):
            return WIN + depth
    for column in COLUMN_ORDER:
        if position.can_play(column):
            alpha = max(alpha, -search_value(position.play(column), depth - 1, -beta, -alpha, agent))
            if alpha >= beta:
                break
    return alpha


@compiled
def fill_column_values(position: Bitboard, depth: int, values: Array) -> None:
    """Write the value of each column that has room: exact for the best, less than that for the others."""
    agent = position.moves % 2
    best = -2 * WIN
    for column in COLUMN_ORDER:
        if not position.can_play(column):
            continue
        if position.is_winning_move(column):
            values[column] = WIN + depth
        else:
            values[column] = -search_value(position.play(column), depth - 1, -2 * WIN, 1 - best, agent)
        best = max(best, values[column])


@dataclass(frozen=True)
class Minimax:
    """A player who expects the best reply, `depth` stones ahead, by an evaluation of all lines of four."""

    depth: int = make_parameter(4, make_number_type(1, CELLS))

    def choose(self, position: Bitboard, rng: Random) -> int:
        """Return a column of the highest value, each equally likely."""
        values = zeros(WIDTH)
        fill_column_values(position, self.depth, values)
        return rng.choice(list_best_columns({x: values[x] for x in list_playable_columns(position)}))
