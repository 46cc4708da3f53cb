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

from common.jit import Lanes, compiled, compiled_methods, not_inlined
from common.position import CELLS, HEIGHT, WIDTH
from common.score import MAX_SCORE, win_score

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
TOPS = BOTTOMS << HEIGHT  # the bit above the cells of each column
BITS = WIDTH * (HEIGHT + 1)
# From here on some stones no longer matter; found by experiment. On larger boards the keys would not fit.
LIVE = CELLS - 20 if BITS <= 49 else CELLS
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
def on_lines(cells: int, others: int) -> int:
    """Return the cells of every line of four within some cells, or within some others."""
    pairs, other_pairs = cells & (cells >> STEPS), others & (others >> STEPS)
    fours = pairs & (pairs >> 2 * STEPS) | other_pairs & (other_pairs >> 2 * STEPS)  # the first cell of each
    pairs = fours | (fours << STEPS)
    return (pairs | (pairs << 2 * STEPS)).union()


@compiled
def weigh_lines(stones: int, others: int, three: int) -> int:
    """Return the weight of a player's open lines: those with none of the other player's stones.

    With one stone a line weighs 1, with two 4, with three `three`. An upright line is easily stopped:
    with one stone it weighs -1, with two 1. The weights were fitted to scores, then tuned in searches.
    """
    weight = 0
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
        free = BOARD & ~others & (BOARD & ~others) >> step
        lines = free & free >> 2 * step  # the first cell of each open line
        after = stones >> step
        odd, both, either = stones ^ after, stones & after, stones | after
        odd = (odd ^ odd >> 2 * step) & lines  # lines with one stone, or three
        several = (both | both >> 2 * step | either & either >> 2 * step) & lines  # with two, or three
        if step == 1:
            weight += count(several) - count(odd) + three * count(odd & several)
        else:
            weight += count(odd) + 4 * count(several) + (three - 5) * count(odd & several)
    return weight


@compiled
def up_to(ends: int) -> int:
    """Return the cells of each column up to and including its lowest end; all of them if it has none.

    One subtraction for all columns; here is one, its lowest cell on the right:

        ends | TOPS         1 001000    the bit above the column stops what has no end
        less the bottom     1 000111    all cells below the end
        ^ ends              1 001111    and the end
    """
    return (ends | TOPS) - BOTTOMS ^ ends


@compiled
def columns_below(tops: int) -> int:
    """Return all bits of some columns, given the bits above their cells.

    The subtraction sets the cells of each:

        tops                        1 000000
        tops - (tops >> HEIGHT)     0 111111
    """
    return tops - (tops >> HEIGHT) | tops


@compiled
def is_beyond_horizon(moves: int, beta: int) -> bool:
    """Return whether a win within two stones decides if the score with that many stones is at least beta."""
    return beta > win_score(moves + 4) or beta <= -win_score(moves + 5)


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

    def score_by_following(self, threats: int, least: int) -> int:
        """Return a score of `least` or more that the opponent, with these squares to win, gets by following.

        With an odd number of empty cells, the opponent can follow if the cells of one column are paired the
        other way round. They wait there for a winning square. Return -MAX_SCORE if no such score is seen.
        """
        if (CELLS - self.moves) % 2 == 0:
            return self.score_if_followed(threats, FOLLOWED, least)
        waiting = threats & ~FOLLOWED & ~(self.mask + BOTTOMS)
        while waiting:
            column = cells(column_of(waiting))
            score = self.score_if_followed(threats, FOLLOWED ^ column, least)
            if score >= least:
                return score
            waiting &= ~column
        return -MAX_SCORE

    def score_if_followed(self, threats: int, followed: int, least: int) -> int:
        """Return a score of at least `least` that the opponent gets if they get certain cells by following.

        If such a cell is a winning square of the opponent, the mover gets neither it nor the cells above it.
        Playing below it loses at once, and in the end the mover has to: that is zugzwang. Every second cell
        from the square up is a stone that the opponent still had to play. First count whether these are
        enough, then ask whether the mover makes four in a row. Return -MAX_SCORE if no such score is seen.
        """
        empty, lowest = BOARD & ~self.mask, (self.mask + BOTTOMS) & BOARD
        squares = threats & followed & ~lowest
        # Adding a winning square carries through all empty cells above it:
        #     111000 + 001000 = 1 000000
        stopped = empty & ~(empty + squares) | squares
        score = count(stopped & FOLLOWED)
        if score < least or aligned(self.stones | lowest | empty & ~followed & ~stopped):
            return -MAX_SCORE
        return score

    def live_key(self, mine: int, theirs: int) -> tuple[int, int]:
        """Return two numbers that only positions of one score share, given both players' winning squares.

        Heights and the number of stones aside, a score depends on winning squares and on lines of four that a
        player can still complete. A stone on no such line matters to nobody: it has no owner in the key. In a
        column without cells that matter, the height does not either. With fewer than LIVE stones, the key is
        that of the position or of its mirror image.
        """
        if self.moves < LIVE:
            return self.symmetric_key(), 0
        others, empty = self.stones ^ self.mask, BOARD & ~self.mask
        # Of two winning squares on top of each other, the other player never gets the upper one. No stone
        # comes above it, nor above a square that wins for both.
        not_mine, not_theirs = theirs & theirs << 1, mine & mine << 1
        ends = mine & theirs | not_mine | not_theirs
        reachable = up_to(ends)
        mine &= reachable & ~not_mine
        theirs &= reachable & ~not_theirs
        empty &= reachable
        live = on_lines(self.stones | empty & ~(mine | not_mine), others | empty & ~(theirs | not_theirs))
        # Adding the board carries into the bit above each column that has an empty cell that matters. There
        # the height is a 1 on top of the stones of either player, elsewhere it is the bit above the column.
        open_columns = columns_below(((live | mine | theirs) & empty) + BOARD & TOPS)
        heights = (self.mask + BOTTOMS) & open_columns | TOPS & ~open_columns
        one = self.moves << BITS | mine << 1 | heights | self.stones & live
        return one, theirs << 1 | heights | others & live

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

    @not_inlined  # large, and asked in few nodes
    def promise(self, replies: int, threats: int, dangers: int) -> int:
        """Return what the opponent, who has just moved, may hope for, given both players' winning squares.

        That is their open lines less the mover's, and winning squares just above a cell that can be played:
        the other player dare not play there. Three stones are worth less to the mover, who cannot win at
        once. Before the lines are weighed, a forced reply is played; then it is the opponent's turn, which is
        worth something too.
        """
        others, above = self.stones ^ self.mask, (self.mask + BOTTOMS & BOARD) << 1
        promise = 3 * (count(threats & above) - count(dangers & above))
        if replies & (replies - 1):
            return promise + weigh_lines(others, self.stones, 6) - weigh_lines(self.stones, others, 4)
        stones = self.stones | replies
        return promise + weigh_lines(others, stones, 4) - weigh_lines(stones, others, 6) + 11

    def cell(self, column: int) -> int:
        """Return a number for the cell of a stone in a column, a different one for each player."""
        stone = (self.mask + bottom(column)) & ~self.mask
        return BITS * (self.moves & 1) + count(stone - 1)

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
