"""Tests of reviews: marks, what lost a game, and its description, as words, as JSON and after playing."""

import json
import random
from dataclasses import replace
from itertools import product
from zlib import crc32

import pytest
from repository import Run

from common.position import CELLS, COLUMN_NAMES, WIDTH, InvalidPosition, parse
from common.score import MAX_SCORE, explain, sign
from common.solver import analyze
from common.tools import course
from common.tools.play.explaining.review import (
    MARKS,
    ReviewedStone,
    find_losing_stone,
    find_winner,
    review_game,
)
from common.tools.play.explaining.wording import describe_review

SOLVER = course.thinker().solver()
DRAWN = "737167457417142561265443556473322216621335"
UNFINISHED = "7571624224661126433133"
WON = "4545454"


def test_every_stone_that_is_worse_has_one_mark_and_no_other_has_any() -> None:
    """The table's words, said another way: a lost point, half of one, or none."""
    worth = {1: 2, 0: 1, -1: 0}
    names = {mark.name: mark for mark in MARKS}
    assert len(names) == len(MARKS) == 3
    pairs = product(range(-MAX_SCORE, MAX_SCORE + 1), repeat=2)
    for best, score in ((best, score) for best, score in pairs if score <= best):
        mark = ReviewedStone(1, 0, 0, best, score).mark
        if score == best:
            assert mark == ""
            continue
        halves = worth[sign(best)] - worth[sign(score)]
        lost = score < 0 and halves > 0
        assert mark == ("??" if lost else "?" if halves else "?!")
        assert sum((sign(best), sign(score)) in row.signs for row in MARKS) == 1
    assert "gives away half" in names["?"].meaning
    assert "loses what was won or drawn" in names["??"].meaning


@pytest.mark.parametrize("moves", [DRAWN, UNFINISHED, WON])
def test_the_scores_of_a_review_are_those_of_the_columns(moves: str) -> None:
    review = review_game(moves, SOLVER)
    assert [stone.number for stone in review.stones] == list(range(1, len(moves) + 1))
    for stone in review.stones:
        position = parse(moves[: stone.number - 1], course.thinker().Position.start())
        scores = analyze(SOLVER, position)
        assert stone.score == scores[stone.column]
        assert stone.best == max(score for score in scores if score is not None)
        assert COLUMN_NAMES[stone.column] == moves[stone.number - 1]


def test_the_losing_stone_is_the_one_after_which_nothing_could_be_saved() -> None:
    rng, losing = random.Random(1), 0
    for length in range(18, 42, 2):
        # They begin alike: the searches of an opening take long, and are remembered.
        moves = UNFINISHED[:14] + continue_at_random(UNFINISHED[:14], length, rng)
        review = review_game(moves, SOLVER)
        stone, views = review.losing_stone, [s.score * (1 if s.player == 0 else -1) for s in review.stones]
        if stone:
            losing += 1
            loser = 1 if stone.player == 0 else -1
            assert all(loser * view < 0 for view in views[stone.number - 1 :])
            assert stone.best >= 0 > stone.score
            assert stone.mark == "??"
            assert review.explanation
            assert review.explanation.moves == moves[: stone.number - 1]
            assert review.explanation.scores == review.mistakes[stone.number]
        changed = [s.number for s in review.stones if sign(s.best) != sign(s.score)]
        assert list(review.mistakes) == changed
    assert losing > 2


def continue_at_random(moves: str, length: int, rng: random.Random) -> str:
    """Return random moves from a position on, until the game is so long or over."""
    position, more = parse(moves, course.thinker().Position.start()), ""
    while position.moves < length:
        column = rng.choice([column for column in range(WIDTH) if position.can_play(column)])
        more += COLUMN_NAMES[column]
        if position.is_winning_move(column):
            break
        position = position.play(column)
    return more


def test_a_won_game_says_what_lost_it_and_why() -> None:
    review = review_game(WON, SOLVER)
    assert review.winner == 0
    assert [stone.mark for stone in review.stones] == ["", "?!", "?", "??", "", "?!", ""]
    words = describe_review(review)
    assert words[:3] == [
        "X won with stone 7.",
        "Stone 4, O5??, lost the game: it was drawn before.",
        "Only column 4 draws.",
    ]
    fault = explain(-5, 3)
    assert f"Column 5: O {fault}. X replies in column 4." in words
    assert words[-1] == "Stone 3, X4?, gave away half. Column 2 wins soonest."


def test_reviews_are_those_that_were_found_to_be_right() -> None:
    """The tests around this one say what is right: of what passes them, nothing changes in silence."""
    reviews = [review_game(moves, SOLVER) for moves in (DRAWN, UNFINISHED, WON)]
    told = [review.to_json() | {"explanation": None} for review in reviews]
    assert crc32(json.dumps(told).encode()) == 181778153, "if that is meant, write the new number here"


@pytest.mark.parametrize(("moves", "winner"), [("7172717", 0), ("17271757", 1), ("1727175", None)])
def test_who_made_the_last_stone_has_won_if_it_makes_four(moves: str, winner: int | None) -> None:
    assert find_winner(moves) == winner


def test_games_without_a_losing_stone_say_how_they_stand() -> None:
    assert describe_review(review_game(DRAWN, SOLVER))[0] == "The game was drawn."
    assert review_game(DRAWN, SOLVER).losing_stone is None
    words = describe_review(review_game("4", SOLVER))
    assert words == ["The game is not over; with best play X wins. O was lost from the beginning."]
    assert describe_review(review_game("3", SOLVER))[0] == "The game is not over; with best play it is drawn."
    assert describe_review(review_game("", SOLVER)) == ["No stone has been played."]
    assert review_game(UNFINISHED, SOLVER).winner is None


@pytest.mark.parametrize(
    ("moves", "played"),
    [("448", 2), ("4444444", 6), ("12121212", 6), (DRAWN + "1", CELLS), ("1212121212", 6), ("44x4", 2)],
)
def test_a_game_that_breaks_the_rules_is_refused_where_it_does(moves: str, played: int) -> None:
    with pytest.raises(InvalidPosition) as refused:
        review_game(moves, SOLVER)
    assert refused.value.played == played


def test_review_prints_each_stone_and_its_json_agrees(c4_here: Run) -> None:
    drawn = c4_here("review", WON)
    assert drawn.returncode == 0
    rows = [line.split() for line in drawn.stdout.splitlines() if line[:1].isdigit()]
    assert rows[3] == ["4", "O5", "??", "0", "-5"]
    assert [line for line in drawn.stdout.splitlines() if line.startswith("?")] == [
        "??  loses what was won or drawn",
        "?   gives away half: only draws what was won",
        "?!  wins later, or loses sooner, than it had to",
    ]
    done = c4_here("review", "--json", given=f"{WON}\n1x\n")
    assert done.returncode == 1
    assert done.stderr.startswith("line 2: move 2, 'x': there is no such column")
    data = json.loads(done.stdout.splitlines()[0])
    assert (data["winner"], data["losing_stone"]) == ("X", 4)
    assert data["stones"][3] == {
        "number": 4, "player": "O", "column": 5, "best": 0, "score": -5, "mark": "??",
    }  # fmt: skip
    assert data["mistakes"] == [{"number": 3, "best": [2]}, {"number": 4, "best": [4]}]
    assert data["explanation"]["best"] == [4]
    assert data["sentences"][-1] == describe_review(review_game(WON, SOLVER))[-1]


@pytest.mark.parametrize(("answer", "is_shown"), [("y\n", True), ("n\n", False), ("", False)])
def test_a_game_against_a_human_can_be_reviewed(c4_here: Run, answer: str, is_shown: bool) -> None:
    done = c4_here("play", "--yellow", "human", "--moves", "454545", given=f"4\n{answer}")
    assert done.returncode == 0
    assert "review the game? y or n: " in done.stdout
    assert ("lost the game" in done.stdout) == is_shown


def test_a_game_between_machines_ends_without_a_question(c4_here: Run) -> None:
    assert "review" not in c4_here("play", "--red", "forward", "--yellow", "forward", "--seed", "1").stdout


@pytest.mark.parametrize(("last", "losing"), [(1, 2), (2, 2), (-1, 1), (-2, 1), (0, None)])
def test_the_losing_stone_is_of_who_has_lost_by_however_little(last: int, losing: int | None) -> None:
    stones = [
        ReviewedStone(1, 0, 0, 0, -1),
        ReviewedStone(2, 1, 0, 1, -1),
        ReviewedStone(3, 0, 0, last, last),
    ]
    for stones_of_either in (stones, [replace(stone, player=1 - stone.player) for stone in stones]):
        stone = find_losing_stone(tuple(stones_of_either))
        assert (stone and stone.number) == losing
