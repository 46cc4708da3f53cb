"""A board on which a game is played."""

from collections.abc import Mapping
from operator import index
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from c4.arrays import spell_board
from c4.engine import Bitboard, bitboard
from c4.notation import read_moves, read_position
from c4.picture import draw_coloured_picture
from common.errors import UserError
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, InvalidPosition, mirror, rows


class Board:
    """A game in progress or over; X moves first.

    Columns count from 0, as elsewhere in Python; in a move string they count from 1, as people do. Two boards
    are equal if the same stones are on them, in whatever order they were played.

    >>> board = Board("4455")
    >>> board.push(2)
    >>> board.moves, board.turn, board.legal_moves
    ('44553', 'O', [0, 1, 2, 3, 4, 5, 6])
    >>> board.pop()
    2
    >>> print(board)
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . O O . .
    . . . X X . .
    """

    def __init__(self, moves: str = "") -> None:
        """Play a move string; raise InvalidPosition if a move breaks the rules."""
        self._columns: list[int] = []
        self._positions = [bitboard.Position.start()]
        self._is_won = False
        names = read_moves(moves)
        for played, name in enumerate(names):
            if self.is_game_over():
                raise InvalidPosition(names, played, self.describe_end())
            if not self.position.can_play(COLUMN_NAMES.index(name)):
                raise InvalidPosition(names, played, f"column {name} is full")
            self.push(COLUMN_NAMES.index(name))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the board of a drawing or a move string; see `c4.notation` for the forms.

        Raise UserError if a text is neither, or if the game on a drawn board is over.
        """
        return cls(read_position(text))

    @classmethod
    def from_array(cls, array: ArrayLike) -> Self:
        """Return the board in an array of shape (HEIGHT, WIDTH), the top row first, or (CELLS,).

        A cell is 0, 1 for X, and 2 or -1 for O. Raise UserError for other arrays, and if the game is over.

        >>> Board.from_array([0] * 35 + [0, 0, 0, 1, 0, 0, 0])
        Board('4')
        """
        return cls(read_position(spell_board(array)))

    @property
    def position(self) -> Bitboard:
        """Return the position as a bitboard of the engine."""
        return self._positions[-1]

    @property
    def moves(self) -> str:
        """Return the move string; a board without a history gets one that leads to it."""
        return "".join(COLUMN_NAMES[column] for column in self._columns)

    @property
    def turn(self) -> str:
        """Return the player to move, "X" or "O", even if the game is over."""
        return "XO"[len(self._columns) % 2]

    @property
    def winner(self) -> str | None:
        """Return the winner, "X" or "O", or None."""
        return "XO"[1 - len(self._columns) % 2] if self._is_won else None

    @property
    def legal_moves(self) -> list[int]:
        """Return the columns that have room; none if the game is over."""
        return [] if self._is_won else [column for column in range(WIDTH) if self.position.can_play(column)]

    def is_game_over(self) -> bool:
        """Return whether a player has won or the board is full."""
        return self._is_won or len(self._columns) == CELLS

    def describe_end(self) -> str:
        """Describe the end of a game that is over."""
        return (
            f"{self.winner} has won with stone {len(self._columns)}" if self._is_won else "the board is full"
        )

    def push(self, column: int) -> None:
        """Play a stone; raise UserError if the column is full or does not exist, or the game is over."""
        column = index(column)
        if self.is_game_over():
            raise UserError(f"column {column} cannot be played: {self.describe_end()}")
        if not 0 <= column < WIDTH:
            raise UserError(f"there is no column {column}; they are 0 to {WIDTH - 1}")
        if not self.position.can_play(column):
            raise UserError(f"column {column} is full")
        self._is_won = self.position.is_winning_move(column)
        self._positions.append(self.position.play(column))
        self._columns.append(column)

    def pop(self) -> int:
        """Take the last stone back and return its column; raise IndexError on an empty board."""
        column = self._columns.pop()
        self._positions.pop()
        self._is_won = False
        return column

    def copy(self) -> Self:
        """Return an independent copy of the board."""
        return type(self)(self.moves)

    def mirror(self) -> Self:
        """Return the mirror image, in which the first column is the last."""
        return type(self)(mirror(self.moves))

    def to_array(self) -> NDArray[np.int64]:
        """Return an array of shape (HEIGHT, WIDTH), the top row first: 0, 1 for X, and 2 for O."""
        cells = [".XO".index(cell) for row in rows(self.moves) for cell in row.split()]
        return np.array(cells, np.int64).reshape(HEIGHT, WIDTH)

    def to_svg(self, scores: Mapping[int, int] | None = None) -> str:
        """Return a picture, with the scores below the columns if they are given."""
        shown = (
            [f"{scores[column]}" if column in scores else "-" for column in range(WIDTH)] if scores else []
        )
        return draw_coloured_picture(self.moves, " ".join(shown))

    def __str__(self) -> str:
        """Draw the board, one line per row from the top."""
        return "\n".join(rows(self.moves))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.moves!r})"

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.to_svg()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)


def read_board(board: Board | str) -> Board:
    """Return a board unchanged, or the board of a text; raise UserError if the text has none."""
    return board if isinstance(board, Board) else Board(read_position(board))


def read_live_board(board: Board | str) -> Board:
    """Return the board of a game that is not over; raise InvalidPosition if it is."""
    board = read_board(board)
    if board.is_game_over():
        raise InvalidPosition(board.moves, len(board.moves), f"{board.describe_end()}, nobody is to move")
    return board
