"""Measured figures and their origin, as JSON files in docs/benchmarks; gains, also in words."""

import json
import os
import platform
import re
import shlex
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from common.tools import course
from common.tools.files import ROOT, write_file

NODES, PROCESSOR, CLOCK = "mean_nodes", "mean_processor_microseconds", "mean_microseconds"
LESS = {"time": "less", "nodes": "fewer"}
"""The figures that can be compared, with the word for a smaller amount."""

Json = dict[str, Any]
"""An object as read by `json`."""
Rows = dict[tuple[str, str], Json]
"""The rows of a benchmark by solver, as tables show it, and set."""


class Setup(NamedTuple):
    """A solver that is measured: a step, a learner's folder or a peer, and what it is asked to use."""

    solver: str
    mode: str = ""
    book: str = ""
    threads: int = 1

    def __str__(self) -> str:
        threads = f"x{self.threads}" if self.threads > 1 else ""
        return " ".join(filter(None, [self.solver, self.mode, self.book, threads]))

    def list_fields(self) -> Json:
        """Return what is not as by default, as rows have it."""
        return {name: value for name, value in self._asdict().items() if value not in ("", 1)}


BENCHMARKS = ROOT / "docs" / "benchmarks"


def read_benchmark(name: str = "steps") -> Json:
    """Return a recorded benchmark by its name, by default that of all steps."""
    return json.loads((BENCHMARKS / f"{name}.json").read_text(encoding="utf-8"))


class Pair(NamedTuple):
    """A step's solver, the one that it is compared with, their figures, and the kind of time that counts."""

    old: Setup
    new: Setup
    rows: Rows
    time: str


def pair_step(step: course.Step, before: course.Step) -> Pair:
    """Return a step and the one before, or a step with its book or threads and itself without them."""
    if step.knows("threads"):
        two = Setup(step.number, threads=2)
        return Pair(Setup(step.number), two, index_rows(read_benchmark("threads")), CLOCK)
    rows = index_rows(read_benchmark()) | index_rows(read_benchmark("empty-5x5"))
    book = "12" if step.knows("book") and not before.knows("book") else ""
    return Pair(Setup(before.number), Setup(step.number, book=book), rows, PROCESSOR)


def index_rows(benchmark: Json) -> Rows:
    """Return the rows of a benchmark by solver and set."""
    return {(f"{read_setup(row)}", row["set"]): row for row in benchmark["rows"]}


def read_setup(row: Json) -> Setup:
    """Return the solver of a row."""
    return Setup(**{name: row[name] for name in Setup._fields if name in row})


def gain(rows: Rows, old: Setup | str, new: Setup | str, kind: str, figure: str) -> float | None:
    """Return the factor by which one solver needs less than another on a set, or None if one is N/A."""
    before, after = (rows.get((f"{solver}", kind), {}).get(figure) for solver in (old, new))
    return before / after if before and after else None


def is_about_equal(ratio: float) -> bool:
    """Return whether two times differ by no more than they do from run to run."""
    return 0.9 <= ratio <= 1.1


def format_factor(factor: float, figure: str) -> str:
    """Return the factor by which a figure has fallen for a table, or in words by which it has risen.

    >>> [format_factor(factor, PROCESSOR) for factor in (3140, 1.094, 0.31)]
    ['3,140', 'about equal', '3.2 times slower']
    >>> [format_factor(factor, NODES) for factor in (22.44, 1.094, 0.996, 0.8)]
    ['22.4', '1.09', '1.00', '1.2 times more']
    """
    if figure != NODES and is_about_equal(factor):
        return "about equal"
    if factor < 0.995:
        decimals = 0 if factor < 0.1 else 1 if factor < 0.95 else 2
        return f"{1 / factor:,.{decimals}f} times {'more' if figure == NODES else 'slower'}"
    return f"{factor:,.{0 if factor >= 100 else 1 if factor >= 10 else 2}f}"


def describe_share(share: float, noun: str) -> str:
    """Return a share of another solver's figure in words, to follow a verb: "it takes ...".

    >>> [describe_share(share, "nodes") for share in (0.0057, 0.43, 1.05, 2.53)]
    ['0.57% of the nodes', '57% fewer nodes', '5% more nodes', '2.5 times the nodes']
    >>> describe_share(1.05, "time")
    'about the same time'
    """
    if noun == "time" and is_about_equal(share):
        return "about the same time"
    if share < 0.1:
        return f"{100 * share:.2g}% of the {noun}"
    if share >= 2:
        return f"{share:,.1f} times the {noun}"
    percent = round(100 * (share - 1))
    if not percent:
        return f"as many {noun}"
    return f"{abs(percent)}% {'more' if percent > 0 else LESS[noun]} {noun}"


def write_figures(path: Path, content: dict[str, object]) -> None:
    """Write figures, with everything needed to make them again and to compare times."""
    made = {
        "command": shlex.join(["c4", *(word for word in sys.argv[1:] if word != "--resume")]),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {
            "processor": processor(),
            "cores": os.cpu_count(),
            "system": f"{platform.system()} {platform.machine()}",
        },
        "versions": versions(),
    }
    write_file(path, json.dumps(made | content, indent=1) + "\n")


def processor() -> str:
    """Return the processor's name, or the system's generic one."""
    info = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.*)", info.read_text(encoding="utf-8")) if info.exists() else []
    return names[0] if names else platform.processor() or platform.machine()


def versions() -> dict[str, str]:
    """Return the versions of the packages that the figures depend on."""
    numbers = {"python": platform.python_version()}
    for package in ("numba", "llvmlite", "numpy", "bitbully"):
        try:
            numbers[package] = version(package)
        except PackageNotFoundError:
            numbers[package] = "not installed"
    return numbers
