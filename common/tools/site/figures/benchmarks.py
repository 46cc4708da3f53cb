"""Tables and charts of recorded benchmarks: docs/benchmarks/*.json, as `c4 bench --json` writes them."""

from textwrap import indent

import matplotlib.pyplot as plt

from c4.wording import join_names
from common.errors import Error
from common.tools import course
from common.tools.bench.report import format_nodes
from common.tools.measured import (
    CLOCK,
    NODES,
    PROCESSOR,
    Json,
    Pair,
    Setup,
    describe_share,
    format_factor,
    gain,
    index_rows,
    pair_step,
    read_benchmark,
    read_setup,
)
from common.tools.sets import KINDS, NAMES
from common.tools.site.figures.pictures import render_chart
from common.tools.site.lessons import mark_outcome
from common.tools.site.macro import hide_from_search, macro, render_table
from common.tools.terminal.console import format_time

BESIDE: Json = {"xytext": (3, 0), "textcoords": "offset points", "va": "center"}
"""The place of a text to the right of a bar."""


def choose_fields(measured: Json) -> dict[str, str]:
    """Return the fields to show: as time that of the processor, or of the clock if any solver has threads."""
    is_threaded = any("threads" in row for row in measured["rows"])
    return {"time": CLOCK if is_threaded else PROCESSOR, "nodes": NODES}


def read_figure(measured: Json, solver: str, kind: str, figure: str) -> float:
    """Return a figure of a solver on a set; raise Error if the solver ran out of time there."""
    try:
        return index_rows(measured)[solver, kind][figure]
    except KeyError:
        raise Error(
            f"the benchmark made by `{measured['command']}` has no figures of {solver} on {kind}: "
            "run it with more time, or change the sentence that uses them"
        ) from None


def render_cell(row: Json | None, figure: str) -> str:
    """Return a set's mean time or nodes for a table, N/A if the solver did not finish.

    Of two times it is the lower: a process of its own may be busy with more than the search.
    """
    if not row or "correct" not in row:
        return "N/A"
    if row["correct"] != row["positions"]:
        count = f"{row['correct']} of {row['positions']} scores are right"
        raise Error(f"{read_setup(row)} on {row['set']}: {count}; fix the solver and measure it again")
    return format_nodes(row[NODES]) if figure == NODES else format_time(min(row[figure], row[CLOCK]) / 1e6)


@macro
def mean_nodes(solver: str, kind: str, name: str = "steps") -> str:
    """Return the mean nodes that a solver explores on a set, for a sentence."""
    nodes = read_figure(read_benchmark(name), solver, kind, NODES)
    return f"{nodes:,.0f}" if nodes >= 100 else f"{nodes:.3g}"


@macro
def mean_time(solver: str, kind: str, name: str = "steps") -> str:
    """Return the mean time that a solver takes on a set, for a sentence."""
    measured = read_benchmark(name)
    return format_time(read_figure(measured, solver, kind, choose_fields(measured)["time"]) / 1e6)


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
    figure = choose_fields(read_benchmark(name))["time"]
    return describe_share(1 / compute_step_gain(number, kind, figure, name, old), "time")


@macro
def benchmark(name: str, *figures: str, book: str | None = None) -> str:
    """Return a recorded benchmark as tables outside the search: mean time and mean nodes, or one of the two.

    Rows are solvers, columns sets, by the names of their files. Of all rows, `book` chooses those with this
    book, or those without one if it is empty.
    """
    measured = read_benchmark(name)
    chosen = [row for row in measured["rows"] if book in (None, row.get("book", ""))]
    rows = {(read_setup(row), row["set"].rpartition("/")[2]): row for row in chosen}
    solvers, reached = (dict.fromkeys(key[part] for key in rows) for part in (0, 1))
    kinds = [kind for kind in NAMES if kind in reached]
    counts = [max(rows[one, kind].get("positions", 0) for one in solvers) for kind in kinds]
    fields = choose_fields(measured)
    tables = [
        render_table(
            [f"mean {figure}", *(f">{kind}" for kind in kinds)],
            [
                ["lines", *(f"{count:,}" for count in counts)],
                *(
                    [name_solver(one), *(render_cell(rows[one, kind], fields[figure]) for kind in kinds)]
                    for one in solvers
                ),
            ],
        )
        for figure in figures or fields
    ]
    return hide_from_search("\n\n".join(tables))


@macro
def list_figures(figure: str, solver: str, name: str = "steps") -> str:
    """Return a solver's mean time or nodes on the six sets, as cells of a row."""
    measured = read_benchmark(name)
    rows, field = index_rows(measured), choose_fields(measured)[figure]
    return " | ".join(render_cell(rows.get((solver, kind)), field) for kind in KINDS)


@macro
def step_benchmark(number: str) -> str:
    """Return a step's gains over the step before: a chart, and a folded table as `pytest` prints it."""
    step = course.load(number)
    before = course.previous(step)
    tested = Pair(
        Setup(before.number if before else ""), Setup(number), index_rows(read_benchmark()), PROCESSOR
    )
    pair = pair_step(step, before) if before else tested
    table = render_gains(tested if pair.time == CLOCK else pair)  # the tests of a step search in one thread
    table += f"\n\n`pytest steps/{number}` prints this table for your machine; nodes are the same everywhere."
    table += f"\n\n{made_by('steps')}"
    if not before:
        return table
    title = f"{name_solver(pair.new)} compared with {name_solver(pair.old)}"
    chart = draw_gains(pair, title)
    return f'{mark_outcome(number, chart)}\n\n??? abstract "All times and nodes"\n\n{indent(table, "    ")}'


def render_gains(pair: Pair) -> str:
    """Return a table of a solver's figures on each set, and of the factors by which it needs less."""
    old, new, rows, time = pair
    lines: list[list[object]] = []
    for kind in KINDS:
        row, cells = rows[f"{new}", kind], list[str]()
        for figure in (NODES, time):
            factor = gain(rows, old, new, kind, figure)
            cells += [render_cell(row, figure), format_factor(factor, figure) if factor else "N/A"]
        if cells[-1] == "N/A":
            why = f"{old.solver} is too slow" if old.solver else "no step before"
            cells[-1] = f"N/A: {row.get('not_available', why).replace(' positions', '')}"
        lines.append([kind, row.get("positions", "N/A"), *cells])
    return render_table(["set", ">lines", ">nodes", ">times fewer", ">time", ">times faster"], lines)


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
        axes.barh(places, [(ratio or 1) - 1 for ratio in ratios], 0.36, left=1, label=label)
        for place, ratio in zip(places, ratios, strict=True):
            if ratio:
                axes.annotate(format_factor(ratio, name), (max(ratio, 1), place), **BESIDE)
    for index, kind in enumerate(kinds):
        if not gain(rows, old, new, kind, NODES):
            row = rows[f"{new}", kind]
            cost = f"N/A before, now {format_time(row[time] / 1e6)}, {row[NODES]:,.0f} nodes"
            axes.annotate(cost, (1, index), **BESIDE)
    axes.set_xscale("log")
    axes.margins(x=0.15)
    axes.axvline(1, color="#555555", marker="")
    axes.set_yticks(range(len(kinds)), kinds)
    axes.invert_yaxis()
    axes.xaxis.set_visible(False)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return render_chart(figure, f"{title}, on a logarithmic scale. Bars to the right of the line are gains.")


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
