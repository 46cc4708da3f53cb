"""Reasons for compiled code, which asks of millions of positions whether one shows the result.

own, mask   the cells of a player's stones, with the other player to move, and those of all stones

See `c4.reasons` for the kinds and why they hold. A block counts as a fork here.
"""

from c4.engine import bitboard
from common.jit import compiled
from common.position import CELLS, WIDTH

BOARD, BOTTOMS, FOLLOWED = bitboard.BOARD, bitboard.BOTTOMS, bitboard.FOLLOWED
aligned, cells, count = bitboard.aligned, bitboard.cells, bitboard.count
column_of, winning_squares = bitboard.column_of, bitboard.winning_squares
REASONS = "fork", "poison", "tower", "wait", "dead", "hold"
FORK, POISON, TOWER, WAIT, DEAD, HOLD = range(1, len(REASONS) + 1)


@compiled
def find_reason(own: int, mask: int, draws: bool) -> int:
    """Return the kind of reason by which the player wins, or draws if that will do; 0 if none is seen."""
    other, lowest, squares = own ^ mask, (mask + BOTTOMS) & BOARD, winning_squares(own, mask)
    if winning_squares(other, mask) & lowest:
        return 0
    now = squares & lowest
    if now & (now - 1) or now << 1 & squares:
        return FORK
    if lowest and not now and (lowest << 1 & squares) >> 1 == lowest:
        return POISON
    if has_tower(other, mask, squares):
        return TOWER
    squares &= ~lowest
    is_even = (CELLS - count(mask)) % 2 == 0
    for column in range(1 if is_even else WIDTH):
        followed = FOLLOWED if is_even else FOLLOWED ^ cells(column)
        waiting = squares & followed
        if waiting and (is_even or waiting & cells(column)) and holds(other, mask, followed, waiting):
            return WAIT
    if draws and not aligned(other | BOARD & ~mask):
        return DEAD
    return HOLD if draws and is_even and holds(other, mask, FOLLOWED, 0) else 0


@compiled
def has_tower(other: int, mask: int, squares: int) -> bool:
    """Tell whether the player has two squares on top of each other, and gets the cell below them in time."""
    lowest = (mask + BOTTOMS) & BOARD
    feet = lowest & squares >> 1 & squares >> 2 & ~squares
    while feet:
        foot, is_stopped = feet & -feet, False
        stones = squares & lowest or lowest & ~foot
        while stones:
            stone = stones & -stones
            after = mask | stone | foot
            is_stopped |= winning_squares(other | stone, after) & (after + BOTTOMS) != 0
            stones ^= stone
        if not is_stopped:
            return True
        feet ^= foot
    return False


@compiled
def holds(other: int, mask: int, followed: int, squares: int) -> bool:
    """Tell whether the other player makes no four if the player gets some cells and waits for squares."""
    empty = BOARD & ~mask
    stopped = empty & ~(empty + squares) | squares  # adding a square carries through all empty cells above it
    return not aligned(other | (mask + BOTTOMS) & BOARD | empty & ~followed & ~stopped)
