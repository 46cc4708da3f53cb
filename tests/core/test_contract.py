"""Tests of how a step's tests time it: a position is a round, and the closing table has the figures."""

import json
import re
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import find
from repository import ROOT, read_output, run

from common.position import CELLS, WIDTH
from common.tools import sets
from common.tools.bench.measure import Result, Solved
from common.tools.bench.report import format_time
from common.tools.sets import KINDS
from common.tools.testing import plugin
from common.tools.testing.contract import Moves, play_choices, solve_line_once


def run_sets_of_step_02(*options: str) -> str:
    """Run what solves an easy and a hard set, and return what pytest prints."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--positions", "3", *options]
    tests = ["steps/02", "-k", "scores_of_set and (end-easy or begin-hard)"]
    return read_output(run([*command, *tests]))


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """Return what is printed where one process runs the tests, and the file of the benchmark."""
    path = tmp_path_factory.mktemp("alone") / "benchmark.json"
    no_time = ("-o", "timeout=0.01")  # seconds, which hold for no test that solves as many positions as asked
    return run_sets_of_step_02("-n", "0", *no_time, "--benchmark-json", str(path)), path


def test_a_position_is_a_round(alone: tuple[str, Path]) -> None:
    printed, path = alone
    (benchmark,) = json.loads(path.read_text(encoding="utf-8"))["benchmarks"]
    assert benchmark["stats"]["rounds"] == benchmark["extra_info"]["positions"] == 3
    assert benchmark["stats"]["min"] < benchmark["stats"]["max"]
    (row,) = re.findall("^02 +end-easy .*", printed, re.MULTILINE)
    assert f" {format_time(benchmark['stats']['mean'])} " in row


def test_the_closing_table_is_there_however_many_processes_run_the_tests(alone: tuple[str, Path]) -> None:
    for printed in (alone[0], run_sets_of_step_02("-n", "2")):
        assert re.search(r"^02 +end-easy +3/3 .* 01 +[\d.]+ +[\d.]+$", printed, re.MULTILINE)
        assert re.search(r"^02 +begin-hard +N/A +out of reach +01 +N/A +N/A$", printed, re.MULTILINE)


def test_the_first_step_is_beside_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    terminal: Any = SimpleNamespace(section=written.append, write=written.append)
    monkeypatch.setattr(plugin, "list_set_reports", lambda _: [])  # pyright: ignore
    plugin.pytest_terminal_summary(terminal)
    assert written == []
    for number, before in (("01", []), ("02", ["01", "N/A", "N/A"])):
        report = plugin.SetReport(number, "end-easy", None, None, "out of reach")
        monkeypatch.setattr(plugin, "list_set_reports", lambda _, report=report: [report])
        plugin.pytest_terminal_summary(terminal)
        assert written[-2] == "each step beside the one before, on the same positions"
        assert written[-1].split("\n")[-2].split() == [
            number,
            "end-easy",
            "N/A",
            "out",
            "of",
            "reach",
            *before,
        ]


def test_reports_of_all_outcomes_are_shown_by_step_and_set_beside_the_step_before() -> None:
    fast, slow = (Result([Solved(True, seconds, seconds, 8)]) for seconds in (1.0, 2.0))
    reports = {
        "failed": [plugin.SetReport("03", "middle-easy", fast, None)],
        "passed": [
            plugin.SetReport("03", "end-easy", fast, None),
            plugin.SetReport("02", "end-easy", slow, None),
            plugin.SetReport("05", "end-easy", slow, fast),
        ],
        "skipped": [plugin.SetReport("02", "begin-hard", None, None, "out of reach")],
    }
    written: list[str] = []

    def get_reports(outcome: str) -> list[Any]:
        kept = [(plugin.FIGURES, report.pack_fields()) for report in reports[outcome]]
        return [SimpleNamespace(user_properties=[("other", "x"), pair]) for pair in kept]

    terminal: Any = SimpleNamespace(section=written.append, write=written.append, getreports=get_reports)
    plugin.pytest_terminal_summary(terminal)
    rows = [line.split() for line in written[-1].splitlines()[1:]]
    assert [(row[:2], row[-3:]) for row in rows] == [
        (["02", "end-easy"], ["01", "N/A", "N/A"]),
        (["02", "begin-hard"], ["01", "N/A", "N/A"]),
        (["03", "end-easy"], ["02", "2.00", "1.00"]),
        (["03", "middle-easy"], ["02", "N/A", "N/A"]),
        (["05", "end-easy"], ["04", "0.50", "1.00"]),
    ]


def test_only_a_test_that_asks_for_a_set_is_run_once_a_set() -> None:
    asked: list[tuple[str, list[str]]] = []
    for names in (["benchmark"], ["set_name", "benchmark"]):
        metafunc: Any = SimpleNamespace(fixturenames=names, parametrize=lambda *words: asked.append(words))  # pyright: ignore
        plugin.pytest_generate_tests(metafunc)
    assert asked == [("set_name", list(KINDS))]


def test_a_step_is_tested_where_pytest_and_hypothesis_can_keep_nothing(tmp_path: Path) -> None:
    """Put a file where their folders would be made, as in a checkout that cannot be written."""
    nowhere = tmp_path / "file"
    nowhere.touch()
    test = ["pytest", "-o", f"cache_dir={nowhere}/cache", "steps/05", "-k", "test_key_tells_positions_apart"]
    kept = {"HYPOTHESIS_STORAGE_DIRECTORY": f"{nowhere}/hypothesis"}
    printed = read_output(run([sys.executable, "-m", *test], **kept))
    assert "could not create cache path" in printed
    assert "1 passed" in printed


def test_a_gain_is_that_on_the_lines_that_both_have_solved() -> None:
    new = Result([Solved(True, 1.0, 1.0, 10), Solved(True, 9.0, 9.0, 90)])
    old = Result([Solved(True, 3.0, 5.0, 40)])
    assert plugin.format_gains(new, old) == ["3.00", "4.00"]
    assert plugin.format_gains(None, old) == plugin.format_gains(new, None) == ["N/A", "N/A"]


def test_a_report_is_received_as_it_was_sent() -> None:
    result = Result([Solved(True, 1.0, 2.0, 10)])
    for report in (
        plugin.SetReport("05", "end-easy", result, None),
        plugin.SetReport("05", "end-easy", None, result, "out of reach"),
    ):
        assert plugin.receive_report(*json.loads(json.dumps(report.pack_fields()))) == report


def test_games_of_chance_may_begin_in_every_column() -> None:
    for column in range(WIDTH):
        find(Moves, lambda choices, column=column: choices[0] == column)


def test_a_game_of_chance_is_never_over() -> None:
    rng = Random(0)
    lengths = {len(play_choices([rng.randrange(99) for _ in range(CELLS)], CELLS)) for _ in range(300)}
    assert max(lengths) == CELLS - 1


def test_one_process_more_than_cores_runs_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, workers in ((8, 9), (None, 2)):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        assert plugin.pytest_xdist_auto_num_workers() == workers


def test_a_step_is_named_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    folder, long = "steps/05_transposition_table", "this or that " * 40  # longer than a file's name can be
    assert plugin.expand_step_number("steps/5") == folder
    assert plugin.expand_step_number("steps/05::TestContract") == f"{folder}::TestContract"
    for argument in (folder, "tests/05", "-k05", long):
        assert plugin.expand_step_number(argument) == argument
    with pytest.raises(pytest.UsageError, match="77"):
        plugin.expand_step_number("steps/77")


LOOPING = """
from common.jit import Array, compiled, zeros

@compiled
def search(nodes: Array) -> None:
    while nodes[0] >= 0:
        nodes[0] ^= 1

def test_that_does_not_end() -> None:
    search(zeros(1))
"""


def test_a_compiled_loop_without_an_end_does_not_hang_the_run(tmp_path: Path) -> None:
    (tmp_path / "test_looping.py").write_text(LOOPING, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-c", "pyproject.toml"]
    answer = run([*command, "-o", "timeout=1", str(tmp_path)])
    assert answer.returncode == 1
    assert "Timeout" in answer.stdout
    assert "in test_that_does_not_end" in answer.stdout


def test_sets_are_solved_with_the_book() -> None:
    line = next(line for line in sets.load_set("begin-hard") if len(line.moves) == 8)
    for number in ("08", "19"):
        solved = solve_line_once(number, line)
        assert solved.right
        assert solved.nodes < 50, "each question is a look at the book, a node"
