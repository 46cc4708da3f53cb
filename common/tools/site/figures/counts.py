"""The nodes that take too long to count while the site is built, and a chart of those of step 05 by slots."""

import json
from html import escape

import matplotlib.pyplot as plt

from common.tools import course
from common.tools.files import ROOT
from common.tools.measured import Json
from common.tools.site.figures.pictures import render_svg
from common.tools.site.lessons import mark_outcome
from common.tools.site.macro import macro

RECORDED = ROOT / "common" / "tools" / "site" / "figures" / "counts.json"
MOVES = "4164146444667567751121"  # the position of the chart
OWN = course.load("05").module.table.ENTRIES


def read_counts() -> Json:
    """Return the record: `common.tools.make.counts` says what it holds."""
    return json.loads(RECORDED.read_text(encoding="utf-8"))


@macro
def slots() -> str:
    """Return a chart of the nodes by slots, with the step's own size."""
    counts = read_counts()["slots"]
    without: int = counts["without"]
    series = {
        name: {int(size): nodes for size, nodes in counts[kind].items()}
        for kind, name in (("primes", "primes"), ("powers", "powers of two"))
    }
    own = series["primes"][OWN]
    figure, axes = plt.subplots()
    for name, nodes in series.items():
        axes.semilogx(*zip(*nodes.items(), strict=True), label=name)
    axes.axhline(without, color="#777777", linestyle="--", marker="", label="no table")
    axes.annotate(
        f"step 05: {OWN:,}", (OWN, own), (0, 9), textcoords="offset points", ha="center", fontsize=9
    )
    axes.set_ylim(0)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.set_xlabel("slots")
    axes.set_ylabel("nodes")
    axes.legend(loc="center")
    figures = "; ".join(
        f"{name}: {', '.join(f'{size:,} slots {count:,}' for size, count in nodes.items())}"
        for name, nodes in series.items()
    )
    svg = render_svg(
        figure, f"Nodes of step 05 after {MOVES}, by slots. Without a table {without:,}; {figures}."
    )
    words = f"After {MOVES}: {without:,} nodes without a table, {own:,} with that of step 05."
    chart = (
        f'<figure class="chart" data-search-exclude>{svg}<figcaption>{escape(words)}</figcaption></figure>'
    )
    return mark_outcome("05", chart)
