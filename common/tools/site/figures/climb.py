"""The climb: the time and nodes of every step on each test set, as a picture for README and the home page."""

from itertools import chain
from math import nan

import matplotlib.pyplot as plt
from matplotlib.ticker import EngFormatter, LogLocator

from common.tools import course
from common.tools.measured import NODES, PROCESSOR, Json, index_rows, read_benchmark
from common.tools.sets import KINDS
from common.tools.site.figures.pictures import render_svg

# A mark and a colour for each set, with its light on dark: after Okabe and Ito, and each line has its name.
LOOKS = {
    "end-easy": ("o", "#0068a5", "#5cb8ee"),
    "middle-easy": ("s", "#b84a00", "#ffa45c"),
    "middle-medium": ("^", "#00765a", "#45cfa4"),
    "begin-easy": ("D", "#99316f", "#f09bcb"),
    "begin-medium": ("v", "#6a5a00", "#e3d15c"),
    "begin-hard": ("P", "#444f59", "#b5c0ca"),
}
GROUND, INK, GRID = ("#ffffff", "#1e2129"), ("#1f2933", "#e4e8ec"), ("#d5dbe0", "#414854")
# As a file it has the colours of the system, in a page those of the page.
STYLE = "<style>svg:root{color-scheme:light dark}</style>"
DRAWN = [number for number in course.numbers() if number <= course.ENGINE]
"""The steps up to the engine; later ones gain nothing in one thread."""

Series = dict[str, list[float]]
"""A figure of each step, NaN if it did not finish, by the sets that any step finished."""


def draw_climb(benchmark: Json | None = None) -> str:
    """Return the benchmark of all steps, or another, as SVG: a line per set, time above, nodes below."""
    benchmark = benchmark or read_benchmark()
    times, nodes = (list_series(benchmark, figure) for figure in (PROCESSOR, NODES))
    seconds = {kind: [value / 1e6 for value in values] for kind, values in times.items()}
    figure, plots = plt.subplots(2, sharex=True, figsize=(7.4, 6.8), layout="tight")
    for axes, title, series in zip(plots, ("time", "nodes"), (seconds, nodes), strict=True):
        for kind, values in series.items():
            mark, colour, _ = LOOKS[kind]
            axes.plot(values, color=colour, marker=mark, markersize=5, label=kind)
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(numticks=12))  # so that no power of ten is left out
        axes.set_title(f"Mean {title} per position", loc="left", color=INK[0], fontweight="bold", fontsize=10)
        axes.grid(axis="y", color=GRID[0])
        axes.tick_params(colors=INK[0], length=0)
        axes.minorticks_off()
        axes.spines[:].set_visible(False)
        handles = sorted(axes.lines, key=lambda line: -line.get_ydata()[-1])
        axes.legend(
            handles=handles, labelcolor=INK[0], frameon=False, loc="center left", bbox_to_anchor=(1, 0.5)
        )
    plots[0].yaxis.set_major_formatter(EngFormatter("s"))
    plots[1].yaxis.set_major_formatter(
        lambda count, _: f"{count:,.0f}" if count < 1e6 else f"{count / 1e6:,.0f} million"
    )
    steps = [course.load(number) for number in DRAWN]
    names = [f"{step.number} {step.name}" for step in steps]
    plots[1].set_xticks(
        range(len(steps)), names, rotation=90, rotation_mode="anchor", ha="right", va="center"
    )
    svg = render_svg(figure, describe_climb(nodes)).replace("'DejaVu Sans'", "sans-serif")
    for day, night in chain(((day, night) for _, day, night in LOOKS.values()), (GROUND, INK, GRID)):
        svg = svg.replace(day, f"light-dark({day},{night})")
    return svg.replace(">", f">{STYLE}", 1) + "\n"


def list_series(benchmark: Json, figure: str) -> Series:
    """Return a figure of each drawn step on each set."""
    rows = index_rows(benchmark)
    series = {kind: [rows.get((number, kind), {}).get(figure, nan) for number in DRAWN] for kind in KINDS}
    return {kind: values for kind, values in series.items() if any(value > 0 for value in values)}


def describe_climb(nodes: Series) -> str:
    """Describe the picture in words: the first and the last value of each set."""
    parts: list[str] = []
    for kind, values in nodes.items():
        known = [pair for pair in zip(DRAWN, values, strict=True) if pair[1] > 0]
        (first, most), (last, least) = known[0], known[-1]
        parts.append(f"{kind} from {most:,.0f} nodes in step {first} to {least:,.0f} in step {last}")
    return f"Time and nodes of the steps on each test set, logarithmic. Mean nodes: {'; '.join(parts)}."
