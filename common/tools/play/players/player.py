"""The interface of a player, and functions that all players share.

own       the stones of the player who chooses
other     the stones of their opponent
columns   the columns that have room, in ascending order
"""

from collections.abc import Callable
from dataclasses import field
from random import Random
from typing import Protocol, TypeVar

from c4.engine import Bitboard, bitboard
from common.position import WIDTH, Position

T = TypeVar("T")


class Player(Protocol):
    """A player, who can play either side of a game."""

    def choose(self, position: Bitboard, rng: Random) -> int:
        """Return a column that has room; the game is not over.

        All chance is drawn from `rng`, so the same generator gives the same choice, unless the player looks
        at the clock.
        """
        ...


def make_parameter(default: T, parse: Callable[[str], object]) -> T:
    """Return a field of a player, with the argument type by which the registry reads it."""
    return field(default=default, metadata={"parse": parse})


def list_playable_columns(position: Position) -> list[int]:
    """Return the columns that have room."""
    return [column for column in range(WIDTH) if position.can_play(column)]


def list_winning_columns(position: Position) -> list[int]:
    """Return the columns that win at once for the mover."""
    return [column for column in list_playable_columns(position) if position.is_winning_move(column)]


def pass_turn(position: Bitboard) -> Bitboard:
    """Return the same stones with the opponent as the mover."""
    return bitboard.Position(position.stones ^ position.mask, position.mask, position.moves)


def list_central_columns(columns: list[int]) -> list[int]:
    """Return the one or two of the columns that are nearest to the centre."""
    nearest = min(bitboard.off_centre(column) for column in columns)
    return [column for column in columns if bitboard.off_centre(column) == nearest]
