"""Perfect play, and weaker play: columns chosen by their exact scores.

At a temperature above 0, a higher score makes a column likelier, by the softmax of score over temperature:
each point of score makes it exp(1 / temperature) times as likely. At 0, only columns with the highest score
are chosen.
"""

from argparse import ArgumentTypeError
from dataclasses import dataclass
from functools import cache
from math import exp
from random import Random
from typing import Any

from c4.engine import Step, load_step
from c4.model import list_best
from c4.reasons import score_columns as score_all
from common.tools.play.players.player import EnginePosition, list_central_columns, make_parameter
from common.tools.terminal.options import make_number_type

TIES = ("centre", "random", "longest")

SOLVER_OPTIONS: dict[str, Any] = {}
"""Another "book" for this process's solver, if any; set it before the first question."""


@cache
def make_player_solver() -> Step:
    """Return this process's solver; its memory makes it faster and changes no score."""
    return load_step().with_options(**SOLVER_OPTIONS)


@cache
def score_columns(position: EnginePosition) -> dict[int, int]:
    """Return the exact score of each column that has room, cached for all players."""
    return score_all(make_player_solver(), position)


def parse_ties(text: str) -> str:
    """Read the rule for ties."""
    if text not in TIES:
        raise ArgumentTypeError(f"{text!r} is not one of {', '.join(TIES)}")
    return text


@dataclass(frozen=True)
class Level:
    """A player who plays better the lower the temperature.

    At temperature 0 ties between equal columns are broken by taking the one nearest to the centre, a random
    one, or the one that leads to the longest fight: after it, the fewest replies are the opponent's best.
    """

    temperature: float = make_parameter(0.0, make_number_type(0, 1000, float))
    ties: str = make_parameter("centre", parse_ties)

    def choose(self, position: EnginePosition, rng: Random) -> int:
        """Return a column by the scores."""
        scores = score_columns(position)
        if self.temperature > 0:
            best = max(scores.values())
            odds = [exp((score - best) / self.temperature) for score in scores.values()]
            return rng.choices(list(scores), odds)[0]
        columns = list_best(scores)
        if self.ties == "longest" and len(columns) > 1:
            columns = list_hardest_columns(position, columns)
        return rng.choice(list_central_columns(columns) if self.ties == "centre" else columns)


def list_hardest_columns(position: EnginePosition, columns: list[int]) -> list[int]:
    """Return the columns after which the opponent has the fewest best replies."""
    if any(position.is_winning_move(column) for column in columns):
        return columns
    return list_best({x: -len(list_best(score_columns(position.play(x)) or {0: 0})) for x in columns})
