"""Charts of recorded benchmarks."""
# The types of matplotlib's functions are partly unknown.
# pyright: basic

from typing import Any

import matplotlib.pyplot as plt

from common.tools.benchmark.sets import KINDS
from common.tools.site.lab import picture


def gains(old: str, new: str, rows: dict[tuple[str, str], dict[str, Any]]) -> str:
    """Return a chart of how many times fewer nodes and less time a step needs, where both are known."""
    found = [kind for kind in KINDS if all("mean_nodes" in rows[solver, kind] for solver in (old, new))]
    figure, axes = plt.subplots(figsize=(7, 0.8 + 0.5 * len(found)))
    for name, shift in (("mean_nodes", -0.2), ("mean_processor_microseconds", 0.2)):
        ratios = [rows[old, kind][name] / rows[new, kind][name] for kind in found]
        label = {"mean_nodes": "times fewer nodes", "mean_processor_microseconds": "times faster"}[name]
        places = [index + shift for index in range(len(found))]
        bars = axes.barh(places, [ratio - 1 for ratio in ratios], 0.36, left=1, label=label)
        axes.bar_label(bars, [f" {ratio:.3g} " for ratio in ratios])
    axes.set_xscale("log")
    axes.margins(x=0.15)
    axes.axvline(1, color="#555555", marker="")
    axes.set_yticks(range(len(found)), found)
    axes.invert_yaxis()
    axes.xaxis.set_visible(False)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return picture(
        figure,
        f"Step {new} beside step {old}, logarithmic. Bars to the right of the line are gains.",
    )
