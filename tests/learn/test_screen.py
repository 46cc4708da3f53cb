"""Tests of a failure on the screen: the board, the question, the answer, the right answer."""

import re
from pathlib import Path

import pytest
from learners import FIRST, make_program, start_folder
from syrupy.assertion import SnapshotAssertion
from terminals import start_on_terminal

from common.tools.learn import screen
from common.tools.learn.trying.events import Event, make_failure

FAILURES = {
    "board": make_failure(
        "wrong", "-2", moves="445", asked="the [score]", right="[7]", idea="Why\n\nof [it]."
    ),
    "drawn": make_failure("wrong", "[no]", asked="aligned(stones)", right="yes", drawn=["X . .", "* O ."]),
    "error": make_failure("crashed", "E", moves="44", asked="solve", trace=["solver.py, line [1]", "line 2"]),
    "missing": make_failure("missing", "no [f] yet", moves="44", asked="solve", trace=["one", "two [2]"]),
    "nodes": make_failure("nodes", "8", check="nodes", moves="44", idea="far " * 40 + "\n\n    x = 1"),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_failure_has_its_board(
    failure: Event, snapshot: SnapshotAssertion, capsys: pytest.CaptureFixture[str]
) -> None:
    title = screen.print_event({"event": "Begun", "check": "", "title": "A title"}, "")
    screen.print_event({"event": "Held", "check": "", "questions": 3}, title)
    screen.print_event(failure | {"event": "Explained"}, title)
    assert capsys.readouterr().out == snapshot


def test_a_pass_with_other_nodes_than_ours_says_where_to_look(capsys: pytest.CaptureFixture[str]) -> None:
    gain = {"seconds": 1, "our_nodes": 9, "our_seconds": 1, "nodes_before": 0, "seconds_before": 0}
    for nodes in (9, 10):
        screen.print_gain(FIRST, gain | {"positions": 5, "nodes": nodes})
        assert ("c4 learn compare" in capsys.readouterr().out) == (nodes == 10)


def test_a_terminal_shows_the_running_check(tmp_path: Path) -> None:
    start_folder(tmp_path, make_program("return 0"))
    with start_on_terminal("learn", "check", "--seconds", "120", "--folder", f"{tmp_path}") as terminal:
        text = terminal.read_all()
    begun = [line for line in re.split(r"\x1b\[2K", text) if "… " in line]
    assert begun, "the check that is going on, erased by the next"
    assert any("✗" in line and "games that end soon" in line for line in text.splitlines())
    assert "\x1b[1" in text, "colours"
