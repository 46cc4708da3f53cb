"""Boards as SVG pictures: X in red and O in yellow, with letters for readers who cannot tell colours."""

from html import escape

from c4.engine import board_bits, load_step
from c4.picture import draw_picture
from common.position import parse
from common.tools.files import ROOT
from common.tools.site.drawings.marks import describe_marks, draw_marks, parse_cells
from common.tools.site.macro import macro

README_MOVES = "44444325"
LIVE = "live/"  # the page of the live board; `hooks.py` makes links to it those of each page
STYLE = ROOT / "docs" / "assets" / "board.css"
SYSTEM = (  # the styles that a page of the site gives its boards
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
    scored = f' data-scores="{scores}"' if scores else ""
    return (
        f'<figure class="board"{scored}>{draw_board_picture(moves, scores, squares, takers)}'
        f"<figcaption>{words}{link}</figcaption></figure>"
    )


def draw_board_picture(moves: str, scores: str, squares: str = "", takers: str = "") -> str:
    """Return the picture in a figure of a board."""
    parse(moves, board_bits.Position.start())
    cells = parse_cells(squares, moves), parse_cells(takers, moves)
    return draw_picture(moves, scores, "".join(draw_marks(*cells)), describe_marks(*cells))


def draw_readme_board() -> str:
    """Return the board in README, scored by the engine, in the colours of the system."""
    scores = load_step().with_options().ask(README_MOVES, columns=True).scores
    shown = " ".join("-" if score is None else f"{score}" for score in scores)
    style = f"<style>{SYSTEM}\n{STYLE.read_text(encoding='utf-8')}</style>"
    start_tag = '<svg xmlns="http://www.w3.org/2000/svg" class="board"'
    svg = draw_board_picture(README_MOVES, shown).replace("<svg", start_tag)
    return f"{svg.replace('<rect', f'{style}<rect', 1)}\n"
