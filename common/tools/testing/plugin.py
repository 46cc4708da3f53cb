"""What pytest learns here: `pytest steps/05` by number, how many positions to solve, the closing table."""

from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from common.errors import UserError
from common.tools import collect_garbage_seldom, course
from common.tools.bench.measure import Result, Solved
from common.tools.bench.report import HEADINGS, Row, format_cells
from common.tools.sets import KINDS
from common.tools.terminal.console import make_console, make_table
from common.tools.terminal.options import make_number_type


class SetReport(NamedTuple):
    """What a step made of a set, and the one before of its first lines, if its own tests do not run.

    None is out of reach. Of a set that is recorded as solved, it is a sample.
    """

    number: str
    set_name: str
    result: Result | None
    before: Result | None
    why_not: str = ""
    is_recorded: bool = False

    def pack_fields(self) -> tuple[Any, ...]:
        """Return this as types that processes of pytest-xdist can send each other."""
        return tuple([*map(tuple, part.lines)] if isinstance(part, Result) else part for part in self)


def receive_report(number: str, set_name: str, *rest: Any) -> SetReport:
    """Return the report that was sent."""
    *results, why_not, is_recorded = rest
    result, before = (lines and Result([Solved(*line) for line in lines]) for lines in results)
    return SetReport(number, set_name, result, before, why_not, is_recorded)


FIGURES = "figures of a set"  # the property of a test's report that holds them

collect_garbage_seldom()

# The first example may have to wait for a compiler, and all for a busy machine.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")


def list_set_reports(terminalreporter: pytest.TerminalReporter) -> list[SetReport]:
    """Return the figures of this run, whichever process took them, by step and set."""
    reports = [
        receive_report(*fields)
        for outcome in ("passed", "failed", "skipped")
        for report in terminalreporter.getreports(outcome)
        for kind, fields in report.user_properties
        if kind == FIGURES
    ]
    return sorted(reports, key=lambda report: (report.number, list(KINDS).index(report.set_name)))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that say how many positions a step solves."""
    group = parser.getgroup("connect 4")
    group.addoption(
        "--positions", type=make_number_type(1), metavar="N", help="solve N positions of each set in reach"
    )
    group.addoption("--full", action="store_true", help="solve all positions in reach, run all tests")


def pytest_load_initial_conftests(args: list[str]) -> None:
    """Let a step be named by its number."""
    args[:] = [expand_step_number(argument) for argument in args]


def expand_step_number(argument: str) -> str:
    """Return the folder of a step for its number, `steps/05_...` for `steps/05`; all else as it is."""
    path, colons, test = argument.partition("::")
    folder = Path(path)
    if argument.startswith("-") or folder.absolute().parent != course.STEPS or folder.exists():
        return argument
    try:
        step = course.load(folder.name)
    except UserError as error:
        raise pytest.UsageError(str(error)) from None
    return str(folder.with_name(step.folder.name)) + colons + test


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let tests take as long as they need for the positions that were asked for."""
    if config.getoption("--full") or config.getoption("--positions"):
        for item in items:
            item.add_marker(pytest.mark.timeout(0))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `set_name` once a set."""
    if "set_name" in metafunc.fixturenames:
        metafunc.parametrize("set_name", list(KINDS))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print a row a set: what each step makes of it, and how that compares with the step before."""
    reports = list_set_reports(terminalreporter)
    if not reports:
        return
    results = {(report.number, report.set_name): report.result for report in reports}
    result_before = ("step before", "times faster", "times fewer nodes")
    table = make_table("step", "set", figures=(*HEADINGS, *result_before))
    for report in reports:
        row = Row(report.set_name, report.number, report.result, report.why_not)
        before = f"{int(report.number) - 1:02}"
        result_before = report.before or results.get((before, report.set_name))
        gain_cells = [] if before == "00" else [before, *format_gains(report.result, result_before)]
        label = f"{report.set_name}, recorded" if report.is_recorded else report.set_name
        table.add_row(report.number, label, *format_cells(row), *gain_cells)
    terminalreporter.section("each step beside the one before, on the same positions")
    text = StringIO()
    make_console(text).print(table)
    terminalreporter.write(text.getvalue())


def format_gains(result: Result | None, before: Result | None) -> list[str]:
    """Return what a step gains on the one before in time and in nodes, as text, on the lines of both."""
    if not result or not before:
        return ["N/A", "N/A"]
    both = min(result.positions, before.positions)
    new, old = Result(result.lines[:both]), Result(before.lines[:both])
    return [f"{old.mean_seconds / new.mean_seconds:.2f}", f"{old.mean_nodes / new.mean_nodes:.2f}"]
