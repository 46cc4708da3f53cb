"""Tables and charts of recorded benchmarks: docs/benchmarks/*.json, as `c4 bench --json` writes them."""

import json
from itertools import pairwise
from typing import Any

from common.tools import course
from common.tools.benchmark.report import readable_time
from common.tools.benchmark.sets import KINDS, NAMES
from common.tools.diff import changed_lines
from common.tools.files import ROOT
from common.tools.map import recorded, step_map
from common.tools.site.charts import gains

MEANING = (
    "Time and nodes are means over the positions of a set; half of them take the median or less."
    " Every score is right. Time is the processor's; with several threads it is the clock's."
)


class WrongScores(ValueError):
    """Say that a recorded solver was wrong: how fast it was is then not worth a table."""


def cell(row: dict[str, Any] | None) -> str:
    """Return a set's times and nodes for a table, N/A where the solver did not finish."""
    if not row or "correct" not in row:
        return "N/A"
    if row["correct"] != row["positions"]:
        found = f"{row['correct']} of {row['positions']} scores are right"
        raise WrongScores(f"{row['solver']} on {row['set']}: {found}; mend the solver and record it again")
    nodes = f"{row['mean_nodes']:,.0f} nodes"
    if " x" in row["solver"]:
        return f"{readable_time(row['mean_microseconds'] / 1e6)}<br>{nodes}"
    mean, median = (readable_time(row[f"{name}_processor_microseconds"] / 1e6) for name in ("mean", "median"))
    return f"{mean}<br>median {median}<br>{nodes}"


def benchmark(name: str) -> str:
    """Return a recorded benchmark as a table, a row a solver and a column a set."""
    figures: dict[str, Any] = json.loads((ROOT / "docs" / "benchmarks" / f"{name}.json").read_text())
    rows = {(row["solver"], row["set"]): row for row in figures["rows"]}
    solvers = dict.fromkeys(row["solver"] for row in figures["rows"])
    kinds = [kind for kind in NAMES if any(row["set"] == kind for row in figures["rows"])]
    lines = ["| solver | " + " | ".join(kinds) + " |", "|---|" + "--:|" * len(kinds)]
    for solver in solvers:
        found = " | ".join(cell(rows.get((solver, kind))) for kind in kinds)
        lines.append(f"| {titled(solver)} | {found} |")
    return "\n".join([*lines, "", f"{MEANING} {made_by(figures)}"])


def beside(number: str) -> str:
    """Return a step's figures beside those of the step before: a table with a row a set, and a chart."""
    step = course.load(number)
    before = course.previous(step)
    rows = {(row["solver"], row["set"]): row for row in recorded()["rows"]}
    solvers = [found for found in (before, step) if found]
    lines = [
        "| set | " + " | ".join(titled(one.number) for one in solvers) + " |",
        "|---|" + "--:|" * len(solvers),
    ]
    for kind in KINDS:
        found = " | ".join(cell(rows.get((one.number, kind))) for one in solvers)
        lines.append(f"| {kind} | {found} |")
    chart = gains(before.number, number, rows) if before else ""
    return "\n".join([*lines, "", f"{MEANING} {made_by(recorded())}", "", chart])


def ladder() -> str:
    """Return all steps as a table: the idea, the lines that change, what it buys."""
    return step_map("lessons/{}.md")


def most_changed_lines() -> int:
    """Return how many lines of `solver.py` a step adds and removes at most."""
    steps = [course.load(number) for number in course.numbers()]
    return max(sum(changed_lines(old, new, "solver.py")) for old, new in pairwise(steps))


def titled(solver: str) -> str:
    """Return a solver's name for people: the number and name of a step and its threads, or a peer's name."""
    number, _, threads = solver.partition(" x")
    if number not in course.numbers():
        return solver
    return f"{number} {course.load(number).name}{f', {threads} threads' * bool(threads)}"


def made_by(figures: dict[str, Any]) -> str:
    """Return how figures were made: command, date, machine, versions."""
    machine = figures["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in figures["versions"].items())
    return (
        f"Made by `{figures['command']}` on {figures['date']}: {machine['processor']}, "
        f"{machine['cores']} cores, {machine['system']}; {versions}.\n{{ .made-by }}"
    )
