"""A note on a position that is not searched yet, left by whoever searches its parent.

safe        the moves that do not let the opponent's next stone win
dangers     the opponent's winning squares
live        the key of what matters, two integers
bounds      what the table has for that key, 0 if nothing

Notes are in the array of the moves. First comes the root's note, then a row for each ply: the moves, and for
each column the note on the child there. The history stands at the end, see `Position.cell`.
"""

from typing import NamedTuple

from common.jit import Array, compiled_methods
from common.position import CELLS, WIDTH

NOTE = 5  # integers of a note
ROW = WIDTH * (1 + NOTE)  # integers of a row
HISTORY = NOTE + ROW * CELLS  # where the history begins


@compiled_methods
class Note(NamedTuple):
    """A note, and where in the array it begins."""

    moves: Array
    at: int

    def safe(self) -> int:
        """Return the safe moves."""
        return self.moves[self.at]

    def dangers(self) -> int:
        """Return the opponent's winning squares."""
        return self.moves[self.at + 1]

    def live(self) -> tuple[int, int]:
        """Return the key."""
        return self.moves[self.at + 2], self.moves[self.at + 3]

    def bounds(self) -> int:
        """Return what the table had for the key."""
        return self.moves[self.at + 4]

    def set_squares(self, safe: int, dangers: int) -> None:
        """Write down the safe moves, and the opponent's winning squares."""
        self.moves[self.at], self.moves[self.at + 1] = safe, dangers

    def set_live(self, live: tuple[int, int]) -> None:
        """Write down the key."""
        self.moves[self.at + 2], self.moves[self.at + 3] = live

    def set_bounds(self, bounds: int) -> None:
        """Write down what the table has for the key."""
        self.moves[self.at + 4] = bounds

    def below(self, moves: int, column: int) -> "Note":
        """Return the note on the child in a column of a position with that many stones."""
        return Note(self.moves, NOTE + ROW * moves + WIDTH + NOTE * column)
