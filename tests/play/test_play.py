"""Tests of games in the terminal: output, undo, offers and endings."""

import re
import signal
import time
from pathlib import Path

import pytest
from repository import PLAIN, Run, check_refused, run_c4, start_c4
from syrupy.assertion import SnapshotAssertion
from terminals import start_on_terminal

from c4 import engine
from common.book_file import write_book
from common.position import WIDTH

DRAWN = "737167457417142561265443556473322216621335"
BOARD_NAMES = "   1   2   3   4   5   6   7\n"
SCORES_AFTER_4455 = "  -4  -3  18   2   2  18  -3\n"


def test_two_people_see_their_game(c4_here: Run, snapshot: SnapshotAssertion) -> None:
    answer = c4_here("play", "--o", "human", given="1\n2\nundo\n?\n2\n1\n2\n1\n2\n1\nn\n")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout == snapshot


@pytest.mark.parametrize(
    ("moves", "given", "end"),
    [
        (DRAWN[:-2], "3\n5\n", "drawn"),
        ("121212", "1\n", "X wins"),
        ("3121212", "1\n", "O wins"),
    ],
)
def test_a_game_says_how_it_ended(c4_here: Run, moves: str, given: str, end: str) -> None:
    lines = c4_here("play", "--o", "human", "--moves", moves, given=given).stdout.splitlines()
    assert end in lines[-3]
    assert lines[-2] == f"moves: {moves}{''.join(given.split())}"


@pytest.mark.parametrize(
    ("x", "o", "moves", "left"),
    [
        ("human", "human", "4455", "445"),
        ("human", "human", "4", ""),
        ("human", "random", "4455", "44"),
        ("random", "human", "445", "4"),
        ("human", "random", "", None),
        ("human", "human", "", None),
        ("random", "human", "4", None),
    ],
)
def test_undo_goes_back_to_a_human(c4_here: Run, x: str, o: str, moves: str, left: str | None) -> None:
    shown = c4_here("play", "--x", x, "--o", o, "--moves", moves, given="u\n").stdout
    assert shown.endswith(f"moves: {moves if left is None else left}\n")
    assert ("nothing to take back" in shown) == (left is None)
    assert shown.count(BOARD_NAMES) == 1 + (left is not None)


def test_a_human_is_helped(c4_here: Run) -> None:
    given = "hint\nh\nhint\nhint\nscores\n3\nquit\n"
    shown = c4_here("play", "--o", "forward", "--moves", "4455", given=given).stdout
    end, why, *columns = re.findall(r"hint: (.*)", shown)
    assert "X wins in 2; it ends with two winning squares" in end
    assert why.startswith("After 1 more stone: X threatens")
    assert columns == ["Columns 3 and 6 win soonest."] * 2
    assert shown.count(SCORES_AFTER_4455) == 1
    assert "not over" in shown


def test_scores_are_shown_all_the_time(c4_here: Run) -> None:
    shown = c4_here("play", "--o", "human", "--moves", "12121", "--scores", given="3\n1\nn\n").stdout
    assert shown.count(BOARD_NAMES) == 3
    assert shown.count("  18 ") == 1  # X threatens; when X has won, no column has a score


def test_scores_come_from_the_book_that_is_given(tmp_path: Path) -> None:
    """Use a wrong book, so that its answers differ from a search."""
    openings = engine.load_step().module.book.openings(2)
    write_book(tmp_path / "wrong.book", 2, dict.fromkeys(openings, 5))
    options = ["--o", "human", "--moves", "4", "--book", f"{tmp_path / 'wrong.book'}"]
    shown = run_c4("play", *options, given="scores\nquit\n").stdout
    assert shown.count("  -5") == WIDTH


@pytest.mark.parametrize(
    ("given", "is_reviewed"), [("1\n Yes\n", True), ("1\nn\n", False), ("1\n", False), ("1\n4\n\ny\n", True)]
)
def test_a_finished_game_can_be_reviewed(c4_here: Run, given: str, is_reviewed: bool) -> None:
    answer = c4_here("play", "--o", "human", "--moves", "121212", given=given)
    assert answer.returncode == 0
    assert "review the game?" in answer.stdout
    assert ("lost the game" in answer.stdout) == is_reviewed


@pytest.mark.parametrize(
    ("x", "o"),
    [
        ("mcts:iterations=150", "minimax:depth=3"),
        ("expectimax:depth=3", "weights-v2:depth=3"),
        ("weights-v3:depth=3", "weights-v4:depth=3"),
        ("weights-v5:depth=3", "weights-v6:depth=3"),
    ],
)
def test_the_same_seed_plays_the_same_game_compiled_or_not(c4_here: Run, x: str, o: str) -> None:
    options = ["play", "--x", x, "--o", o, "--seed", "3"]
    first, second = c4_here(*options), run_c4(*options, **PLAIN)
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert first.stdout.splitlines()[-1].startswith("moves: ")  # programs are not asked for a review


@pytest.mark.parametrize(
    ("moves", "given", "complaint"),
    [("", "8\n", "'8'"), ("444444", "4\n", "'4'"), ("", "44\n", "'44'"), ("", "\n", "''")],
)
def test_a_pipe_with_a_bad_move_is_refused(c4_here: Run, moves: str, given: str, complaint: str) -> None:
    answer = c4_here("play", "--moves", moves, given=given)
    assert answer.returncode == 2
    assert complaint in answer.stderr
    check_refused(c4_here("play", "--moves", "4455 2"), "cut -d' ' -f1")
    assert ("1, 2, 3, 5" if moves else "1, 2, 3, 4") in answer.stderr


def show_typed(*arguments: str, typed: str, last: str) -> str:
    """Return a command's terminal output for typed input, up to some last words."""
    with start_on_terminal(*arguments) as terminal:
        terminal.type(typed)
        return terminal.read_until(last)


def test_a_terminal_is_asked_again() -> None:
    shown = show_typed("play", "--moves", "444444", typed="0\n4\nquit\n", last="moves: ")
    assert shown.rindex("'0'") < shown.rindex("'4'") < shown.rindex("not over")


def test_a_terminal_has_the_board_in_one_place() -> None:
    shown = show_typed("play", "--o", "human", typed="4\n3\nundo\nquit\n", last="moves: 4")
    boards = shown.split("\x1b[2J")
    assert len(boards) == 5
    assert all(board.startswith("\x1b[H") for board in boards[1:])


def test_solve_helps_on_a_terminal() -> None:
    shown = show_typed("solve", "--step", "07", typed="help\n445544\n\x04", last="nodes")
    assert "red and yellow discs" in shown
    assert "c4 explain" in shown
    assert "line 1" not in shown


@pytest.mark.parametrize(("x", "moves"), [("human", "4455"), ("expectimax:depth=30", "44")])
def test_an_interrupt_shows_the_moves(x: str, moves: str) -> None:
    with start_c4("play", "--x", x, "--moves", moves) as process:
        if x == "human":
            while process.stdout.read(1) != ":":  # of the question
                pass
            time.sleep(0.3)  # until it waits for the answer
        else:
            assert process.stderr.readline().startswith("thinking")
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 0
        assert process.stdout.read().endswith(f"moves: {moves}\n")
        assert process.stderr.read() == ""
