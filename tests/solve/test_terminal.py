"""Tests of the output on a terminal: colours, words, bars; and of the output in a pipe."""

import re
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
from repository import C4, ROOT, Run, wait_until
from syrupy.assertion import SnapshotAssertion
from terminals import start_on_terminal

import c4
from c4.wording import spell_explanation
from common.tools import sets
from common.tools.terminal import console
from common.tools.terminal.console import show_progress


def show_on_terminal(*arguments: str, given: str = "", columns: int = 120) -> str:
    """Return the output of a command line on a terminal, with input other than keys."""
    with start_on_terminal(*arguments, columns=columns, stdin=subprocess.PIPE) as terminal:
        terminal.process.stdin.write(given.encode())
        terminal.process.stdin.close()
        return terminal.read_all()


@pytest.mark.parametrize(
    ("command", "columns", "words"),
    [
        ("bench --steps 07 --sets end-easy --positions 2", 80, "07 2/2"),
        ("match forward random --games 2", 80, "forward random"),
        ("solve --step 99", 40, "01, 11, 22"),
    ],
)
def test_what_is_printed_fits_a_narrow_terminal(command: str, columns: int, words: str) -> None:
    shown = show_on_terminal(*command.split(), columns=columns)
    shown = re.sub(r"\x1b\[[?\d;]*[A-Za-z]|.*\r(?!\n)", "", shown)
    assert max(map(len, shown.splitlines())) <= columns
    assert {*words.split()} <= {*shown.split()}
    assert "…" not in shown  # nothing is cut


def test_a_difference_is_not_cut() -> None:
    shown = re.sub(r"\x1b\[[\d;]*m", "", show_on_terminal("diff", "04", "05", columns=80))
    assert shown == subprocess.check_output([*C4, "diff", "04", "05"], cwd=ROOT, text=True)


@pytest.mark.parametrize("options", ["", "--weak", "--analyze"])
def test_a_person_reads_who_wins_in_colour(options: str, snapshot: SnapshotAssertion) -> None:
    lines = "252122713242611343444747716165\n2521227132426113434447477161653\n25212271324261134344474771616\n"
    shown = show_on_terminal("solve", "--step", "07", *options.split(), given=lines)
    whole = re.sub(r"\x1b\[0m\s*\n\x1b\[2m(?=\w)", "", shown)  # a long time is wrapped, a short one is not
    assert re.sub(r"\d+ µs", "TIME", whole) == snapshot


def test_a_person_is_told_once_of_slow_lines() -> None:
    shown: list[str] = []
    with start_on_terminal("solve", "--step", "01", stdin=subprocess.PIPE) as terminal:
        terminal.process.stdin.write(f"{sets.load_set('end-easy', 1)[0].moves}\n\n".encode())
        terminal.process.stdin.flush()
        wait_until(lambda: shown.append(terminal.read()) or " 2: " in "".join(shown))
        time.sleep(2.5)
        terminal.process.kill()
        shown.append(terminal.read_all())
    assert "".join(shown).count(" 2: ") == 1


@pytest.mark.parametrize(
    ("command", "title", "total"),
    [
        ("match mcts:iterations=40 random --games 6", "games", 6),
        ("bench --steps 01 --sets end-easy --positions 12", "end-easy", 12),
        ("book build --board 4x3 --plies 2 --jobs 1 --out {folder}/[x].book", r"\[x]\.book, positions", 8),
    ],
)
def test_a_bar_shows_how_far_a_job_is(
    command: str, title: str, total: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # compiling takes longer than these jobs
    shown = show_on_terminal(*command.format(folder=tmp_path).split())
    plain = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", shown)
    assert re.search(rf"{title}.*\b\d+/{total}\b", plain), plain
    assert "\x1b[2K" in shown, "the line of the bar is erased"


def test_a_pipe_has_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Start after ten pieces of an earlier run, with none done yet, so that the time left is unknown."""
    monkeypatch.setattr(console, "PLAIN_SECONDS", 0)
    with show_progress("boards") as on_progress:
        for done in (10, 10, 60, 100):
            on_progress(done, 100)
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(",")[0] for line in lines] == [f"boards: {done}/100" for done in (10, 10, 60, 100)]
    assert all(line.endswith(" left") and " 0 " not in line for line in lines)


def test_a_board_shows_who_wins_where() -> None:
    """Mark cells at corners: of X, of O, of both; the legend names only marks that are used."""
    explanation, top, right = c4.explain("4455"), (0, 5), (6, 0)
    marked = spell_explanation(replace(explanation, squares={"X": (top, right), "O": (right, (0, 0))}))
    assert marked.splitlines()[0].split() == ["x", *"······"]
    assert marked.splitlines()[5].split() == ["o", "·", "·", "X", "X", "·", "+"]
    assert marked.splitlines()[7] == "   x wins for X, o wins for O, + wins for both"
    bare = spell_explanation(replace(explanation, squares={"X": (), "O": ()}))
    assert bare.splitlines()[7].split() == [f"{score}" for score in explanation.scores.values()]


@pytest.mark.parametrize("command", ["explain 252122713242611343444747716165", "review 4545454"])
def test_boards_scores_and_marks_have_colours(
    command: str, snapshot: SnapshotAssertion, c4_here: Run
) -> None:
    assert show_on_terminal(*command.split(), columns=80) == snapshot
    name, moves = command.split()
    assert c4_here(name, moves).stdout == f"{getattr(c4.Solver(), name)(moves)}\n"
