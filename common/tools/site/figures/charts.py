"""Charts of each step's gain over the one before, for its lesson."""

import matplotlib.pyplot as plt

from common.tools.measured import NODES, Pair, gain, is_about_equal
from common.tools.sets import KINDS
from common.tools.site.figures.pictures import render_chart
from common.tools.terminal.times import format_time


def draw_gains(pair: Pair, title: str) -> str:
    """Return a chart of the factors by which a solver saves nodes and time.

    Of sets that only the new one solves, it says what that takes.
    """
    old, new, rows, time = pair
    kinds = [kind for kind in KINDS if rows.get((new, kind), {}).get(NODES)]
    figure, axes = plt.subplots(figsize=(7, 0.8 + 0.5 * len(kinds)))
    for name, label, shift in ((NODES, "times fewer nodes", -0.2), (time, "times faster", 0.2)):
        ratios = [gain(rows, old, new, kind, name) for kind in kinds]
        places = [index + shift for index in range(len(kinds))]
        bars = axes.barh(places, [(ratio or 1) - 1 for ratio in ratios], 0.36, left=1, label=label)
        axes.bar_label(bars, [describe_bar(ratio, name) for ratio in ratios])
    for index, kind in enumerate(kinds):
        if not gain(rows, old, new, kind, NODES):
            row = rows[new, kind]
            cost = f"  N/A before, now {format_time(row[time] / 1e6)}, {row[NODES]:,.0f} nodes"
            axes.annotate(cost, (1, index), va="center")
    axes.set_xscale("log")
    axes.margins(x=0.15)
    axes.axvline(1, color="#555555", marker="")
    axes.set_yticks(range(len(kinds)), kinds)
    axes.invert_yaxis()
    axes.xaxis.set_visible(False)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return render_chart(figure, f"{title}, on a logarithmic scale. Bars to the right of the line are gains.")


def describe_bar(ratio: float | None, figure: str) -> str:
    """Return a factor for the end of its bar; times differ from run to run."""
    if not ratio:
        return ""
    return " about equal " if figure != NODES and is_about_equal(ratio) else f" {ratio:.3g} "
