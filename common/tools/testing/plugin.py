"""What pytest learns here: `pytest steps/05` by number, how many positions to solve, the closing table.

Tests that are recorded as passed, see `common.tools.records`, run if they are named.
"""

import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from common.errors import UserError
from common.tools import collect_garbage_seldom, course
from common.tools.files import ROOT
from common.tools.records import list_records
from common.tools.sets import KINDS
from common.tools.terminal.console import make_console, make_table
from common.tools.terminal.options import make_number_type

FIGURES = "figures of a set"
"""The property of a test's report that holds a row of the closing table: step, set, and the figures."""

collect_garbage_seldom()

# The first example may have to wait for a compiler, and all for a busy machine.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that say how many positions a step solves."""
    group = parser.getgroup("connect 4")
    group.addoption(
        "--positions", type=make_number_type(1), metavar="N", help="solve N positions of each set in reach"
    )
    group.addoption("--full", action="store_true", help="solve all positions in reach, run all tests")
    group.addoption("--complete", action="store_true", help="fail, not skip, where something is missing")


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
    """Skip what is recorded; let tests take as long as they need for the positions that were asked for."""
    if config.getoption("--full") or config.getoption("--positions"):
        for item in items:
            item.add_marker(pytest.mark.timeout(0))
        return
    named = [Path(argument.partition("::")[0]).absolute() for argument in config.args]
    for record in list_records():
        if not record.name.startswith("tests-"):
            continue
        paths = [ROOT / word for word in record.command.split() if (ROOT / word).exists()]
        tests = [item for item in items if any(map(item.path.is_relative_to, paths))]
        is_named = any(path.is_relative_to(test) for path in named for test in paths)
        if tests and not is_named and not record.is_stale():
            for item in tests:
                item.add_marker(
                    pytest.mark.skip(reason="N/A: recorded as passed; runs if named, or with --full")
                )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let no test be recorded as passed that was skipped because something is not installed."""
    report = yield
    if report.skipped and item.config.getoption("--complete") and "N/A: needs" in f"{report.longrepr}":
        report.outcome = "failed"
    return report


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `set_name` once a set."""
    if "set_name" in metafunc.fixturenames:
        metafunc.parametrize("set_name", list(KINDS))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print a row a set: what each step makes of it, and how that compares with the step before."""
    rows = [
        cells
        for outcome in ("passed", "failed", "skipped")
        for report in terminalreporter.getreports(outcome)
        for kind, cells in report.user_properties
        if kind == FIGURES
    ]
    if not rows:
        return
    table = make_table("step", "set", figures=("exact", "nodes", "fewer", "time", "faster"))
    names = list(KINDS)
    for row in sorted(rows, key=lambda row: (row[0], names.index(row[1]))):
        table.add_row(*row)
    terminalreporter.section("how many times fewer and faster than the step before")
    make_console(sys.stdout).print(table)
