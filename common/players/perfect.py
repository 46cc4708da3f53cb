"""Perfect play, and less of it: columns chosen by their exact scores.

At a temperature above 0 a column is the likelier the higher its score, by the softmax of score over
temperature: each point of score makes it exp(1 / temperature) times as likely. At 0 or below it is one
of the highest score.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import exp
from random import Random
from typing import Any

from common.players.player import STEP, Bitboard, highest, nearest_centre, parameter
from common.solver import Solver, analyze


@lru_cache
def solver() -> Solver[Any]:
    """Return this process's solver; what it remembers makes it quicker and changes no score."""
    return STEP.solver()


def scores(position: Bitboard) -> dict[int, int]:
    """Return the exact score of each column that has room."""
    found = analyze(solver(), position)
    return {column: score for column, score in enumerate(found) if score is not None}


@dataclass(frozen=True)
class Level:
    """A player as good as his temperature is low.

    Of equal columns at temperature 0 he takes the one nearest to the centre, any, or that of the longest
    fight: the one after which the fewest replies are the best for the opponent.
    """

    temperature: float = parameter(0.0)
    ties: str = parameter("centre", choices=("centre", "random", "longest"))

    def choose(self, position: Bitboard, rng: Random) -> int:
        """Return a column by the scores."""
        found = scores(position)
        if self.temperature > 0:
            best = max(found.values())
            odds = [exp((score - best) / self.temperature) for score in found.values()]
            return rng.choices(list(found), odds)[0]
        columns = highest(found)
        if self.ties == "longest" and len(columns) > 1:
            columns = hardest(position, columns)
        return rng.choice(nearest_centre(columns) if self.ties == "centre" else columns)


def hardest(position: Bitboard, columns: list[int]) -> list[int]:
    """Return those of the columns after which the fewest replies are the best there are."""
    if any(position.is_winning_move(column) for column in columns):
        return columns
    best_replies = {column: len(highest(scores(position.play(column)) or {0: 0})) for column in columns}
    fewest = min(best_replies.values())
    return [column for column, replies in best_replies.items() if replies == fewest]
