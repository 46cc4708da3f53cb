"""Tests of how a step's tests time it: a position is a round, and the closing table has the figures."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from common.tools.benchmark.report import readable_time

ROOT = Path(__file__).parents[1]


def sets_of_step_02(*options: str) -> str:
    """Run what solves an easy and a hard set, and return what pytest prints."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--positions", "3", *options]
    tests = ["steps/02", "-k", "scores_of_set and (end-easy or begin-hard)"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    answer = subprocess.run(
        [*command, *tests], cwd=ROOT, env=alone, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stdout
    return answer.stdout


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """Return what is printed where one process runs the tests, and the file of the benchmark."""
    path = tmp_path_factory.mktemp("alone") / "benchmark.json"
    return sets_of_step_02("-n", "0", "--benchmark-json", str(path)), path


def test_a_position_is_a_round(alone: tuple[str, Path]) -> None:
    printed, path = alone
    (kept,) = json.loads(path.read_text())["benchmarks"]
    assert kept["stats"]["rounds"] == kept["extra_info"]["positions"] == 3
    assert kept["stats"]["min"] < kept["stats"]["max"]
    (row,) = re.findall("^02 +end-easy .*", printed, re.MULTILINE)
    assert f" {readable_time(kept['stats']['mean'])} " in row


def test_the_closing_table_is_there_however_many_processes_run_the_tests(alone: tuple[str, Path]) -> None:
    for printed in (alone[0], sets_of_step_02("-n", "2")):
        assert re.search(r"^02 +end-easy +3/3 .* 01 +[\d.]+ +[\d.]+$", printed, re.MULTILINE)
        assert re.search(r"^02 +begin-hard +N/A +out of reach +01 +N/A +N/A$", printed, re.MULTILINE)


def test_a_step_is_tested_where_pytest_and_hypothesis_can_keep_nothing(tmp_path: Path) -> None:
    """Put a file where their folders would be made, as in a checkout that cannot be written."""
    nowhere = tmp_path / "file"
    nowhere.touch()
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    answer = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-o", f"cache_dir={nowhere}/cache"),
            *("steps/05", "-k", "test_key_tells_positions_apart"),
        ],
        cwd=ROOT,
        env=alone | {"HYPOTHESIS_STORAGE_DIRECTORY": f"{nowhere}/hypothesis"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "could not create cache path" in answer.stdout
    assert "1 passed" in answer.stdout
