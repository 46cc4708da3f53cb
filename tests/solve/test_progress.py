"""Tests of how far long commands say that they are; what takes long is made up."""

import argparse
import os
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from repository import Run
from rich.progress import Progress

from common.tools import sets
from common.tools.bench.measure import Result, Solved
from common.tools.bench.sizes import Outcome, list_sizes
from common.tools.commands import bench, wasm
from common.tools.learn.grading import Grade
from common.tools.play.arena.games import Game

Ended = list[tuple[str, float, float | None]]


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Ended:
    """Return what all tasks of progress bars were called at their end, and how far they were, of how much."""
    ended: Ended = []
    stop = Progress.stop

    def note_tasks(bar: Progress) -> None:
        ended.extend((task.description, task.completed, task.total) for task in bar.tasks)
        stop(bar)

    monkeypatch.setattr(Progress, "stop", note_tasks)
    monkeypatch.setattr("common.tools.terminal.console.DRAWN_SECONDS", -1)
    return ended


def test_a_match_shows_the_tally(c4_here: Run, ended: Ended, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [Game(index, 0, "1212121", winner, (0.5, 0.25)) for index, winner in enumerate((0, 1, None, 0))]

    def play(_match: object, jobs: int, on_game: Any) -> list[Game]:
        assert jobs == 1
        for game in games:
            on_game(game)
        return games

    monkeypatch.setattr("common.tools.play.arena.games.play_match", play)
    assert c4_here("match", "random", "forward", "--games", "4").returncode == 0
    assert ended == [("2-1-1", 4, 4)]


def test_accuracy_goes_from_set_to_set_to_the_games(c4_here: Run, ended: Ended) -> None:
    options = ["--sets", "end-easy,middle-easy", "--positions", "2", "--games", "1"]
    assert c4_here("accuracy", "random", *options).returncode == 0
    assert ended == [("random 1 own games", 5, 5)]


def test_a_tournament_counts_its_games(c4_here: Run, ended: Ended, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text('players = ["random", "forward"]\ngames = 3', encoding="utf-8")
    assert c4_here("tournament", str(tmp_path / "t.toml")).returncode == 0
    assert ended == [("games", 3, 3)]


@pytest.mark.parametrize("name", ["testset", "puzzles"])
def test_what_is_made_counts_what_is_accepted(
    c4_here: Run, ended: Ended, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    given: list[dict[str, Any]] = []

    def make(*_names: object, on_accepted: Any, **options: Any) -> None:
        given.append(options)
        for _ in range(7):
            on_accepted()

    maker = {"testset": "make_test_set", "puzzles": "make_puzzles"}[name]
    monkeypatch.setattr(f"common.tools.commands.{name}.{maker}", make)
    path = tmp_path / {"testset": "end-easy", "puzzles": "puzzles"}[name]
    where = {"testset": ["--out", str(tmp_path), path.name], "puzzles": [str(path)]}[name]
    done = c4_here(name, *where, "--positions", "7", "--seed", "3", "--jobs", "2")
    assert (done.returncode, done.stdout) == (0, f"{path}\n")
    assert given == [{"seed": 3, "positions": 7, "jobs": 2}]
    assert ended == [(path.name, 7, 7)]
    path.touch()
    done = c4_here(name, *where)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{path} is already there; delete it to make it again\n"
    assert len(given) == 1


def test_sizes_begin_with_those_of_an_earlier_run(
    c4_here: Run, ended: Ended, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve(left: list[str], *_: Any, **__: Any) -> Iterator[Outcome]:
        for size in left:
            yield Outcome(size, 1, 1234567, 0.5) if size == "4x4" else Outcome(size, why_not="too large")

    monkeypatch.setattr("common.tools.commands.sizes.solve_sizes", solve)
    done = c4_here("sizes", "--json", str(tmp_path / "sizes.json"))
    assert ended == [("sizes", len(list_sizes()), len(list_sizes()))]
    rows = [[cell.strip() for cell in line.split("│")] for line in done.stdout.splitlines() if "│" in line]
    assert ["", "4x4", "1", "1,234,567", "0.500", ""] in rows
    assert ["", "4x5", "N/A", "too large", "", ""] in rows


@pytest.mark.parametrize("holds", [True, False])
def test_grading_counts_folders(
    c4_here: Run, ended: Ended, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, holds: bool
) -> None:
    def grade(folders: list[Path], limits: Any, _jobs: int) -> Iterator[Grade]:
        assert (limits.seconds, limits.total, limits.memory, limits.quiet) == (10, 300, 2048, True)
        return (Grade(folder, {"01": "passed", "02": "passed" if holds else "failed"}) for folder in folders)

    monkeypatch.setattr("common.tools.commands.grade.grade_folders", grade)
    done = c4_here("grade", str(tmp_path / "a"), str(tmp_path / "b"))
    assert done.returncode == (not holds)
    assert ended == [("folders", 2, 2)]


def test_kernels_are_counted_and_the_index_is_sorted(
    c4_here: Run, ended: Ended, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_pool(jobs: int, *, fresh: bool) -> Any:
        assert (jobs, fresh) == (3, True)
        return nullcontext(SimpleNamespace(map=map))

    monkeypatch.setattr("os.environ", dict(os.environ))
    monkeypatch.setattr(wasm, "open_executor", open_pool)
    monkeypatch.setattr(wasm, "build_step_kernel", lambda number: (number.encode(), ["argument"]))
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    for steps in ("03", "01,02"):
        done = c4_here("wasm", "build", "--steps", steps, "--out", str(tmp_path))
        assert (done.returncode, done.stdout) == (0, f"{tmp_path}\n")
    assert ended == [("compiling", 1, 1), ("compiling", 2, 2)]
    assert [(tmp_path / f"{number}.wasm").read_bytes() for number in ("01", "02", "03")] == [
        b"01",
        b"02",
        b"03",
    ]
    lines = (tmp_path / "kernels.js").read_text(encoding="utf-8").splitlines()
    assert [line[:8] for line in lines if line.startswith("  [")] == [
        f'  ["0{step}", '[:8] for step in (1, 2, 3)
    ]
    assert lines[-1] == "]);"


class Worker:
    """A worker that solves at once, or runs out of time."""

    def __init__(self, engine: str, *, use_book: bool) -> None:
        self.engine, self.use_book = engine, use_book

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None: ...


def test_a_benchmark_counts_the_lines_of_all_solvers_whatever_they_solved(
    ended: Ended, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    solved = Solved(True, 0.5, 0.5, 7)
    monkeypatch.setattr(bench, "EngineWorker", Worker)
    monkeypatch.setattr(
        bench, "take_turn", lambda worker, lines, _: [solved] * (len(lines) if worker.engine == "02" else 1)
    )
    lines = {name: sets.load_set(name, 12) for name in ("middle-easy", "end-easy")}
    options = argparse.Namespace(no_book=True, timeout=9.0)
    rows = bench.measure_engines(["03", "02"], lines, options, lambda _, take: take())
    assert ended == [("end-easy", 48, 48)]
    assert [(row.solver, row.set_name, row.why_not) for row in rows] == [
        ("03", "middle-easy", "1 of 12 positions in 9 s"),
        ("03", "end-easy", "1 of 12 positions in 9 s"),
        ("02", "middle-easy", ""),
        ("02", "end-easy", ""),
    ]
    assert rows[2].result == Result([solved] * 12)
    assert capsys.readouterr().err.splitlines() == [
        "03 middle-easy: 1 of 12 positions in 9 s",
        "02 middle-easy: done",
        "03 end-easy: 1 of 12 positions in 9 s",
        "02 end-easy: done",
    ]
