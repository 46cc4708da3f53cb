"""Tests of the processes that end with the one that starts them, in name only: none is started."""

import os
import sys
from io import StringIO
from typing import Any

import pytest
from repository import ROOT

from common.tools.processes import children
from common.tools.processes.children import NOT_FOR_CHILDREN, Children, Failed


class Started:
    """A process in name only, which has printed something, and what is done with it."""

    def __init__(self, command: list[str], **options: Any) -> None:
        self.command, self.options, self.done = command, options, list[str]()
        self.returncode = int(command[-1])
        self.stdin = self.stdout = self

    def __enter__(self) -> "Started":
        return self

    def __exit__(self, *_: object) -> None:
        self.done.append("left")

    def read(self) -> str:
        """Return what is printed."""
        self.done.append("read")
        return "".join(f"line {number}\n" for number in range(150))

    def close(self) -> None:
        """Note that its input is closed."""
        self.done.append("closed")

    def wait(self) -> None:
        """Note that it has ended."""
        self.done.append("ended")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Started]:
    """Return the processes that are started."""
    started: list[Started] = []

    def start(command: list[str], **options: Any) -> Started:
        started.append(Started(command, **options))
        return started[-1]

    monkeypatch.setattr("subprocess.Popen", start)
    return started


def test_a_child_runs_a_module_in_the_repository_with_an_environment_of_its_own(
    started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in NOT_FOR_CHILDREN:
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("KEPT", "2")
    with Children() as running:
        printed = running.run("some.module", "word", "0", NEW="3", KEPT="4")
    assert printed.splitlines() == [f"line {number}" for number in range(150)]
    (process,) = started
    assert process.command == [sys.executable, "-m", "some.module", "word", "0"]
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_FOR_CHILDREN}
    assert process.options["env"] == inherited | {"NEW": "3", "KEPT": "4"}
    assert (process.options["cwd"], process.options["process_group"]) == (ROOT, 0)
    assert process.done == ["read", "left"]


def test_a_child_that_fails_is_told_by_the_last_hundred_lines(started: list[Started]) -> None:
    with pytest.raises(Failed) as failed:
        Children().run("some.module", "1")
    assert f"{failed.value}".splitlines() == [f"line {number}" for number in range(50, 150)]
    assert started[0].done == ["read", "left"]


def test_at_the_end_children_lose_their_input_and_none_is_started_any_more(
    started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Children()

    def read(process: Started) -> str:
        running.end()
        process.done.append("read")
        return ""

    monkeypatch.setattr(Started, "read", read)
    running.run("some.module", "0")
    assert started[0].done == ["closed", "ended", "read", "left"]
    assert running.have_ended
    with pytest.raises(Failed, match="this was interrupted"):
        running.run("some.module", "0")
    with Children() as others:
        assert not others.have_ended
    assert others.have_ended
    assert len(started) == 1


def test_the_end_of_a_parent_is_waited_for_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[dict[str, Any]] = []

    class Waiting:
        """A thread in name only."""

        def __init__(self, **options: Any) -> None:
            made.append(options)

        def start(self) -> None:
            """Note that it is started."""
            made[-1]["started"] = True

    monkeypatch.setattr(children, "Thread", Waiting)
    children.watch_parent()
    (options,) = made
    assert (options["daemon"], options["started"]) == (True, True)
    assert options["target"].__module__ == children.__name__


def test_a_child_reads_a_byte_that_never_comes_and_then_ends_all_that_it_has_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    psutil = pytest.importorskip("psutil")
    done: list[object] = []

    class Process:
        """A process in name only, or what it has started, one of which is gone already."""

        def __init__(self, name: str = "") -> None:
            self.name = name

        def children(self, *, recursive: bool) -> list["Process"]:
            """Return what it has started."""
            assert recursive
            return [Process("gone"), Process("a"), Process("b")]

        def kill(self) -> None:
            """Note that it is ended."""
            if self.name == "gone":
                raise psutil.NoSuchProcess(1)
            done.append(self.name)

    monkeypatch.setattr(psutil, "Process", Process)
    monkeypatch.setattr(sys, "stdin", StringIO())
    monkeypatch.setattr(sys.stdin, "fileno", lambda: 77, raising=False)
    monkeypatch.setattr("os.read", lambda *asked: done.append(asked))  # pyright: ignore
    monkeypatch.setattr("os.killpg", lambda *asked: done.append(asked[0]))  # pyright: ignore
    monkeypatch.setattr("os._exit", done.append)
    wait: Any = vars(children)["_wait_for_parent"]
    wait()
    assert done == [(77, 1), "a", "b", 0, 1]
