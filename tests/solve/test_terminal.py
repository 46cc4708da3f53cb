"""Tests of what is printed for people: progress, boards, scores; and of the values that options take."""

import argparse
import re
import sys
from io import StringIO
from pathlib import Path
from threading import Event
from threading import enumerate as enumerate_threads

import pytest
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from common.tools.terminal import console, options, streams
from common.tools.terminal.console import make_console, make_progress_bar, make_table, show_progress
from common.tools.terminal.drawing import (
    draw_board,
    draw_heat_maps,
    draw_marked_board,
    draw_scores,
    mix_shade,
)
from common.tools.terminal.streams import print_if_slow


class Terminal(StringIO):
    """A terminal that remembers what is shown."""

    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(console, "monotonic", clock)
    return clock


def test_in_a_pipe_a_line_now_and_then_says_how_far_a_job_is(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    """Begin with ten pieces that an earlier run did: they took this one no time."""
    with show_progress("boards") as on_progress:
        on_progress(10, 100)
        for seconds, done in ((30, 15), (31, 20), (40, 21), (62, 100)):
            clock.now = 1000 + seconds
            on_progress(done, 100)
    lines = ["boards: 20/100, about 4 min left", "boards: 100/100, about 0 min left"]
    assert capsys.readouterr().err.splitlines() == lines


def test_a_job_that_has_done_nothing_yet_says_how_far_it_is(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with show_progress("boards") as on_progress:
        on_progress(0, 4)
        clock.now += 60
        on_progress(0, 4)
    assert capsys.readouterr().err == "boards: 0/4, about 4 min left\n"


def test_on_a_terminal_there_is_a_bar_which_goes_when_the_job_is_done(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with show_progress("boards") as on_progress:
        for done in (0, 3):
            clock.now += 40
            on_progress(done, 4)
    shown = terminal.getvalue()
    assert "boards" in shown
    assert "3/4" in shown
    assert "min left" not in shown
    assert shown.endswith("\x1b[2K"), "the line of the bar is erased"


def test_a_bar_changes_at_once_and_then_ten_times_a_second(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[int] = []
    monkeypatch.setattr(Progress, "update", lambda *_, **numbers: shown.append(numbers["completed"]))  # pyright: ignore
    for begin in (0.0, 1000.0):
        clock.now = begin
        with show_progress("boards") as on_progress:
            for done, seconds in enumerate((0.0, 0.0625, 0.125, 0.1875, 0.25)):
                clock.now = begin + seconds
                on_progress(done, 4)
    assert shown == [0, 2, 4] * 2


def test_a_bar_is_drawn_on_a_terminal_alone() -> None:
    assert make_progress_bar(make_console(StringIO())).disable
    assert not make_progress_bar(make_console(Terminal())).disable


def test_a_pipe_gets_lines_whole_and_a_table_of_200_columns() -> None:
    words = "x" * 500
    pipe = StringIO()
    make_console(pipe).print(words, "12")
    assert pipe.getvalue() == f"{words} 12\n"
    assert make_console(pipe).width == 200
    assert make_console(pipe).soft_wrap
    terminal = Terminal()
    assert not make_console(terminal).soft_wrap
    make_console(terminal).print("7 of 'x'")
    assert terminal.getvalue() == "7 of 'x'\n", "no colours of rich's own choice"


def render(table: Table) -> list[str]:
    """Return the lines of a table as a pipe gets them."""
    pipe = StringIO()
    make_console(pipe).print(table)
    return [line.rstrip() for line in pipe.getvalue().splitlines()]


def test_figures_of_a_table_are_aligned_at_the_right() -> None:
    table = make_table("who", figures=["nodes"])
    table.add_row("me", "7")
    table.add_row("you", "1234567")
    assert render(table) == ["who    nodes", "me         7", "you  1234567"]


def test_where_there_is_no_room_words_are_broken_but_no_figures() -> None:
    table = make_table("who", figures=["nodes"])
    table.add_row("the two of us", "1 234 567")
    pipe = StringIO()
    Console(file=pipe, width=16).print(table)
    assert [line.strip() for line in pipe.getvalue().splitlines() if "7" in line] == ["the    1 234 567"]


def test_a_board_shows_who_wins_where(capsys: pytest.CaptureFixture[str]) -> None:
    """Mark cells at corners: of X, of O, of both; those who have no cell have no place in the legend."""
    top, right = 1 << 5, 1 << 6 * 7
    draw_marked_board("4455", (top | right, right | 1))
    lines = capsys.readouterr().out.splitlines()
    dots = "   ·" * 6
    assert lines[0] == f"   x{dots}"
    assert lines[1:4] == [f"   ·{dots}"] * 3
    assert lines[4] == "   ·   ·   ·   O   O   ·   ·"
    assert lines[5] == "   o   ·   ·   X   X   ·   +"
    assert lines[6] == "   1   2   3   4   5   6   7"
    assert lines[7:] == ["   x wins for X, o wins for O, + wins for both"]
    draw_marked_board("4455", (0, top))
    assert capsys.readouterr().out.splitlines()[7:] == ["   o wins for O"]
    draw_marked_board("4455", (0, 0))
    assert len(capsys.readouterr().out.splitlines()) == 7


def test_a_board_is_in_the_colours_of_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    draw_board("45")
    draw_scores([None, 3, 0, -2])
    parts = re.findall(r"\x1b\[([\d;]+)m([^\x1b\n]+)", terminal.getvalue())
    styles = {text.strip(): style for style, text in parts if style != "0"}
    assert styles == {"·": "2", "X": "1;31", "O": "1;33", "-": "2", "3": "1;32", "0": "1", "-2": "1;35"}


def test_scores_stand_under_their_columns(capsys: pytest.CaptureFixture[str]) -> None:
    draw_scores([None, 3, 0, -18])
    assert capsys.readouterr().out == "   -   3   0 -18\n"


def test_however_narrow_a_terminal_is_a_heat_map_has_a_column() -> None:
    for width, columns in ((0, 1), (4, 1), (8, 1), (12, 2)):
        (part, *_) = draw_heat_maps(list("abc"), {}, width)
        assert len(part.columns) == 1 + columns


def test_shades_between_half_and_all_are_between_white_and_the_end() -> None:
    assert (mix_shade(0.25), mix_shade(0.75)) == ("#f8cca4", "#b7d8f0")


def test_a_number_is_of_its_kind_and_within_its_limits() -> None:
    whole, number = options.make_number_type(0, 5), options.make_number_type(0.5, 2, float)
    assert [whole("0"), whole("5"), number("0.5"), number("2")] == [0, 5, 0.5, 2]
    assert (whole.__name__, number.__name__) == ("whole number", "number")
    for kind, text, complaint in (
        (whole, "-1", "-1 is less than 0"),
        (whole, "6", "6 is not a number up to 5"),
        (number, "0.4", "0.4 is less than 0.5"),
        (number, "nan", "nan is not a number up to 2"),
    ):
        with pytest.raises(argparse.ArgumentTypeError, match=f"^{complaint}$"):
            kind(text)
    with pytest.raises(ValueError, match="invalid literal"):
        whole("1.5")


def test_there_are_at_most_eight_processes_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert options.parse_workers("16") == 16
    for text, complaint in (("17", "17 is more than 16, 8 for each core"), ("0", "0 is less than 1")):
        with pytest.raises(argparse.ArgumentTypeError, match=complaint):
            options.parse_workers(text)
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert options.parse_workers("8") == 8
    with pytest.raises(argparse.ArgumentTypeError, match="9 is more than 8"):
        options.parse_workers("9")
    command = argparse.ArgumentParser()
    options.add_jobs_option(command)
    assert command.parse_args([]).jobs == 1


def test_a_new_file_may_be_in_a_new_folder_and_is_not_made_yet(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deep" / "file"
    assert options.parse_new_file(str(path)) == path
    assert list(path.parent.iterdir()) == []
    path.touch()
    assert options.parse_new_file(str(path)) == path
    with pytest.raises(argparse.ArgumentTypeError, match=r"deep' is not a file"):
        options.parse_new_file(str(path.parent))


def test_a_file_that_could_not_be_written_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*, dir: Path) -> None:  # noqa: A002 (its name)
        raise OSError(30, "Read-only file system", str(dir))

    monkeypatch.setattr(options, "TemporaryFile", refuse)
    complaint = f"'{tmp_path / 'x'}' cannot be written: {tmp_path}: Read-only file system"
    with pytest.raises(argparse.ArgumentTypeError, match=f"^{re.escape(complaint)}$"):
        options.parse_new_file(str(tmp_path / "x"))


def test_the_options_that_commands_share_have_their_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    for count, expected, said in ((None, 3, "all cores"), (2, 2, "2")):
        command = argparse.ArgumentParser()
        options.add_jobs_option(command, count)
        options.add_seed(command, "chance")
        options.add_positions(command, 20)
        options.add_number(command, "--size", "a size", 1.5, least=0.5, most=2)
        options.add_number(command, "--limit", "a limit")
        options.add_json_option(command, "figures")
        shown = " ".join(command.format_help().split())
        assert f"processes (default: {said})" in shown
        assert "chance (default: 1)" in shown
        assert "a size (default: 1.5)" in shown
        assert "--limit N a limit --json" in shown
        given = command.parse_args([])
        assert (given.jobs, given.seed, given.positions, given.size, given.limit) == (
            expected,
            1,
            20,
            1.5,
            None,
        )
        assert command.parse_args(["--size", "0.5", "--limit", "1"]).limit == 1
        for refused in (["--size", "0.4"], ["--size", "2.5"], ["--limit", "0"], ["--positions", "0"]):
            with pytest.raises(SystemExit):
                command.parse_args(refused)


def test_a_message_comes_only_if_something_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    printed, messages = Event(), list[str]()

    def note_message(message: str) -> None:
        messages.append(message)
        printed.set()

    monkeypatch.setattr(streams, "print_message", note_message)
    before = enumerate_threads()
    with print_if_slow("late", after=600):
        (timer,) = [thread for thread in enumerate_threads() if thread not in before]
        assert timer.daemon
    timer.join(60)
    assert not timer.is_alive()
    with print_if_slow("late"):
        (timer,) = [thread for thread in enumerate_threads() if thread not in before]
        assert vars(timer)["interval"] == 2
    timer.join(60)
    with print_if_slow("slow", after=0):
        assert printed.wait(60)
    assert messages == ["slow"]
