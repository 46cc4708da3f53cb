"""What the holder of cards can expect from a position, by a reason or a short search.

table   results that are known: a position shifted by one, and whether the holder gets there
nodes   the number of positions that a search has looked at
"""

from common.jit import Array, compiled
from common.tools.play.cards import Deck
from common.tools.play.shown import BOARD, BOTTOMS, aligned, find_reason, winning_squares

SHORT = 300  # positions of a short search
TABLE = 1 << 20


@compiled
def list_replies(own: int, mask: int) -> int:
    """Return the stones of the other player after which the holder does not make four at once."""
    lowest, squares = (mask + BOTTOMS) & BOARD, winning_squares(own, mask)
    forced = squares & lowest
    return 0 if forced & (forced - 1) else (forced or lowest) & ~(squares >> 1)


@compiled
def is_shown(deck: Deck, own: int, mask: int) -> bool:
    """Tell whether the holder, to move, has a stone after which a reason shows the result."""
    squares, lowest = winning_squares(own ^ mask, mask), (mask + BOTTOMS) & BOARD
    forced = squares & lowest
    stones = 0 if forced & (forced - 1) else (forced or lowest) & ~(squares >> 1)
    while stones:
        stone = stones & -stones
        if find_reason(own | stone, mask | stone, deck.draws):
            return True
        stones ^= stone
    return False


@compiled
def may_succeed(table: Array, nodes: Array, draws: bool, own: int, mask: int) -> bool:
    """Tell whether the holder, to move, gets there or may do so: false is certain, true perhaps not."""
    lowest, squares = (mask + BOTTOMS) & BOARD, winning_squares(own ^ mask, mask)
    forced = squares & lowest
    if lowest == 0:
        return draws
    if winning_squares(own, mask) & lowest:
        return True
    stones = (forced or lowest) & ~(squares >> 1)
    if forced & (forced - 1) or stones == 0:
        return False
    if not draws and not aligned(own | BOARD & ~mask):
        return False
    slot = (own + mask + BOTTOMS) * 0x9E3779B97F >> 20 & TABLE - 1
    if table[slot] >> 1 == own + mask:
        return table[slot] & 1 == 1
    nodes[0] += 1
    if nodes[0] > SHORT:
        return True
    left, may = stones, False
    while left and not may:
        stone = left & -left
        left ^= stone
        may = find_reason(own | stone, mask | stone, draws) != 0
    while stones and not may:
        stone = stones & -stones
        stones ^= stone
        replies, may = list_replies(own | stone, mask | stone), True
        while replies and may:
            reply = replies & -replies
            replies ^= reply
            after = mask | stone | reply
            may = not find_reason(own ^ mask | reply, after, not draws)
            may = may and may_succeed(table, nodes, draws, own | stone, after)
        if mask | stone == BOARD:
            may = draws
    if nodes[0] <= SHORT:
        table[slot] = own + mask << 1 | may
    return may


@compiled
def may_follow(table: Array, nodes: Array, draws: bool, own: int, mask: int) -> bool:
    """Tell whether the holder may succeed after a stone."""
    replies = list_replies(own, mask)
    while replies:
        reply = replies & -replies
        replies ^= reply
        if find_reason(own ^ mask | reply, mask | reply, not draws):
            return False
        if not may_succeed(table, nodes, draws, own, mask | reply):
            return False
    return draws or (mask + BOTTOMS) & BOARD != 0
