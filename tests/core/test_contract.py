"""Tests of a step's tests: each position of a set is a round, and the closing table has the figures."""

import json
import re
import sys
from pathlib import Path

import pytest
from hypothesis import Phase, find, settings
from repository import C4, PLAIN, ROOT, Done, copy_parts, make_python_path, read_output, run, run_python

from common.position import WIDTH
from common.tools import course
from common.tools.bench.measure import Result, Solved
from common.tools.bench.report import format_step_cells
from common.tools.testing.contract import TURNS, Moves

PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]


def run_sets_of_step_02(*options: str) -> str:
    """Run the tests of an easy and a hard set, and return pytest's output."""
    tests = ["steps/02", "-k", "scores_of_set and (end-easy or begin-hard)"]
    return read_output(run([*PYTEST, "--positions", "3", *options, *tests], **PLAIN))


def test_the_closing_table_has_each_set(tmp_path: Path) -> None:
    path = tmp_path / "benchmark.json"
    too_short = ("-o", "timeout=0.01")  # seconds, for tests that solve fewer positions than were asked for
    alone = run_sets_of_step_02("-n", "0", *too_short, "--benchmark-json", str(path))
    time, no_time = r"\S+ .?s +(about equal|[\d.]+( times slower)?)", r"N/A +N/A: not timed"
    for printed, times in ((alone, time), (run_sets_of_step_02("-n", "2"), no_time)):
        assert re.search(rf"^02 +end-easy +3/3 +3 +[\d.,]+ +[\d.]+ +{times}$", printed, re.MULTILINE)
        assert re.search(r"^02 +begin-hard +N/A +out of reach *$", printed, re.MULTILINE)
        assert max(len(line) for line in printed.splitlines() if line.startswith("02 ")) <= 80
    assert "test_scores_of_set[end-easy]" in alone.partition("step  set")[2]  # in the table of the plugin
    (benchmark,) = json.loads(path.read_text(encoding="utf-8"))["benchmarks"]
    assert benchmark["stats"]["rounds"] == 3 * TURNS  # each a position
    assert benchmark["stats"]["min"] < benchmark["stats"]["max"]


def test_a_changed_step_is_compared_with_its_saved_times(tmp_path: Path) -> None:
    storage = f"--benchmark-storage=file://{tmp_path}"
    run_sets_of_step_02(storage, "--benchmark-save=before")
    printed = run_sets_of_step_02(storage, "--benchmark-compare=0001")
    assert re.search(r"end-easy\] \(0001_before", printed)
    assert re.search(r"end-easy\] \(NOW\)", printed)


def test_gains_in_nodes_and_processor_time_are_on_the_same_lines() -> None:
    every = Result([Solved(True, 1.0, 1.0, 10, 2), Solved(True, 9.0, 9.0, 90, 2)])
    new, old = Result(every.lines[:1]), Result([Solved(True, 3.0, 5.0, 40, 2)])
    assert format_step_cells(every, new, old, "", is_timed=True) == [
        "2/2",
        "1",
        "10.0",
        "4.00",
        "1 s",
        "5.00",
    ]
    assert format_step_cells(every, new, None, "why", is_timed=True)[3:] == ["N/A", "1 s", "N/A: why"]
    assert format_step_cells(every, new, old, "", is_timed=False)[3:] == ["4.00", "N/A", "N/A: not timed"]
    slower = format_step_cells(every, old, new, "", is_timed=True)
    assert slower[3:] == ["4.0 times more", "5 s", "5.0 times slower"]


def test_games_of_chance_begin_in_every_column() -> None:
    for column in range(WIDTH):
        find(Moves, lambda choices, at=column: choices[0] == at, settings=settings(phases=[Phase.generate]))


def collect(folder: Path, *arguments: str) -> Done:
    """Have pytest list the tests that it would run in a folder."""
    return run([*PYTEST, "--collect-only", "-q", *arguments], folder, **PLAIN)


@pytest.mark.parametrize(
    ("folder", "named"),
    [
        (".", ["steps/5/test_step.py::TestContract::test_full_board_is_refused", "-n", "0"]),
        ("steps", ["05", "-k", "02 or full_board"]),
        ("tests/core", ["-p", "no:xdist", ".", "../../steps/05"]),
    ],
)
def test_a_step_is_named_by_its_number(folder: str, named: list[str]) -> None:
    printed = read_output(collect(ROOT / folder, *named))
    tests = re.findall(r"(?:steps/)?(\S+)/test_step.py::TestContract::test_full_board_is_refused", printed)
    assert {Path(name).name for name in tests} == {course.load("05").folder.name}


def test_a_step_is_named_by_its_number_whatever_lies_above_or_beside_it(tmp_path: Path) -> None:
    """To pytest, what follows a [ are the parameters of a test.

    Hidden files are what macOS puts beside a file on foreign disks, and Emacs while one is edited.
    """
    copy = copy_parts(["common", "steps", "pyproject.toml"], tmp_path / "mine [1]")
    folder = copy / "steps" / course.load("05").folder.name
    (folder / "._solver.py").write_bytes(bytes([0, 5, 22, 7]))
    (folder / ".#solver.py").symlink_to("nobody@nowhere.1")
    there = PLAIN | {"PYTHONPATH": make_python_path(copy)}
    listed = read_output(run([*PYTEST, "--co", "-q", "steps/05"], copy, **there))
    assert "/test_step.py::TestContract::test_full_board_is_refused" in listed
    assert "._solver" not in read_output(run([*C4, "diff", "05", "06"], copy, **there))


def test_one_process_runs_the_tests_unless_more_are_asked_for() -> None:
    printed = read_output(run([*PYTEST, "steps/05", "-k", "full_board_is_refused"], **PLAIN))
    assert "1 passed" in printed
    assert "workers" not in printed


def test_an_unknown_step_is_said() -> None:
    done = collect(ROOT, "steps/77")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "'77'" in done.stderr
    assert "01, 02" in done.stderr


def test_a_step_needs_no_browser() -> None:
    """The tests of a step need only the packages of the README's first command."""
    block = "import sys; sys.modules.update(dict.fromkeys(['selenium', 'filelock', 'bitbully', 'psutil']));"
    program = f"{block} import pytest; sys.exit(pytest.main(['--collect-only', '-q', 'steps/05']))"
    assert "test_full_board_is_refused" in run_python(program, **PLAIN)


LOOPING = """
from common.jit import Array, compiled, zeros

@compiled
def search(nodes: Array) -> None:
    while nodes[0] >= 0:
        nodes[0] ^= 1

def test_that_does_not_end() -> None:
    search(zeros(1))
"""


def test_a_compiled_loop_without_end_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "test_looping.py").write_text(LOOPING, encoding="utf-8")
    answer = run([*PYTEST, "-n", "0", "-c", "pyproject.toml", "-o", "timeout=1", str(tmp_path)])
    assert answer.returncode == 1
    assert "in test_that_does_not_end" in answer.stdout
