"""A referee of reasons: it plays out a reason, with only the rules and the reason's own data.

Nothing here is shared with the code that finds reasons: a board is a list of columns, each a list of players,
and a reason is what its JSON says.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Any

from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH

Board = list[list[str]]
Seen = Sequence[Sequence[str]]  # a board that is only looked at
Reason = dict[str, Any]
Choose = Callable[[Board, str], int]

LOST = -CELLS  # less than any score
LINES = [
    [(column + step * across, row + step * up) for step in range(4)]
    for column, row in product(range(WIDTH), range(HEIGHT))
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if column + 3 * across < WIDTH and 0 <= row + 3 * up < HEIGHT
]
"""The cells of each line of four, as columns and rows from 0."""


class Refuted(AssertionError):
    """A reason does not keep its promise; the message names it."""


def set_up(moves: str) -> Board:
    """Return the board after a move string."""
    board: Board = [[] for _ in range(WIDTH)]
    for played, name in enumerate(moves):
        board[COLUMN_NAMES.index(name)].append("XO"[played % 2])
    return board


def look_up(board: Seen, column: int, row: int) -> str:
    """Return the owner of a cell, "" if it is empty."""
    return board[column][row] if row < len(board[column]) else ""


@cache
def list_others(cell: tuple[int, int]) -> list[list[tuple[int, int]]]:
    """Return the other three cells of each line of four through a cell."""
    return [[other for other in line if other != cell] for line in LINES if cell in line]


def makes_four(board: Seen, column: int, row: int, player: str) -> bool:
    """Return whether a stone of a player in an empty cell makes four in a row."""
    return any(all(look_up(board, *cell) == player for cell in cells) for cells in list_others((column, row)))


def list_open(board: Seen) -> list[int]:
    """Return the columns that have room."""
    return [column for column in range(WIDTH) if len(board[column]) < HEIGHT]


def list_winning(board: Seen, player: str) -> list[int]:
    """Return the columns in which a player makes four."""
    return [column for column in list_open(board) if makes_four(board, column, len(board[column]), player)]


def score_win(board: Board, player: str) -> int:
    """Return the score of a player who has just made four."""
    all_stones = CELLS + (player == "X")
    return all_stones // 2 - sum(column.count(player) for column in board) + 1


def check_reason(moves: str, reason: Reason, choose: Choose | None = None) -> None:
    """Raise Refuted if a reason does not hold after a move string.

    The other player plays what `choose` returns, or each possible stone in turn.
    """
    board, player = set_up(moves), reason["player"]
    check_data(board, reason)
    if "XO"[len(moves) % 2] == player:
        check_mover(board, reason)
        return
    worst = play_out(board, reason, frozenset(reason["odd_columns"]), choose, {})
    if worst < reason["score"]:
        raise Refuted(f"{moves} {reason}: {player} got {worst}")


def check_mover(board: Board, reason: Reason) -> None:
    """Raise Refuted if a mover's reason does not hold: a four; a dead board is visible."""
    for column, row in reason["squares"]:
        is_in_reach = len(board[column]) == row
        if not is_in_reach or score_stone(board, column, reason["player"]) < reason["score"]:
            raise Refuted(f"{board} {reason}: no four in column {column}, row {row}")
    if reason["kind"] not in ("four", "dead"):
        raise Refuted(f"{board} {reason}: not a reason of the mover")


def score_stone(board: Board, column: int, player: str) -> int:
    """Return the score of a stone in a column that makes four, or a value below all scores."""
    if not makes_four(board, column, len(board[column]), player):
        return LOST
    board[column].append(player)
    score = score_win(board, player)
    board[column].pop()
    return score


def check_data(board: Board, reason: Reason) -> None:
    """Raise Refuted if a reason's claims about the board are wrong."""
    player, left = reason["player"], sum(HEIGHT - len(column) for column in board)
    for column, row in reason["squares"]:
        if row < len(board[column]) or not makes_four(board, column, row, player):
            raise Refuted(f"{board} {reason}: no winning square in column {column}, row {row}")
        left -= HEIGHT - row + 1
    if reason["kind"] in ("wait", "hold") and reason["cells_left"] != left:
        raise Refuted(f"{board} {reason}: {left} cells are left")
    if left % 2 and reason["kind"] in ("wait", "hold"):
        raise Refuted(f"{board} {reason}: an odd number of cells is left")
    owners = ([look_up(board, *cell) for cell in line] for line in LINES)
    if reason["kind"] == "dead" and any(player not in line for line in owners):
        raise Refuted(f"{board} {reason}: a line is left")


def play_out(
    board: Board, reason: Reason, odd: frozenset[int], choose: Choose | None, known: dict[Any, int]
) -> int:
    """Return the least result of a reason's player who follows it, the other player to move."""
    other, key = "XO".replace(reason["player"], ""), (str(board), odd)
    if key in known:
        return known[key]
    worst = CELLS
    for column in list_open(board) if choose is None else [choose(board, other)]:
        if makes_four(board, column, len(board[column]), other):
            return LOST
        board[column].append(other)
        worst = min(worst, reply(board, reason, odd, column, choose, known))
        board[column].pop()
    known[key] = worst
    return worst


def reply(
    board: Board, reason: Reason, odd: frozenset[int], last: int, choose: Choose | None, known: dict[Any, int]
) -> int:
    """Return the least result of a reason's player, who replies to a stone in the column `last`."""
    player = reason["player"]
    if winning := list_winning(board, player):
        return score_stone(board, winning[0], player)
    if not list_open(board):
        return 0
    columns, odd = list_replies(board, reason, odd, last)
    worst = CELLS if columns else LOST
    for column in columns if choose is None else columns[:1]:
        board[column].append(player)
        is_full = not list_open(board)
        worst = min(worst, 0 if is_full else play_out(board, reason, odd - {column}, choose, known))
        board[column].pop()
    return worst


def list_replies(
    board: Board, reason: Reason, odd: frozenset[int], last: int
) -> tuple[list[int], frozenset[int]]:
    """Return the columns that a reason names for a reply, and its remaining odd columns."""
    if reason["kind"] == "dead":
        return list_open(board)[:1], odd
    if reason["kind"] == "tower":
        (column, lower), _ = reason["squares"]
        return [column] * (len(board[column]) == lower - 1), odd
    if reason["kind"] not in ("wait", "hold"):
        return [], odd
    if last in odd:
        odd -= {last}
        return sorted(odd), odd
    return [last] * (len(board[last]) < HEIGHT), odd


def defend_at_random(rng: random.Random) -> Choose:
    """Return a player who plays anywhere."""
    return lambda board, _: rng.choice(list_open(board))


def defend_stubbornly(rng: random.Random) -> Choose:
    """Return a player who wins, blocks, and avoids playing below the other's squares if possible."""

    def choose(board: Board, player: str) -> int:
        other = "XO".replace(player, "")
        columns = list_winning(board, player) or list_winning(board, other) or list_open(board)
        safe = [
            column
            for column in columns
            if len(board[column]) + 1 == HEIGHT
            or not makes_four(board, column, len(board[column]) + 1, other)
        ]
        return rng.choice(safe or columns)

    return choose
