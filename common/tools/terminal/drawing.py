"""Text of `c4.wording` on a terminal: boards, scores and sentences, in colour if it has colours.

X, who moves first, is red, and O yellow. Scores have other colours: green for a win and magenta for a loss,
which all eyes can distinguish.
"""

import re

from rich.console import Console
from rich.text import Text

from c4.wording import CELL_WIDTH, MARKS, SENTENCES, draw_board, draw_cells
from common.position import COLUMN_NAMES, WIDTH

STONES = {"X": "bold red", "O": "bold yellow", "*": "bold cyan", "x": "red", "o": "yellow", "+": "cyan"}
NAMES = draw_cells(COLUMN_NAMES)
CELLS = re.compile(rf"(?: {{{CELL_WIDTH - 1}}}[·XOxo+*])+")
SCORES = re.compile(rf"(?=.{{{CELL_WIDTH * WIDTH}}}$)(?: +-?\d+| +-)+")
REVIEWED = re.compile(r"\d+ +[XO]\w  .*\d")
LEGENDS = *MARKS.values(), *SENTENCES["marks"].values()


def style_score(score: int) -> str:
    """Return the style of a winning, drawing or losing score."""
    return "bold green" if score > 0 else "bold magenta" if score < 0 else "bold"


def print_in_colour(out: Console, text: str) -> None:
    """Print a text, broken between words on a terminal.

    Dots are plain unless the encoding is UTF: a reader of the file may assume another encoding.
    """
    for line in text.split("\n"):
        painted = paint_line(line)
        if not out.encoding.startswith("utf"):
            painted.plain = painted.plain.replace("·", ".")
        out.print(painted)


def print_board(out: Console, moves: str) -> None:
    """Print the board after a move string, and the names of the columns below it."""
    print_in_colour(out, "\n".join([*draw_board(moves), NAMES]))


def paint_line(line: str) -> Text:
    """Return a line with its colours."""
    text = Text(line)
    if CELLS.fullmatch(line):
        for cell in re.finditer(r"\S", line):
            text.stylize(STONES.get(cell[0], "dim"), *cell.span())
    elif SCORES.fullmatch(line) and line != NAMES:
        for score in re.finditer(r"\S+", line):
            text.stylize("dim" if score[0] == "-" else style_score(int(score[0])), *score.span())
    elif REVIEWED.fullmatch(line):
        for score in list(re.finditer(r"-?\d+", line))[-2:]:
            text.stylize(style_score(int(score[0])), *score.span())
    elif line.endswith(LEGENDS):
        text.stylize("dim")
    return text
