"""The interface of a player, functions that all share, and the simplest: random, forward checking, a human.

own       the stones of the player who chooses
other     the stones of their opponent
columns   the columns that have room, in ascending order
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeVar

from c4.engine import EnginePosition, board_bits
from common.errors import Error
from common.position import COLUMN_NAMES, WIDTH, Position

WORDS = ("undo", "hint", "scores", "help", "quit")

T = TypeVar("T")


class Player(Protocol):
    """A player, who can play either side of a game."""

    def choose(self, position: EnginePosition, rng: Random) -> int:
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


def pass_turn(position: EnginePosition) -> EnginePosition:
    """Return the same stones with the opponent as the mover."""
    return board_bits.Position(position.stones ^ position.mask, position.mask, position.moves)


def list_central_columns(columns: list[int]) -> list[int]:
    """Return the one or two of the columns that are nearest to the centre."""
    nearest = min(board_bits.off_centre(column) for column in columns)
    return [column for column in columns if board_bits.off_centre(column) == nearest]


@dataclass(frozen=True)
class RandomPlayer:
    """A player who plays any column."""

    def choose(self, position: EnginePosition, rng: Random) -> int:
        """Return any column that has room, each equally likely."""
        return rng.choice(list_playable_columns(position))


@dataclass(frozen=True)
class Forward:
    """A player who wins at once if possible, else stops the opponent's next win, else plays any column."""

    def choose(self, position: EnginePosition, rng: Random) -> int:
        """Return a column that wins, else one where the opponent would win, else any."""
        return rng.choice(
            list_winning_columns(position)
            or list_winning_columns(pass_turn(position))
            or list_playable_columns(position)
        )


class Wish(Exception):
    """A human asks for something other than a move: one of WORDS."""


@dataclass(frozen=True)
class Human:
    """A player who is asked at the terminal, in `c4 play` only."""

    def choose(self, position: EnginePosition, rng: Random) -> int:  # noqa: ARG002 (a human needs no generator)
        """Return the column that is typed in; raise Wish for a word, EOFError at the end of input.

        If it cannot be played, ask again on a terminal; elsewhere raise Error.
        """
        while True:
            text = input(f"column, or {', '.join(WORDS)}: ").strip().lower()
            words = ["help"] if text == "?" else [word for word in WORDS if text and word.startswith(text)]
            if words and text not in COLUMN_NAMES:
                raise Wish(words[0])
            columns = {COLUMN_NAMES[column]: column for column in list_playable_columns(position)}
            if text in columns:
                return columns[text]
            complaint = f"you cannot play {text!r}; the columns with room are {', '.join(columns)}"
            if not sys.stdin.isatty():
                raise Error(complaint)
            print(complaint)
