"""Tests of the positions on the page "How to win", by the solver and by reasons without a search."""

import re

import pytest
from repository import ROOT, make_position

import c4
from c4.reasons import FOLLOWED, find_lowest, find_reasons, find_squares, list_cells
from common.position import COLUMN_NAMES, HEIGHT, WIDTH
from common.tools import course

find_position = course.load(course.ENGINE).parse
TEXT = (ROOT / "docs" / "players" / "how_to_win.md").read_text(encoding="utf-8")
BOARDS = dict(re.findall(r'board\("(\d*)"(.*?)\) \}\}', TEXT))


def score_columns(moves: str) -> dict[int, int]:
    """Return the scores of the columns that have room, counted from 1."""
    return {column + 1: score for column, score in c4.analyze(moves).items()}


def read_cells(moves: str, argument: str) -> set[str]:
    """Return the marked cells of a board on the page, as X53."""
    return {*(re.findall(rf'{argument}="([^"]*)"', BOARDS[moves]) or [""])[0].split()}


@pytest.mark.parametrize("moves", [moves for moves in BOARDS if moves])
def test_boards_mark_all_winning_squares_and_name_the_player_to_move(moves: str) -> None:
    position = find_position(moves)
    squares = {
        f"{name}{x + 1}{y + 1}"
        for player, name in enumerate("XO")
        for x, y in list_cells(find_squares(position, player))
    }
    assert "squares=" not in BOARDS[moves] or read_cells(moves, "squares") == squares
    caption = re.findall(r'"([XO]) to move', BOARDS[moves])
    assert moves == "445445537" or caption == ["XO"[len(moves) % 2]]


def test_tints_show_who_gets_what_if_o_follows() -> None:
    boards = re.findall(r'board\("(\d*)".*?takers="([^"]*)"', TEXT)
    assert [moves for moves, _ in boards] == ["", "725444136231445746"]
    for moves, takers in boards:
        cells = list_cells(FOLLOWED & ~find_position(moves).mask)
        empty = {(x, y) for x in range(WIDTH) for y in range(moves.count(COLUMN_NAMES[x]), HEIGHT)}
        assert {*takers.split()} == {f"{'XO'[cell in cells]}{cell[0] + 1}{cell[1] + 1}" for cell in empty}
    assert make_position("16", boards[1][0]).follow_up_bound(0) == 0


def test_only_the_middle_wins_below_a_square_loses() -> None:
    assert [column for column, score in score_columns("").items() if score > 0] == [4]
    assert score_columns("4416135536")[7] == -16 == min(score_columns("4416135536").values())
    assert find_position("44161355367").is_winning_move(6)


def test_forks_and_towers_win() -> None:
    for moves, kind in (("44553", "fork"), ("445445537", "block"), ("533223523767554", "block")):
        assert [reason.kind for reason in find_reasons(find_position(moves), -1)] == [kind]
    for moves, column in (("53322352376755", 4), ("44544553", 7), ("144772165447", 2)):
        scores = score_columns(moves)
        assert [best for best, score in scores.items() if score == max(scores.values())] == [column]


@pytest.mark.parametrize(
    ("moves", "player"),
    [
        ("6561664723135777577", "X"),
        ("56351332335652", "O"),
        ("426211671441664744117", "X"),
        ("7617212376224664644", "X"),
    ],
)
def test_who_waits_wins_wherever_the_other_plays(moves: str, player: str) -> None:
    assert max(score_columns(moves).values()) < 0
    (reason,) = find_reasons(find_position(moves), -1)
    assert (reason.kind, reason.player) == ("wait", player)
    (square,) = (f"{player}{x + 1}{y + 1}" for x, y in reason.squares)
    assert square in read_cells(moves, "squares")
    assert (int(square[2:]) % 2 == 1) == (player == "X")
    assert not {*reason.squares} & {*list_cells(find_lowest(find_position(moves)))}
    if moves == "6561664723135777577":
        assert f"{reason.cells_left} cells are left, an even number" in " ".join(TEXT.split())


def test_squares_in_wrong_rows_are_worth_nothing() -> None:
    wrong = "524213444457553473"
    assert max(score_columns(wrong).values()) < 0
    assert FOLLOWED & find_squares(find_position(wrong), 0)
    assert make_position("16", wrong).follow_up_bound(0) == 0
    scores = score_columns("2672165127725311133")
    assert [column for column, score in scores.items() if score <= 0] == [4]
    assert find_position("267216512772531113314").is_winning_move(3)


def test_the_answers_to_the_questions_are_right() -> None:
    first, second = score_columns("144772165447"), score_columns("7571624224661126433133")
    assert first[2] > first[6] > first[4] > 0
    assert [column for column, score in second.items() if score < 0] == [5]
    both = [find_squares(find_position("7571624224661126433133"), player) for player in (0, 1)]
    assert both[0] == both[1] == 1 << 4 * (HEIGHT + 1) + 2
