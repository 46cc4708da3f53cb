"""Benchmark results as a table for people and as rows of a record."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, geometric_mean, median

from rich.table import Table

from common.tools.bench.measure import Result
from common.tools.terminal.console import make_table


@dataclass(frozen=True)
class Row:
    """A solver's result on one set, or the reason why there is none."""

    set_name: str
    solver: str
    result: Result | None
    why_not: str = ""


def format_time(seconds: float) -> str:
    """Return a time in the unit that suits it.

    >>> format_time(0.0000123), format_time(0.25), format_time(75)
    ('12.3 µs', '250.0 ms', '75.0 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds / size < 10 else f"{seconds / size:.1f} {unit}"
    return f"{seconds * 1e6:.1f} µs"


def format_nodes(nodes: float) -> str:
    """Return a mean number of nodes, without decimals if it is large."""
    return f"{nodes:,.1f}" if nodes < 1000 else f"{nodes:,.0f}"


def format_step_cells(result: Result, before: Result | None) -> list[str]:
    """Return a step's results on a set: exact scores, then nodes and time, each with the gain.

    The gains are those on the lines that both have solved.
    """
    nodes = time = "N/A"
    if before:
        both = min(result.positions, before.positions)
        new, old = Result(result.lines[:both]), Result(before.lines[:both])
        nodes, time = f"{old.mean_nodes / new.mean_nodes:.2f}", f"{old.mean_seconds / new.mean_seconds:.2f}"
    exact = f"{result.correct}/{result.positions}"
    return [exact, format_nodes(result.mean_nodes), nodes, format_time(result.mean_seconds), time]


def make_bench_table(rows: Sequence[Row]) -> Table:
    """Draw rows set by set, the solvers below each other, in the width of a terminal."""
    table = make_table("solver", figures=("correct", "time", "processor", "median", "nodes", "K nodes/s"))
    for set_name in dict.fromkeys(row.set_name for row in rows):
        table.add_row(set_name, style="bold")
        for row in (row for row in rows if row.set_name == set_name):
            is_right = row.result and row.result.correct == row.result.positions
            style = None if is_right else "red" if row.result else "dim"
            table.add_row(row.solver, *format_cells(row), style=style)
        table.add_section()
    return table


def format_cells(row: Row) -> list[str]:
    """Return a result's accuracy, mean and median times, nodes and speed, or how far the solver came."""
    if not (result := row.result):
        return [row.why_not.partition(" positions")[0], "N/A"]
    return [
        f"{result.correct}/{result.positions}",
        format_time(result.mean_seconds),
        format_time(fmean(result.processor_seconds)),
        format_time(median(result.processor_seconds)),
        format_nodes(result.mean_nodes),
        f"{result.knodes_per_second:,.0f}",
    ]


def make_record_row(row: Row) -> dict[str, object]:
    """Return a row for a JSON file; a row without a result has only the reason."""
    record: dict[str, object] = {"set": row.set_name, "solver": row.solver}
    if not row.result:
        return record | {"not_available": row.why_not}
    result = row.result
    averages = {"mean": fmean, "median": median, "geometric_mean": geometric_mean}
    return record | {
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
