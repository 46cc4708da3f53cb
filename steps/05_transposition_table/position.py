"""A position as two bitboards: one integer a player would do, but the pair below is quicker to update.

stones      the cells of the player to move
mask        the cells of both players

A column takes HEIGHT + 1 bits, the lowest cell the lowest bit; the bit above its cells stays 0, so that
no line of four runs from one column into the next. On the 7x6 board:

     .  .  .  .  .  .  .
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from typing import NamedTuple, Self

from common.jit import compiled, compiled_methods
from common.position import HEIGHT


@compiled
def bottom(column: int) -> int:
    """Return the lowest cell of a column."""
    return 1 << column * (HEIGHT + 1)


@compiled
def top(column: int) -> int:
    """Return the highest cell of a column."""
    return bottom(column) << (HEIGHT - 1)


@compiled
def aligned(stones: int) -> bool:
    """Tell whether four of the stones are in a row.

    A pair is a stone whose neighbour in some direction is a stone too; two pairs two cells apart are
    four in a row. One step up is a shift by 1, to the right by HEIGHT + 1.
    """
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False


@compiled_methods
class Position(NamedTuple):
    """The stones of the player to move, those of both, and how many there are."""

    stones: int
    mask: int
    moves: int

    @classmethod
    def start(cls) -> Self:
        """Return the empty board."""
        return cls(0, 0, 0)

    def can_play(self, column: int) -> bool:
        """Tell whether the column has room."""
        return self.mask & top(column) == 0

    def play(self, column: int) -> "Position":
        """Return the position after a stone, seen by the other player.

        Adding the bottom of a column to the mask carries into its lowest empty cell.
        """
        return Position(self.stones ^ self.mask, self.mask | (self.mask + bottom(column)), self.moves + 1)

    def is_winning_move(self, column: int) -> bool:
        """Tell whether a stone in a column that has room makes four in a row."""
        stone = (self.mask + bottom(column)) & ~self.mask
        return aligned(self.stones | stone)

    def key(self) -> int:
        """Return a number that no other position has.

        With 1 more at the bottom of each column the sum would read, from the top: a 1 above the stones,
        then 1 for each stone of the mover and 0 for the opponent's. Leaving out that constant loses nothing.
        """
        return self.stones + self.mask
