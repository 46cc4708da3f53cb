"""Boards as pictures: SVG with X in red and O in yellow, and the letters for those who cannot tell.

`python -m common.tools.site.drawings.boards` draws the one in README.
"""

from collections.abc import Callable
from html import escape

from common.position import HEIGHT, WIDTH, parse, rows
from common.score import sign
from common.solver import analyze
from common.tools import course
from common.tools.files import ROOT, write_file
from common.tools.site.drawings.marks import CELL, describe_marks, draw_marks, parse_cells
from common.tools.site.macro import macro

README_MOVES = "44444325"
LIVE = "live/"  # the page of the live board; `relocate_links` makes links to it those of each page
STYLE = ROOT / "docs" / "assets" / "board.css"
SYSTEM = (  # what a page of the site gives its boards
    ":root{color-scheme:light dark;--md-default-bg-color:light-dark(#fff,#1e2129);"
    "--md-default-fg-color:light-dark(#1f2933,#e4e8ec);background:var(--md-default-bg-color)}"
)


@macro
def board(moves: str, scores: str = "", caption: str = "", squares: str = "", takers: str = "") -> str:
    """Return a figure of the board after a move string, with a link to the live board.

    The scores below the columns are separated by blanks, with "-" for a column that has none. Winning
    squares, and takers who will get a cell, are given as "X53 O72": a player, the column, the row.
    Raise InvalidPosition for moves that cannot be played.
    """
    words = f"{escape(caption)} " if caption else ""
    link = f'<a href="{LIVE}?moves={moves}">Try it on the live board</a>'
    return (
        f'<figure class="board">{draw_board_picture(moves, scores, squares, takers)}'
        f"<figcaption>{words}{link}</figcaption></figure>"
    )


def draw_board_picture(moves: str, scores: str, squares: str = "", takers: str = "") -> str:
    """Return the picture of such a figure."""
    parse(moves, course.thinker().Position.start())
    stones = [(x, y, stone) for y, row in enumerate(rows(moves)) for x, stone in enumerate(row.split())]
    marks = parse_cells(squares, moves), parse_cells(takers, moves)
    shapes = [draw_disc(*stone) for stone in stones]
    shapes += draw_marks(*marks)
    shapes += [draw_column_score(x, score) for x, score in enumerate(scores.split())]
    text = f"Board after the moves {moves}" if moves else "The empty board"
    text += f"; scores of the columns from the left: {scores}" * bool(scores)
    text = ". ".join([text, *describe_marks(*marks)])
    size = f"{CELL * WIDTH} {CELL * (HEIGHT + bool(scores))}"
    return (
        f'<svg viewBox="0 0 {size}" role="img" '
        f'aria-label="{escape(text)}"><rect class="board-frame" width="{CELL * WIDTH}" '
        f'height="{CELL * HEIGHT}" rx="8"/>{"".join(shapes)}</svg>'
    )


def relocate_links(html: str, find_path: Callable[[str], str]) -> str:
    """Return a page with its links to the live board, which its path from the page is put into."""
    return html.replace(f'href="{LIVE}?', f'href="{find_path(LIVE)}?')


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


def draw_readme_board() -> str:
    """Return the board in README, scored by the step that thinks for boards, in the colours of the system."""
    step = course.thinker()
    scores = analyze(step.solver(), parse(README_MOVES, step.Position.start()))
    shown = " ".join("-" if score is None else f"{score}" for score in scores)
    style = f"<style>{SYSTEM}\n{STYLE.read_text(encoding='utf-8')}</style>"
    start_tag = '<svg xmlns="http://www.w3.org/2000/svg" class="board"'
    svg = draw_board_picture(README_MOVES, shown).replace("<svg", start_tag)
    return f"{svg.replace('<rect', f'{style}<rect', 1)}\n"


if __name__ == "__main__":
    write_file(ROOT / "docs" / "assets" / "board.svg", draw_readme_board())
