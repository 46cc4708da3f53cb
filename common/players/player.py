"""What a player is, and the little that all of them share.

own       the stones of the player who chooses
other     those of his opponent
columns   the columns that have room, in ascending order
"""

from collections.abc import Mapping
from dataclasses import field
from math import inf
from random import Random
from typing import Any, Protocol, Self

from common import course
from common.position import WIDTH, Position

STEP = course.load(course.numbers()[-1])
board = STEP.module.position
"""The bitboard that the players think on: that of the last step."""


class Bitboard(Position, Protocol):
    """A position of the last step."""

    @property
    def stones(self) -> int:
        """Return the cells of the player to move."""
        ...

    @property
    def mask(self) -> int:
        """Return the cells of both players."""
        ...

    def play(self, column: int) -> Self:
        """Return the position after a stone."""
        ...


class Player(Protocol):
    """Somebody who plays either side of a game."""

    def choose(self, position: Bitboard, rng: Random) -> int:
        """Return a column that has room; nobody has won the position, and it is not full.

        All chance is drawn from `rng`, so the same generator gives the same choice.
        """
        ...


def parameter(default: Any, *, least: float = -inf, most: float = inf, choices: tuple[str, ...] = ()) -> Any:
    """Return a player's dataclass field that the registry can read and check."""
    return field(default=default, metadata={"least": least, "most": most, "choices": choices})


def start() -> Bitboard:
    """Return the empty board."""
    return STEP.Position.start()


def playable(position: Position) -> list[int]:
    """Return the columns that have room."""
    return [column for column in range(WIDTH) if position.can_play(column)]


def winning(position: Position) -> list[int]:
    """Return the columns that win at once for the player to move."""
    return [column for column in playable(position) if position.is_winning_move(column)]


def passed(position: Bitboard) -> Bitboard:
    """Return the same stones, seen as if the opponent were to move."""
    return STEP.Position(position.stones ^ position.mask, position.mask, position.moves)


def off_centre(column: int) -> int:
    """Return how far a column is from the centre, in half columns."""
    return abs(2 * column + 1 - WIDTH)


def nearest_centre(columns: list[int]) -> list[int]:
    """Return those of the columns that are nearest to the centre: one, or two."""
    nearest = min(map(off_centre, columns))
    return [column for column in columns if off_centre(column) == nearest]


def highest(values: Mapping[int, float]) -> list[int]:
    """Return the columns of the highest value."""
    best = max(values.values())
    return [column for column, value in values.items() if value == best]
