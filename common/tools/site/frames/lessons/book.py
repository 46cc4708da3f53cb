"""The tree of lesson 08 below the empty board, with books of 0 to 12 plies: the nodes at each ply."""

from collections.abc import Iterator
from math import log

from common.position import CELLS
from common.tools.site.figures.counts import read_counts
from common.tools.site.frames.frame import Frame, draw_label, draw_path, draw_picture

MIDDLE, ROW, TOP = 150, 6, 6  # pixels: the middle of the tree, a ply, what is above the first
LONGEST, LEAST = 230, 8  # of a ply's bar
WIDTH = 328


def record_book() -> list[Frame]:
    """Return the frames, one for each depth of the book."""
    depths: list[list[int]] = read_counts()["book"]
    most = max(map(max, depths))
    return [draw_depth(depth, counts, most) for depth, counts in enumerate(depths)]


def draw_depth(depth: int, counts: list[int], most: int) -> Frame:
    """Return the frame of a book: bars for the plies above its line, and what is left out below."""
    nodes = sum(counts)
    words = (
        f"A book of {depth} {'ply' if depth == 1 else 'plies'}: {nodes:,} nodes for the score of the empty "
        f"board. The book answers {counts[-1]:,} of them."
    )
    line = TOP + ROW * depth + ROW // 2
    shapes = [
        draw_path("".join(draw_bars(counts, most)), "ply"),
        draw_path(f"M{MIDDLE - LONGEST // 2} {line}V{TOP + ROW * CELLS}h{LONGEST}V{line}", "unsearched"),
        draw_path(f"M0 {line}H{WIDTH}", "horizon"),
        draw_label(MIDDLE + LONGEST // 2 + 6, line + 16, f"{depth} stones"),
        draw_label(MIDDLE - 36, TOP + ROW * 32, "not searched"),
        draw_label(MIDDLE + LONGEST // 2 + 6, TOP + ROW * CELLS, f"{CELLS} stones"),
    ]
    return Frame(draw_picture(WIDTH, TOP + ROW * CELLS + 4, words, shapes), words)


def draw_bars(counts: list[int], most: int) -> Iterator[str]:
    """Yield the bar of each ply as a part of a path: its length is the logarithm of the nodes there."""
    for ply, count in enumerate(counts):
        length = LEAST + (LONGEST - LEAST) * log(count) / log(most)
        yield f"M{MIDDLE - length / 2:.1f} {TOP + ROW * ply - 2}h{length:.1f}v4h-{length:.1f}z"
