"""Tests of the recorded benchmarks, and of what the pages say by them."""

import json
from pathlib import Path
from typing import Any

import pytest

from common import course
from common.benchmark.sets import KINDS

ROOT = Path(__file__).parents[1]
RECORDS = sorted((ROOT / "docs" / "benchmarks").glob("*.json"))


def record(name: str) -> dict[str, Any]:
    """Return a recorded benchmark."""
    return json.loads((ROOT / "docs" / "benchmarks" / name).read_text())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_every_recorded_score_is_right(path: Path) -> None:
    rows = record(path.name)["rows"]
    assert any("correct" in row for row in rows)
    for row in rows:
        assert row.get("correct") == row.get("positions")
        assert ("correct" in row) != ("not_available" in row)


def test_every_step_and_set_is_recorded() -> None:
    found = {(row["solver"], row["set"]) for row in record("steps.json")["rows"]}
    assert found == {(number, name) for number in course.numbers() for name in KINDS}


MODES = ("bitbully mtdf", "bitbully null_window")
CLAIMED = {
    "end-easy": 1,
    "middle-easy": 1,
    "middle-medium": 2,
    "begin-easy": 1,
    "begin-medium": 2,
    "begin-hard": 2,
}


@pytest.mark.parametrize("name", CLAIMED)
def test_the_last_step_is_as_much_faster_than_its_peer_as_is_claimed(name: str) -> None:
    rows = record("peers.json")["rows"] + record("begin-hard.json")["rows"]
    times = {row["solver"]: row["mean_microseconds"] for row in rows if row["set"] == name}
    assert CLAIMED[name] * times[course.numbers()[-1]] < min(times[mode] for mode in MODES)
