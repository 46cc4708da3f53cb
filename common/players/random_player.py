"""Random: any column that has room."""

from dataclasses import dataclass
from random import Random

from common.players.player import Bitboard, playable


@dataclass(frozen=True)
class RandomPlayer:
    """A player without a thought."""

    def choose(self, position: Bitboard, rng: Random) -> int:
        """Return any column that has room, each as likely."""
        return rng.choice(playable(position))
