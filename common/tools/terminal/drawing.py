"""What the terminal draws: boards, scores, heat maps; the pages take their shades from here too.

X, who moves first, is red, and O yellow. So no score is: all eyes tell green, for a win, from magenta, for a
loss.
"""

import sys
from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from common.position import rows
from common.tools.terminal.console import console, make_table

STONES = {"X": "bold red", "O": "bold yellow", "*": "bold cyan"}
CELL_WIDTH = 4
WORST, EVEN, BEST = (0xF0, 0x9A, 0x4A), (0xFF, 0xFF, 0xFF), (0x6F, 0xB1, 0xE0)


def style(score: int) -> str:
    """Return how a winning, drawing or losing score is printed."""
    return "bold green" if score > 0 else "bold magenta" if score < 0 else "bold"


def draw_board(moves: str) -> None:
    """Print the board, a row a line."""
    draw_rows(rows(moves))


def draw_rows(drawn: Sequence[str]) -> None:
    """Print the rows of a board, whose cells are X, O, . or a mark."""
    out = console(sys.stdout)
    for row in drawn:
        line = Text()
        for cell in row.split():
            line.append(f"{'·' if cell == '.' else cell:>{CELL_WIDTH}}", STONES.get(cell, "dim"))
        out.print(line)


def draw_scores(scores: Sequence[int | None]) -> None:
    """Print each column's score where it stands under the board, - for a full column."""
    drawn = Text()
    for score in scores:
        if score is None:
            drawn.append(f"{'-':>{CELL_WIDTH}}", "dim")
        else:
            drawn.append(f"{score:>{CELL_WIDTH}}", style(score))
    console(sys.stdout).print(drawn)


def heat_maps(players: Sequence[str], found: dict[tuple[str, str], float], width: int) -> Iterator[Table]:
    """Yield drawings of the share of points that the player of a row took from that of a column.

    There are as many as it takes for all columns to fit the width of the terminal.
    """
    places = {player: f"{place}" for place, player in enumerate(players, 1)}
    many = max(1, width // CELL_WIDTH - 1)
    for first in range(0, len(players), many):
        columns = players[first : first + many]
        drawn = make_table("")
        drawn.padding = 0
        for player in columns:
            drawn.add_column(places[player])
        for column in drawn.columns:
            column.justify, column.no_wrap, column.min_width = "right", True, CELL_WIDTH
        for row, place in places.items():
            drawn.add_row(place, *(shaded(found.get((row, column))) for column in columns))
        yield drawn


def shaded(points: float | None) -> Text:
    """Return a share of points on its shade, nothing where two never met."""
    if points is None:
        return Text()
    return Text(f"{100 * points:.0f}".rjust(CELL_WIDTH), f"black on {shade(points)}")


def shade(points: float) -> str:
    """Return a light colour that all eyes tell apart: orange for no points, white for half, blue for all."""
    end, weight = (BEST, 2 * points - 1) if points > 0.5 else (WORST, 1 - 2 * points)
    return "#" + "".join(
        f"{round(even + (to - even) * weight):02x}" for even, to in zip(EVEN, end, strict=True)
    )
