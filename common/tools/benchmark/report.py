"""Benchmark results as a table for people and as JSON for pages."""

import json
import os
import platform
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import fmean, geometric_mean, median
from typing import Any

from rich.table import Table

from common.tools import course
from common.tools.benchmark.measure import Result
from common.tools.files import write_whole


@dataclass(frozen=True)
class Row:
    """What one solver made of one set: a result, or why there is none."""

    set_name: str
    solver: str
    result: Result | None
    why_not: str = ""


def readable_time(seconds: float) -> str:
    """Return a time in the unit that suits it.

    >>> readable_time(0.0000123), readable_time(0.25), readable_time(75)
    ('12.3 µs', '250.0 ms', '75.0 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds / size < 10 else f"{seconds / size:.1f} {unit}"
    return f"{seconds * 1e6:.1f} µs"


def cells(row: Row) -> list[str]:
    """Return a row's correct, times, nodes and speed as text; N/A and the reason where there is no result."""
    if not row.result:
        return ["N/A", row.why_not, "", "", "", ""]
    result = row.result
    return [
        f"{result.correct}/{result.positions}",
        readable_time(result.mean_seconds),
        readable_time(fmean(result.processor_seconds)),
        readable_time(median(result.processor_seconds)),
        f"{result.mean_nodes:,.1f}",
        f"{result.knodes_per_second:,.0f}",
    ]


def table(rows: Sequence[Row]) -> Table:
    """Draw rows set by set, the solvers below each other."""
    drawn = Table("set", "solver", box=None, header_style="bold", pad_edge=False)
    for heading in ("correct", "mean time", "processor", "its median", "mean nodes", "K nodes/s"):
        drawn.add_column(heading, justify="right", no_wrap=True)
    for set_name in dict.fromkeys(row.set_name for row in rows):
        for row in (row for row in rows if row.set_name == set_name):
            wrong = row.result and row.result.correct < row.result.positions
            style = "red" if wrong else "dim" if not row.result else None
            drawn.add_row(row.set_name, label(row.solver), *cells(row), style=style)
        drawn.add_section()
    return drawn


def label(solver: str) -> str:
    """Return a step's number and name, a peer's name as it is."""
    return f"{solver} {course.load(solver).name}" if solver in course.numbers() else solver


def machine() -> dict[str, Any]:
    """Return what a reader must know of the machine to compare times."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def processor() -> str:
    """Return the processor's name, the system's word for it where there is no better."""
    info = Path("/proc/cpuinfo")
    names = (
        [line.partition(": ")[2] for line in info.read_text().splitlines() if "model name" in line]
        if info.exists()
        else []
    )
    return names[0] if names else platform.processor() or platform.machine()


def versions() -> dict[str, str]:
    """Return the versions of what the figures depend on."""
    found = {"python": platform.python_version()}
    for package in ("numba", "llvmlite", "numpy", "bitbully"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def write_json(path: Path, rows: Sequence[Row], **settings: object) -> None:
    """Write rows, and all that is needed to make them again."""
    write_whole(
        path,
        json.dumps(
            {**provenance(), "settings": settings, "rows": [as_json(row) for row in rows]},
            indent=1,
        )
        + "\n",
    )


def provenance() -> dict[str, Any]:
    """Return how figures are being made: command, date, machine and versions."""
    return {
        "command": shlex.join(["c4", *sys.argv[1:]]),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "versions": versions(),
    }


def as_json(row: Row) -> dict[str, Any]:
    """Return a row as it stands in a JSON file; a row without a result has only the reason."""
    record: dict[str, Any] = {"set": row.set_name, "solver": row.solver}
    if not row.result:
        return record | {"not_available": row.why_not}
    result = row.result
    processor = {"mean": fmean, "median": median, "geometric_mean": geometric_mean}
    return record | {
        "positions": result.positions,
        "correct": result.correct,
        "mean_microseconds": round(result.mean_seconds * 1e6, 2),
        **{
            f"{name}_processor_microseconds": round(average(result.processor_seconds) * 1e6, 2)
            for name, average in processor.items()
        },
        "mean_nodes": round(result.mean_nodes, 2),
        "knodes_per_second": round(result.knodes_per_second),
    }
