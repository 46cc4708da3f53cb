"""Reviews: a game stone by stone, with marks on the mistakes.

As JSON, with columns and stones counted from 1, and scores from the point of view of the stone's player:

    {"moves": "...", "winner": "X", "losing_stone": 14,
     "stones": [{"number": 1, "player": "X", "column": 4, "best": 1, "score": 1, "mark": ""}],
     "glance": {"number": 18, "columns": [5]},
     "mistakes": [{"number": 9, "best": [3]}, {"number": 14, "best": [2, 6]}], "explanation": {...}}

winner         the winner, or null
best, score    of the position before the stone, and after it: the stone is as good as any if they are equal
mark           of a stone that is worse than the best one; `sentences.toml` in this folder has its meaning
losing_stone   the last stone that lost what was won or drawn, of the player who lost or is now lost; null if
               that player was lost from the beginning, or there is no such player
glance         the stone that let the winner make four with the next one, and the columns that would have
               stopped it; null if none would, or without a winner
mistakes       the stones that changed the result, else the last that lost sooner than it had to; each with
               the columns that were best in its place
explanation    of the position before the losing stone, as in `explanation.py` in this folder, or null
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from c4.explanation import Explanation, explain_position, list_best
from c4.reasons import PLAYERS, bitboard, find_wins, list_columns
from common.position import CELLS, COLUMN_NAMES, InvalidPosition, children, parse
from common.score import sign, win_score
from common.solver import Solver, analyze


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
        """Return the mark of the stone, "" if it is a best one."""
        if self.score == self.best:
            return ""
        if sign(self.score) == sign(self.best):
            return "?!"
        return "??" if self.score < 0 else "?"

    def to_json(self) -> dict[str, Any]:
        """Return the stone for JSON."""
        words = {"column": self.column + 1, "player": PLAYERS[self.player], "mark": self.mark}
        return vars(self) | words


class Glance(NamedTuple):
    """A stone that a look one stone ahead would have avoided, and the better columns."""

    stone: ReviewedStone
    columns: list[int]

    def to_json(self) -> dict[str, Any]:
        """Return the missed stone for JSON."""
        return {"number": self.stone.number, "columns": [column + 1 for column in self.columns]}


@dataclass(frozen=True)
class Review:
    """A review, as above; `mistakes` are the scores of the columns before the stone of a number."""

    moves: str
    winner: int | None
    stones: tuple[ReviewedStone, ...]
    mistakes: dict[int, tuple[int | None, ...]]
    losing_stone: ReviewedStone | None
    glance: Glance | None
    explanation: Explanation | None

    def __str__(self) -> str:
        """Return the text of `c4 review`."""
        from c4.reports import draw_review, spell  # which have to know reviews

        return spell(draw_review, self)

    def to_json(self) -> dict[str, Any]:
        """Return the review for JSON."""
        return {
            "moves": self.moves,
            "winner": None if self.winner is None else PLAYERS[self.winner],
            "losing_stone": self.losing_stone and self.losing_stone.number,
            "glance": self.glance and self.glance.to_json(),
            "stones": [stone.to_json() for stone in self.stones],
            "mistakes": [
                {"number": number, "best": [column + 1 for column in list_best(scores)]}
                for number, scores in self.mistakes.items()
            ],
            "explanation": self.explanation and self.explanation.to_json(),
        }


def review_game(moves: str, solver: Solver[Any]) -> Review:
    """Review a game, over or not; raise InvalidPosition if a move breaks the rules."""
    winner = find_winner(moves)
    scores = score_positions(moves, winner, solver)
    stones = tuple(
        ReviewedStone(index + 1, index % 2, COLUMN_NAMES.index(name), scores[index], -scores[index + 1])
        for index, name in enumerate(moves)
    )
    changed = [stone for stone in stones if sign(stone.score) != sign(stone.best)]
    mistakes = {
        stone.number: tuple(analyze(solver, parse(moves[: stone.number - 1], bitboard.Position.start())))
        for stone in changed or [stone for stone in stones if stone.mark and stone.score < 0][-1:]
    }
    losing = find_losing_stone(stones)
    explanation = explain_position(moves[: losing.number - 1], solver) if losing else None
    glance = None if winner is None else find_glance(moves, stones[-2])
    return Review(moves, winner, stones, mistakes, losing, glance, explanation)


def find_losing_stone(stones: tuple[ReviewedStone, ...]) -> ReviewedStone | None:
    """Return the last stone that lost the game, or None."""
    if not stones or stones[-1].score == 0:
        return None
    loser = stones[-1].player if stones[-1].score < 0 else 1 - stones[-1].player
    return next((stone for stone in reversed(stones) if stone.player == loser and stone.mark == "??"), None)


def find_glance(moves: str, stone: ReviewedStone) -> Glance | None:
    """Return the loser's last stone, or None if no column would have stopped the four in a row."""
    position = parse(moves[:-2], bitboard.Position.start())
    columns = [column for column, child in children(position) if not find_wins(child)]
    columns += list_columns(find_wins(position))
    return Glance(stone, sorted(columns)) if columns else None


def find_winner(moves: str) -> int | None:
    """Return the winner of a game, or None; raise InvalidPosition if a move breaks the rules."""
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
    """Return the score of each position of a game, by the number of stones, from its mover's point of view.

    The last comes first: the solver's memory of later positions helps with the earlier ones.
    """
    scores: dict[int, int] = {}
    if winner is not None:
        scores[len(moves)] = -win_score(len(moves) - 1)
    elif len(moves) == CELLS:
        scores[len(moves)] = 0
    for played in range(len(moves) - len(scores), -1, -1):
        scores[played] = solver.solve(parse(moves[:played], bitboard.Position.start()))
    return scores
