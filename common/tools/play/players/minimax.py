"""Minimax and expectimax: aim for the best window evaluation some plies ahead.

In a window evaluation each line of four counts: 100 for four own stones, 5 for three and an empty cell, 2 for
two and two empty cells, -4 for three of the opponent's and an empty cell. Each own stone in the centre column
adds 3.

agent       the player who thinks, 0 or 1: the parity of the number of stones when it is their turn
value       the value of a position to the mover; the evaluation is always for the agent
WIN         more than any evaluation; a win is worth more the sooner it comes

Minimax expects the best reply, with alpha-beta. The published player evaluates a won board like any other
leaf and takes the first of equal columns. Here a sooner win is better, or a won game would be put off for
ever. Equal columns are equally likely, or all games between two such players would be the same.

Expectimax expects the opponent to play at random. The published pseudocode keeps the lowest of their replies
and prunes by a share of it, which is not an expectation. Here it is the mean over all replies. Nothing can be
pruned, as each of them counts.

Source: Ravindran, Ramamurthy, Narsapur, Arambakam: Performance evaluation of Connect-Four game using AI
algorithms, Trinity College Dublin, 2020.
"""

from dataclasses import dataclass
from random import Random

from c4.engine import board_bits
from c4.model import list_best
from common.jit import compiled
from common.position import CELLS, HEIGHT, WIDTH
from common.tools.play.players.player import (
    EnginePosition,
    list_central_columns,
    list_playable_columns,
    make_parameter,
)
from common.tools.terminal.options import make_number_type

DIGITS = 6
WIN = 1_000_000
COLUMN_ORDER = tuple(sorted(range(WIDTH), key=board_bits.off_centre))
BOARD = board_bits.BOARD
CENTRE = sum(board_bits.cells(column) for column in list_central_columns(list(range(WIDTH))))

count = board_bits.count


@compiled
def find_fours(own: int, step: int) -> int:
    """Return the first cell of each line in a direction that is all own stones."""
    pairs = own & own >> step
    return pairs & pairs >> 2 * step


@compiled
def find_threes(own: int, empty: int, step: int) -> int:
    """Return the first cell of each line in a direction with three own stones and an empty cell.

    A line has its empty cell in one place only, so it is found once.
    """
    a, b, c, d = own, own >> step, own >> 2 * step, own >> 3 * step
    w, x, y, z = empty, empty >> step, empty >> 2 * step, empty >> 3 * step
    return (w & b & c & d) | (a & x & c & d) | (a & b & y & d) | (a & b & c & z)


@compiled
def find_twos(own: int, empty: int, step: int) -> int:
    """Return the first cell of each line in a direction with two own stones and two empty cells."""
    a, b, c, d = own, own >> step, own >> 2 * step, own >> 3 * step
    w, x, y, z = empty, empty >> step, empty >> 2 * step, empty >> 3 * step
    inner = (w & b & c & z) | (w & b & y & d) | (a & x & c & z)
    return inner | (a & b & y & z) | (w & x & c & d) | (a & x & y & d)


@compiled
def evaluate_board(own: int, mask: int) -> int:
    """Return the value of a board to the player with the stones `own`; the mask has all stones."""
    other, empty = own ^ mask, BOARD ^ mask
    worth = 3 * count(own & CENTRE)
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
        worth += 100 * count(find_fours(own, step)) + 5 * count(find_threes(own, empty, step))
        worth += 2 * count(find_twos(own, empty, step)) - 4 * count(find_threes(other, empty, step))
    return worth


@compiled
def search_value(position: EnginePosition, depth: int, alpha: int, beta: int, agent: int) -> int:
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
def compute_expectation(position: EnginePosition, depth: int, agent: int) -> float:
    """Return the value of a position to the agent, who plays their best against chance."""
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


@dataclass(frozen=True)
class Minimax:
    """A player who expects the best reply, `depth` stones ahead, by an evaluation of all lines of four."""

    depth: int = make_parameter(4, make_number_type(1, CELLS))

    def choose(self, position: EnginePosition, rng: Random) -> int:
        """Return a column with the highest value, each equally likely."""
        values, best = dict[int, int](), -2 * WIN
        for column in filter(position.can_play, COLUMN_ORDER):
            if position.is_winning_move(column):
                values[column] = WIN + self.depth
            else:  # whether a column is as good as the best is enough to know
                child, agent = position.play(column), position.moves % 2
                values[column] = -search_value(child, self.depth - 1, -2 * WIN, 1 - best, agent)
            best = max(best, values[column])
        return rng.choice(sorted(list_best(values)))


@dataclass(frozen=True)
class Expectimax:
    """A player like minimax, except that all of the opponent's replies are equally likely."""

    depth: int = make_parameter(4, make_number_type(1, CELLS))

    def choose(self, position: EnginePosition, rng: Random) -> int:
        """Return a column with the highest expectation, each equally likely."""
        worths: dict[int, float] = {}
        for column in list_playable_columns(position):
            worth = float(WIN + self.depth)
            if not position.is_winning_move(column):
                worth = compute_expectation(position.play(column), self.depth - 1, position.moves % 2)
            worths[column] = round(worth, DIGITS)  # equal sums may differ in the last digits, by their order
        return rng.choice(list_best(worths))
