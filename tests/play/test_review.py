"""Tests of reviews: marks, the losing stone, and the description in words, as JSON and after a game."""

import random
import re
from itertools import product
from typing import Any

import pytest
from repository import Run
from syrupy.assertion import SnapshotAssertion

from c4.board import Board, review_game
from c4.engine import load_step
from c4.model import ReviewedStone
from c4.wording import describe_review
from common.position import CELLS, COLUMN_NAMES, WIDTH
from common.score import MAX_SCORE, sign
from common.solver import analyze
from common.tools.testing.contract import play_choices

SOLVER = load_step().with_options()
DRAWN = "737167457417142561265443556473322216621335"
UNFINISHED = "7571624224661126433133"
WON = "4545454"


def test_only_a_worse_stone_has_a_mark() -> None:
    """The marks by lost points: one point, half a point, or none."""
    worth = {1: 2, 0: 1, -1: 0}
    pairs = product(range(-MAX_SCORE, MAX_SCORE + 1), repeat=2)
    for best, score in ((best, score) for best, score in pairs if score <= best):
        mark = ReviewedStone(1, "X", 0, best, score).mark
        if score == best:
            assert mark == ""
            continue
        halves = worth[sign(best)] - worth[sign(score)]
        lost = score < 0 and halves > 0
        assert mark == ("??" if lost else "?" if halves else "?!")


@pytest.mark.parametrize("moves", [DRAWN, UNFINISHED, WON])
def test_scores_of_a_review_are_the_columns(moves: str) -> None:
    review = review_game(Board(moves), SOLVER)
    assert [stone.number for stone in review.stones] == list(range(1, len(moves) + 1))
    for stone in review.stones:
        position = SOLVER.parse(moves[: stone.number - 1])
        scores = analyze(SOLVER, position)
        assert stone.score == scores[stone.column]
        assert stone.best == max(score for score in scores if score is not None)
        assert COLUMN_NAMES[stone.column] == moves[stone.number - 1]


def test_after_the_losing_stone_nothing_could_be_saved() -> None:
    rng, losing = random.Random(1), 0
    for length in range(18, 42, 2):
        # They begin alike: the searches of an opening are slow, and are remembered.
        chosen = [COLUMN_NAMES.index(name) for name in UNFINISHED[:14]]
        moves = play_choices(chosen + [rng.randrange(WIDTH) for _ in range(CELLS)], length)
        review = review_game(Board(moves), SOLVER)
        stone, views = review.losing_stone, [s.score * (1 if s.player == "X" else -1) for s in review.stones]
        last = review.stones[-1]
        whose = last.player if last.score < 0 else "XO".replace(last.player, "")
        lost = [s for s in review.stones if s.player == whose and s.mark == "??"]
        assert stone == (lost[-1] if last.score and lost else None)
        if stone:
            losing += 1
            loser = 1 if stone.player == "X" else -1
            assert all(loser * view < 0 for view in views[stone.number - 1 :])
            assert stone.best >= 0 > stone.score
            assert stone.mark == "??"
            assert review.explanation
            assert review.explanation.moves == moves[: stone.number - 1]
            assert review.explanation.scores == review.mistakes[stone.number]
        changed = [s.number for s in review.stones if sign(s.best) != sign(s.score)]
        sooner = [s.number for s in review.stones if s.mark and s.score < 0]
        assert list(review.mistakes) == (changed or sooner[-1:])
    assert losing > 2


@pytest.mark.parametrize(
    ("moves", "winner", "glance", "is_said"),
    [
        (WON, "X", {"number": 6, "columns": [3]}, True),
        ("54246551555233", "O", {"number": 13, "columns": [0, 1, 3, 5, 6]}, True),  # played below the square
        ("1212121", "X", {"number": 6, "columns": [0]}, False),  # it is the stone that lost by best play, too
        ("4455637", "X", None, False),  # two columns were open
        ("44335273", None, None, False),
    ],
)
def test_a_four_that_a_glance_would_have_stopped_comes_first(
    moves: str, winner: str | None, glance: dict[str, Any] | None, is_said: bool
) -> None:
    review = review_game(Board(moves), SOLVER)
    assert (review.winner, review.to_json()["glance"]) == (winner, glance)
    assert ("at once" in describe_review(review)[1]) == is_said


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["words", "json"])
def test_review_prints_stones_marks_and_words(
    options: list[str], c4_here: Run, snapshot: SnapshotAssertion
) -> None:
    done = c4_here("review", WON, *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == snapshot


def test_review_takes_moves_and_no_board(c4_here: Run) -> None:
    done = c4_here("review", given=f"1x\n{'0' * CELLS}\n")
    assert done.returncode == 1
    assert re.search(r" 1: move 2, 'x'.*\n.* 2: .*\b4455\b", done.stderr)
