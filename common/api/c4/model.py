"""The data of explanations and reviews, apart from the solver and from their words.

Columns and rows are numbered from 0, row 0 at the bottom; a cell is (column, row), and a player "X" or "O".
Scores are by column, without full columns.

`to_json` numbers columns and rows from 1, as people do.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, cast

from common.position import WIDTH
from common.score import remaining, sign

Player = Literal["X", "O"]
Cell = tuple[int, int]
PLAYERS: tuple[Player, Player] = "X", "O"
COUNTED = "column", "columns", "reply", "squares", "X", "O", "turned", "odd_columns"
"""The fields that name columns and cells; X and O have squares."""


class Data:
    """What JSON can hold, by the names of fields."""

    def _list_fields(self) -> dict[str, Any]:
        """Return the fields, those that others give included."""
        return vars(self)

    def to_json(self) -> dict[str, Any]:
        """Return the data for JSON."""
        return {name: count_from_one(value, name) for name, value in self._list_fields().items()}


def count_from_one(value: Any, name: str) -> Any:
    """Return the value of a field for JSON."""
    if isinstance(value, Data):
        return value.to_json()
    if isinstance(value, dict):
        return {key: count_from_one(part, key) for key, part in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [count_from_one(part, name) for part in cast("Sequence[Any]", value)]
    return value + 1 if name in COUNTED and value is not None else value


class Outcome(NamedTuple):
    """The end of a game: the winner and a line of four of theirs, or None and no cells for a draw."""

    winner: Player | None
    line: tuple[Cell, ...]


@dataclass(frozen=True)
class Reason(Data):
    """A fact that shows that a player gets at least a certain score; `c4.reasons` lists the kinds.

    squares      the cells that the kind names
    turned       the column that the player turned around, which leaves an even number of cells to follow in
    odd_columns  in which the player does not reply in the same one
    cells_left   that can be played before a player has to play below one of the squares
    """

    kind: str
    player: Player
    score: int
    squares: tuple[Cell, ...] = ()
    turned: int | None = None
    odd_columns: tuple[int, ...] = ()
    cells_left: int = 0


@dataclass(frozen=True)
class Stone(Data):
    """A stone of the line of best play; `is_forced` if all other columns lose to the next stone."""

    column: int
    player: Player
    is_forced: bool
    wins: bool


@dataclass(frozen=True)
class WorseMove(Data):
    """A column that is not best, the reply that punishes it, and the reasons that hold then."""

    column: int
    score: int
    reply: int
    wins: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Explanation(Data):
    """Why a position is won, drawn or lost; `str()` gives it in words.

    squares      the winning squares of each player, in reach or not
    line         best play from here, if possible to where reasons hold; it goes on to the end if the winner
                 needs three stones or fewer
    shown_after  how many stones of the line are played when the reasons hold
    reasons      none if only a search shows the result
    nodes        how many positions were searched
    """

    moves: str
    scores: dict[int, int]
    squares: dict[Player, tuple[Cell, ...]]
    line: tuple[Stone, ...]
    shown_after: int
    reasons: tuple[Reason, ...]
    worse: tuple[WorseMove, ...]
    nodes: int = field(compare=False)
    text: str = field(default="", repr=False, compare=False)

    @property
    def player(self) -> Player:
        """Return the player to move."""
        return PLAYERS[len(self.moves) % 2]

    @property
    def score(self) -> int:
        """Return the score of the position."""
        return max(self.scores.values())

    @property
    def best(self) -> list[int]:
        """Return the columns with this score."""
        return list_best(self.scores)

    def __str__(self) -> str:
        return self.text

    def _list_fields(self) -> dict[str, Any]:
        return {
            "moves": self.moves,
            "player": self.player,
            "score": self.score,
            "left": remaining(self.score, len(self.moves)),
            "scores": [self.scores.get(column) for column in range(WIDTH)],
            "best": [column + 1 for column in self.best],
            "squares": self.squares,
            "line": self.line,
            "shown_after": self.shown_after,
            "reasons": self.reasons,
            "nodes": self.nodes,
            "worse": self.worse,
        }


@dataclass(frozen=True)
class ReviewedStone(Data):
    """A stone of a game, with the scores before it and after it, from its player's point of view."""

    number: int
    player: Player
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

    def _list_fields(self) -> dict[str, Any]:
        return vars(self) | {"mark": self.mark}


class Glance(NamedTuple):
    """A stone that looking one ply ahead would have avoided, and the better columns."""

    stone: ReviewedStone
    columns: list[int]


@dataclass(frozen=True)
class Review(Data):
    """A game stone by stone; `str()` gives it in words.

    mistakes      by stone number, the column scores before each stone that changed the result; without one,
                  before the last that lost sooner than it had to
    losing_stone  the last stone that lost what was won or drawn, of the player who lost or is now lost
    glance        the stone that let the winner make four with the next one, if another would have stopped it
    explanation   of the position before the losing stone
    """

    moves: str
    winner: Player | None
    stones: tuple[ReviewedStone, ...]
    mistakes: dict[int, dict[int, int]]
    losing_stone: ReviewedStone | None
    glance: Glance | None
    explanation: Explanation | None
    text: str = field(default="", repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    def _list_fields(self) -> dict[str, Any]:
        return {
            "moves": self.moves,
            "winner": self.winner,
            "losing_stone": self.losing_stone and self.losing_stone.number,
            "glance": self.glance and {"number": self.glance.stone.number, "columns": self.glance.columns},
            "stones": self.stones,
            "mistakes": [
                {"number": number, "best": [column + 1 for column in list_best(scores)]}
                for number, scores in self.mistakes.items()
            ],
            "explanation": self.explanation,
        }


def list_best(scores: Mapping[int, float]) -> list[int]:
    """Return the columns with the highest score."""
    best = max(scores.values())
    return [column for column, score in scores.items() if score == best]
