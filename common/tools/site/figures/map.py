"""The map of the steps in README.md and steps/README.md, and README's sentences about speed."""

from math import floor
from textwrap import fill

from common.tools import course
from common.tools.diff import count_changed_lines, list_file_names
from common.tools.measured import NODES, PROCESSOR, Rows, describe_share, gain, index_rows, read_benchmark
from common.tools.sets import KINDS
from common.tools.site.macro import macro
from common.tools.site.table import render_table


def describe_gain(old: str, new: str, rows: Rows) -> str:
    """Return the gain in time over the step before, on the hardest set that both solve.

    A factor below 1 is put into words.
    """
    for kind in reversed(KINDS):
        times, nodes = (gain(rows, old, new, kind, figure) for figure in (PROCESSOR, NODES))
        if times and nodes:
            return f"{times:.3g}{', slower' * (times < 1)} | {nodes:.3g}{', more' * (nodes < 1)} | {kind}"
    return "N/A | N/A | no set that both solve"


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
        "peer": "Compared with BitBully, a solver in C++, in the faster of its two modes, it takes "
        f"{describe_share(1 / worst, 'time')} on the test set that suits it least, and "
        f"{describe_share(1 / untuned, 'time')} on positions that nothing was tuned on. "
        "connect-four-ai, in Rust, is not compared, as it has no wheel for the Python of the benchmark",
        "map": fill(", ".join(links), 118),
    }


@macro
def render_step_map(link: str) -> str:
    """Return a table of the steps in Markdown, each with a link made from the pattern and its folder."""
    benchmark = read_benchmark()
    rows = index_rows(benchmark)
    heads = ["step", "idea", ">lines changed", ">times faster", ">times fewer nodes", "measured on"]
    lines: list[list[str]] = []
    for number in course.numbers():
        step = course.load(number)
        rest = [" | | | "]
        if before := course.previous(step):
            names = list_file_names(before, step)
            changed = sum(sum(count_changed_lines(before, step, name)) for name in names)
            book = " 12" if step.knows("book") and not before.knows("book") else ""  # the step's own book
            rest = [f"{changed}", describe_gain(before.number, number + book, rows)]
        name = f"[{number}]({link.format(step.folder.name)}) {step.name}{course.mark_side_trip(number)}"
        lines.append([name, step.idea, *rest])
    machine, versions = benchmark["machine"], benchmark["versions"]
    return "\n".join(
        [
            render_table(heads, lines),
            "",
            "Lines added and removed in all files of a step but its tests; speed compared with the step "
            f"before, on the hardest set that both solve: `{benchmark['command']}`,",
            f"{benchmark['date']}, {machine['processor']}, {machine['cores']} cores, "
            f"Python {versions['python']}, Numba {versions['numba']}.",
        ]
    )
