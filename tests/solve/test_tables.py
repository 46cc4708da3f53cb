"""Tests of the tables that commands print, of figures that are made up."""

import argparse
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.table import Table

from common.position import InvalidPosition
from common.tools import course
from common.tools.commands.accuracy import make_accuracy_table
from common.tools.commands.explain import answer_inputs
from common.tools.commands.grade import print_grades
from common.tools.commands.match import make_match_table, summarize_match
from common.tools.commands.review import print_review
from common.tools.commands.tournament import describe_heat_map, make_matches_table, make_rating_table
from common.tools.learn.grading import Grade
from common.tools.play.arena.games import Game, Match, Tally
from common.tools.play.arena.judge import Accuracy
from common.tools.play.arena.tournament import Rating, Tournament
from common.tools.play.explaining.review import Review, ReviewedStone
from common.tools.terminal.console import make_console


def render(table: Table) -> list[list[str]]:
    """Return the rows of a table as words, the head first; a cell has no two spaces side by side."""
    pipe = StringIO()
    make_console(pipe).print(table)
    return [[cell for cell in line.split("  ") if cell] for line in pipe.getvalue().splitlines()]


def strip_cells(rows: list[list[str]]) -> list[list[str]]:
    return [[cell.strip() for cell in row if cell.strip()] for row in rows]


def test_accuracy_is_shares_of_the_moves_and_of_those_at_stake() -> None:
    accuracies = {"end-easy": Accuracy(8, 6, 4, 3, 10), "5 own games": Accuracy(3, 3, 0, 0, 0)}
    head, *rows = strip_cells(render(make_accuracy_table("mine", accuracies)))
    assert head == ["mine", "moves", "keep the value", "at stake", "keep it", "score lost per move"]
    assert rows == [
        ["end-easy", "8", "75.0%", "4", "75.0%", "1.25"],
        ["5 own games", "3", "100.0%", "0", "0.00"],
    ]


GAMES = [
    Game(0, 0, "1212121", 0, (0.4, 0.3)),
    Game(1, 1, "1212121", 1, (0.3, 0.4)),
    Game(2, 0, "4" * 42, None, (2.1, 4.2)),
    Game(3, 1, "31212121", 0, (0.4, 0.4)),
]


@pytest.mark.parametrize("swap", [False, True])
def test_a_match_has_a_row_for_each_side_and_a_verdict(swap: bool) -> None:
    match = Match(("random", "random"), 4, 1, swap)
    head, *rows = strip_cells(render(make_match_table(match, GAMES)))
    assert head == ["player", "plays", "W-L-D", "time per move"]
    colours = ("both", "both") if swap else ("red", "yellow")
    assert rows == [
        ["A random", colours[0], "2-1-1", "100.0 ms"],
        ["B random", colours[1], "1-2-1", "165.6 ms"],
    ]
    lines = summarize_match(match, GAMES)
    assert lines[:3] == [
        "A random won 66.7% of the decisive games (95 % interval 20.8% to 93.9%)",
        "p = 1, two-sided binomial test: not significant at 0.05",
        "16.0 moves a game, 4 of 4 games distinct",
    ]
    assert lines[3:] == ["red 2-1-1 against yellow, whoever played it"] * swap
    assert summarize_match(match, GAMES[2:3])[0] == "no decisive game"
    assert summarize_match(Match(("random", "forward"), 4, 1), GAMES)[0].startswith("random won ")


def test_ratings_are_numbered_and_signed() -> None:
    ratings = [Rating("a", 12.4, 3.6, Tally(3, 1, 2)), Rating("b", -12.4, 3.6, Tally(1, 3, 2))]
    head, *rows = strip_cells(render(make_rating_table(ratings)))
    assert head == ["player", "Elo", "±", "W-L-D", "points"]
    assert rows == [["1", "a", "+12", "4", "3-1-2", "66.7%"], ["2", "b", "-12", "4", "1-3-2", "33.3%"]]


def test_matches_have_a_rate_only_if_a_game_was_decided() -> None:
    results = {Match(("a", "b"), 4, 1): GAMES, Match(("c", "d"), 1, 1): GAMES[2:3]}
    _, *rows = strip_cells(render(make_matches_table(results)))
    assert rows == [["a", "b", "2-1-1", "66.7% first", "1", "4"], ["c", "d", "0-0-1", "1"]]
    lost = {Match(("a", "b"), 1, 1): GAMES[1:2]}
    assert strip_cells(render(make_matches_table(lost)))[1][3] == "100.0% second"


@pytest.mark.parametrize(("swap", "red"), [(False, True), (True, False)])
def test_a_heat_map_says_whose_points_it_has(swap: bool, red: bool) -> None:
    words = describe_heat_map(Tournament(("a", "b"), (Match(("a", "b"), 1, 1, swap),)))
    assert words.startswith("points in per cent that the player of a row")
    assert ("a row, red, took from that of a column, yellow:" in words) == red


def test_grades_are_a_line_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    print_grades(
        [
            Grade(Path("a"), {"01": "passed", "02": "failed"}, "[b]wrong", ("01",)),
            Grade(Path("b"), {}, "no project"),
        ]
    )
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["folder", "passed", "last", "same", "as", "ours", "wrong", "first"]
    assert [row.split() for row in rows] == [
        ["a", "1", "02", "1", "[b]wrong"],
        ["b", "0", "0", "no", "project"],
    ]


DOTS = "   ·" * 6
BOARD = [f"   ·{DOTS}"] * 5


def make_review(*stones: ReviewedStone) -> Review:
    return Review("4" * len(stones), None, stones, {}, None, None)


def test_a_review_is_board_stones_marks_and_words(capsys: pytest.CaptureFixture[str]) -> None:
    """What has nothing in it leaves no empty lines."""
    print_review(make_review(ReviewedStone(1, 0, 3, 4, 4), ReviewedStone(2, 1, 3, 3, 0)))
    board, table, marks, words = capsys.readouterr().out.split("\n\n")
    column = "   ·   ·   ·   {}   ·   ·   ·"
    assert board.splitlines() == [*BOARD[:4], column.format("O"), column.format("X")]
    assert strip_cells([row.split("  ") for row in table.splitlines()]) == [
        ["stone", "mark", "best", "score"],
        ["1", "X4", "4", "4"],
        ["2", "O4", "?", "3", "0"],
    ]
    assert marks == "?   gives away half: only draws what was won"
    assert words == "The game is not over; with best play it is drawn.\n"
    print_review(make_review(ReviewedStone(1, 0, 3, 4, 4)))
    assert len(capsys.readouterr().out.split("\n\n")) == 3
    print_review(make_review())
    assert capsys.readouterr().out == "\n".join([*BOARD, BOARD[0], "", "No stone has been played.\n"])


class Pipe(StringIO):
    """A pipe that keeps what has been sent on, part by part."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def flush(self) -> None:
        self.parts.append(self.getvalue())
        self.seek(0)
        self.truncate()


@pytest.mark.parametrize("is_json", [True, False])
def test_each_question_is_answered_with_nothing_remembered_before_the_next_is_asked(
    is_json: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    resets: list[str] = []
    solver = SimpleNamespace(reset=lambda: resets.append("reset"))
    monkeypatch.setattr(course, "thinker", lambda: SimpleNamespace(solver=lambda: solver))
    pipe = Pipe()
    monkeypatch.setattr("sys.stdout", pipe)

    def answer(moves: str, given: object) -> str:
        assert given is solver
        if moves == "8":
            raise InvalidPosition(moves, 0, "no column")
        return moves

    def ask(*moves: str) -> int:
        options = argparse.Namespace(moves=list(moves), json=is_json)
        return answer_inputs(options, answer, print, lambda moves: {"moves": moves})

    assert ask("4", "8", "5") == 1
    assert capsys.readouterr().err == "'8': move 1, '8': no column\n"
    assert resets == ["reset"] * 3
    pipe.flush()
    if is_json:
        assert pipe.parts == ['{"moves": "4"}\n', "\n", '{"moves": "5"}\n', ""]
    else:
        assert pipe.parts == ["4\n\n", "\n5\n"]
    assert ask("4") == 0
