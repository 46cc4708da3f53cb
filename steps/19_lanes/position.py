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

from common.jit import Lanes, compiled, compiled_methods
from common.position import CELLS, HEIGHT, WIDTH
from common.score import MAX_SCORE

STEPS = Lanes(1, HEIGHT, HEIGHT + 1, HEIGHT + 2)  # from a cell to the next in each direction


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

    One cell up is a shift by 1, one to the right a shift by HEIGHT + 1. In each direction, a lane:

        stones                          1 1 1 1
        pairs                           1 1 1 0     a stone, and another one step on
        pairs & (pairs >> 2 * STEPS)    1 0 0 0     a pair, and another two steps on
    """
    pairs = stones & (stones >> STEPS)
    return (pairs & (pairs >> 2 * STEPS)).union() != 0


BOARD = sum(((1 << HEIGHT) - 1) << column * (HEIGHT + 1) for column in range(WIDTH))  # all cells
BOTTOMS = sum(1 << column * (HEIGHT + 1) for column in range(WIDTH))  # the lowest cell of each column
COLUMN = (2 << HEIGHT) - 1  # all bits of the first column, including the one above its cells
FOLLOWED = sum(BOTTOMS << row for row in range(HEIGHT - 1, -1, -2))  # every second cell, the top one included
SYMMETRIC = CELLS * 3 // 8  # from this many stones on, images rarely meet in one search; found by experiment


@compiled
def cells(column: int) -> int:
    """Return all cells of a column."""
    return bottom(column) * ((1 << HEIGHT) - 1)


@compiled
def winning_squares(stones: int, mask: int) -> int:
    """Return the empty cells, in reach or not, where one more stone makes four in a row for a player.

    Two stones on one side of it, in line, and a third: the next on that side, or the first on the other.
    """
    before = stones << STEPS
    after = stones >> STEPS
    squares = after & (stones >> 2 * STEPS) & ((stones >> 3 * STEPS) | before)  # _XXX and X_XX
    squares |= before & (stones << 2 * STEPS) & ((stones << 3 * STEPS) | after)  # XXX_ and XX_X
    return squares.union() & BOARD & ~mask


@compiled
def count(cells: int) -> int:
    """Return the number of cells."""
    number = 0
    while cells:
        cells &= cells - 1  # takes the lowest bit away: 0110 & 0101 = 0100
        number += 1
    return number


@compiled
def column_of(cells: int) -> int:
    """Return the column of the lowest of some cells: as many columns end below it."""
    return count(cells - 1 & BOTTOMS << HEIGHT)


@compiled
def off_centre(column: int) -> int:
    """Return twice the distance of a column from the centre."""
    return abs(2 * column + 1 - WIDTH)


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

    def follow_up_bound(self, threats: int) -> int:
        """Return an upper bound of the mover's score, given the winning squares of the opponent, who follows.

        With an odd number of empty cells, the opponent can follow if the cells of one column are paired the
        other way round. They wait there for a winning square. Return MAX_SCORE if no bound is seen.
        """
        if (CELLS - self.moves) % 2 == 0:
            return self.bound_if_followed(threats, FOLLOWED)
        bound = MAX_SCORE
        waiting = threats & ~FOLLOWED & ~(self.mask + BOTTOMS)
        for column in range(WIDTH):
            if waiting & cells(column):
                bound = min(bound, self.bound_if_followed(threats, FOLLOWED ^ cells(column)))
        return bound

    def bound_if_followed(self, threats: int, followed: int) -> int:
        """Return an upper bound of the mover's score if the opponent gets certain cells by following.

        If such a cell is a winning square of the opponent, the mover gets neither it nor the cells above it.
        Playing below it loses at once, and in the end the mover has to: that is zugzwang. Every second cell
        from the square up is a stone that the opponent still had to play.
        """
        empty, lowest = BOARD & ~self.mask, (self.mask + BOTTOMS) & BOARD
        squares = threats & followed & ~lowest
        # Adding a winning square carries through all empty cells above it:
        #     111000 + 001000 = 1 000000
        stopped = empty & ~(empty + squares) | squares
        if aligned(self.stones | lowest | empty & ~followed & ~stopped):
            return MAX_SCORE
        return -count(stopped & FOLLOWED)

    def symmetric_key(self) -> int:
        """Return the smaller of two keys, that of the position and that of its mirror image.

        From SYMMETRIC stones on, return the position's own key.
        """
        if self.moves >= SYMMETRIC:
            return self.key()
        rest, mirrored = self.key(), 0
        for _ in range(WIDTH):
            mirrored = mirrored << HEIGHT + 1 | rest & COLUMN
            rest >>= HEIGHT + 1
        return min(self.key(), mirrored)

    def safe_moves(self) -> int:
        """Return the cells to play in so that the opponent's next stone does not win; no move may win now."""
        return self.replies(winning_squares(self.stones ^ self.mask, self.mask))

    def replies(self, dangers: int) -> int:
        """Return the safe moves, given the winning squares of the opponent."""
        playable = (self.mask + BOTTOMS) & BOARD
        forced = playable & dangers
        safe = (forced or playable) & ~(dangers >> 1)  # not below a danger, which would come into reach
        return 0 if forced & (forced - 1) else safe  # 0110 & 0101 = 0100: a second square to block

    def threats(self, move: int) -> int:
        """Return the mover's winning squares after a stone in a cell."""
        return winning_squares(self.stones | move, self.mask | move)

    def after(self, move: int) -> "Position":
        """Return the position after a stone in a cell, as `play` does for a column."""
        return Position(self.stones ^ self.mask, self.mask | move, self.moves + 1)

    def wins_in_two(self, safe: int) -> bool:
        """Return whether the mover's second stone can win: whether a safe move leaves no safe reply."""
        while safe:
            move = safe & -safe
            if self.after(move).replies(self.threats(move)) == 0:
                return True
            safe ^= move
        return False

    def loses_in_two(self, safe: int) -> bool:
        """Return whether the opponent's second stone wins, whichever safe move is played."""
        while safe:
            move = safe & -safe
            child = self.after(move)
            if not child.wins_in_two(child.replies(self.threats(move))):
                return False
            safe ^= move
        return True

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
