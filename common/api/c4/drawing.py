"""Boards and scores on a terminal, in colour if it has colours.

X, who moves first, is red, and O yellow. Scores have other colours: green for a win and magenta for a loss,
which all eyes can distinguish.
"""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from common.position import COLUMN_NAMES, HEIGHT, WIDTH, rows

STONES = {"X": "bold red", "O": "bold yellow", "*": "bold cyan", "x": "red", "o": "yellow", "+": "cyan"}
CELL_WIDTH = 4


def style_score(score: int) -> str:
    """Return the style of a winning, drawing or losing score."""
    return "bold green" if score > 0 else "bold magenta" if score < 0 else "bold"


def draw_board(out: Console, moves: str) -> None:
    """Print the board, one line per row."""
    draw_rows(out, rows(moves))


def draw_rows(out: Console, board: Sequence[str]) -> None:
    """Print the rows of a board, whose cells are X, O, . or a mark.

    Dots are plain unless the encoding is UTF: a reader of the file may assume another encoding.
    """
    dot = "·" if out.encoding.startswith("utf") else "."
    for row in board:
        line = Text()
        for cell in row.split():
            line.append(f"{dot if cell == '.' else cell:>{CELL_WIDTH}}", STONES.get(cell, "dim"))
        out.print(line)


def draw_marked_board(out: Console, moves: str, squares: tuple[int, int]) -> None:
    """Print the board with the winning squares of X and of O, and a legend of their marks."""
    marks = {(True, False): "x", (False, True): "o", (True, True): "+"}
    board = [row.split() for row in rows(moves)]
    for column in range(WIDTH):
        for row in range(HEIGHT):
            cell = 1 << column * (HEIGHT + 1) + row
            owners = bool(squares[0] & cell), bool(squares[1] & cell)
            board[HEIGHT - 1 - row][column] = marks.get(owners, board[HEIGHT - 1 - row][column])
    draw_rows(out, [" ".join(row) for row in board])
    draw_names(out)
    used = {mark for row in board for mark in row}
    meanings = {"x": "x wins for X", "o": "o wins for O", "+": "+ wins for both"}
    legend = ", ".join(meaning for mark, meaning in meanings.items() if mark in used)
    if legend:
        out.print(f"   {legend}", style="dim")


def draw_names(out: Console) -> None:
    """Print the name of each column below it."""
    out.print("".join(f"{name:>{CELL_WIDTH}}" for name in COLUMN_NAMES))


def draw_scores(out: Console, scores: Sequence[int | None]) -> None:
    """Print the score of each column below it, - for a full column."""
    line = Text()
    for score in scores:
        if score is None:
            line.append(f"{'-':>{CELL_WIDTH}}", "dim")
        else:
            line.append(f"{score:>{CELL_WIDTH}}", style_score(score))
    out.print(line)
