"""Boards as SVG pictures: X in red and O in yellow, with letters for readers who cannot tell colours."""

from collections.abc import Iterable
from html import escape

from common.position import HEIGHT, WIDTH, rows
from common.score import sign

CELL = 40  # the side of a cell
COLOURS = {  # where no page has styles for boards
    ".board-frame": "fill:#22577a",
    ".disc-empty": "fill:#fff",
    ".disc-first": "fill:#d92b2b",
    ".disc-second": "fill:#ffd166",
    "text": "font:700 17px sans-serif;text-anchor:middle;dominant-baseline:central",
    ".disc-letter-first": "fill:#fff",
    ".score-win": "fill:#1b7837",
    ".score-loss": "fill:#762a83",
}


def draw_picture(moves: str, scores: str = "", marks: str = "", meanings: Iterable[str] = ()) -> str:
    """Return the picture of the board after a move string.

    The scores below the columns are separated by blanks, with "-" for a column that has none. Marks are
    shapes on top of the stones; their meanings go into the description for screen readers.
    """
    shapes = [
        draw_disc(x, y, stone) for y, row in enumerate(rows(moves)) for x, stone in enumerate(row.split())
    ]
    shapes += [marks, *(draw_column_score(x, score) for x, score in enumerate(scores.split()))]
    text = f"Board after the moves {moves}" if moves else "The empty board"
    text += f"; scores of the columns from the left: {scores}" * bool(scores)
    size = f"{CELL * WIDTH} {CELL * (HEIGHT + bool(scores))}"
    return (
        f'<svg viewBox="0 0 {size}" role="img" aria-label="{escape(". ".join([text, *meanings]))}">'
        f'<rect class="board-frame" width="{CELL * WIDTH}" height="{CELL * HEIGHT}" rx="8"/>'
        f"{''.join(shapes)}</svg>"
    )


def draw_coloured_picture(moves: str, scores: str) -> str:
    """Return a picture with its own styles, which leave the page around it alone, at a notebook's width."""
    start = f'<svg xmlns="http://www.w3.org/2000/svg" class="c4-picture" width="{CELL * WIDTH}"'
    picture = draw_picture(moves, scores).replace("<svg", start, 1)
    style = "".join(f".c4-picture {which}{{{how}}}" for which, how in COLOURS.items())
    return picture.replace("<rect", f"<style>{style}</style><rect", 1)


def draw_disc(x: int, y: int, stone: str) -> str:
    """Return a cell with its stone, `X`, `O` or `.` for none."""
    cx, cy = CELL * x + CELL // 2, CELL * y + CELL // 2
    kind = {"X": "first", "O": "second", ".": "empty"}[stone]
    circle = f'<circle class="disc-{kind}" cx="{cx}" cy="{cy}" r="{CELL * 2 // 5}"/>'
    letter = "" if stone == "." else f'<text class="disc-letter-{kind}" x="{cx}" y="{cy}">{stone}</text>'
    return circle + letter


def draw_column_score(x: int, score: str) -> str:
    """Return a column's score, marked as a win, a draw or a loss."""
    kind = "none" if score == "-" else ("draw", "win", "loss")[sign(int(score))]
    cx, cy = CELL * x + CELL // 2, CELL * HEIGHT + CELL // 2
    return f'<text class="score-{kind}" x="{cx}" y="{cy}">{score}</text>'
