"""Pictures as PNG, drawn while the site is built: the card of a shared link, and the icon for a phone."""

from functools import partial
from io import BytesIO
from textwrap import fill
from xml.etree import ElementTree

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

from c4.picture import COLOURS
from common.position import HEIGHT, WIDTH, rows
from common.tools.files import ROOT
from common.tools.site.drawings.boards import README_MOVES

ICON = ROOT / "docs" / "assets" / "favicon.svg"
CARD, SIDE = (1200, 630), 512  # pixels
CELL, LEFT, TOP = 80, 576, 75  # of the board on the card
DISCS = {".": "empty", "X": "first", "O": "second"}
INK = "#1f2933"


def draw_card(title: str, sentence: str) -> bytes:
    """Return the card of a shared link: the title and a sentence beside a board."""
    figure, axes = open_canvas(*CARD, *CARD)
    write = partial(axes.text, fontweight="bold", va="center_baseline")
    write(64, 240, fill(title, 13), color=INK, fontsize=39, linespacing=1.4)
    write(64, 430, fill(sentence, 30), color=INK, fontsize=19, linespacing=1.5, fontweight="normal")
    frame = FancyBboxPatch((LEFT, TOP), CELL * WIDTH, CELL * HEIGHT, boxstyle="round,pad=0,rounding_size=16")
    frame.set_color(find_colour("board-frame"))
    axes.add_patch(frame)
    for y, row in enumerate(rows(README_MOVES)):
        for x, stone in enumerate(row.split()):
            centre = LEFT + CELL * (x + 0.5), TOP + CELL * (y + 0.5)
            axes.add_patch(Circle(centre, CELL * 0.4, color=find_colour(f"disc-{DISCS[stone]}")))
            colour = "#fff" if stone == "X" else INK
            write(*centre, stone.strip("."), color=colour, fontsize=24, ha="center")
    return render_png(figure)


def draw_icon() -> bytes:
    """Return the icon of the site's tabs, without its round corners, which a phone makes itself."""
    icon = ElementTree.parse(ICON).getroot()
    figure, axes = open_canvas(SIDE, SIDE, *map(float, icon.attrib["viewBox"].split()[2:]))
    ground, *discs = (dict(shape.attrib) for shape in icon)
    axes.add_patch(Rectangle((0, 0), float(ground["width"]), float(ground["height"]), color=ground["fill"]))
    for disc in discs:
        centre = float(disc["cx"]), float(disc["cy"])
        axes.add_patch(Circle(centre, float(disc["r"]), color=disc["fill"]))
    return render_png(figure)


def find_colour(kind: str) -> str:
    """Return the colour of a part of a board."""
    return COLOURS[f".{kind}"].removeprefix("fill:")


def open_canvas(width: int, height: int, right: float, bottom: float) -> tuple[Figure, Axes]:
    """Return an empty picture of a size in pixels, and its axes, which count from the top left corner."""
    figure = plt.figure(figsize=(width / 100, height / 100), dpi=100)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, right), ylim=(bottom, 0))
    axes.set_axis_off()
    return figure, axes


def render_png(figure: Figure) -> bytes:
    """Return a picture as PNG, and close it."""
    content = BytesIO()
    figure.savefig(content, format="png")
    plt.close(figure)
    return content.getvalue()
