"""Reasons on plain integers, for explanations, the cards and the pages; `c4.reasons` says why they hold.

Python calls these functions as they are, which is quicker than compiling them for a few positions; compiled
code calls them compiled.

stones, mask   the cells of the mover's stones, and those of all stones
player         0 or 1, who gets the score
turned         the column in which the follower gets the other cells of each pair, -1 for none
"""

from typing import NamedTuple

from c4.engine import bitboard
from common.jit import compilable
from common.position import CELLS, WIDTH
from common.score import win_score

BOARD, BOTTOMS, FOLLOWED = bitboard.BOARD, bitboard.BOTTOMS, bitboard.FOLLOWED
aligned, cells, count = bitboard.aligned, bitboard.cells, bitboard.count
column_of, winning_squares = bitboard.column_of, bitboard.winning_squares
KINDS = "", "fork", "poison", "tower", "wait", "dead", "hold", "block", "four"
NONE, FORK, POISON, TOWER, WAIT, DEAD, HOLD, BLOCK, FOUR = range(len(KINDS))


class Shown(NamedTuple):
    """A reason as numbers: the least result of its player, and odd columns as their lowest empty cells."""

    kind: int
    least: int
    squares: int
    turned: int
    odd: int
    cells_left: int


class Plan(NamedTuple):
    """The cells that each player gets if the player who has just moved follows.

    The follower gets `least` at least, -1 if the mover might make four. They wait for `squares`; nobody gets
    `stopped`, these and the cells above them. The lowest cells of odd columns go to either.
    """

    least: int
    turned: int
    squares: int
    stopped: int
    movers: int
    followers: int
    odd: int


@compilable
def find_reason(stones: int, mask: int, player: int) -> Shown:
    """Return a player's best reason, or NONE if no reason shows a win or a draw."""
    moves, lowest = count(mask), (mask + BOTTOMS) & BOARD
    fours = winning_squares(stones, mask) & lowest
    if moves % 2 == player:
        if fours:
            return Shown(FOUR, win_score(moves), fours, -1, 0, 0)
        return Shown(NONE if aligned(stones ^ mask | BOARD & ~mask) else DEAD, 0, 0, -1, 0, 0)
    if fours:
        return Shown(NONE, 0, 0, -1, 0, 0)
    squares, score = winning_squares(stones ^ mask, mask), win_score(moves + 1)
    now, above = squares & lowest, squares & lowest << 1
    if now & (now - 1):
        return Shown(FORK, score, now, -1, 0, 0)
    if now << 1 & squares:
        return Shown(BLOCK, score, now | now << 1, -1, 0, 0)
    if above and not now and above >> 1 == lowest:
        return Shown(POISON, score, above, -1, 0, 0)
    tower = find_tower(stones, mask, squares)
    if tower:
        return Shown(TOWER, win_score(moves + 3), tower, -1, 0, 0)
    plan = find_plan(stones, mask)
    if plan.least > 0:
        waiting = plan.squares & ~(plan.stopped << 1)  # the lowest of each column
        left = count(BOARD & ~mask & ~plan.stopped & ~(waiting >> 1))
        return Shown(WAIT, plan.least, waiting, plan.turned, plan.odd, left)
    if not aligned(stones | BOARD & ~mask):
        return Shown(DEAD, 0, 0, -1, 0, 0)
    if plan.least == 0:
        return Shown(HOLD, 0, 0, -1, plan.odd, CELLS - moves)
    return Shown(NONE, 0, 0, -1, 0, 0)


@compilable
def find_tower(stones: int, mask: int, squares: int) -> int:
    """Return two stacked squares below which their player can play next, if nothing stops that.

    Nothing does if no stone of the mover makes a winning square that they could play after the stone of
    the other player below the squares. If that player threatens to win at once, only the stone there counts.
    """
    lowest = (mask + BOTTOMS) & BOARD
    feet = lowest & squares >> 1 & squares >> 2 & ~squares
    while feet:
        foot = feet & -feet
        moves, is_stopped = squares & lowest or lowest & ~foot, False
        while moves and not is_stopped:
            stone = moves & -moves
            after = mask | stone | foot
            is_stopped = winning_squares(stones | stone, after) & (after + BOTTOMS) != 0
            moves ^= stone
        if not is_stopped:
            return foot << 1 | foot << 2
        feet ^= foot
    return 0


@compilable
def find_plan(stones: int, mask: int) -> Plan:
    """Return the plan that promises the follower most."""
    if (CELLS - count(mask)) % 2 == 0:
        return follow(stones, mask, -1)
    waiting = winning_squares(stones ^ mask, mask) & ~FOLLOWED & ~(mask + BOTTOMS)
    best = Plan(-1, -1, 0, 0, 0, 0, 0)
    for column in range(WIDTH):
        if waiting & cells(column):
            plan = follow(stones, mask, column)
            if plan.least > best.least:
                best = plan
    return best


@compilable
def follow(stones: int, mask: int, turned: int) -> Plan:
    """Return the plan with a column turned."""
    followed = FOLLOWED ^ cells(turned) if turned >= 0 else FOLLOWED
    empty, lowest = BOARD & ~mask, (mask + BOTTOMS) & BOARD
    squares = winning_squares(stones ^ mask, mask) & followed & ~lowest
    # Adding a square carries through all empty cells above it: 111000 + 001000 = 1 000000
    stopped = empty & ~(empty + squares) | squares
    movers = empty & ~followed & ~stopped
    score = -1 if aligned(stones | lowest | movers) else count(stopped & FOLLOWED)
    followers = empty & followed & ~stopped & ~lowest
    return Plan(score, turned, squares, stopped, movers, followers, lowest & followed)
