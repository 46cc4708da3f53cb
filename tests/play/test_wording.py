"""Tests of the words of reasons, explanations and reviews, on some that are made up: nothing is solved."""

from dataclasses import replace
from typing import Any

import pytest

from common.position import CELLS, HEIGHT
from common.tools.play.explaining.explanation import Explanation, Stone, WorseMove
from common.tools.play.explaining.reasons import Reason
from common.tools.play.explaining.review import Review, ReviewedStone
from common.tools.play.explaining.wording import (
    describe_best,
    describe_end,
    describe_explanation,
    describe_line,
    describe_loss,
    describe_reason,
    describe_reasons,
    describe_result,
    describe_review,
    describe_worse_moves,
)

X, O = 0, 1  # noqa: E741 (their names)


def spell_squares(cells: str) -> int:
    """Return cells such as "31 62", columns and rows from 1, as a bitboard."""
    return sum(1 << (int(column) - 1) * (HEIGHT + 1) + int(row) - 1 for column, row in cells.split())


FOUR = Reason("four", X, 5, spell_squares("31 62"))
DEAD = Reason("dead", X, 0)
WAIT = Reason("wait", X, 2, spell_squares("53"), 4, (2, 3), 14)
LOWER = "has to fill the lower one, and {} makes four in the upper one."
WAITING = (
    "X waits for row 3 of column 5, and until then replies in the column that O has just used. {}Apart "
    "from this square, the cell right below it and those above, 14 cells are left, an even number: so O "
    "runs out of them first, and has to play below the square. All that O gets until then holds no four."
)
PAIR = (
    "There is one exception: if O plays in column 3 first, the reply is in column 4, and the other way "
    "round. "
)
REASONS = [
    (FOUR, "X makes four in row 1 of column 3 or row 2 of column 6."),
    (
        Reason("fork", O, 5, spell_squares("31 62")),
        "O threatens row 1 of column 3 and row 2 of column 6 at once, and X can fill only one of them.",
    ),
    (
        Reason("block", X, 5, spell_squares("31 32")),
        "X threatens rows 1 and 2 of column 3, one above the other: O " + LOWER.format("X"),
    ),
    (Reason("poison", O, 4, spell_squares("32 42")), "O makes four on top of whatever X plays now."),
    (
        Reason("tower", X, 3, spell_squares("32 33")),
        "X wins in rows 2 and 3 of column 3, one above the other. X plays below them next: O "
        + LOWER.format("X"),
    ),
    (WAIT, WAITING.format(PAIR)),
    (replace(WAIT, odd_columns=()), WAITING.format("")),
    (
        Reason("wait", O, 2, spell_squares("52 74"), None, (), 8),
        "O waits for row 2 of column 5 and row 4 of column 7, and until then replies in the column that X "
        "has just used. Apart from these squares, the cells right below them and those above, 8 cells are "
        "left, an even number: so X runs out of them first, and has to play below one of the squares. All "
        "that X gets until then holds no four.",
    ),
    (
        Reason("hold", O, 0, odd_columns=(0, 2, 3, 5), cells_left=12),
        "O need only reply in the column that X has just used. There is one exception: if X is the first to "
        "play in one of columns 1, 3, 4 and 6, the reply is in another of these that nobody has used since. "
        "All that X gets then holds no four.",
    ),
    (DEAD, "X does not lose: every line of four has one of X's stones."),
]


@pytest.mark.parametrize(("reason", "words"), REASONS)
def test_a_reason_has_its_words(reason: Reason, words: str) -> None:
    assert describe_reason(reason) == words


def explain(moves: str, *scores: int | None, **fields: Any) -> Explanation:
    """Return an explanation of which only what a test is about is given."""
    empty: Any = {"squares": (0, 0), "line": (), "shown_after": 0, "reasons": (), "worse": (), "nodes": 0}
    return Explanation(moves=moves, scores=scores, **empty | fields)


def test_as_json_columns_and_rows_are_counted_from_1_and_players_named() -> None:
    punished = WorseMove(6, -4, 4, False, (replace(WAIT, player=O, turned=None),))
    explanation = explain(
        "44551",
        -17,
        None,
        -17,
        -18,
        squares=(spell_squares("31 62"), spell_squares("17")),
        line=(FORCED, LAST),
        shown_after=1,
        reasons=(WAIT,),
        worse=(punished,),
        nodes=9,
    )
    waiting = {"kind": "wait", "score": 2, "squares": [[5, 3]], "odd_columns": [3, 4], "cells_left": 14}
    assert explanation.to_json() == {
        "moves": "44551",
        "player": "O",
        "score": -17,
        "left": 4,
        "scores": [-17, None, -17, -18],
        "best": [1, 3],
        "squares": {"X": [[3, 1], [6, 2]], "O": [[1, 7]]},
        "line": [
            {"column": 5, "player": "O", "is_forced": True, "wins": False},
            {"column": 3, "player": "X", "is_forced": False, "wins": True},
        ],
        "shown_after": 1,
        "reasons": [waiting | {"player": "X", "turned": 5}],
        "nodes": 9,
        "worse": [
            {
                "column": 7,
                "score": -4,
                "reply": 5,
                "wins": False,
                "reasons": [waiting | {"player": "O", "turned": None}],
            }
        ],
    }
    first = replace(WAIT, turned=0).to_json()
    assert first["turned"] == 1


@pytest.mark.parametrize(
    ("moves", "score", "words"),
    [
        ("4455", 18, "X to move wins with their 2nd stone from now."),
        ("44551", -17, "O to move loses to the opponent's 2nd stone from now, whatever they play."),
        ("", 0, "X to move draws with best play."),
        ("1" * 40, 1, "X to move wins with their 1st stone from now."),
        ("1" * 40, -1, "X to move loses to the opponent's 1st stone from now, whatever they play."),
    ],
)
def test_a_result_has_its_words(moves: str, score: int, words: str) -> None:
    assert describe_result(explain(moves, score)) == words


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ((-2, -2, None), "All columns are equally bad."),
        ((-1, -1, None), "All columns are equally bad."),
        ((0, 0, None), "All columns are equally good."),
        ((3, 3, 3), "All columns are equally good."),
        ((None, 3, None), "No other column is left."),
        ((None, -3, None), "No other column is left."),
        ((-2, 5, 0), "Only column 2 wins."),
        ((5, -2, 5), "Only columns 1 and 3 win."),
        ((-2, 0, -2), "Only column 2 draws."),
        ((0, 0, -2), "Only columns 1 and 2 draw."),
        ((1, 2, -2), "Column 2 wins soonest."),
        ((5, 5, 1), "Columns 1 and 2 win soonest."),
        ((-7, -1, -3), "Column 2 holds out longest."),
        ((-7, -2, -2), "Columns 2 and 3 hold out longest."),
    ],
)
def test_the_best_columns_have_their_words(scores: tuple[int | None, ...], words: str) -> None:
    assert describe_best(scores) == words


QUIET, FORCED, LAST = Stone(3, X, False, False), Stone(4, O, True, False), Stone(2, X, False, True)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ((QUIET,), "Best play: X4"),
        ((QUIET, FORCED), "Best play: X4 O5!   (! loses at once anywhere else)"),
        ((QUIET, LAST), "Best play: X4 X3#   (# makes four)"),
        ((FORCED, LAST), "Best play: O5! X3#   (! loses at once anywhere else, # makes four)"),
    ],
)
def test_a_line_has_a_legend_of_the_marks_in_it(line: tuple[Stone, ...], words: str) -> None:
    assert describe_line(line) == words


NO_LINES = "No line of four is left to anybody: each has stones of both players."


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "The board fills."),
        (
            {"nodes": 1234},
            "The board fills. Nothing shorter than a search shows it: 1,234 positions.",
        ),
        ({"reasons": (FOUR,)}, REASONS[0][1]),
        ({"reasons": (FOUR,), "line": (QUIET,), "shown_after": 1}, f"Then: {REASONS[0][1]}"),
        (
            {"reasons": (FOUR,), "line": (QUIET,) * 2, "shown_after": 1},
            f"After the first of these stones: {REASONS[0][1]}",
        ),
        (
            {"reasons": (FOUR,), "line": (QUIET,) * 3, "shown_after": 2},
            f"After 2 of these stones: {REASONS[0][1]}",
        ),
        ({"reasons": (DEAD, replace(DEAD, player=O))}, NO_LINES),
        (
            {"reasons": (DEAD, REASONS[8][0]), "line": (QUIET,), "shown_after": 1},
            f"Then: {REASONS[9][1]} {REASONS[8][1]}",
        ),
    ],
)
def test_what_shows_a_result_is_said_with_when(fields: Any, words: str) -> None:
    assert describe_reasons(explain("", 0, **fields)) == words


def test_worse_columns_with_the_same_fault_go_together_the_least_bad_first() -> None:
    worse = (
        WorseMove(6, -4, 4, False, (replace(FOUR, player=O), replace(WAIT, player=O))),
        WorseMove(5, -18, 2, True, ()),
        WorseMove(0, -18, 2, True, ()),
        WorseMove(3, 0, 1, False, (DEAD,)),
        WorseMove(1, 2, 1, False, (DEAD,)),
    )
    assert describe_worse_moves(explain("4455", worse=worse)) == [
        "Column 2: X wins only with their 18th stone from now.",
        "Column 4: X only draws. O replies in column 2.",
        "Column 7: X loses to the opponent's 16th stone from now. O replies in column 5 and makes four in "
        "row 1 of column 3 or row 2 of column 6 and waits for row 3 of column 5.",
        "Columns 1 and 6: O makes four at once in column 3.",
    ]
    assert describe_worse_moves(explain("445", worse=worse[3:])) == [
        "Column 2: O wins only with their 19th stone from now.",
        "Column 4: O only draws. X replies in column 2.",
    ]


def test_the_line_is_left_out_where_somebody_makes_four_at_once() -> None:
    shown = {"line": (LAST,), "nodes": 7}
    texts = [
        describe_explanation(explain("4455", 18, 18, **shown, reasons=reasons)) for reasons in ((FOUR,), ())
    ]
    assert ["Best play" in " ".join(text) for text in texts] == [False, True]
    assert [len(text) for text in texts] == [3, 4]


WON, DRAWN, THROWN = (
    ReviewedStone(7, X, 3, 18, 18),
    ReviewedStone(3, X, 3, 4, 0),
    ReviewedStone(4, O, 4, 0, -5),
)
LOST = ReviewedStone(6, O, 1, 3, -2)
LAST_LOST = ReviewedStone(5, X, 1, -1, -1)


def review(*stones: ReviewedStone, **fields: Any) -> Review:
    """Return a review of which only what a test is about is given."""
    empty: Any = {"winner": None, "mistakes": {}, "losing_stone": None, "explanation": None}
    return Review(stones=stones, **{"moves": "4545454"} | empty | fields)


@pytest.mark.parametrize(
    ("reviewed", "words"),
    [
        (review(), "No stone has been played."),
        (review(DRAWN, moves="1" * CELLS), "The game was drawn."),
        (review(DRAWN), "The game is not over; with best play it is drawn."),
        (review(WON), "The game is not over; with best play X wins. O was lost from the beginning."),
        (review(WON, winner=X), "X won with stone 7. O was lost from the beginning."),
        (review(WON, winner=X, losing_stone=THROWN), "X won with stone 7."),
        (review(replace(WON, score=1), winner=X), "X won with stone 7. O was lost from the beginning."),
        (review(THROWN, losing_stone=THROWN), "The game is not over; with best play X wins."),
        (
            review(THROWN, LAST_LOST),
            "The game is not over; with best play O wins. X was lost from the beginning.",
        ),
        (review(WON, winner=X, moves="1" * CELLS, losing_stone=THROWN), f"X won with stone {CELLS}."),
    ],
)
def test_the_end_of_a_game_has_its_words(reviewed: Review, words: str) -> None:
    assert describe_end(reviewed) == words


@pytest.mark.parametrize(
    ("stone", "words"),
    [
        (DRAWN, "Stone 3, X4?, gave away half."),
        (THROWN, "Stone 4, O5??, lost what was drawn."),
        (LOST, "Stone 6, O2??, lost what was won."),
    ],
)
def test_what_a_stone_gave_away_has_its_words(stone: ReviewedStone, words: str) -> None:
    assert describe_loss(stone) == words


@pytest.mark.parametrize(
    ("fields", "winner", "losing"), [({}, None, None), ({"winner": O, "losing_stone": THROWN}, "O", 4)]
)
def test_a_review_as_json_names_winner_and_losing_stone(fields: Any, winner: Any, losing: Any) -> None:
    reviewed = review(DRAWN, THROWN, mistakes={3: (4, None, 4)}, **fields)
    assert reviewed.to_json() == {
        "moves": "4545454",
        "winner": winner,
        "losing_stone": losing,
        "stones": [
            {"number": 3, "player": "X", "column": 4, "best": 4, "score": 0, "mark": "?"},
            {"number": 4, "player": "O", "column": 5, "best": 0, "score": -5, "mark": "??"},
        ],
        "mistakes": [{"number": 3, "best": [1, 3]}],
        "explanation": None,
    }


def test_a_review_says_what_lost_the_game_and_then_the_other_mistakes() -> None:
    fault = WorseMove(4, -5, 3, True, ())
    before = explain("454", -5, 0, worse=(replace(fault, column=0), fault))
    mistakes: Any = {3: (4, 0), 4: (-5, 0)}
    for stone, earlier in ((THROWN, "drawn"), (replace(THROWN, best=2), "won")):
        words = describe_review(
            review(DRAWN, stone, WON, winner=X, mistakes=mistakes, losing_stone=stone, explanation=before)
        )
        assert words == [
            "X won with stone 7.",
            f"Stone 4, O5??, lost the game: it was {earlier} before.",
            "Only column 2 draws.",
            "The board fills.",
            "Column 5: X makes four at once in column 4.",
            "Stone 3, X4?, gave away half. Only column 1 wins.",
        ]
