"""What the terminal draws: boards, scores, heat maps; the pages take their shades from here too.

X, who moves first, is red, and O yellow. So no score is: all eyes tell green, for a win, from magenta, for a
loss.
"""

import sys
from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from common.position import COLUMN_NAMES, HEIGHT, WIDTH, rows
from common.tools.terminal.console import make_console, make_table

STONES = {"X": "bold red", "O": "bold yellow", "*": "bold cyan", "x": "red", "o": "yellow", "+": "cyan"}
CELL_WIDTH = 4
WORST, EVEN, BEST = (0xF0, 0x9A, 0x4A), (0xFF, 0xFF, 0xFF), (0x6F, 0xB1, 0xE0)


def style_score(score: int) -> str:
    """Return how a winning, drawing or losing score is printed."""
    return "bold green" if score > 0 else "bold magenta" if score < 0 else "bold"


def draw_board(moves: str) -> None:
    """Print the board, a row a line."""
    draw_rows(rows(moves))


def draw_rows(board: Sequence[str]) -> None:
    """Print the rows of a board, whose cells are X, O, . or a mark.

    In an encoding of few characters the dots are plain: who reads the file may take it for another encoding.
    """
    out = make_console(sys.stdout)
    dot = "·" if out.encoding.startswith("utf") else "."
    for row in board:
        line = Text()
        for cell in row.split():
            line.append(f"{dot if cell == '.' else cell:>{CELL_WIDTH}}", STONES.get(cell, "dim"))
        out.print(line)


def draw_marked_board(moves: str, squares: tuple[int, int]) -> None:
    """Print the board with the winning squares of X and of O, and say what their marks mean."""
    marks = {(True, False): "x", (False, True): "o", (True, True): "+"}
    board = [row.split() for row in rows(moves)]
    for column in range(WIDTH):
        for row in range(HEIGHT):
            cell = 1 << column * (HEIGHT + 1) + row
            owners = bool(squares[0] & cell), bool(squares[1] & cell)
            board[HEIGHT - 1 - row][column] = marks.get(owners, board[HEIGHT - 1 - row][column])
    draw_rows([" ".join(row) for row in board])
    draw_names()
    used = {mark for row in board for mark in row}
    meanings = {"x": "x wins for X", "o": "o wins for O", "+": "+ wins for both"}
    legend = ", ".join(meaning for mark, meaning in meanings.items() if mark in used)
    if legend:
        make_console(sys.stdout).print(f"   {legend}", style="dim")


def draw_names() -> None:
    """Print the name of each column where it stands under the board."""
    make_console(sys.stdout).print("".join(f"{name:>{CELL_WIDTH}}" for name in COLUMN_NAMES))


def draw_scores(scores: Sequence[int | None]) -> None:
    """Print each column's score where it stands under the board, - for a full column."""
    line = Text()
    for score in scores:
        if score is None:
            line.append(f"{'-':>{CELL_WIDTH}}", "dim")
        else:
            line.append(f"{score:>{CELL_WIDTH}}", style_score(score))
    make_console(sys.stdout).print(line)


def draw_heat_maps(
    players: Sequence[str], shares: dict[tuple[str, str], float], width: int
) -> Iterator[Table]:
    """Yield drawings of the share of points that the player of a row took from that of a column.

    There are as many as it takes for all columns to fit the width of the terminal.
    """
    places = {player: f"{place}" for place, player in enumerate(players, 1)}
    columns_per_map = max(1, width // CELL_WIDTH - 1)
    for first in range(0, len(players), columns_per_map):
        columns = players[first : first + columns_per_map]
        heat_map = make_table("")
        heat_map.padding = 0
        for player in columns:
            heat_map.add_column(places[player])
        for column in heat_map.columns:
            column.justify, column.no_wrap, column.min_width = "right", True, CELL_WIDTH
        for row, place in places.items():
            heat_map.add_row(place, *(draw_share(shares.get((row, column))) for column in columns))
        yield heat_map


def draw_share(points: float | None) -> Text:
    """Return a share of points on its shade, nothing where two never met."""
    if points is None:
        return Text()
    return Text(f"{100 * points:.0f}".rjust(CELL_WIDTH), f"black on {mix_shade(points)}")


def mix_shade(points: float) -> str:
    """Return a light colour that all eyes tell apart: orange for no points, white for half, blue for all."""
    end, weight = (BEST, 2 * points - 1) if points > 0.5 else (WORST, 1 - 2 * points)
    return "#" + "".join(
        f"{round(even + (to - even) * weight):02x}" for even, to in zip(EVEN, end, strict=True)
    )
