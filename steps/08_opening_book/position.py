"""A position as two bitboards, from the mover's point of view.

stones      the cells of the mover's stones
mask        the cells of all stones

One bitboard for each player would do as well, but this pair is quicker to update. A column takes HEIGHT + 1
bits, its lowest cell the lowest bit; the bit above its cells stays 0, so that no line of four runs from one
column into the next. On the 7x6 board:

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
    """Return whether four of the stones are in a row.

    One cell up is a shift by 1, one to the right a shift by HEIGHT + 1. In each direction:

        stones                          1 1 1 1
        pairs                           1 1 1 0     a stone, and another one step on
        pairs & (pairs >> 2 * step)     1 0 0 0     a pair, and another two steps on
    """
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False


BOARD = sum(((1 << HEIGHT) - 1) << column * (HEIGHT + 1) for column in range(WIDTH))  # all cells
BOTTOMS = sum(1 << column * (HEIGHT + 1) for column in range(WIDTH))  # the lowest cell of each column


@compiled
def cells(column: int) -> int:
    """Return all cells of a column."""
    return bottom(column) * ((1 << HEIGHT) - 1)


@compiled
def winning_squares(stones: int, mask: int) -> int:
    """Return the empty cells, in reach or not, where one more stone makes four in a row for a player.

    Two stones on one side of it, in line, and a third: the next on that side, or the first on the other.
    """
    squares = 0
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
        before = stones << step
        after = stones >> step
        squares |= after & (stones >> 2 * step) & ((stones >> 3 * step) | before)  # _XXX and X_XX
        squares |= before & (stones << 2 * step) & ((stones << 3 * step) | after)  # XXX_ and XX_X
    return squares & BOARD & ~mask


@compiled_methods
class Position(NamedTuple):
    """The mover's stones, those of both players, and how many there are."""

    stones: int
    mask: int
    moves: int

    @classmethod
    def start(cls) -> Self:
        """Return the empty board."""
        return cls(0, 0, 0)

    def can_play(self, column: int) -> bool:
        """Return whether the column has room."""
        return self.mask & top(column) == 0

    def play(self, column: int) -> "Position":
        """Return the position after a stone; the stones of its mover are stones ^ mask.

        Adding the bottom of a column to the mask carries into its lowest empty cell:

            mask        0 0 0 0 1 1     one column, its lowest cell on the right
            bottom      0 0 0 0 0 1
            sum         0 0 0 1 0 0
        """
        return Position(self.stones ^ self.mask, self.mask | (self.mask + bottom(column)), self.moves + 1)

    def is_winning_move(self, column: int) -> bool:
        """Return whether a stone in a column that has room makes four in a row."""
        stone = (self.mask + bottom(column)) & ~self.mask
        return aligned(self.stones | stone)

    def key(self) -> int:
        """Return a number that no other position has.

        With the bottom of each column added, the sum would show its stones below a 1:

            stones      0 0 0 1 0 1     one column, its lowest cell on the right
            mask        0 0 0 1 1 1
            bottom      0 0 0 0 0 1
            sum         0 0 1 1 0 1

        The bottoms are the same in every position, so leaving them out loses nothing.
        """
        return self.stones + self.mask

    def safe_moves(self) -> int:
        """Return the cells to play in so that the opponent's next stone does not win; no move may win now."""
        playable = (self.mask + BOTTOMS) & BOARD
        dangers = winning_squares(self.stones ^ self.mask, self.mask)
        forced = playable & dangers
        safe = (forced or playable) & ~(dangers >> 1)  # not below a danger, which would come into reach
        return 0 if forced & (forced - 1) else safe  # 0110 & 0101 = 0100: a second square to block

    def ternary_key(self) -> int:
        """Return a number that only the mirror image shares: the smaller of two readings.

        One takes the columns from the left, the other from the right, each column from the bottom: a digit 1
        for a stone of the mover, 2 for one of the opponent, and 0 between columns. That is moves + WIDTH - 1
        digits of base 3.
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
