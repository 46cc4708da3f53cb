"""The data of explanations and reviews, apart from the solver and from their words.

Columns and rows are numbered from 0, row 0 at the bottom; a cell is (column, row), and a player "X" or "O".
Scores are by column, without full columns.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from common.score import sign

Player = Literal["X", "O"]
Cell = tuple[int, int]
PLAYERS: tuple[Player, Player] = "X", "O"


class Outcome(NamedTuple):
    """The end of a game: the winner and a line of four of theirs, or None and no cells for a draw."""

    winner: Player | None
    line: tuple[Cell, ...]


@dataclass(frozen=True)
class Reason:
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
class Stone:
    """A stone of the line of best play; `is_forced` if all other columns lose to the next stone."""

    column: int
    player: Player
    is_forced: bool
    wins: bool


@dataclass(frozen=True)
class WorseMove:
    """A column that is not best, the reply that punishes it, and the reasons that hold then."""

    column: int
    score: int
    reply: int
    wins: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Explanation:
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


@dataclass(frozen=True)
class ReviewedStone:
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


class Glance(NamedTuple):
    """A stone that looking one ply ahead would have avoided, and the better columns."""

    stone: ReviewedStone
    columns: list[int]


@dataclass(frozen=True)
class Review:
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


def list_best(scores: Mapping[int, float]) -> list[int]:
    """Return the columns with the highest score."""
    best = max(scores.values())
    return [column for column, score in scores.items() if score == best]
