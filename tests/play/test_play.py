"""Tests of a game in the terminal, between players who play as they are told."""

import argparse
from random import Random
from typing import Any

import pytest

from common.position import COLUMN_NAMES
from common.tools.commands import play
from common.tools.commands.play import HELP, Session
from common.tools.play.players.human import Human, Wish

DRAWN = "737167457417142561265443556473322216621335"


class Told:
    """A player who plays the columns of a move string."""

    def __init__(self, moves: str) -> None:
        self._columns = iter(moves)

    def choose(self, *_: object) -> int:
        return COLUMN_NAMES.index(next(self._columns))


def make_session(*players: Any, moves: str = "", show_scores: bool = False) -> Session:
    return Session(players, moves, show_scores, Random(1))


@pytest.mark.parametrize(
    ("moves", "more", "end"),
    [
        (DRAWN[:-2], DRAWN[-2:], "the game is drawn"),
        ("121212", "1", "red (X) wins"),
        ("3121212", "1", "yellow (O) wins"),
    ],
)
def test_a_game_says_each_move_and_how_it_ended(
    capsys: pytest.CaptureFixture[str], moves: str, more: str, end: str
) -> None:
    player = Told(more)
    session = make_session(player, player, moves=moves)
    session.play()
    printed = capsys.readouterr().out
    said = [line for line in printed.splitlines() if "(" in line or "drawn" in line]
    names = ("red (X)", "yellow (O)")
    played = [f"{names[(len(moves) + index) % 2]} plays {name}" for index, name in enumerate(more)]
    assert said == [*played, end]
    assert (session.over, session.moves, session.thinking) == (True, moves + more, False)
    assert printed.count("   1   2   3   4   5   6   7\n") == 1 + len(more)


def test_whose_turn_it_is_is_told_to_a_human(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter("12")
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    with pytest.raises(StopIteration):
        make_session(Human(), Human()).play()
    turns = [line for line in capsys.readouterr().out.splitlines() if "to move" in line]
    assert turns == ["red (X) to move", "yellow (O) to move", "red (X) to move"]


@pytest.mark.parametrize(
    ("humans", "moves", "left"),
    [
        ("HH", "4455", "445"),
        ("HH", "4", ""),
        ("H.", "4455", "44"),
        (".H", "445", "4"),
        ("H.", "44", ""),
        ("H.", "", None),
        ("HH", "", None),
        (".H", "4", None),
    ],
)
def test_a_human_takes_back_to_where_a_human_was_to_move(
    humans: str, moves: str, left: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    session = make_session(*(Human() if kind == "H" else Told("") for kind in humans), moves=moves)
    session.grant_wish("undo", session.make_position())
    printed = capsys.readouterr().out
    assert session.moves == (moves if left is None else left)
    assert (printed == "there is nothing to take back\n") == (left is None)
    assert printed.count("   1   2   3   4   5   6   7\n") == (left is not None)


def test_wishes_are_granted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    session = make_session(Human(), Human(), moves="4455")
    position = session.make_position()
    assert (position.moves, position.can_play(3)) == (4, True)
    monkeypatch.setattr(play, "score_columns", lambda _: {0: -4, 2: 18})
    monkeypatch.setattr(play, "Level", lambda: Told("3"))
    for wish, printed in (
        ("scores", "  -4   -  18   -   -   -   -\n"),
        ("hint", "hint: 3\n"),
        ("help", f"{HELP}\n"),
    ):
        session.grant_wish(wish, position)
        assert capsys.readouterr().out == printed
    with pytest.raises(play.Quit):
        session.grant_wish("quit", position)


def test_scores_are_shown_while_the_game_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "score_columns", lambda _: {6: 9})
    player = Told("21")
    make_session(player, player, moves="12121", show_scores=True).play()
    assert capsys.readouterr().out.count("   -   -   -   -   -   -   9\n") == 2


def test_the_columns_that_a_line_of_help_names_are_those_of_the_board() -> None:
    assert HELP.startswith("1 to 7 ")


@pytest.mark.parametrize("end", [Wish("quit"), EOFError(), KeyboardInterrupt()])
def test_a_game_that_is_ended_shows_its_moves(
    end: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(_: str) -> str:
        raise end

    monkeypatch.setattr("builtins.input", stop)
    monkeypatch.setattr("signal.signal", lambda *_: None)  # pyright: ignore
    options = argparse.Namespace(red="human", yellow="random", moves="44", scores=False, seed=1)
    assert play.run(options) == 0
    assert capsys.readouterr().out.endswith("\nthe game is not over\nmoves: 44\n")


def run_game(**changes: Any) -> int:
    """Play a game that needs one stone more."""
    options = {"red": "human", "yellow": "human", "moves": "121212", "scores": False, "seed": 1}
    return play.run(argparse.Namespace(**options | changes))


@pytest.mark.parametrize(("answer", "is_reviewed"), [(" Yes", True), ("y", True), ("n", False), ("", False)])
def test_who_has_played_a_game_to_its_end_may_go_through_it(
    answer: str, is_reviewed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, reviewed = iter(["1", answer]), list[object]()
    monkeypatch.setattr("signal.signal", lambda *_: None)  # pyright: ignore
    monkeypatch.setattr("builtins.input", lambda _: next(answers))  # pyright: ignore
    monkeypatch.setattr(play, "build_player_solver", lambda: "solver")
    monkeypatch.setattr(play, "review_game", lambda *asked: asked)  # pyright: ignore
    monkeypatch.setattr(play, "print_review", reviewed.append)
    assert run_game() == 0
    assert reviewed == [("1212121", "solver")] * is_reviewed
    assert list(answers) == []


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt()])
def test_who_does_not_say_whether_to_go_through_a_game_does_not(
    end: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["1"])

    def answer(_: str) -> str:
        for text in answers:
            return text
        raise end

    monkeypatch.setattr("signal.signal", lambda *_: None)  # pyright: ignore
    monkeypatch.setattr("builtins.input", answer)
    assert run_game() == 0
    assert capsys.readouterr().out.endswith("red (X) wins\nmoves: 1212121\n\n")


def test_programs_that_play_each_other_are_asked_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)  # pyright: ignore
    monkeypatch.setattr("sys.stdin", None)
    monkeypatch.setattr(play, "parse_player", lambda _: Told("1"))  # pyright: ignore
    assert run_game(red="a", yellow="b") == 0


def test_an_interrupt_does_not_wait_for_a_program_that_thinks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted:
        """A player in whose turn somebody presses Ctrl-C."""

        def choose(self, *_: object) -> int:
            raise KeyboardInterrupt

    ended: list[int] = []
    monkeypatch.setattr("signal.signal", lambda *_: None)  # pyright: ignore
    monkeypatch.setattr("os._exit", ended.append)
    monkeypatch.setattr(play, "parse_player", lambda _: Interrupted())  # pyright: ignore
    run_game()
    assert ended == [0]
    assert capsys.readouterr().out.endswith("\nthe game is not over\nmoves: 121212\n")
