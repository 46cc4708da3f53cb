"""Random, and forward checking: win now if possible; else stop the opponent from winning next."""

from dataclasses import dataclass
from random import Random

from common.tools.play.players.player import Bitboard, list_playable_columns, list_winning_columns, pass_turn


@dataclass(frozen=True)
class RandomPlayer:
    """A player who plays any column."""

    def choose(self, position: Bitboard, rng: Random) -> int:
        """Return any column that has room, each equally likely."""
        return rng.choice(list_playable_columns(position))


@dataclass(frozen=True)
class Forward:
    """A player who wins at once if possible, else stops the opponent's next win, else plays any column."""

    def choose(self, position: Bitboard, rng: Random) -> int:
        """Return a column that wins, else one where the opponent would win, else any."""
        return rng.choice(
            list_winning_columns(position)
            or list_winning_columns(pass_turn(position))
            or list_playable_columns(position)
        )
