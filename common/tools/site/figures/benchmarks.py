"""Tables and charts of recorded benchmarks: docs/benchmarks/*.json, as `c4 bench --json` writes them."""

from textwrap import indent

import matplotlib.pyplot as plt

from c4.wording import join_names
from common.errors import UserError
from common.tools import course
from common.tools.measured import (
    CLOCK,
    NODES,
    PROCESSOR,
    Json,
    Pair,
    Setup,
    describe_share,
    gain,
    index_rows,
    is_about_equal,
    pair_step,
    read_benchmark,
    read_setup,
)
from common.tools.sets import KINDS, NAMES
from common.tools.site.figures.pictures import render_chart
from common.tools.site.macro import hide_from_search, macro, render_table
from common.tools.terminal.console import format_time

MEANING = (
    "Times and nodes are means over the positions of a set; half of the positions take the median or less."
    " Every score is right. "
)
WHOSE = {
    PROCESSOR: "Times are processor times. ",
    CLOCK: "Mean times are clock times, which several threads shorten. Medians are processor times. ",
}


def choose_time(figures: Json) -> str:
    """Return the kind of mean time to show: processor time, or clock time if any solver has threads."""
    return CLOCK if any("threads" in row for row in figures["rows"]) else PROCESSOR


def read_figure(measured: Json, solver: str, kind: str, figure: str) -> float:
    """Return a figure of a solver on a set; raise UserError if the solver ran out of time there."""
    try:
        return index_rows(measured)[solver, kind][figure]
    except KeyError:
        raise UserError(
            f"the benchmark made by `{measured['command']}` has no figures of {solver} on {kind}: "
            "run it with more time, or change the sentence that uses them"
        ) from None


def render_cell(row: Json | None, time: str) -> str:
    """Return a set's times and nodes for a table, N/A if the solver did not finish."""
    if not row or "correct" not in row:
        return "N/A"
    if row["correct"] != row["positions"]:
        count = f"{row['correct']} of {row['positions']} scores are right"
        raise UserError(f"{read_setup(row)} on {row['set']}: {count}; fix the solver and measure it again")
    times = format_time(row[time] / 1e6)
    if "threads" not in row:
        times += f"<br>median {format_time(row['median_processor_microseconds'] / 1e6)}"
    return f"{times}<br>{row['mean_nodes']:,.0f} nodes"


@macro
def mean_nodes(solver: str, kind: str, name: str = "steps") -> str:
    """Return the mean nodes that a solver explores on a set, for a sentence."""
    nodes = read_figure(read_benchmark(name), solver, kind, NODES)
    return f"{nodes:,.0f}" if nodes >= 100 else f"{nodes:.3g}"


@macro
def mean_time(solver: str, kind: str, name: str = "steps") -> str:
    """Return the mean time that a solver takes on a set, for a sentence."""
    measured = read_benchmark(name)
    return format_time(read_figure(measured, solver, kind, choose_time(measured)) / 1e6)


@macro
def positions(solver: str, kind: str, name: str = "steps") -> str:
    """Return the number of positions of a set, "3 of 50" if the solver ran out of time."""
    row = index_rows(read_benchmark(name))[solver, kind]
    return (
        row["not_available"].partition(" positions")[0] if "not_available" in row else f"{row['positions']:,}"
    )


@macro
def list_sets(number: str, *, finished: bool) -> str:
    """Return the sets that a step solved completely in time, or the others, for a sentence."""
    rows = index_rows(read_benchmark())
    return join_names([kind for kind in KINDS if ("correct" in rows[number, kind]) == finished])


def compute_step_gain(number: str, kind: str, figure: str, name: str = "steps", old: str = "") -> float:
    """Return the factor by which a step needs less on a set than another, or than the one before."""
    measured = read_benchmark(name)
    if not old:
        before = course.previous(course.load(number))
        assert before, "the first step has none before it"
        old = before.number
    return read_figure(measured, old, kind, figure) / read_figure(measured, number, kind, figure)


@macro
def fewer_nodes(number: str, kind: str) -> str:
    """Return the factor by which a step saves nodes on a set, against the one before, for a sentence."""
    return f"{compute_step_gain(number, kind, NODES):.3g}"


@macro
def compare_nodes(number: str, kind: str, name: str = "steps", old: str = "") -> str:
    """Return a step's share of the nodes of the step before, or of another solver, in words."""
    return describe_share(1 / compute_step_gain(number, kind, NODES, name, old), "nodes")


@macro
def compare_time(number: str, kind: str, name: str = "steps", old: str = "") -> str:
    """Return a step's share of the time of the step before, or of another solver, in words."""
    figure = choose_time(read_benchmark(name))
    return describe_share(1 / compute_step_gain(number, kind, figure, name, old), "time")


@macro
def benchmark(name: str) -> str:
    """Return a recorded benchmark as a table outside the search: rows of solvers, columns of sets."""
    figures = read_benchmark(name)
    rows, time = index_rows(figures), choose_time(figures)
    solvers = dict.fromkeys(map(read_setup, figures["rows"]))
    kinds = [kind for kind in NAMES if any(row["set"] == kind for row in figures["rows"])]
    table = render_table(
        ["solver", *(f">{kind}" for kind in kinds)],
        (
            [name_solver(one), *(render_cell(rows.get((f"{one}", kind)), time) for kind in kinds)]
            for one in solvers
        ),
    )
    return f"{hide_from_search(table)}\n\n{MEANING}{WHOSE[time]}{made_by(name)}"


@macro
def step_benchmark(number: str) -> str:
    """Return a step's figures next to those of the step before: a chart, and a folded table."""
    step = course.load(number)
    before, rows = course.previous(step), index_rows(read_benchmark())
    solvers = [Setup(before.number), Setup(number)] if before else [Setup(number)]
    if step.knows("book"):
        solvers.append(Setup(number, book="12"))
    table = render_table(
        ["set", *(f">{name_solver(one)}" for one in solvers)],
        ([kind, *(render_cell(rows.get((f"{one}", kind)), PROCESSOR) for one in solvers)] for kind in KINDS),
    )
    table += f"\n\n{MEANING}{WHOSE[PROCESSOR]}{made_by('steps')}"
    if not before:
        return table
    pair = pair_step(step, before)
    title = f"{name_solver(pair.new)} compared with {name_solver(pair.old)}"
    chart = draw_gains(pair, title)
    return f'{chart}\n\n??? abstract "All times and nodes"\n\n{indent(table, "    ")}'


def draw_gains(pair: Pair, title: str) -> str:
    """Return a chart of the factors by which a solver saves nodes and time.

    Of sets that only the new one solves, it says what that takes.
    """
    old, new, rows, time = pair
    kinds = [kind for kind in KINDS if rows.get((f"{new}", kind), {}).get(NODES)]
    figure, axes = plt.subplots(figsize=(7, 0.8 + 0.5 * len(kinds)))
    for name, label, shift in ((NODES, "times fewer nodes", -0.2), (time, "times faster", 0.2)):
        ratios = [gain(rows, old, new, kind, name) for kind in kinds]
        places = [index + shift for index in range(len(kinds))]
        bars = axes.barh(places, [(ratio or 1) - 1 for ratio in ratios], 0.36, left=1, label=label)
        axes.bar_label(bars, [describe_bar(ratio, name) for ratio in ratios])
    for index, kind in enumerate(kinds):
        if not gain(rows, old, new, kind, NODES):
            row = rows[f"{new}", kind]
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


def name_solver(setup: Setup) -> str:
    """Return a solver's name for people: a step's with its threads or its book, or a peer's."""
    if setup.mode:
        return f"{setup}"
    name = f"{setup.solver} {course.load(setup.solver).name}"
    book = f", book of {setup.book} plies" if setup.book else ""
    return name + book + (f", {setup.threads} threads" if setup.threads > 1 else "")


@macro
def made_by(name: str) -> str:
    """Return the origin of a benchmark: command, date, machine, versions."""
    made = read_benchmark(name)
    machine = made["machine"]
    versions = ", ".join(f"{package} {number}" for package, number in made["versions"].items())
    return (
        f"Made by `{made['command']}` on {made['date']}: {machine['processor']}, "
        f"{machine['cores']} cores, {machine['system']}; {versions}.\n{{ .made-by }}"
    )
