"""Reviews: a game gone through stone by stone, with marks on what made it worse.

As JSON, with columns and stones counted from 1, and scores as the player of the stone sees them:

    {"moves": "...", "winner": "X", "losing_stone": 14,
     "stones": [{"number": 1, "player": "X", "column": 4, "best": 1, "score": 1, "mark": ""}],
     "mistakes": [{"number": 14, "explanation": {...}}]}

winner         who won, null if nobody has
best, score    of the position before the stone, and after it: the stone is as good as any if they are equal
mark           of a stone that is worse than the best one, by MARKS
losing_stone   the last stone that lost what was won or drawn, of the player who lost or is now lost; null if
               that player was never better than lost, or nobody is
mistakes       the stones that changed the result, each with the explanation of the position before it
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from common.position import CELLS, COLUMN_NAMES, InvalidPosition, parse
from common.score import sign, win_score
from common.solver import Solver
from common.tools.explaining.explanation import Explanation, explain_position
from common.tools.explaining.reasons import PLAYERS, bitboard


class Mark(NamedTuple):
    """A mark, in words, and the signs of the scores before and after the stones that get it."""

    name: str
    meaning: str
    signs: tuple[tuple[int, int], ...]


MARKS = (
    Mark("??", "loses what was won or drawn", ((1, -1), (0, -1))),
    Mark("?", "gives away half: only draws what was won", ((1, 0),)),
    Mark("?!", "wins later, or loses sooner, than it had to", ((1, 1), (-1, -1))),
)
"""What a stone that is worse than the best one is marked with: pages and scripts take the table from here."""


@dataclass(frozen=True)
class ReviewedStone:
    """A stone of a game, as above: players are 0 and 1, columns begin at 0."""

    number: int
    player: int
    column: int
    best: int
    score: int

    @property
    def mark(self) -> str:
        """Return the mark of the stone, nothing if it is as good as any."""
        if self.score == self.best:
            return ""
        return next(mark.name for mark in MARKS if (sign(self.best), sign(self.score)) in mark.signs)

    def to_json(self) -> dict[str, Any]:
        """Return the stone as JSON has it."""
        words = {"column": self.column + 1, "player": PLAYERS[self.player], "mark": self.mark}
        return vars(self) | words


@dataclass(frozen=True)
class Review:
    """A review, as above; `mistakes` are explanations by the number of the stone."""

    moves: str
    winner: int | None
    stones: tuple[ReviewedStone, ...]
    mistakes: dict[int, Explanation]

    @property
    def losing_stone(self) -> ReviewedStone | None:
        """Return the last stone that lost the game, None if there is none."""
        if not self.stones or self.stones[-1].score == 0:
            return None
        last = self.stones[-1]
        loser = last.player if last.score < 0 else 1 - last.player
        lost = [stone for stone in self.stones if stone.player == loser and stone.mark == "??"]
        return lost[-1] if lost else None

    def to_json(self) -> dict[str, Any]:
        """Return the review as JSON has it."""
        return {
            "moves": self.moves,
            "winner": None if self.winner is None else PLAYERS[self.winner],
            "losing_stone": self.losing_stone and self.losing_stone.number,
            "stones": [stone.to_json() for stone in self.stones],
            "mistakes": [
                {"number": number, "explanation": explanation.to_json()}
                for number, explanation in self.mistakes.items()
            ],
        }


def review_game(moves: str, solver: Solver[Any]) -> Review:
    """Review a game, over or not; raise InvalidPosition if a move breaks the rules."""
    winner = find_winner(moves)
    scores = score_positions(moves, winner, solver)
    stones = tuple(
        ReviewedStone(index + 1, index % 2, COLUMN_NAMES.index(name), scores[index], -scores[index + 1])
        for index, name in enumerate(moves)
    )
    mistakes = {
        stone.number: explain_position(moves[: stone.number - 1], solver)
        for stone in stones
        if sign(stone.score) != sign(stone.best)
    }
    return Review(moves, winner, stones, mistakes)


def find_winner(moves: str) -> int | None:
    """Return who has won a game, None if nobody has; raise InvalidPosition if a move breaks the rules."""
    try:
        parse(moves, bitboard.Position.start())
    except InvalidPosition as error:
        if error.played < len(moves) - 1 or moves[-1] not in COLUMN_NAMES:
            raise
        position, column = parse(moves[:-1], bitboard.Position.start()), COLUMN_NAMES.index(moves[-1])
        if not position.can_play(column):
            raise
        return position.moves % 2 if position.is_winning_move(column) else None
    return None


def score_positions(moves: str, winner: int | None, solver: Solver[Any]) -> dict[int, int]:
    """Return the score of each position of a game, by the number of stones, as its mover sees it.

    The last comes first: what the solver remembers of later positions helps with the earlier ones.
    """
    scores: dict[int, int] = {}
    if winner is not None:
        scores[len(moves)] = -win_score(len(moves) - 1)
    elif len(moves) == CELLS:
        scores[len(moves)] = 0
    for played in range(len(moves) - len(scores), -1, -1):
        scores[played] = solver.solve(parse(moves[:played], bitboard.Position.start()))
    return scores
