"""The pytest plugin: steps by number (`pytest steps/05`), --positions and --full, the closing tables."""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import pytest

from common.errors import Error
from common.tools import course
from common.tools.sets import KINDS
from common.tools.terminal.console import make_console, make_table
from common.tools.terminal.options import make_number_type

FIGURES = "figures of a set"
"""The property of a test's report that holds a row of the closing table: step, set and figures."""

NEEDED = "hypothesis", "pytest_benchmark", "pytest_timeout", "xdist"
"""The packages of the extra `test`, besides pytest."""

PLAIN = """
import sys
from functools import lru_cache
from common.tools import course

load = lru_cache(1)(lambda number: course.load(number).with_options())
for line in sys.stdin:
    number, moves = line.split()
    (score,), nodes, *_ = load(number).ask(moves)
    print(score, nodes, flush=True)
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for the number of positions that a step solves."""
    group = parser.getgroup("connect 4")
    group.addoption(
        "--positions",
        type=make_number_type(1),
        metavar="N",
        help="solve N positions of each set that the step can afford",
    )
    group.addoption(
        "--full", action="store_true", help="solve all positions that the step can afford, run all tests"
    )


def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> None:
    """Allow steps to be named by number, early enough that only the conftests of the named paths are loaded.

    Tests run in one process unless the command line says otherwise. Elsewhere a file's tests stay together,
    and none is timed. The profile comes before the conftests, which may load another.
    """
    if missing := [name for name in NEEDED if not find_spec(name)]:
        install = "pip install -e '.[test]', in the folder of the course"
        raise pytest.UsageError(f"{', '.join(missing)}: not installed, but needed by the tests; {install}")
    from hypothesis import settings

    known = early_config.known_args_namespace
    if early_config.pluginmanager.hasplugin("xdist"):
        args[:0] = ["-n", "0", "--dist", "loadfile", "--no-loadscope-reorder"]
        args += ["--benchmark-disable"] * bool(known.numprocesses)
    # The first example may have to wait for a compiler, and all for a busy machine. Only --full draws others
    # each time: no day turns a branch red that was green.
    settings.register_profile("tests", settings(), deadline=None, derandomize=not known.full)
    settings.load_profile("tests")
    named = known.file_or_dir
    named[:] = map(expand_step_number, named)


def pytest_configure(config: pytest.Config) -> None:
    """Allow a step to be named by its number."""
    config.args[:] = map(expand_step_number, config.args)


def expand_step_number(argument: str) -> str:
    """Return a path with a step's folder in place of its number, and any other path unchanged."""
    path, colons, test = argument.partition("::")
    folder = Path(path).resolve()
    if folder.exists() or not folder.is_relative_to(course.STEPS):
        return argument
    number, *inside = folder.relative_to(course.STEPS).parts
    try:
        step = course.load(number)
    except Error as error:
        raise pytest.UsageError(str(error)) from None
    # Not from the root on: pytest takes what follows a [ there for a test's parameters.
    return f"{os.path.relpath(step.folder.joinpath(*inside))}{colons}{test}"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out hidden files: systems and editors put them beside others."""
    return collection_path.name.startswith(".") or None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `set_name` once per set that its step can afford."""
    if "set_name" not in metafunc.fixturenames:
        return
    contract = cast("Any", metafunc.cls)  # pyright: ignore[reportUnknownMemberType] (of any class)
    counts: dict[str, int] = contract.sets
    is_asked = metafunc.config.getoption("--positions")
    late = pytest.mark.full("the set is slow for this step")
    metafunc.parametrize(
        "set_name", [pytest.param(name, marks=() if counts[name] or is_asked else late) for name in counts]
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests of parts that a step lacks; skip slow tests, or run them without a limit."""
    unneeded = [item for item in items if not has_parts(item)]
    config.hook.pytest_deselected(items=unneeded)
    items[:] = [item for item in items if item not in unneeded]
    is_full = config.getoption("--full")
    for item in items:
        if is_full or config.getoption("--positions"):
            item.add_marker(pytest.mark.timeout(0))
        if not is_full and (mark := item.get_closest_marker("full")):
            if not mark.args:
                raise pytest.UsageError(f"{item.nodeid}: the mark `full` says why, in brackets")
            item.add_marker(pytest.mark.skip(reason=f"only with --full: {mark.args[0]}"))


def has_parts(item: pytest.Item) -> bool:
    """Return whether the step of a test has the files, with the text, that the test is about."""
    contract: Any = getattr(item, "cls", None)
    for mark in item.iter_markers("about"):
        path = contract.step.folder / mark.args[0]
        if not path.exists() or not all(text in path.read_text(encoding="utf-8") for text in mark.args[1:]):
            return False
    return True


@pytest.fixture(scope="session")
def solve_plainly() -> Iterator[Callable[[str, str], str]]:
    """Return a function that has a step solve a position without Numba, in one process for all steps."""
    plain, pipe = os.environ | {"NUMBA_DISABLE_JIT": "1"}, subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", PLAIN], env=plain, stdin=pipe, stdout=pipe, text=True
    ) as child:
        questions, answers = cast("Any", child.stdin), cast("Any", child.stdout)

        def solve(number: str, moves: str) -> str:
            print(number, moves, file=questions, flush=True)
            return answers.readline().rstrip()

        yield solve


@pytest.hookimpl(tryfirst=True)  # above the table of pytest-benchmark
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print each step's figures for each set, compared with the step before; then why tests were skipped."""
    rows = [
        cells
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        for kind, cells in report.user_properties
        if kind == FIGURES
    ]
    out = make_console(sys.stdout)
    if rows:
        table = make_table("step", "set", figures=("exact", "lines", "nodes", "fewer", "time", "faster"))
        names = list(KINDS)
        for row in sorted(rows, key=lambda row: (row[0], names.index(row[1]))):
            table.add_row(*row)
        exact = [figures.split("/") for _, _, figures, *_ in rows if figures != "N/A"]
        right, asked = (sum(map(int, numbers)) for numbers in zip(*exact, strict=True))
        table.add_section()
        table.add_row("all", "", f"{right}/{asked}")
        terminalreporter.section("factors of nodes and speed against the step before")
        out.print(table)
    reasons = Counter(
        re.sub(r"^Skipped: ", "", report.longrepr[2]) for report in terminalreporter.getreports("skipped")
    )
    if reasons:
        terminalreporter.section("skipped, and why")
        for reason, count in sorted(reasons.items()):
            out.print(f"{count:4} {reason}", markup=False)
