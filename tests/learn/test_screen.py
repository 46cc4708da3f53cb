"""Tests of what a learner sees: the exact lines in a pipe, and what a terminal adds to them."""

from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from learners import STAGES

from common.position import rows
from common.tools.learn import screen
from common.tools.learn.project import Done, Project
from common.tools.learn.trying.events import Answers, Asked, Begun, Failure, Held, Measured
from common.tools.learn.trying.runner import Gain

SECOND = STAGES["02"]
NAMES = "   1   2   3   4   5   6   7\n\n"
ERASED, DIM = "\x1b[2K", "\x1b[2m"
Shown = Callable[..., str]


class Terminal(StringIO):
    """A terminal that remembers what is shown."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Shown:
    """Return what tells what is printed in a pipe."""

    def show(draw: Callable[..., Any], *given: Any) -> str:
        draw(*given)
        return capsys.readouterr().out

    return show


@pytest.fixture
def shown_on_terminal(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Return what tells what is printed on a terminal of 40 letters."""
    for name, value in {"TERM": "xterm-256color", "COLUMNS": "40"}.items():
        monkeypatch.setenv(name, value)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)

    def show(draw: Callable[..., Any], *given: Any) -> str:
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdout", terminal := Terminal())
            draw(*given)
        return terminal.getvalue()

    return show


def draw(moves: str) -> str:
    """Return a board as it is printed, with the names of its columns."""
    cells = [row.replace(".", "·").split() for row in rows(moves)]
    return "".join("".join(f"{cell:>4}" for cell in row) + "\n" for row in cells) + NAMES


FAILURES = [
    (
        Failure("scores", "wrong", "445", "the [score]", "[7]", "-2", "Because\n\nof [that]."),
        f"{draw('445')}  position  445, O to move\n  asked     the [score]\n  came      [7]\n"
        "  right     -2\n\n  Because\n  \n  of [that].\n",
    ),
    (
        Failure("aligned", "wrong", "", "aligned(stones)", "yes", "[no]", drawn=["X . .", "* O ."]),
        f"   X   ·   ·\n   *   O   ·\n{NAMES}  asked     aligned(stones)\n  came      yes\n"
        "  right     [no]\n",
    ),
    (
        Failure("keys", "wrong", "44", "key()", "1", "2", drawn=["X O"]),
        f"   X   O\n{NAMES}  position  44, X to move\n  asked     key()\n  came      1\n  right     2\n",
    ),
    (
        Failure("scores", "crashed", "44", "solve", "E", "1", trace=["solver.py, line [1]", "line 2"]),
        f"  Your program stopped with an error.\n\n{draw('44')}  position  44, X to move\n"
        "  asked     solve\n  came      E\n  right     1\n    solver.py, line [1]\n    line 2\n",
    ),
    (
        Failure("scores", "hung", "", "solve", "nothing", "an answer"),
        "  Your program did not answer in time.\n\n  asked     solve\n  came      nothing\n"
        "  right     an answer\n",
    ),
    (
        Failure("scores", "uncompiled", "", "solve", "E", "1"),
        "  Numba cannot compile your program.\n\n  asked     solve\n  came      E\n  right     1\n",
    ),
    (
        Failure(
            "scores", "missing", "44", "solve", "no [f] yet", "1", "idea", trace=["one", "more", "two [2]"]
        ),
        "  no [f] yet\n    two [2]\n",
    ),
]


@pytest.mark.parametrize(("failure", "text"), FAILURES, ids=[failure.kind for failure, _ in FAILURES])
def test_a_failure_is_shown_with_its_board_what_came_and_what_is_right(
    failure: Failure, text: str, shown: Shown
) -> None:
    assert shown(screen.print_event, failure, "A title") == f"  ✗ A title\n\n{text}"


def test_a_pipe_has_a_line_for_each_check_that_is_done(shown: Shown) -> None:
    assert shown(screen.print_event, Begun("key bits", "Key bits"), "") == ""
    assert shown(screen.print_event, Asked("", "", []), "Key bits") == ""
    assert shown(screen.print_event, Held("key bits", 3), "Key bits") == "  ✓ Key bits (3)\n"
    too_many = Failure("nodes", "nodes", "", "", "", "")
    assert shown(screen.print_event, too_many, "Key bits").startswith("  ✗ nodes\n")
    assert screen.print_event(Begun("key bits", "Key bits"), "") == "Key bits"
    assert screen.print_event(Answers([]), "Key bits") == "Key bits"


def test_a_terminal_shows_the_check_that_is_going_on_and_erases_it_after(shown_on_terminal: Shown) -> None:
    begun = shown_on_terminal(screen.print_event, Begun("keys", "Keys"), "")
    assert begun == f"{ERASED}  {DIM}… Keys\x1b[0m\r"
    held = shown_on_terminal(screen.print_event, Held("keys", 3), "Keys")
    assert held == f"{ERASED}  \x1b[32m✓\x1b[0m Keys {DIM}(3)\x1b[0m\n"
    failed = shown_on_terminal(screen.print_event, FAILURES[1][0], "Keys")
    assert failed.startswith(f"{ERASED}  \x1b[31m✗\x1b[0m Keys\n\n\x1b[1;31m   X\x1b[0m")
    assert "".join(f"{DIM}   {name}\x1b[0m" for name in "1234567") in failed
    assert shown_on_terminal(screen.print_event, Answers([]), "") == ERASED


def test_paragraphs_are_wrapped_and_what_is_indented_stays(shown: Shown, shown_on_terminal: Shown) -> None:
    text = "one two three [4] " * 8 + "\n\n    as it is  " + "far " * 30 + "\n \nend"
    part, indented = "one two three [4] ", "    as it is  " + "far " * 30
    assert shown(screen.print_text, text) == (
        f"{part * 5}one two\nthree [4] {(part * 2).strip()}\n\n{indented}\n \nend\n"
    )
    assert shown(screen.print_text, "x" * 99, 2) == f"  {'x' * 98}\n  x\n"
    assert shown_on_terminal(screen.print_text, "x" * 40, 1) == f" {'x' * 39}\n x\n"


def test_a_brief_says_what_is_new_and_where_the_lesson_is(shown: Shown) -> None:
    address = "The lesson: http://localhost:8000/lessons/02_alpha_beta/ while `c4 serve` runs\n"
    for given, new in (((), ""), (("a.py", "b.py"), "New in your folder: a.py, b.py\n")):
        text = shown(screen.print_brief, SECOND, given)
        assert text.startswith(f"Stage 02, {SECOND.title}\n\nMost of the games")
        assert text.endswith(f"weak score from -1 to 1.\n\n{new}{address}")


def test_hints_are_numbered(shown: Shown) -> None:
    text = shown(screen.print_hints, SECOND, 2)
    assert text.startswith("Hint 1 of 3\n\nChange the signature")
    assert text.count("\n\nHint 2 of 3\n\n") == 1
    assert "Hint 3" not in text
    assert text.endswith(".\n\n")


GAIN = Gain(
    *(Measured([1000, 2], [1.0, 0.5]), Measured([7], [0.25]), Measured([10, 20], [60.0, 3.0])), ladder_nodes=5
)


def test_what_a_stage_took_is_shown_beside_ours_and_the_stage_before(shown: Shown) -> None:
    assert shown(screen.print_gain, SECOND, GAIN) == (
        "\nStage 02 is passed. The scores are exact. 2 positions took:\n\n"
        "                        nodes      time  \n"
        "  your program          1,002     1.5 s  \n"
        "  ours                      7  250.0 ms  \n"
        "  yours after stage 01     30    63.0 s  \n\n"
    )
    two = "  your program  1,002     1.5 s  \n  ours              7  250.0 ms  \n\n"
    assert shown(screen.print_gain, STAGES["01"], GAIN).endswith(f"time  \n{two}")
    assert shown(screen.print_gain, SECOND, replace(GAIN, before=None)).endswith(f"time  \n{two}")


def make_ladder(here: str | None, **done: Done) -> Project:
    return Project(Path(), here, {name.removeprefix("at"): how for name, how in done.items()})


def test_the_ladder_has_a_mark_a_note_and_figures_for_each_stage(shown: Shown) -> None:
    project = make_ladder(
        "05a",
        at01=Done("passed", 1000, 0.5, 7, 0.25, 3),
        at02=Done("read"),
        at03=Done("skipped"),
        at04a=Done("caught up"),
        at04b=Done("passed", 5, 1.0, 0, 2.0, 0),
    )
    lines = [line.rstrip() for line in shown(screen.print_ladder, project).splitlines()]
    assert lines[:9] == [
        "   stage                           nodes  ours      time      ours  the same 20",
        "✓  01     minimax                  1,000     7  500.0 ms  250.0 ms            3",
        "✓  02     alpha-beta                                                             read",
        "-  03     move order                                                             skipped",
        "»  04a    four in a row, at once                                                 caught up",
        "✓  04b    bitboard                     5             1 s       2 s",
        "→  05a    a key for each position                                                here",
        "   05b    a table of bounds",
        "   05c    transposition table",
    ]
    assert lines[len(STAGES) + 1 :] == [
        "",
        "Each stage has positions of its own, so nodes and time compare with ours only. On the same 20, the",
        "nodes of your programs compare with each other.",
    ]


def test_the_ladder_ends_with_the_last_stage_or_where_the_course_goes_on(shown: Shown) -> None:
    passed = Done("passed", 1, 1.0, 1, 1.0)
    lines = shown(screen.print_ladder, make_ladder("02", at01=passed)).splitlines()
    assert lines[-1].split() == ["19", "lanes"]
    lines = shown(screen.print_ladder, make_ladder(None, at01=passed)).splitlines()
    assert lines[len(STAGES) + 1 :] == [
        "",
        "That was the last stage: it is a solver of your own.",
        "The lessons go on with step 20, one question: http://localhost:8000/lessons/20_one_question/ "
        "while `c4 serve` runs",
    ]


def test_on_a_terminal_the_stage_that_they_are_at_stands_out(
    shown_on_terminal: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    text = shown_on_terminal(screen.print_ladder, make_ladder("02", at01=Done("skipped")))
    done, here, ahead = text.splitlines()[1:4]
    assert done.startswith(f"-  01     {STAGES['01'].title} ")
    assert f"{DIM}skipped\x1b[0m" in done
    assert here.startswith("\x1b[1;36m→\x1b[0m\x1b[1m ")
    assert "\x1b[1m02   \x1b[0m" in here
    assert f"{DIM}03   \x1b[0m" in ahead


def test_a_diff_has_a_heading_and_is_coloured_on_a_terminal(shown: Shown, shown_on_terminal: Shown) -> None:
    assert shown(screen.print_diff, "What", "") == "What\nno difference\n\n"
    assert shown(screen.print_diff, "What", "-a\n+b\n") == "What\n-a\n+b\n\n"
    text = shown_on_terminal(screen.print_diff, "What", "-a\n+b\n")
    assert text.startswith("\x1b[1mWhat\x1b[0m\n\x1b[38;5;")
    assert "49m-a\x1b[0m\n" in text
