"""Marks on the cells of a board, the same as in docs/assets/live/marks.js."""

from collections.abc import Iterator

from c4.picture import CELL
from c4.wording import name_cells
from common.errors import Error
from common.position import COLUMN_NAMES, HEIGHT

SIDE = 15  # of the small square of a winning square
KINDS = {"X": "first", "O": "second"}

Cell = tuple[str, int, int]  # a player, column and row, both from 0


def parse_cells(text: str, moves: str) -> list[Cell]:
    """Return the cells of a text such as "X53 O72"; raise Error if one is not an empty cell."""
    cells: list[Cell] = []
    for word in text.split():
        player, column, row = word[:1], COLUMN_NAMES.find(word[1:2]), int(word[2:]) - 1
        if player not in KINDS or column < 0 or not moves.count(COLUMN_NAMES[column]) <= row < HEIGHT:
            raise Error(f"after {moves}, '{word}' is not a player and an empty cell")
        cells.append((player, column, row))
    return cells


def draw_marks(squares: list[Cell], takers: list[Cell]) -> Iterator[str]:
    """Draw a tint for the player who will get a cell, and a small square for a winning square."""
    for player, column, row in takers:
        cx, cy = find_centre(column, row)
        yield f'<circle class="mark-taker-{KINDS[player]}" cx="{cx}" cy="{cy}" r="{CELL * 2 // 5}"/>'
    for player, column, row in squares:
        yield draw_square(*find_centre(column, row), player)


def draw_square(x: int, y: int, player: str) -> str:
    """Draw a small square with a player's letter around a place."""
    return (
        f'<g class="mark-square"><rect class="mark-square-{KINDS[player]}" x="{x - SIDE // 2}" '
        f'y="{y - SIDE // 2}" width="{SIDE}" height="{SIDE}" rx="2"/>'
        f'<text class="disc-letter-{KINDS[player]}" x="{x}" y="{y}">{player}</text></g>'
    )


def find_centre(column: int, row: int) -> tuple[int, int]:
    """Return the coordinates of a cell's centre."""
    return CELL * column + CELL // 2, CELL * (HEIGHT - row) - CELL // 2


def describe_marks(squares: list[Cell], takers: list[Cell]) -> Iterator[str]:
    """Describe the marks, one phrase each."""
    for cells, what in ((squares, "Winning squares of {}"), (takers, "{} will get")):
        for player in KINDS:
            own = sorted((column, row) for owner, column, row in cells if owner == player)
            if own:
                yield f"{what.format(player)}: {name_cells(own)}"
