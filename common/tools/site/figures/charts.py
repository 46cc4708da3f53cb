"""Charts of each step's gain over the one before, for its lesson."""

import matplotlib.pyplot as plt

from common.tools.measured import NODES, PROCESSOR, Rows, gain
from common.tools.sets import KINDS
from common.tools.site.figures.pictures import render_chart


def draw_gains(old: str, new: str, rows: Rows) -> str:
    """Return a chart of the factors by which a step saves nodes and time, "" if none is known."""
    kinds = [kind for kind in KINDS if gain(rows, old, new, kind, NODES)]
    if not kinds:
        return ""
    figure, axes = plt.subplots(figsize=(7, 0.8 + 0.5 * len(kinds)))
    for name, label, shift in ((NODES, "times fewer nodes", -0.2), (PROCESSOR, "times faster", 0.2)):
        ratios = [ratio for kind in kinds if (ratio := gain(rows, old, new, kind, name))]
        places = [index + shift for index in range(len(kinds))]
        bars = axes.barh(places, [ratio - 1 for ratio in ratios], 0.36, left=1, label=label)
        axes.bar_label(bars, [f" {ratio:.3g} " for ratio in ratios])
    axes.set_xscale("log")
    axes.margins(x=0.15)
    axes.axvline(1, color="#555555", marker="")
    axes.set_yticks(range(len(kinds)), kinds)
    axes.invert_yaxis()
    axes.xaxis.set_visible(False)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return render_chart(
        figure,
        f"Step {new} compared with step {old}, logarithmic. Bars to the right of the line are gains.",
    )
