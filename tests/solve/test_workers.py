"""Tests of the workers, with pipes at whose other end the test sits: no process is started."""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from types import SimpleNamespace
from typing import Any

import pytest

from common.errors import UserError
from common.tools.bench.measure import EngineWorker, Result, Solved, serve_engine
from common.tools.processes import workers
from common.tools.processes.workers import OutOfTime, Worker, call_with_pipe
from common.tools.sets import Line, load_set


class Piped(Worker):
    """A worker whose process is the test."""

    def start(self) -> None:
        self.pipe, self.process_end = Pipe()


def test_an_answer_is_returned_and_a_complaint_raised() -> None:
    worker = Piped(print)
    worker.send("question")
    assert worker.process_end.recv() == "question"
    for answer in (7, None):
        worker.process_end.send(answer)
        assert worker.receive(600) == answer
    worker.process_end.send(UserError("not so"))
    with pytest.raises(UserError, match="not so"):
        worker.receive()


@pytest.mark.parametrize(("seconds", "waited"), [(None, []), (-1.0, [0]), (0, [0]), (0.5, [0.5])])
def test_an_answer_is_waited_for_as_long_as_there_is_time(
    seconds: float | None, waited: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    polled: list[float] = []
    monkeypatch.setattr(Connection, "poll", lambda _, timeout: polled.append(timeout) or True)  # pyright: ignore
    worker = Piped(print)
    worker.process_end.send(7)
    assert worker.receive(seconds) == 7
    assert polled == waited


class Spawned:
    """What starts a process in name only, and notes what is done with it."""

    def __init__(self, method: str) -> None:
        self.done: list[str] = [method]
        self.Pipe = Pipe

    def Process(self, **options: Any) -> Any:  # noqa: N802 (its name there)
        self.options = options
        words = ("start", "kill", "join")
        return SimpleNamespace(**{word: partial(self.done.append, word) for word in words})


def test_the_process_of_a_worker_is_started_and_in_the_end_killed_and_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Spawned] = []
    monkeypatch.setattr(workers, "get_context", lambda method: made.append(Spawned(method)) or made[-1])  # pyright: ignore
    with Worker(print, "a", "b") as worker:
        assert made[0].done == ["spawn", "start"]
        assert not worker.pipe.closed
    assert made[0].done == ["spawn", "start", "kill", "join"]
    assert worker.pipe.closed
    function, _, arguments = made[0].options["args"]
    assert (function, arguments) == (print, ("a", "b"))
    assert (made[0].options["target"], made[0].options["daemon"]) == (call_with_pipe, True)


@pytest.mark.parametrize("seconds", [0, -1.0])
def test_what_does_not_come_in_time_is_not_waited_for(seconds: float) -> None:
    with pytest.raises(OutOfTime):
        Piped(print).receive(seconds)


def test_who_asks_a_process_that_has_ended_is_told() -> None:
    worker = Piped(print)
    worker.process_end.close()
    with pytest.raises(BrokenExecutor):
        worker.receive()
    with pytest.raises(BrokenExecutor):
        worker.send("question")


def test_a_worker_ends_in_silence_when_nobody_asks_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)  # pyright: ignore
    ours, theirs = Pipe()

    def answer_once(pipe: Connection, *words: str) -> None:
        pipe.send(words)
        pipe.recv()

    ours.send("question")
    call_with_pipe(answer_once, theirs, ("a", "b"))
    assert ours.recv() == ("a", "b")
    ours.close()
    call_with_pipe(answer_once, theirs, ())


class Scripted(EngineWorker):
    """A worker of which the answers are given, an exception to be raised among them."""

    def __init__(self, answers: list[Any]) -> None:
        self._answers, self.events = iter(answers), list[Any]()
        super().__init__("07", use_book=False)

    def receive(self, seconds: float | None = None) -> Any:
        self.events.append(seconds)
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def send(self, question: Any) -> None:
        self.events.append(question)

    def close(self) -> None:
        self.events.append("close")


@pytest.fixture
def _no_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(Worker, "start", lambda _: None)
    monkeypatch.setattr("common.tools.bench.measure.monotonic", lambda: 1e6)
    yield


LINES = [Line("44", -1), Line("4455", 18)]
SOLVED = Solved(True, 0.5, 0.25, 7)


@pytest.mark.usefixtures("_no_process")
def test_a_worker_that_is_out_of_time_is_ended_and_started_anew() -> None:
    worker = Scripted([None, SOLVED, OutOfTime(), None, SOLVED, SOLVED])
    noted: list[Solved] = []
    with pytest.raises(OutOfTime, match=r"^1 of 2 positions in 2\.5 s$"):
        worker.measure_lines(LINES, 2.5, noted.append)
    assert noted == [SOLVED]
    assert worker.events == [600, LINES, 2.5, 2.5, "close", 600]
    assert worker.measure_lines(LINES, 2.5) == Result([SOLVED] * 2)


@pytest.mark.usefixtures("_no_process")
def test_an_engine_that_does_not_start_is_named() -> None:
    with pytest.raises(UserError, match=r"^07 did not start within 600 s$"):
        Scripted([OutOfTime()])


class Asked:
    """The pipe of a worker that is asked some questions."""

    def __init__(self, *questions: Any) -> None:
        self._questions, self.answers = iter(questions), list[Any]()

    def recv(self) -> Any:
        for question in self._questions:
            return question
        raise EOFError

    def send(self, answer: Any) -> None:
        self.answers.append(answer)


def test_an_engine_says_that_it_is_ready_and_answers_line_by_line() -> None:
    right, wrong = load_set("end-easy", 1)[0], Line("4455", 17)
    pipe: Any = Asked([right, right], [wrong])
    with pytest.raises(EOFError):
        serve_engine(pipe, "bitbully mtdf", use_book=False)
    ready, *answers = pipe.answers
    assert ready is None
    assert [answer.right for answer in answers] == [True, True, False]


def test_an_engine_that_cannot_be_opened_says_why() -> None:
    pipe: Any = Asked()
    serve_engine(pipe, "99", use_book=False)
    (error,) = pipe.answers
    assert isinstance(error, UserError)
    assert f"{error}".startswith("99: there is no step '99'; the steps are 01, ")
