"""The board, the interface of a position, and the notation of positions.

column      0 .. WIDTH - 1 from the left; people and move strings count from 1
row         0 .. HEIGHT - 1 from the bottom
moves       the number of stones on the board
mover       the player whose turn it is: X, the first, if `moves` is even
move string the columns played from the empty board: "4455"
"""

import os
import re
from collections.abc import Callable, Iterator
from typing import Protocol, Self, TypeVar

from common.errors import Error


class InvalidPosition(Error):
    """A move of a move string cannot be played: the message says why."""

    def __init__(self, moves: str, played: int, reason: str) -> None:
        where = "the position"
        if played < len(moves):
            where = f"move {played + 1}, {moves[played]!r}"
        super().__init__(f"{where}: {reason}")
        self.played = played
        self.reason = reason


def parse_board_size(text: str) -> tuple[int, int]:
    """Read a board size such as "7x6".

    A bitboard keeps a spare bit above every column, and all of it must fit in
    the 63 bits that a signed integer has besides its sign. Compiled code can
    shift an integer by at most 63, and from the first to the last of four
    cells in a diagonal is a shift by 3 * (HEIGHT + 2). Raise Error if the
    solvers cannot hold such a board.
    """
    match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", text)
    if not match:
        raise Error(f"board {text!r}: write WIDTHxHEIGHT, such as 7x6")
    width, height = int(match[1]), int(match[2])
    if width * (height + 1) > 63:
        raise Error(
            f"board {text!r}: "
            f"WIDTH * (HEIGHT + 1) is {width * (height + 1)}, at most 63 fit"
        )
    if 3 * (height + 2) > 63:
        raise Error(
            f"board {text!r}: HEIGHT is {height}, at most 19 fit: "
            "four in a diagonal span 3 * (HEIGHT + 2) bits, "
            "and compiled code can shift by at most 63"
        )
    return width, height


WIDTH, HEIGHT = parse_board_size(os.environ.get("C4_BOARD", "7x6"))
CELLS = WIDTH * HEIGHT
COLUMN_NAMES = "123456789abcdefghijklmnopqrstuv"[:WIDTH]


class Position(Protocol):
    """A position, from the mover's point of view.

    Once a player has won, the game is over: `moves` and `can_play` are still
    right, but neither `is_winning_move` nor a solver may be asked about such a
    position.
    """

    @property
    def moves(self) -> int:
        """Return the number of stones on the board."""
        ...

    @classmethod
    def start(cls) -> Self:
        """Return the empty board."""
        ...

    def can_play(self, column: int) -> bool:
        """Return whether the column has room."""
        ...

    def play(self, column: int) -> Self:
        """Return the position after a stone in a column that has room.

        The stone may win the game.
        """
        ...

    def is_winning_move(self, column: int) -> bool:
        """Return whether a stone in a column with room makes four in a row."""
        ...


P = TypeVar("P", bound=Position)


def children(position: P) -> Iterator[tuple[int, P]]:
    """Yield columns, each with the position after a stone there.

    They are those that have room and do not win. A position that shares its
    board with the one after it, as in the first steps, has a method `undo`
    that takes back the stone in a column; its board is as it was before when
    the next pair is asked for.
    """
    undo: Callable[[int], None] | None = getattr(position, "undo", None)
    for column in range(WIDTH):
        if position.can_play(column) and not position.is_winning_move(column):
            yield column, position.play(column)
            if undo:
                undo(column)


def parse(moves: str, start: P) -> P:
    """Return the position after a move string.

    The game must not be over: a solver scores positions in which a player is
    to move. Raise InvalidPosition if a move breaks the rules.
    """
    position = start
    for played, name in enumerate(moves):
        if name not in COLUMN_NAMES:
            reason = (
                f"there is no such column, they are 1 to {COLUMN_NAMES[-1]}"
            )
            raise InvalidPosition(moves, played, reason)
        column = COLUMN_NAMES.index(name)
        if position.moves == CELLS:
            raise InvalidPosition(moves, played, "the board is full")
        if not position.can_play(column):
            raise InvalidPosition(moves, played, f"column {name} is full")
        if position.is_winning_move(column):
            is_last = played + 1 == len(moves)
            then = "nobody is to move" if is_last else "yet moves follow"
            raise InvalidPosition(moves, played, f"wins the game, {then}")
        position = position.play(column)
    if position.moves == CELLS:
        reason = "the board is full, nobody is to move"
        raise InvalidPosition(moves, len(moves), reason)
    return position


def mirror(moves: str) -> str:
    """Return the move string of the mirror image."""
    return "".join(
        COLUMN_NAMES[-1 - COLUMN_NAMES.index(name)] for name in moves
    )


def rows(moves: str) -> list[str]:
    """Draw the board after a valid move string, one line per row from the top.

    X is a stone of the first player, O one of the second, and . an empty cell.

    >>> for row in rows("4455"): print(row)
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . O O . .
    . . . X X . .
    """
    columns: list[list[str]] = [[] for _ in range(WIDTH)]
    for played, name in enumerate(moves):
        columns[COLUMN_NAMES.index(name)].append("XO"[played % 2])
    return [
        " ".join(
            column[row] if row < len(column) else "." for column in columns
        )
        for row in reversed(range(HEIGHT))
    ]
