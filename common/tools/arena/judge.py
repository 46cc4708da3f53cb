"""Judging moves: how often a player's move is as good as the perfect one, and what the others cost.

keep       a move keeps the value of its position if a win stays a win and a draw a draw
at stake   a value that not every move of its position keeps
lost       points of score between the best move and the one played
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from common.position import CELLS, parse
from common.score import sign
from common.tools.players.perfect import scores
from common.tools.players.player import Bitboard, Player, start
from common.tools.sets import Line


@dataclass(frozen=True)
class Tally:
    """How many moves were made and kept the value, the same where it was at stake, and the points lost."""

    moves: int = 0
    kept: int = 0
    at_stake: int = 0
    kept_at_stake: int = 0
    lost: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.moves + other.moves,
            self.kept + other.kept,
            self.at_stake + other.at_stake,
            self.kept_at_stake + other.kept_at_stake,
            self.lost + other.lost,
        )


@cache
def known(position: Bitboard) -> dict[int, int]:
    """Return the exact score of each column, remembered for the next player who is judged."""
    return scores(position)


def judge(position: Bitboard, column: int) -> Tally:
    """Return the tally of one move."""
    found = known(position)
    best = max(found.values())
    kept = int(sign(found[column]) == sign(best))
    at_stake = int(sign(min(found.values())) != sign(best))
    return Tally(1, kept, at_stake, kept * at_stake, best - found[column])


def over_set(player: Player, name: str, lines: Sequence[Line], seed: int) -> Iterator[Tally]:
    """Yield the tally of a move in each position of a set."""
    for number, line in enumerate(lines):
        position = parse(line.moves, start())
        yield judge(position, player.choose(position, Random(f"{seed} {name} {number}")))


def over_games(player: Player, games: int, seed: int) -> Iterator[Tally]:
    """Yield the tally of each game that a player plays against themselves: all moves of both sides."""
    for number in range(games):
        rng = Random(f"{seed} game {number}")
        position, tally, over = start(), Tally(), False
        while not over:
            column = player.choose(position, rng)
            tally += judge(position, column)
            over = position.is_winning_move(column) or position.moves + 1 == CELLS
            position = position.play(column)
        yield tally
