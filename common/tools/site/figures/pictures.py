"""Charts as SVG with a description in words, in the same style everywhere."""

import re
from hashlib import sha256
from html import escape
from io import StringIO
from itertools import pairwise
from typing import TYPE_CHECKING

import matplotlib as mpl
import matplotlib.pyplot as plt
from cycler import cycler
from IPython.display import HTML

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from common.tools.searches import Call

# Colours that differ in lightness as well, after Okabe and Ito, and SVG that comes out the same each time.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"]
mpl.rcParams.update(
    {
        "axes.prop_cycle": cycler(color=COLOURS, marker=["o", "s", "^", "D"]),
        "axes.spines.right": False,
        "axes.spines.top": False,
        "figure.figsize": (7, 3.6),
        "font.sans-serif": ["DejaVu Sans"],  # each text would name all others too
        "svg.fonttype": "none",
    }
)
LEFT_OUT = ("Creator", "Date", "Format", "Type")  # by matplotlib, in each chart


def render_chart(figure: "Figure", description: str) -> str:
    """Return a chart as SVG, above its description, which is also its label for screen readers."""
    svg = render_svg(figure, description)
    return f'<figure class="chart">{svg}<figcaption>{escape(description)}</figcaption></figure>'


def render_svg(figure: "Figure", description: str) -> str:
    """Return a chart as SVG, with a description for readers who cannot see it."""
    text = StringIO()
    with mpl.rc_context({"svg.hashsalt": description}):  # charts of a page do not name their parts alike
        figure.savefig(text, format="svg", bbox_inches="tight", metadata=dict.fromkeys(LEFT_OUT))
    plt.close(figure)
    svg = slim_svg("<svg" + text.getvalue().partition("<svg")[2], description)
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(description)}"', 1)


def slim_svg(svg: str, salt: str) -> str:
    """Return SVG without its invisible parts: group names and nesting, blanks, digits beyond hundredths.

    Matplotlib names a clip path after all its digits, of which the last differ from machine to machine. Here
    its name depends on its shape and the salt.
    """
    svg = re.sub(r"(?<=<g) id=\"[^\"]*\"| transform=\"rotate\(-0 [^\"]*\"", "", svg)
    svg = re.sub(r"(?<=>)\s+(?=<)", "", svg)
    svg = re.sub("<[^>]*>", lambda tag: re.sub(r"(\.\d\d)\d+", r"\1", tag[0]), svg)
    for _ in range(2):
        svg = re.sub(r"<g>(<(?:path|use)[^>]*/>)</g>", r"\1", svg)
    for name, shape in re.findall(r'<clipPath id="(\w+)">(.*?)</clipPath>', svg):
        svg = svg.replace(name, f"p{sha256((shape + salt).encode()).hexdigest()[:10]}")
    return svg


def show(figure: "Figure", description: str) -> HTML:
    """Return a chart for a notebook, with its description."""
    return HTML(render_chart(figure, description))


def draw_tree(axes: "Axes", call: "Call", depth: int, label: "Callable[[Call], str]") -> None:
    """Draw the tree of a recorded call down to a depth, with labels and without cut-off branches."""
    axes.set_axis_off()
    width = draw_subtree(axes, call, depth, label, 0.0, 0)
    axes.set_xlim(-0.6, width - 0.4)
    axes.set_ylim(-depth - 0.4, 0.4)


def draw_subtree(
    axes: "Axes", call: "Call", depth: int, label: "Callable[[Call], str]", left: float, ply: int
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
