"""Tests of the puzzles: each has one solution, and the file follows from its seed."""

import json
import sys
from collections import Counter
from itertools import count
from pathlib import Path

import pytest
from repository import ROOT, read_output, run

from c4.engine import load_step
from c4.reasons import explain_position, find_reason
from common.position import CELLS
from common.score import remaining, win_score
from common.solver import analyze
from common.tools.make import puzzles
from common.tools.make.puzzles import EFFORTS, Puzzle, find_puzzles, make_puzzle
from common.tools.make.testset import identify_position

DATA = json.loads((ROOT / "docs" / "assets" / "live" / "puzzles.json").read_text(encoding="utf-8"))
ALL = [Puzzle(*values) for values in DATA["puzzles"]]

HELD = [puzzle for puzzle in ALL if puzzle.reason == "hold"]
WON = [puzzle for puzzle in ALL if puzzle not in HELD]


def test_there_are_400_of_every_length_and_grade() -> None:
    assert len({identify_position(puzzle.moves) for puzzle in ALL}) == len(ALL) == 416
    assert len(WON) == 400
    stones = Counter(puzzle.stones for puzzle in WON)
    assert set(stones) == set(puzzles.STONES)
    assert min(stones.values()) > 400 // len(stones) - len(stones)
    assert {puzzle.grade for puzzle in ALL} == set(range(1, 3 + len(EFFORTS)))


def test_the_easy_ones_come_first_then_the_shorter_ones() -> None:
    order = [(puzzle.grade, puzzle.stones) for puzzle in ALL]
    assert order == sorted(order)


def test_one_column_wins_or_holds_as_it_says() -> None:
    solver = load_step().with_options()
    for puzzle in (*WON[::10], *HELD[::4]):
        position = solver.parse(puzzle.moves)
        scores = [-CELLS if score is None else score for score in analyze(solver, position)]
        score, least = max(scores), int(puzzle in WON)
        assert [column for column, score in enumerate(scores, 1) if score >= least] == [puzzle.column]
        if puzzle in WON:
            assert remaining(score, position.moves) == 2 * puzzle.stones - 1
            assert score < win_score(position.moves + 2)
            (reason,) = explain_position(puzzle.moves, solver).reasons
        else:
            assert (score, puzzle.reason) == (0, "hold")
            reason = find_reason(position.play(puzzle.column - 1), len(puzzle.moves) % 2)
        assert reason
        assert reason.kind == puzzle.reason
        assert make_puzzle(puzzle.moves) == puzzle


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


def test_a_file_has_its_seeds_first_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    command = [sys.executable, "-m", "common.tools.make.puzzles", str(path)]
    assert read_output(run([*command, "--seed", "5", "--positions", "1", "--jobs", "2"])) == f"{path}\n"
    (made,) = json.loads(path.read_text(encoding="utf-8"))["puzzles"]
    assert Puzzle(*made) == next(puzzle for chunk in count() for puzzle in find_puzzles(5, chunk))
