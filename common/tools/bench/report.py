"""Benchmark results as a table for people and as rows of a JSON file."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, geometric_mean, median

from rich.table import Table

from common.tools.bench.measure import Result
from common.tools.measured import NODES, PROCESSOR, Json, Setup, format_factor
from common.tools.terminal.console import format_time, make_table


@dataclass(frozen=True)
class Row:
    """A solver's result on one set, or the reason why there is none."""

    set_name: str
    solver: Setup
    result: Result | None
    why_not: str = ""


def format_nodes(nodes: float) -> str:
    """Return a mean number of nodes, without decimals if it is large."""
    return f"{nodes:,.1f}" if nodes < 1000 else f"{nodes:,.0f}"


def format_step_cells(
    result: Result, new: Result, old: Result | None, why_not: str, *, is_timed: bool
) -> list[str]:
    """Return a step's results on a set: exact scores, then nodes and processor time, each with the gain.

    Gains, nodes and time are those of `new` and `old`, on the same lines, after their number. Without `old`,
    `why_not` says why there are no gains.
    """
    fewer, time, faster = "N/A", "N/A", f"N/A: {why_not}"
    if old:
        fewer, faster = format_factor(old.mean_nodes / new.mean_nodes, NODES), "N/A: not timed"
    if is_timed:
        time = format_time(fmean(new.processor_seconds))
    if old and is_timed:
        faster = format_factor(sum(old.processor_seconds) / sum(new.processor_seconds), PROCESSOR)
    exact = f"{result.correct}/{result.positions}"
    return [exact, f"{new.positions}", format_nodes(new.mean_nodes), fewer, time, faster]


def make_bench_table(rows: Sequence[Row]) -> Table:
    """Draw rows set by set, one solver below the other, at the width of a terminal."""
    table = make_table("solver", figures=("correct", "time", "processor", "median", "nodes", "K nodes/s"))
    for set_name in dict.fromkeys(row.set_name for row in rows):
        table.add_row(set_name, style="bold")
        for row in (row for row in rows if row.set_name == set_name):
            is_right = row.result and row.result.correct == row.result.positions
            style = None if is_right else "red" if row.result else "dim"
            table.add_row(f"{row.solver}", *format_cells(row), style=style)
        table.add_section()
    return table


def format_cells(row: Row) -> list[str]:
    """Return a result's accuracy, mean and median times, nodes and speed, or how far the solver got."""
    if not (result := row.result):
        return [row.why_not.partition(" positions")[0].partition(" on ")[0], "N/A"]
    return [
        f"{result.correct}/{result.positions}",
        format_time(result.mean_seconds),
        format_time(fmean(result.processor_seconds)),
        format_time(median(result.processor_seconds)),
        format_nodes(result.mean_nodes),
        f"{result.knodes_per_second:,.0f}",
    ]


def make_json_row(row: Row) -> Json:
    """Return a row for a JSON file; without a result, it says why instead of giving figures."""
    figures: Json = {"set": row.set_name, **row.solver.list_fields()}
    if not row.result:
        return figures | {"not_available": row.why_not}
    result = row.result
    averages = {"mean": fmean, "median": median, "geometric_mean": geometric_mean}
    return figures | {
        "positions": result.positions,
        "correct": result.correct,
        "mean_microseconds": round(result.mean_seconds * 1e6, 2),
        **{
            f"{name}_processor_microseconds": round(average(result.processor_seconds) * 1e6, 2)
            for name, average in averages.items()
        },
        "mean_nodes": round(result.mean_nodes, 2),
        "knodes_per_second": round(result.knodes_per_second),
    }
