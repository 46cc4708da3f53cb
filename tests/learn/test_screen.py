"""Tests of a failure on the screen: the board, the question, the answer, the right answer."""

import re
from pathlib import Path

import pytest
from learners import FIRST, make_program, start_folder
from syrupy.assertion import SnapshotAssertion
from terminals import start_on_terminal

from common.tools.learn import screen
from common.tools.learn.trying.events import Begun, Explained, Held, Passed

FAILURES = {
    "board": Explained("scores", "wrong", "445", "the [score]", "[7]", "-2", "Because\n\nof [that]."),
    "drawn": Explained("aligned", "wrong", "", "aligned(stones)", "yes", "[no]", "", ["X . .", "* O ."]),
    "both": Explained("keys", "wrong", "44", "key()", "1", "2", drawn=["X O"]),
    "error": Explained("scores", "crashed", "44", "solve", "E", "1", trace=["solver.py, line [1]", "line 2"]),
    "hung": Explained("scores", "hung", "", "solve", "nothing", "an answer"),
    "Numba": Explained("scores", "uncompiled", "", "solve", "E", "1"),
    "missing": Explained(
        "scores", "missing", "44", "solve", "no [f] yet", "1", "idea", trace=["one", "two [2]"]
    ),
    "nodes": Explained("nodes", "nodes", "44", "nodes", "8", "7", "far " * 40 + "\n\n    x = 1"),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_failure_has_its_board(
    failure: Explained, snapshot: SnapshotAssertion, capsys: pytest.CaptureFixture[str]
) -> None:
    title = screen.print_event(Begun("", "A title"), "")
    screen.print_event(Held("", 3), title)
    screen.print_event(failure, title)
    assert capsys.readouterr().out == snapshot


def test_a_pass_with_other_nodes_than_ours_says_where_to_look(capsys: pytest.CaptureFixture[str]) -> None:
    for nodes in (9, 10):
        screen.print_gain(FIRST, Passed(5, nodes, 1.0, 9, 1.0, 0))
        assert ("c4 learn compare" in capsys.readouterr().out) == (nodes == 10)


def test_a_terminal_shows_the_running_check(tmp_path: Path) -> None:
    start_folder(tmp_path, make_program("return 0"))
    with start_on_terminal("learn", "check", "--seconds", "120", "--folder", f"{tmp_path}") as terminal:
        text = terminal.read_all()
    begun = [line for line in re.split(r"\x1b\[2K", text) if "… " in line]
    assert begun, "the check that is going on, erased by the next"
    assert any("✗" in line and "games that end soon" in line for line in text.splitlines())
    assert "\x1b[1" in text, "colours"
