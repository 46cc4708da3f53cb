"""Tests of the recorded benchmarks, and of what the pages say about them."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from common.tools import course
from common.tools.benchmark import sets
from common.tools.benchmark.measure import OutOfTime, Result, Solved, Worker
from common.tools.benchmark.report import readable_time
from common.tools.benchmark.sets import KINDS
from common.tools.commands import bench
from common.tools.site import figures

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


def test_steps_are_recorded_from_the_first_on_each_with_every_set() -> None:
    found = {(row["solver"], row["set"]) for row in record("steps.json")["rows"]}
    steps = sorted({number for number, _ in found})
    assert steps == course.numbers()[: len(steps)]
    assert found == {(number, name) for number in steps for name in KINDS}


SOLVED = Solved(right=True, seconds=0.25, processor_seconds=0.125, nodes=7)


class Scripted:
    """A worker that notes who was asked what, and runs out of time at a line."""

    def __init__(self, name: str, asked: list[tuple[str, str]], fails_at: str = "") -> None:
        self._name, self._asked, self._fails_at = name, asked, fails_at

    def measure(self, lines: list[sets.Line], timeout: float, on_solved: Callable[[Solved], None]) -> None:
        for line in lines:
            self._asked.append((self._name, line.moves))
            if line.moves == self._fails_at:
                raise OutOfTime
            assert timeout > 0
            on_solved(SOLVED)


def test_solvers_take_turns_and_one_that_is_out_of_time_is_left_out() -> None:
    lines = [sets.Line(f"{number}", 0) for number in range(2 * bench.TURN + 1)]
    asked: list[tuple[str, str]] = []
    workers = {"quick": Scripted("quick", asked), "slow": Scripted("slow", asked, fails_at="3")}
    kept: list[str] = []

    def remember(key: str, take: bench.Turn) -> list[Solved]:
        kept.append(key)
        return take()

    quick, slow = bench.measure_set(cast("dict[str, Worker]", workers), "end-easy", lines, 60, remember)
    first, later = [str(n) for n in range(bench.TURN)], [str(n) for n in range(bench.TURN, len(lines))]
    assert asked == [("quick", n) for n in first] + [("slow", n) for n in "0123"] + [
        ("quick", n) for n in later
    ]
    assert quick.result == Result([SOLVED] * len(lines))
    assert (slow.result, slow.why_not) == (None, f"3 of {len(lines)} positions in 60 s")
    assert kept == ["quick end-easy 0", "slow end-easy 0", "quick end-easy 10", "quick end-easy 20"]


def test_no_table_shows_how_fast_a_wrong_solver_is() -> None:
    row = record("steps.json")["rows"][0]
    assert "nodes" in figures.cell(row, figures.PROCESSOR)
    with pytest.raises(figures.WrongScores, match=r"01 on end-easy: 49 of 50 scores are right"):
        figures.cell(row | {"correct": 49}, figures.PROCESSOR)


def test_tables_say_what_their_figures_are() -> None:
    for table in (figures.benchmark("peers"), figures.beside("04")):
        assert "Time and nodes are means over the positions of a set; half of them take the median" in table
        assert "the clock's" not in table


@pytest.mark.parametrize("name", ["book", "threads"])
def test_one_thread_and_several_are_compared_by_the_clock(name: str) -> None:
    table = figures.benchmark(name)
    assert "Mean times are the clock's" in table
    for row in record(f"{name}.json")["rows"]:
        assert readable_time(row["mean_microseconds"] / 1e6) in table


def gains(number: str, figure: str) -> dict[str, float]:
    """Return how many times less a step needs than the one before, on each set that both solve."""
    rows = {(row["solver"], row["set"]): row for row in record("steps.json")["rows"]}
    before = course.previous(course.load(number))
    assert before
    pairs = {name: (rows[before.number, name], rows[number, name]) for name in KINDS}
    return {
        name: old[figure] / new[figure]
        for name, (old, new) in pairs.items()
        if figure in old and figure in new
    }


EARNS = 1.1
SINGLE = [number for number in course.numbers() if "09" <= number <= course.THINKER]


@pytest.mark.parametrize("number", SINGLE)
def test_a_step_earns_its_folder_on_some_recorded_set(number: str) -> None:
    """Look for a set on which it takes less time or explores fewer nodes than the step before."""
    before = course.previous(course.load(number))
    assert before
    best = 0.0
    for name in ("steps.json", "begin-hard-steps.json", "empty-5x5.json", "empty-6x5.json"):
        rows = {(row["solver"], row["set"]): row for row in record(name)["rows"] if "correct" in row}
        for (solver, kind), row in rows.items():
            if solver == number and (old := rows.get((before.number, kind))):
                for figure in ("mean_processor_microseconds", "mean_nodes"):
                    best = max(best, old[figure] / row[figure])
    assert best >= EARNS


FIRST_TO_SOLVE = {
    "end-easy": {"01"},
    "middle-easy": {"02"},
    "middle-medium": {"04", "05"},  # step 04 is at the edge of the limit
    "begin-easy": {"05"},
    "begin-medium": {"09"},
    "begin-hard": {None},
}


@pytest.mark.parametrize("name", KINDS)
def test_the_lessons_say_which_step_solves_a_set_first(name: str) -> None:
    solved = [
        row["solver"] for row in record("steps.json")["rows"] if row["set"] == name and "correct" in row
    ]
    assert min(solved, default=None) in FIRST_TO_SOLVE[name]


def test_the_table_of_lesson_05_saves_more_nodes_than_time_and_costs_time_where_trees_are_small() -> None:
    nodes, times = gains("05", "mean_nodes"), gains("05", "mean_processor_microseconds")
    assert all(times[name] < nodes[name] for name in nodes)
    assert times["end-easy"] < 1 < nodes["end-easy"]


def test_the_questions_of_lesson_06_gain_most_on_begin_easy_and_cost_nodes_on_end_easy() -> None:
    nodes = gains("06", "mean_nodes")
    assert max(nodes, key=nodes.__getitem__) == "begin-easy"
    assert nodes["end-easy"] < 1 < nodes["middle-medium"] < nodes["middle-easy"]


def test_the_anticipation_of_lesson_07_saves_nodes_and_time_and_least_time_on_end_easy() -> None:
    nodes, times = gains("07", "mean_nodes"), gains("07", "mean_processor_microseconds")
    assert min(nodes.values()) > 1
    assert min(times, key=times.__getitem__) == "end-easy"
    assert times["end-easy"] > 1


def test_the_book_of_lesson_08_costs_time_everywhere_and_most_where_the_search_is_short() -> None:
    times = gains("08", "mean_processor_microseconds")
    assert set(gains("08", "mean_nodes").values()) == {1}
    assert max(times.values()) < 1
    assert min(times, key=times.__getitem__) == "end-easy"


def test_the_order_of_lesson_09_gains_more_the_more_cells_are_empty_and_more_nodes_than_time() -> None:
    nodes, times = gains("09", "mean_nodes"), gains("09", "mean_processor_microseconds")
    assert all(1 < fewer < more for fewer, more in pairwise(nodes.values()))
    assert times.pop("end-easy") < 1.2
    assert min(times.values()) > 1
    assert all(times[name] < nodes[name] for name in times)


MODES = ("bitbully mtdf", "bitbully null_window")
CLAIMED = {
    "end-easy": 1.9,
    "middle-easy": 3,
    "middle-medium": 4,
    "begin-easy": 4,
    "begin-medium": 4,
    "validation": 4,
    "begin-hard": 5,
}


@pytest.mark.parametrize("name", CLAIMED)
def test_the_last_step_recorded_is_as_much_faster_than_its_peer_as_is_claimed(name: str) -> None:
    rows = record("peers.json")["rows"] + record("begin-hard.json")["rows"]
    times = {row["solver"]: row["mean_processor_microseconds"] for row in rows if row["set"] == name}
    last = max(solver for solver in times if solver in course.numbers())
    assert CLAIMED[name] * times[last] < min(times[mode] for mode in MODES)
