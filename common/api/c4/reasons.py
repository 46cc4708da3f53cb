"""Reasons: facts about a position that show a result, and that can be checked without a search.

A reason is a claim: from here on, `player` gets at least `score`, whatever the other one plays. In the kinds
of the first table `score` is a win, in those of the second it is 0, so a draw takes a reason for each player.
What `player` has to do for it is said here, too; first of all, wherever they can make four, they do.

kind    who is to move     what holds, and what `player` does
four    `player`           `squares` can be played now
fork    the other player   two or more of `squares` can be played now: one can be filled
block   the other player   one of `squares` can be played now, and the cell above it is the other one
poison  the other player   each cell that can be played is below one of `squares`
tower   the other player   `squares` are two cells on top of each other, and the cell below them can be played
                           now: `player` does so next, and no stone of the other one stops it
wait    the other player   `player` follows, and `squares` are what they wait for

hold    the other player   `player` follows, and the cells that the other one can get hold no four
dead    anybody            the other one has no four left, even with all cells that are empty

To follow is to reply in the column that the other one has just used, with one exception. Call a column odd if
its lowest empty cell is one that `player` gets: `odd_columns`. A stone in one of these is answered in another
one of these; after that neither is odd. There is an even number of them whenever the other player is to move.
By following, `player` gets every second cell, counted from the top; in the column `turned` the cells between.

As JSON, columns and rows are counted from 1, as people do, and a cell is [column, row]:

    {"kind": "wait", "player": "X", "score": 2, "squares": [[5, 3]], "turned": 5, "odd_columns": [],
     "cells_left": 14}

squares      what is named in the table, as cells; none for the kinds of the second one
turned       the column that `player` turned around to have an even number of cells to follow in, or null
cells_left   the empty cells that can be played before somebody has to play below one of `squares`
"""

from dataclasses import dataclass
from typing import Any

from c4.engine import bitboard
from common.position import CELLS, HEIGHT, WIDTH
from common.score import win_score

BOARD, BOTTOMS, FOLLOWED = bitboard.BOARD, bitboard.BOTTOMS, bitboard.FOLLOWED
PLAYERS = "XO"


@dataclass(frozen=True)
class Reason:
    """A reason, as above: players are 0 and 1, columns begin at 0, squares are a bitboard."""

    kind: str
    player: int
    score: int
    squares: int = 0
    turned: int | None = None
    odd_columns: tuple[int, ...] = ()
    cells_left: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the reason as JSON has it."""
        return vars(self) | {
            "player": PLAYERS[self.player],
            "squares": spell_cells(self.squares),
            "turned": None if self.turned is None else self.turned + 1,
            "odd_columns": [column + 1 for column in self.odd_columns],
        }


def list_cells(board: int) -> list[tuple[int, int]]:
    """Return the cells of a bitboard as columns and rows, both from 0."""
    return [divmod(bit, HEIGHT + 1) for bit in range(board.bit_length()) if board >> bit & 1]


def spell_cells(board: int) -> list[list[int]]:
    """Return the cells of a bitboard as columns and rows, both from 1."""
    return [[column + 1, row + 1] for column, row in list_cells(board)]


def find_squares(position: Any, player: int) -> int:
    """Return the winning squares of a player, in reach or not."""
    own = position.stones if position.moves % 2 == player else position.stones ^ position.mask
    return bitboard.winning_squares(own, position.mask)


def find_lowest(position: Any) -> int:
    """Return the cells that can be played now."""
    return (position.mask + BOTTOMS) & BOARD


def find_reasons(position: Any, score: int) -> tuple[Reason, ...]:
    """Return what shows the result of a position with this score: a reason for each player who gets it.

    That is one reason for a win and two for a draw, and none if the result is not seen without a search.
    """
    if score == 0:
        reasons = find_reason(position, 0), find_reason(position, 1)
        return tuple(reason for reason in reasons if reason) if all(reasons) else ()
    winner = position.moves % 2 if score > 0 else 1 - position.moves % 2
    reason = find_reason(position, winner)
    return (reason,) if reason and reason.score > 0 else ()


def find_reason(position: Any, player: int) -> Reason | None:
    """Return the reason by which a player gets most, None if there is none that they get a win or a draw."""
    if position.moves % 2 == player:
        return find_four(position, player) or find_dead(position, player)
    if find_squares(position, 1 - player) & find_lowest(position):
        return None  # the other one wins at once
    return (
        find_trap(position, player)
        or find_tower(position, player)
        or find_wait(position, player)
        or find_dead(position, player)
        or find_hold(position, player)
    )


def find_four(position: Any, player: int) -> Reason | None:
    """Return the squares on which the mover wins at once."""
    squares = find_squares(position, player) & find_lowest(position)
    return Reason("four", player, win_score(position.moves), squares) if squares else None


def find_trap(position: Any, player: int) -> Reason | None:
    """Return why the mover has no move after which `player` does not win at once."""
    squares, lowest = find_squares(position, player), find_lowest(position)
    now, score = squares & lowest, win_score(position.moves + 1)
    if now & (now - 1):
        return Reason("fork", player, score, now)
    if now:
        return Reason("block", player, score, now | now << 1) if now << 1 & squares else None
    above = lowest << 1 & squares
    return Reason("poison", player, score, above) if lowest and above >> 1 == lowest else None


def find_tower(position: Any, player: int) -> Reason | None:
    """Return two squares on top of each other below which `player` plays next, if nothing stops that.

    Nothing does if no stone of the mover makes a winning square that they could play after the stone of
    `player` below the squares. If `player` threatens to win at once, only the stone there counts.
    """
    squares, lowest = find_squares(position, player), find_lowest(position)
    feet = lowest & squares >> 1 & squares >> 2 & ~squares
    while feet:
        foot = feet & -feet
        moves, is_stopped = squares & lowest or lowest & ~foot, False
        while moves and not is_stopped:
            stone = moves & -moves
            mask = position.mask | stone | foot
            is_stopped = bitboard.winning_squares(position.stones | stone, mask) & (mask + BOTTOMS) != 0
            moves ^= stone
        if not is_stopped:
            return Reason("tower", player, win_score(position.moves + 3), foot << 1 | foot << 2)
        feet ^= foot
    return None


def find_wait(position: Any, player: int) -> Reason | None:
    """Return the squares that `player` waits for while following: those that promise most."""
    squares = find_squares(position, player) & ~find_lowest(position)
    if (CELLS - position.moves) % 2 == 0:
        return follow(position, player, FOLLOWED, squares)
    best: Reason | None = None
    for column in range(WIDTH):
        if squares & ~FOLLOWED & bitboard.cells(column):
            reason = follow(position, player, FOLLOWED ^ bitboard.cells(column), squares, column)
            if reason and (not best or reason.score > best.score):
                best = reason
    return best


def find_hold(position: Any, player: int) -> Reason | None:
    """Return that `player` can follow to the end, and the mover makes no four."""
    if (CELLS - position.moves) % 2 or may_make_four(position, FOLLOWED, 0):
        return None
    odd_columns = list_columns(find_lowest(position) & FOLLOWED)
    return Reason("hold", player, 0, odd_columns=odd_columns, cells_left=CELLS - position.moves)


def find_dead(position: Any, player: int) -> Reason | None:
    """Return that the other player makes no four even with all empty cells."""
    other = position.stones ^ position.mask if position.moves % 2 == player else position.stones
    return None if bitboard.aligned(other | BOARD & ~position.mask) else Reason("dead", player, 0)


def follow(
    position: Any, player: int, followed: int, squares: int, turned: int | None = None
) -> Reason | None:
    """Return what `player` gets if they get the cells `followed` and wait for their squares among these."""
    empty, squares = BOARD & ~position.mask, squares & followed
    # Adding a square carries through all empty cells above it: 111000 + 001000 = 1 000000
    stopped = empty & ~(empty + squares) | squares
    if not squares or may_make_four(position, followed, stopped):
        return None
    lowest_squares = squares & ~(stopped << 1)
    return Reason(
        kind="wait",
        player=player,
        score=(stopped & FOLLOWED).bit_count(),
        squares=lowest_squares,
        turned=turned,
        odd_columns=list_columns(find_lowest(position) & followed),
        cells_left=(empty & ~stopped & ~(lowest_squares >> 1)).bit_count(),
    )


def may_make_four(position: Any, followed: int, stopped: int) -> bool:
    """Tell whether the mover may make four if the other one follows, and nobody gets the cells `stopped`."""
    empty = BOARD & ~position.mask
    return bitboard.aligned(position.stones | find_lowest(position) | empty & ~followed & ~stopped)


def list_columns(board: int) -> tuple[int, ...]:
    """Return the columns of the cells of a bitboard."""
    return tuple(column for column, _ in list_cells(board))
