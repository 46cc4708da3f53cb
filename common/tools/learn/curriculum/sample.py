"""The positions that a stage is checked with: those of its sample, and the seed of random ones."""

import os
from dataclasses import dataclass
from random import randrange

from common.tools import sets
from common.tools.sets import Line

COURSE_POSITION = "441772226245333471243564563356166"
"""The position that runs through the course, from end-easy: all steps and all programs of learners solve it.

Minimax in plain Python solves it at once; the steps up to the last still differ.
"""


class Lines(list[Line]):
    """The positions of a sample.

    late        with this many stones, the stage solves any position in no time
    seed        the seed of the random positions
    """

    def __init__(self, lines: list[Line], late: int, seed: str) -> None:
        super().__init__(lines)
        self.late = late
        self.seed = seed


@dataclass(frozen=True)
class Sample:
    """The first positions of a test set with at least that many stones, and that many moves left to play.

    late        with this many stones, the stage solves any position in no time
    also        positions of any set that catch a mistake which most do not
    """

    set: str
    stones: int
    count: int
    late: int
    left: int = 1
    also: tuple[str, ...] = ()

    def lines(self, seed: str = "") -> Lines:
        """Return the positions."""
        from common.score import remaining  # imports Numba, which a hint need not wait for

        first = [
            line
            for line in sets.load_set(self.set)
            if len(line.moves) >= self.stones and remaining(line.score, len(line.moves)) >= self.left
        ]
        searched = sets.KINDS if self.also else ()
        known = [line for name in searched for line in sets.load_set(name) if line.moves in self.also]
        return Lines(first[: self.count] + known, self.late, seed)


def make_seed() -> str:
    """Return the seed in C4_SEED, or a different one each time if it is not set."""
    return os.environ.get("C4_SEED") or str(randrange(10**6))
