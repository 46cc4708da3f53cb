"""Judge moves: how often a player's move is as good as the perfect one, and the cost of the others.

keep       a move keeps the value of its position if a win stays a win and a draw a draw
at stake   a value that not every move of its position keeps
lost       points of score between the best move and the one played
"""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from operator import add
from random import Random

from common.position import parse
from common.score import sign
from common.tools.play.arena.games import play_moves
from common.tools.play.players.own import OwnPlayer, choose_column
from common.tools.play.players.perfect import score_columns
from common.tools.play.players.player import Bitboard, Player, bitboard
from common.tools.sets import Line


@dataclass(frozen=True)
class Accuracy:
    """Counts of moves and of moves that kept the value, in all and at stake, and the points lost."""

    moves: int = 0
    kept: int = 0
    at_stake: int = 0
    kept_at_stake: int = 0
    lost: int = 0

    def __add__(self, other: "Accuracy") -> "Accuracy":
        return Accuracy(*map(add, astuple(self), astuple(other)))


def judge_move(position: Bitboard, column: int) -> Accuracy:
    """Return the accuracy of one move."""
    scores = score_columns(position)
    best = max(scores.values())
    kept = int(sign(scores[column]) == sign(best))
    at_stake = int(sign(min(scores.values())) != sign(best))
    return Accuracy(1, kept, at_stake, kept * at_stake, best - scores[column])


def judge_set(player: Player | OwnPlayer, name: str, lines: Sequence[Line], seed: int) -> Iterator[Accuracy]:
    """Yield the accuracy of a move in each position of a set."""
    for number, line in enumerate(lines):
        position, rng = parse(line.moves, bitboard.Position.start()), Random(f"{seed} {name} {number}")
        yield judge_move(position, choose_column(player, line.moves, position, rng))


def judge_games(player: Player | OwnPlayer, games: int, seed: int) -> Iterator[Accuracy]:
    """Yield the accuracy of all moves of each game that a player plays against themselves."""
    for number in range(games):
        accuracy = Accuracy()
        for position, column, _ in play_moves((player, player), Random(f"{seed} game {number}")):
            accuracy += judge_move(position, column)
        yield accuracy
