"""Weights, a lineage of players, V2 to V6: each column weighs the wins that follow a stone there.

round     a stone of either side; the player's own are the odd rounds
weight    of a column: the value of all own wins in games that begin there, less the opponent's
open      the number of columns that have room
worth     the value of a win: 1 in V2; from V3 on open ** depth in round 1, 1/open of that in each round after

V1 is forward checking, in player.py. What each version adds to the one before:

V2  look `depth` rounds ahead and do not continue games that are won; play the heaviest column, or any of
    several that are equal
V3  later rounds weigh less
V4  a win in round 3 with the stones of rounds 1 and 3 in one column and the reply elsewhere is a missed win:
    the opponent would have stopped it, so it counts as theirs
V5  play a win in round 1 at once, and the only column that is not negative after round 2 as well; put the
    first two own stones in empty columns, any of the five in the centre
V6  no such opening; of equal columns take the nearest to the centre; look no more than 4 rounds ahead until
    the centre column is full; after round 2 do not look at vertical fours; as the second player, if looking
    less than 4 rounds ahead, put the second stone in the empty column nearest to the centre

Source: How I built a Connect 4 AI, 2022. It leaves open which early stone V6 means (here the second, which
comes nearest to the results), and what follows an ignored vertical four (here the game goes on).
"""

from dataclasses import dataclass
from math import log2
from random import Random

from c4.model import list_best
from common.jit import compiled
from common.position import CELLS, HEIGHT, WIDTH
from common.tools.play.players.minimax import find_fours
from common.tools.play.players.player import (
    EnginePosition,
    board_bits,
    list_central_columns,
    list_playable_columns,
    list_winning_columns,
    make_parameter,
)
from common.tools.terminal.options import make_number_type

CENTRE_DEPTH = 4  # the most that V6 looks ahead until the centre column is full
DEEPEST = int(56 / log2(max(WIDTH, 2)))  # the wins of more rounds would not fit in an integer

bottom = board_bits.bottom


@compiled
def is_four_in_row(position: EnginePosition, column: int, upright: bool) -> bool:
    """Return whether a stone in a column makes four in a row, vertical ones only if asked for."""
    if upright:
        return position.is_winning_move(column)
    stones = position.stones | (position.mask + bottom(column)) & ~position.mask
    fours = 0
    for step in (HEIGHT, HEIGHT + 1, HEIGHT + 2):
        fours |= find_fours(stones, step)
    return fours != 0


@compiled
def weigh_wins(
    position: EnginePosition,
    turn: int,
    depth: int,
    worth: int,
    share: int,
    version: int,
    first: int,
    reply: int,
) -> int:
    """Return the value of all wins from a round on; each round is worth 1/share of the one before.

    `first` and `reply` are the columns of rounds 1 and 2; in round 2, `reply` is not known yet.
    """
    total = 0
    for column in range(WIDTH):
        if not position.can_play(column):
            continue
        if is_four_in_row(position, column, version < 6 or turn <= 2):
            missed = version >= 4 and turn == 3 and column == first and column != reply
            total += worth if turn % 2 == 1 and not missed else -worth
        elif turn < depth:
            known = column if turn == 2 else reply
            child = position.play(column)
            total += weigh_wins(child, turn + 1, depth, worth // share, share, version, first, known)
    return total


def weigh_column(position: EnginePosition, column: int, depth: int, version: int) -> int:
    """Return the weight of a column that has room."""
    if depth == 0:
        return 0
    share = 1 if version == 2 else len(list_playable_columns(position))
    worth = share ** min(depth, DEEPEST)
    if position.is_winning_move(column):
        return worth
    if depth == 1:
        return 0
    # Called from here and not from compiled code: Numba 0.68 crashes when it loads from its cache what
    # calls a recursive function with constants.
    return int(weigh_wins(position.play(column), 2, depth, worth // share, share, version, column, -1))


@dataclass(frozen=True)
class Weights:
    """A player who weighs each column by the wins that may follow; the versions are a lineage of one idea."""

    depth: int = make_parameter(4, make_number_type(0, CELLS))
    version: int = 6

    def choose(self, position: EnginePosition, rng: Random) -> int:
        """Return a column by the rules of the version."""
        columns = self.list_opening_columns(position) or self.list_forced_columns(position)
        if columns:
            return rng.choice(columns)
        columns = list_best(self.weigh_columns(position, self.choose_depth(position)))
        return rng.choice(list_central_columns(columns) if self.version >= 6 else columns)

    def list_opening_columns(self, position: EnginePosition) -> list[int]:
        """Return the columns that the version's opening rule allows, none if no rule applies."""
        empty = [column for column in range(WIDTH) if not position.mask & bottom(column)]
        if self.version == 5 and position.moves < 4:
            return [column for column in empty if board_bits.off_centre(column) < 5]
        if self.version >= 6 and position.moves == 3 and self.depth < 4:
            return list_central_columns(empty)
        return []

    def list_forced_columns(self, position: EnginePosition) -> list[int]:
        """Return the columns that win in round 1, else one that alone is not negative after round 2."""
        if self.version < 5 or self.depth < 1:
            return []
        if wins := list_winning_columns(position):
            return wins
        sound_columns = [column for column, value in self.weigh_columns(position, 2).items() if value >= 0]
        return sound_columns if self.depth >= 2 and len(sound_columns) == 1 else []

    def weigh_columns(self, position: EnginePosition, depth: int) -> dict[int, int]:
        """Return the weight of each column that has room; no game has more rounds than empty cells."""
        depth = min(depth, CELLS - position.moves)
        return {
            column: weigh_column(position, column, depth, self.version)
            for column in list_playable_columns(position)
        }

    def choose_depth(self, position: EnginePosition) -> int:
        """Return how many rounds the version looks ahead in a position."""
        centre = list_central_columns(list(range(WIDTH)))
        if self.version >= 6 and any(position.can_play(column) for column in centre):
            return min(self.depth, CENTRE_DEPTH)
        return self.depth
