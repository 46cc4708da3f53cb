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
    no_time = ("-o", "timeout=0.01")  # seconds, which hold for no test that solves as many positions as asked
    return sets_of_step_02("-n", "0", *no_time, "--benchmark-json", str(path)), path


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
    (tmp_path / "test_looping.py").write_text(LOOPING)
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-c", "pyproject.toml"]
    answer = subprocess.run(
        [*command, "-o", "timeout=1", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 1
    assert "Timeout" in answer.stdout
    assert "in test_that_does_not_end" in answer.stdout
