"""Tests of move strings, boards and scores."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from repository import PLAIN, run_python

from common import position as core
from common.errors import Error
from common.score import explain, remaining, win_score
from common.solver import analyze, best_move
from common.tools import course
from common.tools.testing.contract import Moves, play_choices


@given(Moves, st.integers(0, core.CELLS - 1))
def test_every_stone_is_drawn(choices: list[int], length: int) -> None:
    moves = play_choices(choices, length)
    assert core.mirror(core.mirror(moves)) == moves
    assert core.rows(core.mirror(moves)) == [row[::-1] for row in core.rows(moves)]
    letters = "".join(core.rows(moves))
    assert letters.count("X") == (len(moves) + 1) // 2
    assert letters.count("O") == len(moves) // 2


@pytest.mark.parametrize("number", course.numbers())
@settings(max_examples=30)
@given(Moves)
def test_a_stone_that_wins_can_be_played(number: str, choices: list[int]) -> None:
    """Play any stones until one wins: the facts about the position after it are still right."""
    position, moves, won = course.load(number).Position.start(), "", False
    for column in choices:
        if not won and moves.count(core.COLUMN_NAMES[column]) < core.HEIGHT:
            won = position.is_winning_move(column)
            position, before = position.play(column), position
            moves += core.COLUMN_NAMES[column]
            assert position.moves == before.moves + 1 == len(moves)
    for column, name in enumerate(core.COLUMN_NAMES):
        assert position.can_play(column) == (moves.count(name) < core.HEIGHT)


def test_of_two_winning_moves_the_central_is_best() -> None:
    step = course.load("07")
    position = core.parse("445566", step.Position.start())
    assert analyze(step.solver(), position)[2] == win_score(6)
    assert best_move(step.solver(), position) == 2


@pytest.mark.parametrize("weak", [False, True])
def test_a_column_scores_what_the_opponent_gets(weak: bool) -> None:
    step, solver = course.load("07"), course.load("07").solver()
    position = core.parse("11111144556622", step.Position.start())  # column 1 is full, 3 and 7 win
    expected = {column: -solver.solve(child, weak) for column, child in core.children(position)}
    assert set(expected) == {1, 3, 4, 5}
    win = 1 if weak else win_score(14)
    assert analyze(solver, position, weak) == [None, *(expected.get(x, win) for x in range(1, core.WIDTH))]


def test_boards_that_fit_are_read_and_others_refused() -> None:
    for width, height in ((7, 6), (9, 6), (31, 1), (3, 19)):
        assert core.parse_board_size(f"{width}x{height}") == (width, height)
    odd = "7 x 7x 0x6 7x0 -7x6 7x6x5 8x8 9x7 1\N{ARABIC-INDIC DIGIT TWO}x4 8x7 32x1 64x1"
    for text in ["", "7 x 6", *odd.split()]:
        with pytest.raises(Error, match="board"):
            core.parse_board_size(text)
    for text in ("1x20", "2x20", "3x20", "1x62"):  # too high for compiled code
        with pytest.raises(Error, match=r"at most 19 fit.* shift by at most 63"):
            core.parse_board_size(text)


def test_the_score_says_how_many_stones_are_left() -> None:
    for moves in range(core.CELLS):
        assert remaining(0, moves) == core.CELLS - moves
        for last in range(moves, core.CELLS):  # how many stones there are before the one that wins
            score = win_score(last) if (last - moves) % 2 == 0 else -win_score(last)
            assert remaining(score, moves) == last - moves + 1
            stones = (last - moves) // 2 + 1
            assert explain(score, moves) == f"{'XO'[last % 2]} wins in {stones}"


@pytest.mark.parametrize(("board", "largest"), [("5x5", 10), ("4x4", 5), ("7x6", 18), ("1x1", 1)])
def test_the_fourth_stone_wins_the_highest_score(board: str, largest: int) -> None:
    program = "from common.score import MAX_SCORE, win_score; print(MAX_SCORE, win_score(6))"
    highest, fourth = map(int, run_python(program, **PLAIN, C4_BOARD=board).split())
    assert highest == largest == max(1, fourth)
