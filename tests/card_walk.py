"""A checker of cards without bitboards, to compare the real one with.

A position is the tuple of its columns, each a string of X and O from the bottom. The program is asked for
nothing but reasons.

Run as a script, this prints as JSON how many answers of each kind all lines of a file have, or ends with the
line that fails.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from referee import list_open, list_winning, makes_four, set_up

from c4.reasons import board_bits, find_reason
from common.position import COLUMN_NAMES, HEIGHT, WIDTH

Columns = tuple[str, ...]


class Lost(Exception):
    """A line of the other player that the cards do not answer."""


class Walk:
    """A file of cards, and the number of answers of each kind."""

    def __init__(self, text: str) -> None:
        heading, *lines = text.splitlines()
        _, _, self.board, self.holder, self.goal, *_ = heading.replace(",", "").split()
        self.other = "XO".replace(self.holder, "")
        self.cards = {play_game(line.split()[0]): line.split() for line in lines}
        self.counts: Counter[str] = Counter()

    def play_all(self) -> Counter[str]:
        """Return the number of answers of each kind in all lines."""
        empty = ("",) * WIDTH
        if self.holder == "O":
            self.answer_all(empty, None, "", set())
        elif empty not in self.cards:
            raise Lost("the empty board has no card")
        for columns in self.cards:
            self.play_card(columns)
        return self.counts

    def play_card(self, columns: Columns) -> None:
        """Play all lines from a card."""
        game, stone, *words = self.cards[columns]
        after = drop(columns, COLUMN_NAMES.index(stone), self.holder)
        digits = {
            (column, HEIGHT - len(word) + row): digit
            for column, word in enumerate(words)
            for row, digit in enumerate(word)
            if digit in COLUMN_NAMES
        }
        self.answer_all(after, digits, game.strip("-") + stone, set())

    def answer_all(self, columns: Columns, digits: Any, game: str, seen: set[Columns]) -> None:
        """Play all lines of the other player, who is to move."""
        if columns in seen:
            return
        seen.add(columns)
        self.counts["positions"] += 1
        if all(len(column) == HEIGHT for column in columns):
            self.counts["full"] += 1
            if self.goal == "wins":
                raise Lost(f"{game}: full")
        for column in list_open(columns):
            after, line = drop(columns, column, self.other), game + COLUMN_NAMES[column]
            if makes_four(columns, column, len(columns[column]), self.other):
                raise Lost(f"{line}: four")
            answer, kind = self.choose(after, digits, column, line)
            self.counts[kind] += 1
            if kind in ("block", "digit"):
                self.answer_all(drop(after, answer, self.holder), digits, line + COLUMN_NAMES[answer], seen)

    def choose(self, columns: Columns, digits: Any, last: int, line: str) -> tuple[int, str]:
        """Return the column of the holder's answer, and its kind."""
        free = list_open(columns)
        if list_winning(columns, self.holder):
            return -1, "four"
        if columns in self.cards or columns[::-1] in self.cards:
            return -1, "card"
        if not free:
            if self.goal == "draws":
                return -1, "full"
            raise Lost(f"{line}: full")
        forced = list_winning(columns, self.other)
        if len(forced) > 1:
            raise Lost(f"{line}: two fours")
        for column in forced or free:
            if kind := self.find_kind(drop(columns, column, self.holder)):
                return -1, kind
        if forced:
            return forced[0], "block"
        digit = (digits or {}).get((last, len(columns[last]) - 1), "")
        if not digit or len(columns[COLUMN_NAMES.index(digit)]) == HEIGHT:
            raise Lost(f"{line}: no digit")
        return COLUMN_NAMES.index(digit), "digit"

    def find_kind(self, columns: Columns) -> str:
        """Return whether a reason shows the result, with the other player to move."""
        reason = find_reason(to_position(columns, self.other), "XO".index(self.holder))
        return "reason" if reason and (reason.score > 0 or self.goal == "draws") else ""


def play_game(game: str) -> Columns:
    """Return the position after a game."""
    return tuple("".join(column) for column in set_up(game.strip("-")))


def drop(columns: Columns, column: int, player: str) -> Columns:
    """Return the position after a stone."""
    return (*columns[:column], columns[column] + player, *columns[column + 1 :])


def to_position(columns: Columns, mover: str) -> Any:
    """Return the position as a bitboard, to find reasons."""
    cells = [(x * (HEIGHT + 1) + y, name) for x, word in enumerate(columns) for y, name in enumerate(word)]
    stones = sum(1 << cell for cell, name in cells if name == mover)
    return board_bits.Position(stones, sum(1 << cell for cell, _ in cells), len(cells))


def main() -> None:
    """Play all lines of the file that is named last."""
    try:
        print(json.dumps(Walk(Path(sys.argv[-1]).read_text(encoding="utf-8")).play_all()))
    except Lost as lost:
        sys.exit(f"{lost}")


if __name__ == "__main__":
    main()
