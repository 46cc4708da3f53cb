"""What the labs share: running the real steps on samples, recording a search, showing a chart."""

# The types of matplotlib's functions are partly unknown.
# pyright: basic

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from io import StringIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from cycler import cycler
from IPython.display import HTML

from common.position import parse
from common.score import MAX_SCORE
from common.solver import Solver
from common.tools import course
from common.tools.files import ROOT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
        "svg.hashsalt": "labs",
    }
)
SAID = ("Creator", "Date", "Format", "Type")  # by matplotlib, in each chart


def picture(figure: "Figure", description: str) -> str:
    """Return a chart as SVG, with what it shows in words for those who cannot see it."""
    text = StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata=dict.fromkeys(SAID))
    plt.close(figure)
    drawn = slim_svg("<svg" + text.getvalue().partition("<svg")[2])
    drawn = drawn.replace("<svg", f'<svg role="img" aria-label="{escape(description)}"', 1)
    return f'<figure class="chart">{drawn}<figcaption>{escape(description)}</figcaption></figure>'


def slim_svg(drawn: str) -> str:
    """Return SVG without what nobody sees: names and nesting of groups, blanks, less than a hundredth."""
    drawn = re.sub(r"(?<=<g) id=\"[^\"]*\"| transform=\"rotate\(-0 [^\"]*\"", "", drawn)
    drawn = re.sub(r"(?<=>)\s+(?=<)", "", drawn)
    drawn = re.sub("<[^>]*>", lambda tag: re.sub(r"(\.\d\d)\d+", r"\1", tag[0]), drawn)
    for _ in range(2):
        drawn = re.sub(r"<g>(<(?:path|use)[^>]*/>)</g>", r"\1", drawn)
    return drawn


def show(figure: "Figure", description: str) -> HTML:
    """Return a chart for a notebook to show, with what it shows in words."""
    return HTML(picture(figure, description))


def sample(name: str, positions: int) -> list[str]:
    """Return the first positions of a test set, as move strings."""
    lines = (ROOT / "test-data" / name).read_text().splitlines()
    return [line.split()[0] for line in lines[:positions]]


def nodes(number: str, positions: Iterable[str], **options: Any) -> list[int]:
    """Return the nodes that a step explores on each position, its book left out."""
    step = course.load(number)
    solver = step.solver(use_book=False, **options)
    found: list[int] = []
    for moves in positions:
        solver.reset()
        solver.solve(parse(moves, step.Position.start()))
        found.append(solver.nodes)
    return found


@dataclass
class Call:
    """A call of negamax: its position and window, what came back, and the calls that it made."""

    position: Any
    alpha: int
    beta: int
    score: int = 0
    children: "list[Call]" = field(default_factory=list["Call"])


def recorded(number: str, moves: str, **options: Any) -> tuple[Solver[Any], list[Call]]:
    """Solve a position by a step run as plain Python; return the solver and the calls from the root.

    The environment must say NUMBA_DISABLE_JIT=1 before anything of the course is imported: a compiled
    search cannot be watched.
    """
    step = course.load(number)
    search = step.module.solver
    negamax: Callable[..., int] = search.negamax
    names = list(inspect.signature(negamax).parameters)
    roots: list[Call] = []
    path = [roots]

    def watched(*arguments: Any) -> int:
        given = dict(zip(names, arguments, strict=True))
        call = Call(given["position"], given.get("alpha", -MAX_SCORE), given.get("beta", MAX_SCORE))
        path[-1].append(call)
        path.append(call.children)
        call.score = negamax(*arguments)
        path.pop()
        return call.score

    search.negamax = watched
    try:
        solver = step.solver(use_book=False, **options)
        solver.solve(parse(moves, step.Position.start()))
    finally:
        search.negamax = negamax
    return solver, roots


def every(calls: list[Call]) -> Iterable[Call]:
    """Yield the calls and all that they made."""
    for call in calls:
        yield call
        yield from every(call.children)


def draw(axes: "Axes", call: Call, depth: int, label: Callable[[Call], str]) -> None:
    """Draw the tree of a call down to a depth, a label in each node, cut-off branches not at all."""
    axes.set_axis_off()
    width = place(axes, call, depth, label, 0.0, 0)
    axes.set_xlim(-0.6, width - 0.4)
    axes.set_ylim(-depth - 0.4, 0.4)


def place(axes: "Axes", call: Call, depth: int, label: Callable[[Call], str], left: float, ply: int) -> float:
    """Draw a call and those below it from `left` on; return where the next one may start."""
    right, below = left, call.children if ply < depth else []
    ends = [right := place(axes, child, depth, label, right, ply + 1) for child in below]
    right = max(right, left + 1)
    x = (left + right - 1) / 2
    for start, end in pairwise([left, *ends]):
        axes.plot([x, (start + end - 1) / 2], [-ply, -ply - 1], color="#999999", marker="", zorder=0)
    axes.text(
        x, -ply, label(call), ha="center", va="center", fontsize=8, bbox={"boxstyle": "round", "fc": "w"}
    )
    return right
