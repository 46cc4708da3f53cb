"""Benchmark results as a table for people and as rows of a record."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, geometric_mean, median
from typing import Any

from rich.table import Table

from common.tools import course
from common.tools.bench.measure import Result
from common.tools.terminal.console import make_table

HEADINGS = ("correct", "mean time", "processor", "its median", "mean nodes", "K nodes/s")
"""What a row tells of a solver, in the words of a table's head."""


@dataclass(frozen=True)
class Row:
    """What one solver made of one set: a result, or why there is none."""

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


def format_cells(result: Result | None, why_not: str) -> list[str]:
    """Return a result's correct, times, nodes and speed as text; N/A and the reason where there is none."""
    if not result:
        return ["N/A", why_not, "", "", "", ""]
    return [
        f"{result.correct}/{result.positions}",
        format_time(result.mean_seconds),
        format_time(fmean(result.processor_seconds)),
        format_time(median(result.processor_seconds)),
        f"{result.mean_nodes:,.1f}",
        f"{result.knodes_per_second:,.0f}",
    ]


def format_gains(result: Result | None, before: Result | None) -> list[str]:
    """Return what a solver gains on another in time and in nodes, as text, on the lines of both."""
    if not result or not before:
        return ["N/A", "N/A"]
    both = min(result.positions, before.positions)
    new, old = Result(result.lines[:both]), Result(before.lines[:both])
    return [f"{old.mean_seconds / new.mean_seconds:.2f}", f"{old.mean_nodes / new.mean_nodes:.2f}"]


def make_bench_table(rows: Sequence[Row]) -> Table:
    """Draw rows set by set, the solvers below each other."""
    table = make_table("set", "solver", figures=HEADINGS)
    for set_name in dict.fromkeys(row.set_name for row in rows):
        for row in (row for row in rows if row.set_name == set_name):
            wrong = row.result and row.result.correct < row.result.positions
            style = "red" if wrong else "dim" if not row.result else None
            name = f" {course.load(row.solver).name}" if row.solver in course.numbers() else ""
            cells = format_cells(row.result, row.why_not)
            table.add_row(row.set_name, row.solver + name, *cells, style=style)
        table.add_section()
    return table


def make_record_row(row: Row) -> dict[str, Any]:
    """Return a row as it stands in a JSON file; a row without a result has only the reason."""
    record: dict[str, Any] = {"set": row.set_name, "solver": row.solver}
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
