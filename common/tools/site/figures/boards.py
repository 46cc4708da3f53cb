"""Boards as pictures: SVG with X in red and O in yellow, and the letters for those who cannot tell."""

from html import escape

from common.position import HEIGHT, WIDTH, parse, rows
from common.score import sign
from common.tools import course
from common.tools.files import ROOT
from common.tools.site.macro import macro

CELL = 40
STYLE = ROOT / "docs" / "assets" / "board.css"
SYSTEM = (  # what a page of the site gives its boards
    ":root{color-scheme:light dark;--md-default-bg-color:light-dark(#fff,#1e2129);"
    "--md-default-fg-color:light-dark(#1f2933,#e4e8ec);background:var(--md-default-bg-color)}"
)


@macro
def board(moves: str, scores: str = "", caption: str = "") -> str:
    """Return a figure of the board after a move string, with a score below each column where given.

    The scores are separated by blanks, with "-" for a column that has none. Raise InvalidPosition for moves
    that cannot be played.
    """
    parse(moves, course.thinker().Position.start())
    stones = [(x, y, stone) for y, row in enumerate(rows(moves)) for x, stone in enumerate(row.split())]
    shapes = [draw_disc(*stone) for stone in stones]
    shapes += [draw_column_score(x, score) for x, score in enumerate(scores.split())]
    text = f"Board after the moves {moves}" if moves else "The empty board"
    text += f"; scores of the columns from the left: {scores}" * bool(scores)
    size = f"{CELL * WIDTH} {CELL * (HEIGHT + bool(scores))}"
    return (
        f'<figure class="board"><svg viewBox="0 0 {size}" role="img" '
        f'aria-label="{escape(text)}"><rect class="board-frame" width="{CELL * WIDTH}" '
        f'height="{CELL * HEIGHT}" rx="8"/>{"".join(shapes)}</svg>'
        + (f"<figcaption>{escape(caption)}</figcaption>" if caption else "")
        + "</figure>"
    )


def draw_board_file(moves: str, scores: str) -> str:
    """Return the picture of a board as a file of its own, in the colours of the system."""
    svg = board(moves, scores).removeprefix('<figure class="board">').removesuffix("</figure>")
    style = f"<style>{SYSTEM}\n{STYLE.read_text(encoding='utf-8')}</style>"
    start_tag = '<svg xmlns="http://www.w3.org/2000/svg" class="board"'
    return f"{svg.replace('<svg', start_tag, 1).replace('<rect', f'{style}<rect', 1)}\n"


def draw_disc(x: int, y: int, stone: str) -> str:
    """Return a cell with its stone, `X`, `O` or `.` for none."""
    cx, cy = CELL * x + CELL // 2, CELL * y + CELL // 2
    kind = {"X": "first", "O": "second", ".": "empty"}[stone]
    circle = f'<circle class="disc-{kind}" cx="{cx}" cy="{cy}" r="{CELL * 2 // 5}"/>'
    letter = "" if stone == "." else f'<text class="disc-letter-{kind}" x="{cx}" y="{cy}">{stone}</text>'
    return circle + letter


def draw_column_score(x: int, score: str) -> str:
    """Return a column's score, marked by what it means."""
    kind = "none" if score == "-" else ("draw", "win", "loss")[sign(int(score))]
    cx, cy = CELL * x + CELL // 2, CELL * HEIGHT + CELL // 2
    return f'<text class="score-{kind}" x="{cx}" y="{cy}">{score}</text>'


@macro
def cell_numbers() -> str:
    """Return the number of each cell's bit as text, as on a board with the spare bits above it."""
    rows = range(HEIGHT, -1, -1)
    return "\n".join(" ".join(f"{x * (HEIGHT + 1) + y:2}" for x in range(WIDTH)) for y in rows)
