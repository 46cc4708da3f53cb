"""Tests of the puzzles: each is one, and the file is made again to the letter."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from repository import ROOT, Run

from common.position import parse
from common.score import remaining, win_score
from common.solver import analyze
from common.tools import course
from common.tools.journal import open_journal
from common.tools.make import puzzles
from common.tools.make.puzzles import EFFORTS, Puzzle, find_puzzles, make_puzzle
from common.tools.make.test_sets import identify_position
from common.tools.play.explaining.explanation import explain_position

DATA = json.loads((ROOT / "docs" / "assets" / "live" / "puzzles.json").read_text(encoding="utf-8"))
ALL = [Puzzle(*values) for values in DATA["puzzles"]]


def test_there_are_400_different_ones_of_every_length_and_grade() -> None:
    assert len(ALL) == 400
    assert len({identify_position(puzzle.moves) for puzzle in ALL}) == 400
    stones = Counter(puzzle.stones for puzzle in ALL)
    assert set(stones) == set(puzzles.STONES)
    assert min(stones.values()) > 400 // len(stones) - len(stones)
    assert {puzzle.grade for puzzle in ALL} == set(range(1, 3 + len(EFFORTS)))


def test_one_column_wins_as_late_as_it_says_and_by_what_it_says() -> None:
    solver = course.thinker().solver()
    for puzzle in ALL[::10]:
        position = parse(puzzle.moves, course.thinker().Position.start())
        scores = analyze(solver, position)
        assert [column + 1 for column, score in enumerate(scores) if (score or 0) > 0] == [puzzle.column]
        score = max(score for score in scores if score is not None)
        assert remaining(score, position.moves) == 2 * puzzle.stones - 1
        assert score < win_score(position.moves + 2)
        assert [reason.kind for reason in explain_position(puzzle.moves, solver).reasons] == [puzzle.reason]


def test_the_file_begins_as_its_seed_says() -> None:
    """Those of the first candidates are in it, wherever its shuffling has put them."""
    made = [puzzle for chunk in range(3) for puzzle in find_puzzles(DATA["seed"], chunk)]
    assert made
    assert set(made) <= set(ALL)


def test_the_grade_grows_with_the_nodes_of_a_step_and_if_the_win_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits = {puzzle.reason == "wait": puzzle.moves for puzzle in ALL}
    for nodes, grade in ((0, 1), (299, 1), (300, 2), (2_999, 2), (3_000, 3), (29_999, 3), (30_000, 4)):
        monkeypatch.setattr(puzzles, "measure_effort", lambda _, nodes=nodes: nodes)
        made = [make_puzzle(waits[has_to_wait]) for has_to_wait in (False, True)]
        assert [puzzle and puzzle.grade for puzzle in made] == [grade, grade + 1]


def test_a_chunk_is_sixteen_candidates_of_which_each_has_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, bool]] = []

    def play(_rng: object, length: int, *, careful: bool) -> str:
        made.append((length, careful))
        return "4" * length

    monkeypatch.setattr(puzzles, "play_random_game", play)
    monkeypatch.setattr(puzzles, "make_puzzle", lambda moves: len(moves) % 2 and moves)  # pyright: ignore
    found: list[Any] = find_puzzles(7, 2)
    assert found == ["4" * length for length, _ in made if length % 2]
    assert made == [(10 + index % 18, True) for index in range(32, 48)]


@pytest.mark.parametrize(
    "moves",
    [
        "4455",  # two columns win
        "24617262",  # O to move draws
        "154632743156333527136512621",  # one column wins, and all others lose at once
    ],
)
def test_what_is_no_puzzle_is_none(moves: str) -> None:
    assert make_puzzle(moves) is None


def test_puzzles_come_out_the_same_however_they_are_made(
    c4_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "open_executor", ThreadPoolExecutor)  # no processes, which start slowly
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    command = ["--seed", "5", "--positions", "3"]
    done = c4_here("puzzles", str(one), *command, "--jobs", "1")
    assert done.stdout == f"{one}\n"
    with open_journal(tmp_path / "two.json.journal", "c4-puzzles-journal 7x6 seed 5") as journal:
        for chunk in range(3):  # of which the last has a puzzle
            journal.keep(find_puzzles(5, chunk))
    assert c4_here("puzzles", str(two), *command, "--jobs", "1").returncode == 0
    assert one.read_bytes() == two.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.json", "two.json"]
    assert len(json.loads(one.read_text(encoding="utf-8"))["puzzles"]) == 3
    again = c4_here("puzzles", str(one), *command)
    assert (again.returncode, again.stdout) == (0, "")
    assert "already there" in again.stderr
