"""Reasons: facts about a position that show its result and can be checked without a search.

A reason is a claim: from here on, `player` gets at least `score`, whatever the other one plays. In the kinds
of the first table `score` is a win. In those of the second it is 0, so a draw needs a reason for each player.
The tables also say how `player` gets the score; above all, they make four whenever they can.

kind    player to move     the condition, and the action of `player`
four    `player`           `squares` can be played now
fork    the other player   two or more of `squares` can be played now: one can be filled
block   the other player   one of `squares` can be played now, and the cell above it is the other one
poison  the other player   each cell that can be played is below one of `squares`
tower   the other player   `squares` are two cells on top of each other, and the cell below them can be played
                           now: `player` does so next, and no stone of the other one stops it
wait    the other player   `player` follows, and waits for `squares`

hold    the other player   `player` follows, and the cells that the other one can get hold no four
dead    either             the other one has no four left, even with all cells that are empty

To follow is to reply in the column that the other one has just used, with one exception. Call a column odd if
its lowest empty cell is one that `player` gets: `odd_columns`. A stone in one of these is answered in another
one of these; after that neither is odd. There is an even number of them whenever the other player is to move.
By following, `player` gets every second cell, counted from the top; in the column `turned` the cells between.

As JSON, columns and rows are counted from 1, as people do, and a cell is [column, row]:

    {"kind": "wait", "player": "X", "score": 2, "squares": [[5, 3]], "turned": 5, "odd_columns": [],
     "cells_left": 14}

squares      the cells named in the first table; none for the kinds of the second one
turned       the column that `player` turned around to have an even number of cells to follow in, or null
cells_left   the empty cells that can be played before a player has to play below one of `squares`
"""

from dataclasses import dataclass
from typing import Any

from c4 import shown
from c4.engine import Bitboard, bitboard
from common.position import HEIGHT

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
        """Return the reason for JSON."""
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


def find_squares(position: Bitboard, player: int) -> int:
    """Return the winning squares of a player, playable or not."""
    own = position.stones if position.moves % 2 == player else position.stones ^ position.mask
    return bitboard.winning_squares(own, position.mask)


def find_lowest(position: Bitboard) -> int:
    """Return the cells that can be played now."""
    return (position.mask + BOTTOMS) & BOARD


def find_wins(position: Bitboard) -> int:
    """Return the cells in which the mover wins at once."""
    return find_squares(position, position.moves % 2) & find_lowest(position)


def find_reasons(position: Bitboard, score: int) -> tuple[Reason, ...]:
    """Return the reasons that show this score's result: one for each player who gets it.

    That is one reason for a win and two for a draw, and none if the result is not seen without a search.
    """
    if score == 0:
        reasons = find_reason(position, 0), find_reason(position, 1)
        return tuple(reason for reason in reasons if reason) if all(reasons) else ()
    winner = position.moves % 2 if score > 0 else 1 - position.moves % 2
    reason = find_reason(position, winner)
    return (reason,) if reason and reason.score > 0 else ()


def find_reason(position: Bitboard, player: int) -> Reason | None:
    """Return a player's best reason, or None if no reason shows a win or a draw."""
    kind, score, squares, turned, odd, cells_left = shown.find_reason(position.stones, position.mask, player)
    if not kind:
        return None
    column = turned if turned >= 0 else None
    return Reason(shown.KINDS[kind], player, score, squares, column, list_columns(odd), cells_left)


def list_columns(board: int) -> tuple[int, ...]:
    """Return the columns of the cells of a bitboard."""
    return tuple(column for column, _ in list_cells(board))
