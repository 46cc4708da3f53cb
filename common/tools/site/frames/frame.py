"""A frame: a picture with a description, the shapes to draw it, and a board with marks on its cells."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from c4.engine import EnginePosition, board_bits
from c4.picture import CELL
from c4.reasons import list_cells
from common.position import COLUMN_NAMES, HEIGHT, WIDTH
from common.tools.site.drawings.marks import KINDS, draw_square, find_centre

HALF, MIDDLE = 150, 170  # pixels: half an axis of scores, and its middle


class Frame(NamedTuple):
    """A picture as HTML, and its description."""

    picture: str
    words: str


def draw_picture(width: int, height: int, label: str, shapes: Iterable[str]) -> str:
    """Return a picture with a label for screen readers."""
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">{"".join(shapes)}</svg>'
    )


def draw_label(x: float, y: float, text: str, kind: str = "plain") -> str:
    """Return text that begins at a point; its kind is a class for its style."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def draw_letters(centres: Sequence[tuple[float, float]], letters: str, kind: str) -> str:
    """Return letters as one text, one at each point; "" without letters."""
    xs, ys = (" ".join(f"{centre[axis]:g}" for centre in centres) for axis in (0, 1))
    return f'<text class="{kind}" x="{xs}" y="{ys}">{letters}</text>' if letters else ""


def draw_path(way: str, kind: str) -> str:
    """Return a path of a kind; "" if it is empty."""
    return f'<path class="{kind}" d="{way}"/>' if way else ""


def draw_dots(centres: Iterable[tuple[float, float]], kind: str) -> str:
    """Return round dots of one kind as one path, which is small in a page."""
    return draw_path("".join(f"M{x:g} {y:g}h0" for x, y in centres), kind)


def draw_squares(places: Iterable[tuple[int, int]], size: int, kind: str) -> str:
    """Return squares of one kind as one path, given their upper left corners."""
    return draw_path("".join(f"M{x} {y}h{size}v{size}h-{size}z" for x, y in places), kind)


def find_x(score: int, limit: int) -> int:
    """Return the place of a score on an axis that ends at a limit."""
    return MIDDLE + HALF // limit * score


def draw_axis(y: int, limit: int) -> list[str]:
    """Return the axis of scores at some height."""
    places = {score: find_x(score, limit) for score in range(-limit, limit + 1)}
    ticks = "".join(f"M{x} {y - 3}v6" for x in places.values())
    return [
        f'<path class="edge" d="M{places[-limit]} {y}H{places[limit]}{ticks}"/>',
        *(draw_label(x, y + 20, f"{score}", "tick") for score, x in places.items()),
    ]


class Marks(NamedTuple):
    """The marks on cells in the style of `marks.js`, as bitboards."""

    squares: tuple[int, int] = (0, 0)  # winning squares of X and of O
    forbidden: int = 0  # cells where a stone would lose
    chosen: int = 0  # a cell with a ring


def draw_cells(position: EnginePosition, marks: Marks) -> list[str]:
    """Return a board as shapes of a picture."""
    stones = position.stones, position.stones ^ position.mask
    shapes = [
        f'<rect class="board-frame" x="0" width="{CELL * WIDTH}" height="{CELL * HEIGHT}" rx="8"/>',
        draw_dots(list_centres(board_bits.BOARD), "cells"),
    ]
    for at, (letter, kind) in enumerate(KINDS.items()):
        centres = list_centres(stones[(position.moves + at) % 2])
        shapes.append(draw_dots(centres, f"cells cells-{kind}"))
        shapes.append(draw_letters(centres, letter * len(centres), f"disc-letter-{kind}"))
    for x, y in list_centres(marks.chosen):
        shapes.append(f'<circle class="disc-ring" cx="{x}" cy="{y}" r="{CELL // 2 - 2}"/>')
    crosses = "".join(f"M{x - 9} {y - 9}l18 18m0-18l-18 18" for x, y in list_centres(marks.forbidden))
    shapes.append(draw_path(crosses, "mark-forbidden"))
    shared = marks.squares[0] & marks.squares[1]
    for at, letter in enumerate(KINDS):
        for part, shift in ((marks.squares[at] & ~shared, 0), (shared, 15 * at - 8)):
            shapes += [draw_square(x + shift, y, letter) for x, y in list_centres(part)]
    return shapes


def frame_board(position: EnginePosition, marks: Marks, words: str) -> Frame:
    """Return a frame that is only a board."""
    shapes = draw_cells(position, marks)
    return Frame(draw_picture(CELL * WIDTH, CELL * HEIGHT, words, shapes), words)


def list_centres(bits: int) -> list[tuple[int, int]]:
    """Return the centre of each cell of a bitboard."""
    return [find_centre(*cell) for cell in list_cells(bits & board_bits.BOARD)]


def name_column(move: int) -> str:
    """Return the name of a cell's column; each column has a spare bit above its cells."""
    return COLUMN_NAMES[move.bit_length() // (HEIGHT + 1)]
