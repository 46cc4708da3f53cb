"""Random: any column that has room."""

from dataclasses import dataclass
from random import Random

from common.tools.play.players.player import Bitboard, list_playable_columns


@dataclass(frozen=True)
class RandomPlayer:
    """A player who takes any column."""

    def choose(self, position: Bitboard, rng: Random) -> int:
        """Return any column that has room, each equally likely."""
        return rng.choice(list_playable_columns(position))
