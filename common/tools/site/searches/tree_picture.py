"""The tree of a recorded search as a chart."""

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from common.tools.site.searches.recording import Call

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw(axes: "Axes", call: Call, depth: int, label: Callable[[Call], str]) -> None:
    """Draw the tree of a call down to a depth, with labels and without cut-off branches."""
    axes.set_axis_off()
    width = draw_subtree(axes, call, depth, label, 0.0, 0)
    axes.set_xlim(-0.6, width - 0.4)
    axes.set_ylim(-depth - 0.4, 0.4)


def draw_subtree(
    axes: "Axes", call: Call, depth: int, label: Callable[[Call], str], left: float, ply: int
) -> float:
    """Draw a call and those below it from `left` on; return the start of the next one."""
    right, children = left, call.children if ply < depth else []
    ends = [right := draw_subtree(axes, child, depth, label, right, ply + 1) for child in children]
    right = max(right, left + 1)
    x = (left + right - 1) / 2
    for start, end in pairwise([left, *ends]):
        axes.plot([x, (start + end - 1) / 2], [-ply, -ply - 1], color="#999999", marker="", zorder=0)
    axes.text(
        x, -ply, label(call), ha="center", va="center", fontsize=8, bbox={"boxstyle": "round", "fc": "w"}
    )
    return right
