"""A position as two bitboards, from the mover's point of view.

stones      the cells of the mover's stones
mask        the cells of all stones

One bitboard for each player would do as well, but this pair is quicker to
update. A column takes HEIGHT + 1 bits, its lowest cell the lowest bit; the bit
above its cells stays 0, so that no line of four runs from one column into the
next. On the 7x6 board:

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

STEPS = Lanes(1, HEIGHT, HEIGHT + 1, HEIGHT + 2)  # to the next cell in line


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

    One cell up is a shift by 1, one to the right a shift by HEIGHT + 1. In
    each direction, a lane:

        stones                         1 1 1 1
        pairs                          1 1 1 0    a stone, another a step on
        pairs & (pairs >> 2 * STEPS)   1 0 0 0    a pair, another 2 steps on
    """
    pairs = stones & (stones >> STEPS)
    return (pairs & (pairs >> 2 * STEPS)).union() != 0


BOTTOMS = sum(1 << column * (HEIGHT + 1) for column in range(WIDTH))
BOARD = BOTTOMS * ((1 << HEIGHT) - 1)  # all cells
BITS = WIDTH * (HEIGHT + 1)  # of a key
COLUMN = (2 << HEIGHT) - 1  # the bits of column 0, and the one above its cells
# Every second cell, the top one of each column included.
FOLLOWED = sum(BOTTOMS << row for row in range(HEIGHT - 1, -1, -2))
# From this many stones on, images rarely meet in one search; by experiment.
SYMMETRIC = CELLS * 3 // 8


@compiled
def cells(column: int) -> int:
    """Return all cells of a column."""
    return bottom(column) * ((1 << HEIGHT) - 1)


@compiled
def winning_squares(stones: int, mask: int) -> int:
    """Return the empty cells where one more stone makes four in a row.

    They need not be in reach. Two stones are on one side of such a cell, in
    line, and a third is the next on that side, or the first on the other.
    """
    before, after = stones << STEPS, stones >> STEPS
    two_before, two_after = stones << 2 * STEPS, stones >> 2 * STEPS
    # _XXX and X_XX, XXX_ and XX_X
    squares = after & two_after & ((stones >> 3 * STEPS) | before)
    squares |= before & two_before & ((stones << 3 * STEPS) | after)
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
    """Return the column of the lowest cell: as many columns end below it."""
    return count((cells - 1) & (BOTTOMS << HEIGHT))


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
        return (self.mask & top(column)) == 0

    def play(self, column: int) -> "Position":
        """Return the position after a stone; its mover has the other stones.

        Adding the bottom of a column carries into its lowest empty cell:

            mask        0 0 0 0 1 1     a column, its lowest cell on the right
            bottom      0 0 0 0 0 1
            sum         0 0 0 1 0 0
        """
        mask = self.mask | (self.mask + bottom(column))
        return Position(self.stones ^ self.mask, mask, self.moves + 1)

    def is_winning_move(self, column: int) -> bool:
        """Return whether a stone in a column with room makes four in a row."""
        stone = (self.mask + bottom(column)) & ~self.mask
        return aligned(self.stones | stone)

    def key(self) -> int:
        """Return a number that no other position has.

        With the bottom of each column added, its stones would stand below a 1:

            stones      0 0 0 1 0 1     a column, its lowest cell on the right
            mask        0 0 0 1 1 1
            bottom      0 0 0 0 0 1
            sum         0 0 1 1 0 1

        The bottoms are the same in every position: leaving them out loses
        nothing.
        """
        return self.stones + self.mask

    def follow_up_bound(self, threats: int) -> int:
        """Return an upper bound on the score if the opponent follows up.

        Given are the opponent's winning squares. With an odd number of empty
        cells, the opponent can follow if the cells of one column are paired
        the other way round. They wait there for a winning square. Return
        MAX_SCORE if no bound is seen.
        """
        if (CELLS - self.moves) % 2 == 0:
            return self.bound_if_followed(threats, FOLLOWED)
        bound = MAX_SCORE
        waiting = threats & ~FOLLOWED & ~(self.mask + BOTTOMS)
        for column in range(WIDTH):
            if waiting & cells(column):
                followed = FOLLOWED ^ cells(column)
                bound = min(bound, self.bound_if_followed(threats, followed))
        return bound

    def bound_if_followed(self, threats: int, followed: int) -> int:
        """Return such a bound if following gives the opponent certain cells.

        If such a cell is a winning square of theirs, the mover gets neither it
        nor the cells above it. Playing below it loses at once, and in the end
        the mover has to: that is zugzwang. Every second cell from the square
        up is a stone that the opponent still had to play.
        """
        empty, lowest = BOARD & ~self.mask, (self.mask + BOTTOMS) & BOARD
        squares = threats & followed & ~lowest
        # Adding a winning square carries through all empty cells above it:
        #     111000 + 001000 = 1 000000
        stopped = (empty & ~(empty + squares)) | squares
        left = empty & ~followed & ~stopped
        if aligned(self.stones | lowest | left):
            return MAX_SCORE
        return -count(stopped & FOLLOWED)

    def symmetric_key(self) -> int:
        """Return the smaller key of two: the position's and its image's.

        From SYMMETRIC stones on, return the position's own key.
        """
        if self.moves >= SYMMETRIC:
            return self.key()
        rest, mirrored = self.key(), 0
        for _ in range(WIDTH):
            mirrored = (mirrored << (HEIGHT + 1)) | (rest & COLUMN)
            rest >>= HEIGHT + 1
        return min(self.key(), mirrored)

    def safe_moves(self) -> int:
        """Return the moves after which the opponent's next stone does not win.

        Assumes that no move wins at once.
        """
        dangers = winning_squares(self.stones ^ self.mask, self.mask)
        return self.replies(dangers)

    def replies(self, dangers: int) -> int:
        """Return the safe moves, given the opponent's winning squares."""
        playable = (self.mask + BOTTOMS) & BOARD
        forced = playable & dangers
        if forced & (forced - 1):  # 0110 & 0101 = 0100: a second one to block
            return 0
        # Not below a danger, which would come into reach.
        return (forced or playable) & ~(dangers >> 1)

    def threats(self, move: int) -> int:
        """Return the mover's winning squares after a stone in a cell."""
        return winning_squares(self.stones | move, self.mask | move)

    def after(self, move: int) -> "Position":
        """Return the position after a stone in a cell."""
        mask = self.mask | move
        return Position(self.stones ^ self.mask, mask, self.moves + 1)

    def wins_in_two(self, safe: int) -> bool:
        """Return whether a safe move leaves no safe reply.

        Then the mover's second stone wins.
        """
        while safe:
            move = safe & -safe
            if self.after(move).replies(self.threats(move)) == 0:
                return True
            safe ^= move
        return False

    def loses_in_two(self, safe: int) -> bool:
        """Return whether the opponent's second stone wins after each move."""
        while safe:
            move = safe & -safe
            child = self.after(move)
            if not child.wins_in_two(child.replies(self.threats(move))):
                return False
            safe ^= move
        return True
