"""A human player: a person at the terminal."""

import sys
from dataclasses import dataclass
from random import Random

from common.errors import UserError
from common.position import COLUMN_NAMES
from common.tools.play.players.player import Bitboard, list_playable_columns

WORDS = ("undo", "hint", "scores", "help", "quit")


class Wish(Exception):
    """A human asks for something other than a move: one of WORDS."""


@dataclass(frozen=True)
class Human:
    """A player who is asked at the terminal, in `c4 play` only."""

    def choose(self, position: Bitboard, rng: Random) -> int:  # noqa: ARG002 (a human needs no generator)
        """Return the column that is typed in; raise Wish for a word, EOFError at the end of input.

        If it cannot be played, ask again on a terminal; elsewhere raise UserError.
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
                raise UserError(complaint)
            print(complaint)
