"""A board with marks on its cells, as a small SVG in the style of `marks.js`."""

from typing import NamedTuple

from c4.engine import Bitboard, bitboard
from c4.picture import CELL
from c4.reasons import list_cells
from common.position import COLUMN_NAMES, HEIGHT, WIDTH
from common.tools.site.drawings.marks import KINDS, draw_square, find_centre
from common.tools.site.frames.frame import Frame, draw_dots, draw_letters, draw_path, draw_picture


class Marks(NamedTuple):
    """The marks on cells, as bitboards."""

    squares: tuple[int, int] = (0, 0)  # winning squares of X and of O
    forbidden: int = 0  # cells where a stone would lose
    chosen: int = 0  # a cell with a ring
    faded: int = 0  # stones that no longer matter
    closed: int = 0  # cells that are not drawn at all


def draw_cells(position: Bitboard, marks: Marks) -> list[str]:
    """Return a board as shapes of a picture."""
    stones = position.stones, position.stones ^ position.mask
    shapes = [
        f'<rect class="board-frame" x="0" width="{CELL * WIDTH}" height="{CELL * HEIGHT}" rx="8"/>',
        draw_dots(list_centres(~marks.closed), "cells"),
    ]
    for at, (letter, kind) in enumerate(KINDS.items()):
        seen = stones[(position.moves + at) % 2] & ~marks.closed
        for part, more in ((seen & ~marks.faded, ""), (seen & marks.faded, " faded")):
            centres = list_centres(part)
            shapes.append(draw_dots(centres, f"cells cells-{kind}{more}"))
            shapes.append(draw_letters(centres, letter * len(centres), f"disc-letter-{kind}{more}"))
    for x, y in list_centres(marks.chosen):
        shapes.append(f'<circle class="disc-ring" cx="{x}" cy="{y}" r="{CELL // 2 - 2}"/>')
    crosses = "".join(f"M{x - 9} {y - 9}l18 18m0-18l-18 18" for x, y in list_centres(marks.forbidden))
    shapes.append(draw_path(crosses, "mark-forbidden"))
    shared = marks.squares[0] & marks.squares[1]
    for at, letter in enumerate(KINDS):
        for part, shift in ((marks.squares[at] & ~shared, 0), (shared, 15 * at - 8)):
            shapes += [draw_square(x + shift, y, letter) for x, y in list_centres(part)]
    return shapes


def frame_board(position: Bitboard, marks: Marks, words: str) -> Frame:
    """Return a frame that is only a board."""
    shapes = draw_cells(position, marks)
    return Frame(draw_picture(CELL * WIDTH, CELL * HEIGHT, words, shapes), words)


def list_centres(bits: int) -> list[tuple[int, int]]:
    """Return the centre of each cell of a bitboard."""
    return [find_centre(*cell) for cell in list_cells(bits & bitboard.BOARD)]


def name_column(move: int) -> str:
    """Return the name of a cell's column; each column has a spare bit above its cells."""
    return COLUMN_NAMES[move.bit_length() // (HEIGHT + 1)]
