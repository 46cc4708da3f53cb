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
from common.position import HEIGHT, WIDTH


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


BOARD = sum(((1 << HEIGHT) - 1) << column * (HEIGHT + 1) for column in range(WIDTH))
BOTTOMS = sum(1 << column * (HEIGHT + 1) for column in range(WIDTH))
COLUMN = (2 << HEIGHT) - 1  # all bits of the first column, the one above its cells too
SYMMETRIC = WIDTH * HEIGHT * 3 // 8


@compiled
def cells(column: int) -> int:
    """Return all cells of a column."""
    return bottom(column) * ((1 << HEIGHT) - 1)


@compiled
def winning_squares(stones: int, mask: int) -> int:
    """Return the empty cells that would make four in a row for a player, in reach or not.

    Three in a row win at either end; a pair and a stone beyond a gap, in the gap.
    """
    squares = 0
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
        pairs = stones & (stones >> step)
        threes = pairs & (stones >> 2 * step)
        squares |= (threes >> step) | (threes << 3 * step)
        squares |= (pairs & (stones >> 3 * step)) << 2 * step
        squares |= (stones & (pairs >> 2 * step)) << step
    return squares & BOARD & ~mask


@compiled
def count(cells: int) -> int:
    """Return how many cells there are."""
    number = 0
    while cells:
        cells &= cells - 1
        number += 1
    return number


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

    def symmetric_key(self) -> int:
        """Return the smaller key of the position and its mirror image while few stones are on the board.

        Later, a position and its mirror image rarely meet in one search.
        """
        if self.moves >= SYMMETRIC:
            return self.key()
        rest, mirrored = self.key(), 0
        for _ in range(WIDTH):
            mirrored = mirrored << HEIGHT + 1 | rest & COLUMN
            rest >>= HEIGHT + 1
        return min(self.key(), mirrored)

    def safe_moves(self) -> int:
        """Return the cells to play in without losing to the next stone, if nothing wins at once."""
        return self.replies(winning_squares(self.stones ^ self.mask, self.mask))

    def replies(self, dangers: int) -> int:
        """Return the safe moves, given the winning squares of the opponent."""
        playable = (self.mask + BOTTOMS) & BOARD
        forced = playable & dangers
        if forced:
            if forced & (forced - 1):
                return 0
            playable = forced
        return playable & ~(dangers >> 1)

    def threats(self, move: int) -> int:
        """Return the winning squares of the player to move after a stone in a cell."""
        return winning_squares(self.stones | move, self.mask | move)

    def ternary_key(self) -> int:
        """Return a number that only the mirror image shares, the smaller of the two readings.

        Read column by column from the left, each from the bottom: a digit 1 for each stone of the mover,
        2 for the opponent's, 0 between columns. That takes moves + WIDTH - 1 digits of base 3.
        """
        forth, back = 0, 0
        for column in range(WIDTH):
            forth = self.column_digits(column, 3 * forth)
            back = self.column_digits(WIDTH - 1 - column, 3 * back)
        return min(forth, back)

    def column_digits(self, column: int, number: int) -> int:
        """Return a number with the digits of a column's stones appended."""
        cell = bottom(column)
        while self.mask & cell:
            number = 3 * number + (1 if self.stones & cell else 2)
            cell <<= 1
        return number
