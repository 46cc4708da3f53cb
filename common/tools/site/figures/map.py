"""The map of the steps in README.md and steps/README.md, and README's sentences about speed."""

from math import floor, inf
from textwrap import fill

from c4.wording import join_names
from common.tools import course
from common.tools.diff import count_changed_lines, list_file_names
from common.tools.learn.curriculum.stages import EIGHTH
from common.tools.measured import (
    CLOCK,
    NODES,
    PROCESSOR,
    Pair,
    format_factor,
    gain,
    is_about_equal,
    pair_step,
    read_benchmark,
)
from common.tools.sets import EMPTY, KINDS
from common.tools.site.macro import macro, render_table
from common.tools.terminal.console import format_time

HARD = ["begin-medium", "begin-hard"]
PEERS = {
    "ecc521-connect-4-solver": "ecc521/connect-4-solver, a solver in C++ with a neural network",
    "bitbully": "BitBully, the solver in C++ that pip installs, in the faster of its two modes",
}


def choose_sets(pair: Pair) -> list[str]:
    """Return the sets on which steps are compared: the two hard ones, or the hardest that both solve.

    That is where the other step explores most. If a step gains something on the empty board only, it is that.
    """
    both = [kind for kind in KINDS if gain(pair.rows, pair.old, pair.new, kind, NODES)]
    reached = [kind for kind in HARD if pair.rows.get((f"{pair.new}", kind), {}).get(NODES)]
    hardest = max(both, key=lambda kind: pair.rows[f"{pair.old}", kind][NODES], default="")
    is_hard = pair.new.book or pair.new.threads > 1 or {*HARD} <= {*both}
    kinds = reached if is_hard else list(filter(None, [hardest]))
    if has_gained(pair, EMPTY) and not any(has_gained(pair, kind) for kind in kinds):
        kinds = [EMPTY]
    return kinds


def describe_gains(pair: Pair) -> list[str]:
    """Return the gains in nodes and time, and the sets, as cells of the map."""
    kinds = choose_sets(pair)
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


def compare_with_peers() -> dict[str, dict[str, float]]:
    """Return the factor by which the step measured is faster than each peer in its faster mode, by set.

    Of two times the lower counts: a process of its own may be busy with more than the search.
    """
    times: dict[tuple[str, str], float] = {}
    for row in (row for row in read_benchmark("peers")["rows"] if CLOCK in row):
        key = row["solver"], row["set"].rpartition("/")[2]
        times[key] = min(row[PROCESSOR], row[CLOCK], times.get(key, inf))
    ours = max({solver for solver, _ in times} & set(course.numbers()))
    gains: dict[str, dict[str, float]] = {}
    for (solver, kind), time in times.items():
        if solver != ours:
            gains.setdefault(solver, {})[kind] = time / times[ours, kind]
    return gains


def describe_readme() -> dict[str, str]:
    """Return the parts of README: its speed in plain words, its speed compared with the peers, the steps."""
    gains = compare_with_peers()
    from_medium = [*KINDS][[*KINDS].index("middle-medium") :]
    searched = [kind for kind in from_medium if any(kind in of_sets for of_sets in gains.values())]
    ranges = {
        solver: [of_sets[kind] for kind in searched if kind in of_sets] for solver, of_sets in gains.items()
    }
    strongest, *others = sorted(ranges, key=lambda solver: gains[solver].get(HARD[-1], inf))
    claims: dict[str, str] = {}
    for solver, own in ranges.items():
        late = [kind for kind in searched if kind not in gains[solver]]
        faster = [kind for kind in KINDS if gains[solver].get(kind, 1) < 0.9]
        claims[solver] = f"{floor(min(own))} to {floor(max(own))} times as fast as {PEERS[solver]}"
        claims[solver] += f", which is faster on {join_names(faster)}" * bool(faster)
        claims[solver] += f", which takes too long on {join_names(late)}" * bool(late)
    volumes: dict[str, list[str]] = {"Volume one": [], "Volume two": []}
    for step in map(course.load, course.numbers()):
        link = f"[{step.number} {step.name}](steps/{step.folder.name}){course.mark_side_trip(step.number)}"
        volumes["Volume one" if step.number <= EIGHTH else "Volume two"].append(link)
    return {
        "speed": f"{claims[strongest].partition(',')[0]}, the strongest of its peers",
        "peer": "On the sets where a search matters, from middle-medium on, the course's solver is "
        f"{claims[strongest]}. It is {join_names([claims[solver] for solver in others])}. "
        "Nothing was tuned on these positions",
        "map": "<br>\n".join(fill(f"{name}: {', '.join(links)}", 118) for name, links in volumes.items()),
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
