"""The map of the steps in README.md and steps/README.md, and README's sentences about speed."""

from math import floor
from textwrap import fill

from common.tools import course
from common.tools.diff import count_changed_lines, list_file_names
from common.tools.measured import (
    NODES,
    PROCESSOR,
    Pair,
    describe_share,
    format_factor,
    gain,
    index_rows,
    is_about_equal,
    pair_step,
    read_benchmark,
)
from common.tools.sets import EMPTY, KINDS
from common.tools.site.macro import macro, render_table
from common.tools.terminal.console import format_time

HARD = ["begin-medium", "begin-hard"]


def describe_gains(pair: Pair) -> list[str]:
    """Return the gains in nodes and time, and the sets: the two hard ones, or the hardest that both solve.

    That is where the other step explores most. If a step gains something on the empty board only, it is that.
    """
    both = [kind for kind in KINDS if gain(pair.rows, pair.old, pair.new, kind, NODES)]
    reached = [kind for kind in HARD if pair.rows.get((f"{pair.new}", kind), {}).get(NODES)]
    hardest = max(both, key=lambda kind: pair.rows[f"{pair.old}", kind][NODES], default="")
    is_hard = pair.new.book or pair.new.threads > 1 or {*HARD} <= {*both}
    kinds = reached if is_hard else list(filter(None, [hardest]))
    if has_gained(pair, EMPTY) and not any(has_gained(pair, kind) for kind in kinds):
        kinds = [EMPTY]
    cells = [[describe_gain(pair, kind, figure) for kind in kinds] for figure in (NODES, pair.time)]
    return ["<br>".join(texts) or "N/A" for texts in [*cells, kinds]]


def has_gained(pair: Pair, kind: str) -> bool:
    """Return whether a step needs clearly fewer nodes or less time on a set."""
    ratios = (gain(pair.rows, pair.old, pair.new, kind, figure) or 0 for figure in (NODES, pair.time))
    return any(ratio > 1 and not is_about_equal(ratio) for ratio in ratios)


def describe_gain(pair: Pair, kind: str, figure: str) -> str:
    """Return a gain in nodes or in time, or the figure itself if only the new solver has one."""
    ratio = gain(pair.rows, pair.old, pair.new, kind, figure)
    if not ratio:
        value = pair.rows[f"{pair.new}", kind][figure]
        return f"N/A to {value:,.0f}" if figure == NODES else f"N/A to {format_time(value / 1e6)}"
    return format_factor(ratio, figure)


def compare_with_peer() -> dict[str, float]:
    """Return the factor by which the last step measured is faster than the peer's faster mode."""
    rows = index_rows(read_benchmark("peers")) | index_rows(read_benchmark("begin-hard"))
    solvers, kinds = ({key[part] for key in rows} for part in (0, 1))
    last = max(solvers & set(course.numbers()))
    modes = solvers - set(course.numbers())
    return {kind: min(gain(rows, mode, last, kind, PROCESSOR) or 0 for mode in modes) for kind in kinds}


def describe_readme() -> dict[str, str]:
    """Return the parts of README: its speed in plain words, its speed compared with the peer, the steps."""
    gains = compare_with_peer()
    worst, untuned = min(gains.values()), gains["validation"]
    links = [
        f"[{step.number} {step.name}](steps/{step.folder.name}){course.mark_side_trip(step.number)}"
        for step in map(course.load, course.numbers())
    ]
    return {
        "speed": f"{floor(worst * 10) / 10:g} to {floor(max(gains.values()))} times as fast as BitBully",
        "peer": "Compared with BitBully, a solver in C++, in the faster of its two modes, the course's "
        f"solver takes {describe_share(1 / worst, 'time')} on the test set that suits it least, and "
        f"{describe_share(1 / untuned, 'time')} on positions that nothing was tuned on. "
        "connect-four-ai, in Rust, is left out, as it has no wheel for the benchmark's Python",
        "map": fill(", ".join(links), 118),
    }


@macro
def render_step_map(link: str) -> str:
    """Return a table of the steps in Markdown, each with a link made from the pattern and its folder."""
    heads = ["step", "idea", ">lines changed", ">times fewer nodes", ">times faster", "measured on"]
    lines: list[list[str]] = []
    for number in course.numbers():
        step = course.load(number)
        rest = ["", "", "", ""]
        if before := course.previous(step):
            names = list_file_names(before, step)
            changed = sum(sum(count_changed_lines(before, step, name)) for name in names)
            rest = [f"{changed}", *describe_gains(pair_step(step, before))]
        name = f"[{number}]({link.format(step.folder.name)}) {step.name}{course.mark_side_trip(number)}"
        lines.append([name, course.read_idea(step), *rest])
    records = [*map(read_benchmark, ("steps", "empty-5x5"))]
    commands = ", ".join(f"`{record['command']}`, {record['date']}" for record in records)
    machine, versions = records[0]["machine"], records[0]["versions"]
    return "\n".join(
        [
            render_table(heads, lines),
            "",
            "Lines changed are those added and removed in all files of a step except its tests. Nodes are "
            "exact; times within 10 % count as about equal. Each step is compared with the one before, on "
            "the hardest set or two that both solve, or on the empty 5x5 board if it gains only there. "
            "Step 08 uses its book; step 22 has two threads, and is compared with itself in one thread, by "
            "the clock. Steps 20 and 21 pay off in long searches, and cost time in short ones.",
            f"{commands}: {machine['processor']}, {machine['cores']} cores, "
            f"Python {versions['python']}, Numba {versions['numba']}.",
        ]
    )
