"""Tests of the recorded benchmarks, and of what the pages say about them."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from common.tools import course
from common.tools.benchmark import sets
from common.tools.benchmark.measure import OutOfTime, Result, Solved, Worker
from common.tools.benchmark.report import readable_time
from common.tools.benchmark.sets import KINDS
from common.tools.commands import bench
from common.tools.record import NODES, PROCESSOR, gain, index_rows, read_record
from common.tools.site import figures

ROOT = Path(__file__).parents[1]
RECORDS = sorted((ROOT / "docs" / "benchmarks").glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_every_recorded_score_is_right(path: Path) -> None:
    rows = read_record(path.stem)["rows"]
    assert any("correct" in row for row in rows)
    for row in rows:
        assert row.get("correct") == row.get("positions")
        assert ("correct" in row) != ("not_available" in row)


def test_steps_are_recorded_from_the_first_on_each_with_every_set() -> None:
    found = {(row["solver"], row["set"]) for row in read_record()["rows"]}
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
    row = read_record()["rows"][0]
    assert "nodes" in figures.cell(row, PROCESSOR)
    with pytest.raises(figures.WrongScores, match=r"01 on end-easy: 49 of 50 scores are right"):
        figures.cell(row | {"correct": 49}, PROCESSOR)


def test_tables_say_what_their_figures_are() -> None:
    for table in (figures.benchmark("peers"), figures.beside("04")):
        assert "Time and nodes are means over the positions of a set; half of them take the median" in table
        assert "the clock's" not in table


@pytest.mark.parametrize("name", ["book", "threads"])
def test_one_thread_and_several_are_compared_by_the_clock(name: str) -> None:
    table = figures.benchmark(name)
    assert "Mean times are the clock's" in table
    for row in read_record(name)["rows"]:
        assert readable_time(row["mean_microseconds"] / 1e6) in table


EARNS = 1.1
SINGLE = [number for number in course.numbers() if "09" <= number <= course.THINKER]


@pytest.mark.parametrize("number", SINGLE)
def test_a_step_earns_its_folder_on_some_recorded_set(number: str) -> None:
    """Look for a set on which it takes less time or explores fewer nodes than the step before."""
    before = course.previous(course.load(number))
    assert before
    best = 0.0
    for name in ("steps", "begin-hard-steps", "empty-5x5", "empty-6x5"):
        rows = index_rows(read_record(name))
        for solver, kind in rows:
            if solver == number:
                gains = (gain(rows, before.number, number, kind, figure) for figure in (PROCESSOR, NODES))
                best = max(best, *(times or 0 for times in gains))
    assert best >= EARNS
