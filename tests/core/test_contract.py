"""Tests of how a step's tests solve sets: a position is a round, and the closing table has the figures."""

import json
import re
import sys
from pathlib import Path

import pytest
from hypothesis import find, given
from hypothesis import strategies as st
from repository import PLAIN, ROOT, copy_parts, read_output, run

from common.position import CELLS, WIDTH, parse
from common.tools import course
from common.tools.bench.measure import Result, Solved
from common.tools.bench.report import format_step_cells, format_time
from common.tools.testing import plugin
from common.tools.testing.contract import Moves, play_choices

PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]


def run_sets_of_step_02(*options: str) -> str:
    """Run what solves an easy and a hard set, and return what pytest prints."""
    tests = ["steps/02", "-k", "scores_of_set and (end-easy or begin-hard)"]
    return read_output(run([*PYTEST, "--positions", "3", *options, *tests], **PLAIN))


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


def test_the_closing_table_has_each_set(alone: tuple[str, Path]) -> None:
    for printed in (alone[0], run_sets_of_step_02("-n", "2")):
        assert re.search(r"^02 +end-easy +3/3 +[\d.,]+ +[\d.]+ +\S+ .?s +[\d.]+$", printed, re.MULTILINE)
        assert re.search(r"^02 +begin-hard +N/A +out of reach *$", printed, re.MULTILINE)
        table = printed.partition("step  set")[2].partition("==")[0]
        assert max(map(len, table.splitlines())) <= 80
        assert "OPS" not in printed  # of pytest-benchmark, whose table would say the same


RECORD = """
import json
from common.tools.records import DIGESTS, find_records

records = find_records("tests-0[5-7]")
DIGESTS.write_text(json.dumps({record.name: record.compute_digest() for record in records}))
"""


def test_recorded_steps_are_tested_if_changed_or_named(tmp_path: Path) -> None:
    copy = copy_parts(["common", "steps", "test-data", "docs/labs", "pyproject.toml"], tmp_path / "copy")
    read_output(run([sys.executable, "-c", RECORD], copy))
    with (copy / "steps" / course.load("05").folder.name / "solver.py").open("a", encoding="utf-8") as file:
        file.write("CHANGED = True\n")
    full_columns = "invalid_moves_say_why and 1111111 and"
    printed = read_output(
        run([*PYTEST, "-v", "steps", "-k", f"{full_columns} (05_ or 06_ or 07_)"], copy, **PLAIN)
    )
    assert re.findall(r"/(\d\d)_.*(PASSED|SKIPPED)", printed) == [
        ("05", "PASSED"), ("06", "PASSED"), ("07", "SKIPPED")
    ]  # fmt: skip
    assert "1 passed" in read_output(run([*PYTEST, "steps/07", "-k", f"{full_columns} 07_"], copy, **PLAIN))


def test_a_gain_is_on_what_both_solved() -> None:
    new = Result([Solved(True, 1.0, 1.0, 10), Solved(True, 9.0, 9.0, 90)])
    old = Result([Solved(True, 3.0, 5.0, 40)])
    assert format_step_cells(new, old)[2::2] == ["4.00", "3.00"]
    assert format_step_cells(new, None)[2::2] == ["N/A", "N/A"]


def test_games_of_chance_begin_in_every_column() -> None:
    for column in range(WIDTH):
        find(Moves, lambda choices, column=column: choices[0] == column)


@given(Moves, st.integers(0, CELLS))
def test_a_game_of_chance_is_never_over(choices: list[int], length: int) -> None:
    moves = play_choices(choices, length)
    assert len(moves) <= min(length, CELLS - 1)
    assert parse(moves, course.make_quick_board()).moves == len(moves)  # which refuses games that are over


def test_a_step_is_named_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    folder, long = "steps/05_transposition_table", "this or that " * 40  # longer than a file's name can be
    others = [folder, "tests/05", "-k05", long]
    arguments = ["steps/5", "steps/05::TestContract", *others]
    plugin.pytest_load_initial_conftests(arguments)
    assert arguments == [folder, f"{folder}::TestContract", *others]
    with pytest.raises(pytest.UsageError, match="77"):
        plugin.pytest_load_initial_conftests(["steps/77"])


def test_steps_run_where_nothing_can_be_kept(tmp_path: Path) -> None:
    """Put a file where folders would be made, as in a checkout that cannot be written."""
    nowhere = tmp_path / "file"
    nowhere.touch()
    test = ["pytest", "-o", f"cache_dir={nowhere}/cache", "steps/05", "-k", "test_key_tells_positions_apart"]
    kept = {"HYPOTHESIS_STORAGE_DIRECTORY": f"{nowhere}/hypothesis"}
    assert "1 passed" in read_output(run([sys.executable, "-m", *test], **kept, **PLAIN))


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


def test_a_complete_run_skips_nothing_that_is_missing(tmp_path: Path) -> None:
    test = "import pytest\n\ndef test_it() -> None:\n    pytest.skip('N/A: needs Node')\n"
    (tmp_path / "test_it.py").write_text(test, encoding="utf-8")
    command = [*PYTEST, "-c", "pyproject.toml", "-n", "0", str(tmp_path)]
    assert "1 skipped" in read_output(run(command))
    assert run([*command, "--complete"]).returncode == 1
