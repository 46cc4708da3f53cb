"""Human: somebody at the terminal."""

import sys
from dataclasses import dataclass
from random import Random

from common.errors import UserError
from common.position import COLUMN_NAMES
from common.tools.play.players.player import Bitboard, list_playable_columns

WORDS = ("undo", "hint", "scores", "help", "quit")


class Wish(Exception):
    """Say what a human wants instead of a move: one of WORDS."""


@dataclass(frozen=True)
class Human:
    """A player who is asked at the terminal, in `c4 play` only."""

    def choose(self, position: Bitboard, rng: Random) -> int:  # noqa: ARG002 (a human needs no generator)
        """Return the column that is typed in; raise Wish for a word, EOFError at the end of input.

        If it cannot be played, ask again on a terminal; elsewhere raise UserError.
        """
        while True:
            text = input(f"column, or {', '.join(WORDS)}: ").strip().lower()
            words = [word for word in WORDS if text and word.startswith(text)]
            if words and text not in COLUMN_NAMES:
                raise Wish(words[0])
            reason = describe_bad_column(position, text)
            if not reason:
                return COLUMN_NAMES.index(text)
            if not sys.stdin.isatty():
                raise UserError(reason)
            print(reason)


def describe_bad_column(position: Bitboard, text: str) -> str:
    """Return why a column cannot be played, nothing if it can."""
    names = [COLUMN_NAMES[column] for column in list_playable_columns(position)]
    if text in names:
        return ""
    room = f"there is room in {', '.join(names)}"
    is_column = len(text) == 1 and text in COLUMN_NAMES
    return f"column {text} is full; {room}" if is_column else f"there is no column {text!r}; {room}"
