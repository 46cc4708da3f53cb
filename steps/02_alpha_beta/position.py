"""A position on a plain board, an array of cells, played and undone in place.

cells       the stone in each cell, columns from the left, each from the
            bottom: 0 empty, 1 for X, 2 for O
heights     the number of stones in each column
"""

from typing import NamedTuple, Self

from common.jit import Array, compiled_methods, zeros
from common.position import CELLS, HEIGHT, WIDTH


@compiled_methods
class Position(NamedTuple):
    """A board, and the number of moves that led to it."""

    cells: Array
    heights: Array
    moves: int

    @classmethod
    def start(cls) -> Self:
        """Return the empty board."""
        return cls(zeros(CELLS), zeros(WIDTH), 0)

    def can_play(self, column: int) -> bool:
        """Return whether the column has room."""
        return self.heights[column] < HEIGHT

    def play(self, column: int) -> "Position":
        """Change the board: drop a stone, and return the position after it."""
        self.cells[column * HEIGHT + self.heights[column]] = 1 + self.moves % 2
        self.heights[column] += 1
        return Position(self.cells, self.heights, self.moves + 1)

    def undo(self, column: int) -> None:
        """Take back the stone that this position played in a column."""
        self.heights[column] -= 1
        self.cells[column * HEIGHT + self.heights[column]] = 0

    def is_winning_move(self, column: int) -> bool:
        """Return whether a stone in a column with room makes four in a row."""
        row = self.heights[column]
        player = 1 + self.moves % 2
        for right, up in ((0, 1), (1, -1), (1, 0), (1, 1)):
            in_line = 0
            for side in (-1, 1):
                x, y = column + side * right, row + side * up
                while (
                    0 <= x < WIDTH
                    and 0 <= y < HEIGHT
                    and self.cells[x * HEIGHT + y] == player
                ):
                    in_line += 1
                    x, y = x + side * right, y + side * up
            if in_line >= 3:
                return True
        return False
