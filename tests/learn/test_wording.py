"""Tests of what is said of a learner's answers and errors, and of how they are asked and measured."""

from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from common.tools.claims import Figures, Question
from common.tools.learn.checks.program import Missing
from common.tools.learn.trying import checking, measuring, wording
from common.tools.learn.trying.events import Answers, Asked, Begun, Event, Failure, Held, Measured, Timed
from common.tools.sets import Line


class Odd:
    """What a program may return."""

    def __repr__(self) -> str:
        return "odd " * 300


class NumbaError(Exception):
    """An error by the name of Numba's."""


NumbaError.__module__ = "numba.core.errors"


@pytest.mark.parametrize(
    ("answer", "simple"),
    [
        *((value, value) for value in (None, True, False, 7, -7, "x", (1, 2), (), 1 << 1023)),
        (1 << 1024, "an integer of about 309 digits"),
        (-(1 << 4000), "an integer of about 1,205 digits"),
        ("x" * 1001, "x" * 1000),
        ([1, [True, "x"]], (1, (True, "x"))),
        ((0,) * 1000, (0,) * 1000),
        ((0,) * 1001, "1,001 values"),
        (np.int64(5), 5),
        (np.bool_(1), True),
        (0.5, "0.5"),
        (Odd(), ("odd " * 300)[:1000]),
    ],
)
def test_an_answer_becomes_one_of_pythons_own_types(answer: Any, simple: Any) -> None:
    came = wording.simplify_answer(answer)
    assert came == simple
    assert type(came) is type(simple)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (True, "yes"),
        (False, "no"),
        (1, "1"),
        ((1, (True, "x")), "1, yes, x"),
        ("\x1b[1mbold\x1b[0m\n\ud800", "bold\\n\\ud800"),
        (None, "None"),
    ],
)
def test_an_answer_is_read_aloud(answer: Any, text: str) -> None:
    assert wording.format_answer(answer) == text


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (ValueError("why\n"), "crashed", "ValueError: why\\n"),
        (ValueError(), "crashed", "ValueError"),
        (ValueError("x" * 1001), "crashed", "ValueError: " + "x" * 1000),
        (MemoryError("much"), "crashed", "memory ran out"),
        (
            NumbaError("\nFailed in nopython mode\n \x1b[1mno such thing\x1b[0m\nmore"),
            "uncompiled",
            "Numba cannot compile it: no such thing",
        ),
        (NumbaError("Failed in it"), "uncompiled", "Numba cannot compile it: Failed in it"),
    ],
)
def test_an_error_is_one_line(error: Exception, kind: str, text: str) -> None:
    assert (wording.judge_error(error), wording.format_error(error)) == (kind, text)


def test_a_trace_has_the_last_lines_of_ones_own_files(tmp_path: Path) -> None:
    file = tmp_path / "solver.py"
    file.write_text("def fall(depth):\n    return 1 / depth + fall(depth - 1)\n", encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(file.read_text(encoding="utf-8"), file, "exec"), names)
    try:
        names["fall"](7)
    except ZeroDivisionError as error:
        line = "solver.py, line 2, in fall: return 1 / depth + fall(depth - 1)"
        assert wording.trace_error(error, lambda name: name == str(file)) == [line] * 6
        assert wording.trace_error(error, lambda _: False) == []


@pytest.mark.parametrize("place", ['File "{}", line 2:', "\x1b[1mat {} (2)\x1b[0m"])
def test_the_line_that_numba_names_is_shown(place: str, tmp_path: Path) -> None:
    file = tmp_path / "solver.py"
    file.write_text("first\n  second\n", encoding="utf-8")
    error = NumbaError(f'in File "elsewhere.py", line 9\n{place.format(file)}\n')
    assert wording.trace_error(error, lambda name: name == str(file)) == ["solver.py, line 2: second"]
    assert wording.trace_error(error, lambda _: False) == []


@pytest.mark.parametrize(
    ("error", "idea"),
    [
        (NumbaError(), checking.NUMBA),
        (TypeError("'NoneType' object is not"), checking.NO_VALUE),
        (ValueError("NoneType"), "else"),
        (TypeError("int"), "else"),
        (RecursionError(), checking.ENDLESS),
    ],
)
def test_an_error_points_to_something(error: Exception, idea: str) -> None:
    assert checking.find_idea(error, "else") == idea


def raise_missing() -> None:
    raise Missing("no [aligned] yet")


def raise_not_written() -> None:
    raise NotImplementedError


def raise_no_attribute() -> None:
    SimpleNamespace().score  # noqa: B018 (it is not there)


def raise_zero() -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("ask", "kind", "came", "idea"),
    [
        (lambda: 5, "wrong", "5", "the idea"),
        (raise_missing, "missing", "no [aligned] yet", ""),
        (raise_not_written, "missing", "not written yet", ""),
        (raise_no_attribute, "missing", "SimpleNamespace has no score yet", ""),
        (raise_zero, "crashed", "ZeroDivisionError", ""),
    ],
)
def test_what_is_wrong_with_an_answer_is_said(
    ask: Any, kind: str, came: str, idea: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(checking.CHECKS, "made up", SimpleNamespace(idea="the idea"))
    question = Question("44", "asked", ask, (True, 3), None, ["row"])
    failure = checking.make_failure("made up", question, *checking.ask_question(question), lambda _: False)
    assert failure == Failure("made up", kind, "44", "asked", came, "yes, 3", idea, ["row"], [])


def run_made_up(answers: list[list[Any]], monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """Return what happens in checks that ask for 0, 1, ... and get these answers."""
    for check, given in enumerate(answers):
        questions = [
            Question("", f"{number}", lambda answer=answer: answer, number)
            for number, answer in enumerate(given)
        ]
        made_up = SimpleNamespace(title="{seed}", idea="", questions=lambda *_, asked=questions: iter(asked))
        monkeypatch.setitem(checking.CHECKS, f"{check}", made_up)
    program: Any = SimpleNamespace(drop_solver=lambda: None, figures={})
    lines: Any = SimpleNamespace(seed="a seed")
    names = [f"{check}" for check in range(len(answers))]
    return list(checking.run_checks(names, lines, program, lambda _: False))


def test_checks_run_until_one_fails_and_its_questions_are_all_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *events = run_made_up([[0, 1], [0, 5, 2, 6], [0]], monkeypatch)
    assert first == Begun("0", "a seed")
    assert events[2:4] == [Held("0", 2), Begun("1", "a seed")]
    failures = [event for event in events if isinstance(event, Failure)]
    assert [(failure.check, failure.asked, failure.came) for failure in failures] == [("1", "1", "5")]
    assert events[-1] == Answers([0, 5, 2, 6])
    assert run_made_up([[0]], monkeypatch) == [Begun("0", "a seed"), Asked("", "0", []), Held("0", 1)]


def test_after_a_wrong_answer_there_is_little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "perf_counter", count(100.0, 1.25).__next__)
    assert run_made_up([[9, 1, 2, 3, 4]], monkeypatch)[-1] == Answers([9, 1, 2])


def make_program(figures: dict[str, Figures]) -> Any:
    """Return a program that needs what it needs, and notes what it was asked."""
    program = SimpleNamespace(figures=dict[str, Figures](), asked=list[str]())

    def measure(moves: str) -> None:
        program.asked.append(moves)
        program.figures[moves] = figures[moves]

    program.measure_score = measure
    return program


def test_what_was_solved_before_is_not_measured_again() -> None:
    program = make_program({"1": Figures(3, 0.5), "2": Figures(1 << 60, 0.25)})
    lines = [Line("1", 0), Line("2", 0), Line("1", 0)]
    assert checking.measure_sample(program, lines) == Measured([3, 1 << 50, 3], [0.5, 0.25, 0.5])
    assert program.asked == ["1", "2"]


@pytest.mark.parametrize(("theirs", "is_too_many"), [((80, 30), False), ((80, 31), True), ((111, 0), True)])
def test_a_tenth_more_nodes_are_not_too_many(theirs: tuple[int, int], is_too_many: bool) -> None:
    lines, ours = [Line("1", 0), Line("22", 0)], Measured([80, 20], [0.0, 0.0])
    failure = checking.find_node_excess(lines, Measured(theirs, [0.0, 0.0]), ours)
    assert (failure is not None) == is_too_many
    if failure:
        worst = 0 if theirs[0] > 80 else 1
        assert (failure.check, failure.kind, failure.moves) == ("nodes", "nodes", lines[worst].moves)
        assert failure.asked.startswith("nodes for 2 positions in all")
        assert failure.came == f"111 in all, {theirs[worst]} for this one"
        wanted = f"at most 110 in all; ours takes 100, and {ours.nodes[worst]} for this one"
        assert failure.right == wanted


@pytest.mark.parametrize(("seconds", "rounds"), [(0.0, 3), (3.0, 2), (3.5, 1)])
def test_no_round_begins_after_some_seconds(
    seconds: float, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count(100.0, seconds)
    monkeypatch.setattr(measuring, "perf_counter", clock.__next__)
    monkeypatch.setattr(measuring, "load_ladder_lines", lambda: [Line("2", 0), Line("3", 0)])
    figures = {name: Figures(nodes, 0.5) for name, nodes in (("1", 4), ("2", 5), ("3", 6))}
    programs = [make_program(figures), make_program(figures)]
    timed = list(measuring.measure_rounds(programs, [Line("1", 0)], 3))
    assert timed == [Timed(0, [4], [0.5], 11), Timed(1, [4], [0.5], 11)] * rounds
    assert programs[0].asked == ["1", "2", "3"] * rounds


def test_the_ladder_has_twenty_late_positions() -> None:
    lines = measuring.load_ladder_lines()
    assert len(lines) == 20
    assert min(len(line.moves) for line in lines) == 30
