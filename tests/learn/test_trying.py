"""Tests of what runs a learner's program, with stand-ins for its process."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import count
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import Any

import pytest
from learners import STAGES

from common.errors import UserError
from common.tools.claims import Question
from common.tools.learn.trying import child, diagnosis, process, runner
from common.tools.learn.trying.checking import NO_VALUE
from common.tools.learn.trying.diagnosis import UNSIGNED
from common.tools.learn.trying.events import (
    Answers,
    Asked,
    Begun,
    Diagnosed,
    Event,
    Failure,
    Finished,
    Held,
    Measured,
    Refused,
    Timed,
    format_event,
)
from common.tools.learn.trying.process import ENDED, HUNG
from common.tools.learn.trying.runner import Gain, Limits, Passed

STAGE, LIMITS = STAGES["02"], Limits(seed="a seed")
WRONG, LATER = Failure("scores", "wrong", "44", "solve", "1", "2"), Failure("weak", "wrong", "", "", "", "")
THEIRS, OURS = Measured([5], [0.5]), Measured([4], [0.25])


def put_tasks(monkeypatch: pytest.MonkeyPatch, **events: Sequence[Event]) -> dict[str, tuple[Any, ...]]:
    """Let each task have some events, by its verb; return what each was asked for."""
    asked: dict[str, tuple[Any, ...]] = {}

    def run(verb: str, folder: Path | None, stage: Any, limits: Limits, **more: Any) -> Iterator[Event]:
        asked[verb] = (folder, stage, limits, more)
        yield from events[verb]

    monkeypatch.setattr(runner, "run_task", run)
    return asked


def test_what_a_check_shows_is_passed_on_and_what_ends_it_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = [Begun("a", "A"), Asked("", "", []), Held("a", 3)]
    put_tasks(monkeypatch, check=[*shown, THEIRS, Finished()], compare=[OURS])
    assert list(runner.check_folder(Path(), STAGE, LIMITS)) == [*shown, Finished(), Passed(THEIRS, OURS)]
    put_tasks(monkeypatch, check=[*shown, WRONG, LATER])
    assert list(runner.check_folder(Path(), STAGE, LIMITS)) == [*shown, WRONG]
    put_tasks(monkeypatch, check=shown)
    assert list(runner.check_folder(Path(), STAGE, LIMITS)) == [*shown, runner.SILENCED]


def test_too_many_nodes_are_a_failure_that_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = put_tasks(
        monkeypatch,
        check=[THEIRS],
        compare=[OURS, WRONG, Answers([5])],
        diagnose=[Diagnosed(""), Begun("", ""), Diagnosed("That."), Diagnosed("This.")],
    )
    assert list(runner.check_folder(Path(), STAGE, LIMITS)) == [WRONG._replace(idea="That.")]
    assert asked["compare"][3] == {"theirs": THEIRS}
    _, stage, limits, more = asked["diagnose"]
    assert (stage, more) == (STAGE, {"check": "scores", "answers": [5]})
    assert limits == Limits(20.0, 20.0, quiet=True, seed="a seed")


@pytest.mark.parametrize(
    ("failure", "answers"),
    [(WRONG, None), (WRONG._replace(kind="missing"), Answers([1])), (WRONG, Answers([1]))],
)
def test_a_failure_that_nothing_is_known_of_stays_as_it_is(
    failure: Failure, answers: Answers | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = put_tasks(monkeypatch, diagnose=[Diagnosed("")])
    assert runner.explain_failure(failure, answers, STAGE, LIMITS) == failure
    assert len(asked) == (failure.kind == "wrong" and answers is not None)


def test_what_hangs_points_to_the_mistakes_that_do() -> None:
    stage: Any = SimpleNamespace(mistakes=[SimpleNamespace(says="Fine.", hangs=False)])
    ideas: list[str] = []
    for says in ("", "One.", "Two."):
        stage.mistakes += [SimpleNamespace(says=says, hangs=True)] if says else []
        ideas.append(runner.explain_failure(WRONG._replace(kind="hung"), None, stage, LIMITS).idea)
    assert ideas == [HUNG, "One.", "One of these: One.\nOr: Two."]


def test_of_several_rounds_the_least_time_of_each_position_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    passed, before = Passed(THEIRS, OURS), Path("before")
    rounds = [(0, [7, 8], [3.0, 1.0], 60), (2, [9, 9], [5.0, 5.0], 70), (0, [7, 8], [2.0, 4.0], 60)]
    asked = put_tasks(monkeypatch, measure=[Begun("", ""), *(Timed(*values) for values in rounds)])
    gain = runner.measure_gain(passed, Path("theirs"), before, STAGE, LIMITS)
    assert gain == Gain(Measured([7, 8], [2.0, 1.0]), OURS, Measured([9, 9], [5.0, 5.0]), 60)
    folder, stage, limits, more = asked["measure"]
    assert (folder, stage, limits) == (None, STAGE, Limits(10.0, 120.0, quiet=True, seed="a seed"))
    assert (more["folders"][0], more["folders"][2], more["rounds"]) == ("theirs", "before", 5)
    put_tasks(monkeypatch, measure=[])
    assert runner.measure_gain(passed, Path(), None, STAGE, LIMITS) == Gain(THEIRS, OURS, None, 0)


def test_a_task_says_all_that_a_process_has_to_know(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr(runner, "run_child", lambda task, **limits: given.append((task, limits)) or [THEIRS])
    limits = Limits(3.0, 7.5, 64, compiled=True, quiet=True, seed="s")
    assert list(runner.run_task("check", Path("here"), STAGE, limits, more=1)) == [THEIRS]
    task = {"verb": "check", "folder": str(Path("here").absolute()), "stage": "02", "memory": 64}
    task |= {"processor_seconds": 127, "seed": "s", "more": 1}
    assert given == [(task, {"seconds": 3.0, "total": 7.5, "compiled": True, "quiet": True})]
    assert list(runner.run_task("measure", None, STAGE, limits)) == [THEIRS]
    assert given[1][0]["folder"] is None


def test_a_task_is_done_here_where_somebody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Event] = []
    monkeypatch.setattr(runner, "begin_task", lambda task: iter([THEIRS, OURS]) if task else None)
    limits = Limits(on_event=heard.append)
    assert list(runner.run_task("check", None, STAGE, limits)) == [THEIRS, OURS] == heard


@pytest.mark.parametrize(
    ("status", "came", "idea"),
    [
        (0, "the program ended itself, exit status 0", ENDED),
        (3, "the program ended itself, exit status 3", ENDED),
        (-2, "the system ended the program with signal 2, SIGINT", ""),
        (-9, "the system ended the program with signal 9, SIGKILL: perhaps because memory ran out", ""),
        (-200, "the system ended the program with signal 200, which has no name", ""),
    ],
)
def test_how_a_process_ended_is_said(status: int, came: str, idea: str) -> None:
    patience: list[float] = []
    ended: Any = SimpleNamespace(wait=lambda seconds: patience.append(seconds) or status)
    failure = process.describe_silence(ended, "scores", Asked("44", "solve", ["x"]), "nothing", 0.5)
    assert failure == Failure("scores", "crashed", "44", "solve", came, "an answer", idea, ["x"])
    assert patience == [0.5]


class Hangs:
    """A process that does not end, and how long it was waited for."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    def wait(self, seconds: float) -> int:
        self.waited.append(seconds)
        raise subprocess.TimeoutExpired("", seconds)


def receive(lines: list[str], seconds: float, total: float) -> tuple[list[Event], list[float]]:
    """Return the events of lines, and how long the process was waited for after the last."""
    queue, hangs = Queue[str](), Hangs()
    for line in lines:
        queue.put(line)
    child_process: Any = hangs
    return list(process.receive_events(queue, child_process, seconds, total)), hangs.waited


def test_what_does_not_come_in_time_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, asked = Begun("scores", "Scores"), Asked("44", "solve", [])
    lines = [format_event(event) for event in (begun, asked)]
    late = Failure("scores", "hung", "44", "solve", "no answer within 0.01 s", "an answer", HUNG, [])
    assert receive(lines, 0.01, 60.0) == ([begun, asked, late], [0.0])
    assert receive([*lines, ""], 0.25, 60.0)[1] == [0.25]  # its pipe is closed: it may be about to end
    monkeypatch.setattr(process, "monotonic", count(100.0, 0.5).__next__)
    failure = receive(lines, 10.0, 1.0)[0][-1]
    assert failure == late._replace(came="not done within 1 s")


def test_what_has_not_begun_may_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "START_SECONDS", 0.02)
    (failure,), waited = receive([], 0.001, 60.0)
    assert failure == Failure(
        "import", "hung", "", "import", "no answer within 0.02 s", "an answer", HUNG, []
    )
    assert waited == [0.0]


def test_events_end_with_the_last_and_what_is_none_is_passed_over() -> None:
    held = Held("scores", 3)
    lines = ["nonsense", format_event(held), format_event(Finished()), format_event(held)]
    assert receive(lines, 1.0, 1.0) == ([held], [])
    with pytest.raises(UserError, match="no sets"):
        receive([format_event(Refused("no sets"))], 1.0, 1.0)


def test_lines_with_the_token_are_put_in_a_queue_and_an_empty_one_at_the_end() -> None:
    queue, stdout = Queue[str](), StringIO("T one\nno token T\nT two\nT cut")
    process.forward_events(stdout, "T ", queue)
    assert [queue.get_nowait() for _ in range(queue.qsize())] == ["one\n", "two\n", ""]
    assert stdout.closed


@pytest.mark.parametrize("leads_a_group", [True, False])
def test_a_process_ends_with_its_parent(leads_a_group: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[Any] = []

    def kill(*of: int) -> None:
        ended.append(of)
        if not leads_a_group:
            raise ProcessLookupError

    monkeypatch.setattr("os.killpg", kill)
    monkeypatch.setattr("os._exit", ended.append)
    child.exit_with_parent(StringIO("what the parent has sent"))
    assert ended == [(os.getpid(), signal.SIGKILL), 1]


@pytest.mark.parametrize(
    ("error", "event"),
    [
        (UserError("no sets"), Refused("no sets")),
        (
            ValueError("why"),
            Failure("", "crashed", "", "the program", "ValueError: why", "no error", "", [], []),
        ),
    ],
)
def test_an_error_in_a_task_is_an_event(
    error: Exception, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin(_: dict[str, Any]) -> Iterator[Event]:
        yield THEIRS
        raise error

    monkeypatch.setattr(child, "begin_task", begin)
    assert list(child.do_task({"folder": None})) == [THEIRS, event, Finished()]


def test_files_of_a_program_are_those_in_its_folder(tmp_path: Path) -> None:
    is_own = child.make_is_own(str(tmp_path / "mine"))
    files = ("mine/solver.py", "mine/parts/table.py", "mine", "minewise/solver.py", "solver.py")
    assert [is_own(str(tmp_path / file)) for file in files] == [True, True, False, False, False]


def make_question(right: Any, asked: str = "its score") -> Question:
    """Return a question of which only the right answer matters."""
    return Question("", asked, lambda: None, right)


UNSEEN: Any = None  # nobody looks at it
WEAK = "its weak score"
SIGN = "Every score has the wrong sign"
SOON = "Who wins is right, how soon is not"
DRAWS = "Only draws are wrong"


@pytest.mark.parametrize(
    ("check", "answers", "rights", "start"),
    [
        ("scores", [None, 1], [1, 1], NO_VALUE),
        ("scores", [(1, [None])], [1], NO_VALUE),
        ("scores", [-3, 4, -1], [3, -4, 1], SIGN),
        ("soon", [-3, 4, -1], [3, -4, 1], SIGN),
        ("random", [-3, 4, -1], [3, -4, 1], SIGN),
        ("children", [-3, 4, -1], [3, -4, 1], ""),
        ("scores", [-3, 4], [3, -4], ""),  # too few to say so
        ("scores", [-3, 4, -1, 2], [3, -4, 1, 2], ""),
        ("scores", [4, -5, 2], [3, -4, 1], SOON),
        ("scores", [4, -5], [3, -4], ""),
        ("scores", [1, 7, -7], [0, 7, -7], DRAWS),
        ("scores", [7, -7], [7, -7], ""),
        ("weak", [(3, 3, 3, 3), [-2, -1, -2, -5]], [0, 0], UNSIGNED),
        ("weak", [(3, -3, 3, 3)], [0], ""),
        ("weak", [(3, 3, 3, -3)], [0], ""),
        ("weak", [(3, 1, 2, 1)], [0], ""),
        ("weak", ["3"], [0], ""),
        ("weak", [], [], ""),
    ],
)
def test_wrong_answers_have_their_symptom(
    check: str, answers: list[Any], rights: list[Any], start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnosis, "ask_check", lambda *_: map(make_question, rights))
    symptom = diagnosis.describe_symptom(check, UNSEEN, UNSEEN, answers)
    assert symptom.startswith(start)
    assert bool(symptom) == bool(start)


def test_weak_scores_that_are_too_large_have_their_symptom(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = [make_question(3), make_question(1, WEAK), make_question(-1, WEAK)]
    monkeypatch.setattr(diagnosis, "ask_check", lambda *_: iter(questions))
    for answers, symptom in (([3, 4, -1], UNSIGNED), ([3, -4, -1], ""), ([2, 4, -1], "")):
        assert diagnosis.describe_symptom("scores", UNSEEN, UNSEEN, answers) == symptom


@pytest.mark.parametrize(
    ("checks", "answers", "is_same"),
    [
        (["rules", "scores"], [1, 2], True),  # the mistake fails where the learner's program fails
        (["rules", "scores"], [1, 1], False),  # it gives other answers there
        (["rules", "soon", "scores"], [1, 2], False),  # it fails before
        (["scores", "soon"], [1, 2], True),  # what comes later does not matter
    ],
)
def test_a_mistake_is_the_same_that_fails_at_the_same_check_with_the_same_answers(
    checks: list[str], answers: list[int], is_same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"rules": [(3, 3)], "scores": [(1, 1), (2, 9)], "soon": [(4, 5)]}

    def ask(check: str, *_: object) -> Iterator[Question]:
        for came, right in asked[check]:
            yield Question("", "its score", lambda came=came: came, right)

    monkeypatch.setattr(diagnosis, "ask_check", ask)
    assert diagnosis.has_same_mistake(checks, "scores", UNSEEN, UNSEEN, answers) == is_same
