"""What pytest learns here: `pytest steps/05` by number, how many positions to solve, the closing table."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.table import Table

from common import course
from common.benchmark.measure import Result
from common.benchmark.report import Row, cells
from common.benchmark.sets import KINDS
from common.errors import UserError
from common.terminal import console


@dataclass(frozen=True)
class SetReport:
    """What a step and the one before made of the same lines; None is out of reach."""

    number: str
    set_name: str
    result: Result | None
    before: Result | None
    why_not: str = ""


REPORTS = pytest.StashKey[list[SetReport]]()


def reports(config: pytest.Config) -> list[SetReport]:
    """Return the figures of this run so far."""
    return config.stash.setdefault(REPORTS, [])


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that say how many positions a step solves."""
    group = parser.getgroup("connect 4")
    group.addoption("--positions", type=int, metavar="N", help="solve N positions of each set in reach")
    group.addoption("--full", action="store_true", help="solve all positions of each set in reach")


def pytest_load_initial_conftests(args: list[str]) -> None:
    """Let a step be named by its number."""
    args[:] = [expand(argument) for argument in args]


def expand(argument: str) -> str:
    """Return the folder of a step for its number, `steps/05_...` for `steps/05`; all else as it is."""
    path, colons, test = argument.partition("::")
    folder = Path(path)
    if argument.startswith("-") or folder.exists() or folder.absolute().parent != course.STEPS:
        return argument
    try:
        step = course.load(folder.name)
    except UserError as error:
        raise pytest.UsageError(str(error)) from None
    return str(folder.with_name(step.folder.name)) + colons + test


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `set_name` once a set."""
    if "set_name" in metafunc.fixturenames:
        metafunc.parametrize("set_name", list(KINDS))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print a row a set: what each step makes of it, and how that compares with the step before."""
    found = reports(config)
    if not found:
        return
    drawn = Table("step", "set", box=None, header_style="bold", pad_edge=False)
    for heading in (
        "correct",
        "mean time",
        "mean nodes",
        "K nodes/s",
        "step before",
        "times faster",
        "times fewer nodes",
    ):
        drawn.add_column(heading, justify="right")
    for report in sorted(found, key=lambda report: report.number):
        row = Row(report.set_name, report.number, report.result, report.why_not)
        drawn.add_row(report.number, report.set_name, *cells(row), *ratios(report))
    terminalreporter.section("each step beside the one before, on the same positions")
    out = console(terminalreporter._tw._file)  # pyright: ignore
    out.print(drawn)


def ratios(report: SetReport) -> list[str]:
    """Return what a step gains on the one before in time and in nodes, as text."""
    number = f"{int(report.number) - 1:02}"
    if number == "00":
        return ["", "", ""]
    if not report.result or not report.before:
        return [number, "N/A", "N/A"]
    return [
        number,
        f"{report.before.mean_seconds / report.result.mean_seconds:.2f}",
        f"{report.before.mean_nodes / report.result.mean_nodes:.2f}",
    ]
