"""A board with marks on its cells, as a small SVG: it looks as what `marks.js` draws in the page."""

from typing import NamedTuple

from common.position import COLUMN_NAMES, HEIGHT, WIDTH
from common.tools.site.drawings.boards import CELL

KINDS = ("first", "second")
LETTERS = "XO"
SIDE = 15  # of the small square that marks a winning square
NOBODYS = (0, 0)


class Marks(NamedTuple):
    """What is drawn on cells, as bitboards; where there are two, X's and O's."""

    squares: tuple[int, int] = NOBODYS  # winning squares
    takers: tuple[int, int] = NOBODYS  # cells that a player will get
    awaited: int = 0  # winning squares that a player waits for
    forbidden: int = 0  # cells where a stone would lose
    chosen: int = 0  # a cell with a ring
    faded: int = 0  # stones that no longer matter
    closed: int = 0  # cells that are not drawn at all


def draw_marks_on(stones: tuple[int, int], marks: Marks, left: int = 0) -> list[str]:
    """Return a board from some place on to the right, as shapes of a picture; the stones are X's and O's."""
    shapes = [
        f'<rect class="board-frame" x="{left}" width="{CELL * WIDTH}" height="{CELL * HEIGHT}" rx="8"/>',
        draw_dots(~marks.closed, "cells", left),
    ]
    for kind, letter, mine, taken in zip(KINDS, LETTERS, stones, marks.takers, strict=True):
        shapes += [draw_dots(taken, f"cells cells-{kind} cells-taken", left)]
        seen = mine & ~marks.closed
        for part, more in ((seen & ~marks.faded, ""), (seen & marks.faded, " faded")):
            shapes += [draw_dots(part, f"cells cells-{kind}{more}", left)]
            shapes += [draw_letters(part, letter, f"disc-letter-{kind}{more}", left)]
    shapes += [draw_rings(marks.awaited, "mark-awaited", left), draw_rings(marks.chosen, "disc-ring", left)]
    crosses = "".join(f"M{x - 9} {y - 9}l18 18m0-18l-18 18" for x, y in list_centres(marks.forbidden, left))
    shapes += [f'<path class="mark-forbidden" d="{crosses}"/>'] if crosses else []
    shared = marks.squares[0] & marks.squares[1]
    for at, (kind, letter) in enumerate(zip(KINDS, LETTERS, strict=True)):
        for part, shift in ((marks.squares[at] & ~shared, 0), (shared, 15 * at - 8)):
            shapes += draw_small_squares(part, letter, kind, left + shift)
    return [shape for shape in shapes if shape]


def list_centres(cells: int, left: int) -> list[tuple[int, int]]:
    """Return where the middle of each cell of a bitboard is."""
    return [
        (left + CELL * column + CELL // 2, CELL * (HEIGHT - 1 - row) + CELL // 2)
        for column in range(WIDTH)
        for row in range(HEIGHT)
        if cells >> column * (HEIGHT + 1) + row & 1
    ]


def draw_dots(cells: int, kind: str, left: int) -> str:
    """Return a disc in each cell, all of them as one line of round dots."""
    dots = "".join(f"M{x} {y}h0" for x, y in list_centres(cells, left))
    return f'<path class="{kind}" d="{dots}"/>' if dots else ""


def draw_letters(cells: int, letter: str, kind: str, left: int) -> str:
    """Return a letter in each cell."""
    centres = list_centres(cells, left)
    xs, ys = (" ".join(f"{centre[axis]}" for centre in centres) for axis in (0, 1))
    return f'<text class="{kind}" x="{xs}" y="{ys}">{letter * len(centres)}</text>' if centres else ""


def draw_rings(cells: int, kind: str, left: int) -> str:
    """Return a ring in each cell."""
    return "".join(
        f'<circle class="{kind}" cx="{x}" cy="{y}" r="{CELL // 2 - 2}"/>'
        for x, y in list_centres(cells, left)
    )


def draw_small_squares(cells: int, letter: str, kind: str, left: int) -> list[str]:
    """Return a small square with a letter in each cell."""
    half = SIDE // 2
    return [
        f'<g class="mark-square"><rect class="mark-square-{kind}" x="{x - half}" y="{y - half}" '
        f'width="{SIDE}" height="{SIDE}" rx="2"/>'
        f'<text class="disc-letter-{kind}" x="{x}" y="{y}">{letter}</text></g>'
        for x, y in list_centres(cells, left)
    ]


def name_column(move: int) -> str:
    """Return the name of a cell's column; above its cells each column has a bit to spare."""
    return COLUMN_NAMES[move.bit_length() // (HEIGHT + 1)]
