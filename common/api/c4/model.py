"""What explanations and reviews consist of, apart from the solver and from words.

Columns and rows are numbered from 0, row 0 at the bottom; a cell is (column, row), and a player "X" or "O".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, cast

from common.score import sign

Player = Literal["X", "O"]
Cell = tuple[int, int]
PLAYERS: tuple[Player, Player] = "X", "O"


class Data:
    """What JSON can hold, by the names of fields."""

    def _list_fields(self) -> dict[str, Any]:
        """Return the fields, those that others give included."""
        return vars(self)

    def to_json(self) -> dict[str, Any]:
        """Return the data for JSON."""
        return prepare_for_json(self._list_fields())


def prepare_for_json(value: Any) -> Any:
    """Return a value with data as dictionaries, and tuples as lists."""
    if isinstance(value, Data):
        return value.to_json()
    if isinstance(value, dict):
        return {key: prepare_for_json(part) for key, part in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [prepare_for_json(part) for part in cast("Sequence[Any]", value)]
    return value


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


def list_best(scores: Mapping[int, float]) -> list[int]:
    """Return the columns with the highest score."""
    best = max(scores.values())
    return [column for column, score in scores.items() if score == best]
