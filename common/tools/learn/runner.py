"""Run a learner's program in a process of its own, with limits, and say what happened."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import IO, Any

from common.tools.files import ROOT
from common.tools.learn.child import TASKS
from common.tools.learn.events import (
    Answers,
    Asked,
    Begun,
    Diagnosed,
    Event,
    Failure,
    Finished,
    Measured,
    read,
)
from common.tools.learn.sample import new_seed
from common.tools.learn.stages import Files, Stage, put

START_SECONDS = 120.0  # until a process has begun; with Numba, until it has compiled
DIAGNOSIS_SECONDS = 20.0
SLOWER_SECONDS = 10.0  # for the program of the stage before, which may take many times as long
HUNG = (
    "The program does not come back: a loop or a recursion that never ends, "
    "or a search that is many times too large."
)


@dataclass(frozen=True)
class Limits:
    """What a program may take: seconds for a question and in all, MiB of memory; and how it is run.

    With `here`, it is run in this very process, without limits, and `here` is told each event. So a page does
    it, which can start no process, and whose reader can end this one. Random positions are drawn by `seed`.
    """

    seconds: float = 10.0
    total: float = 600.0
    memory: int = 2048
    compiled: bool = False
    quiet: bool = False
    here: Callable[[Event], None] | None = None
    seed: str = field(default_factory=new_seed)


@dataclass(frozen=True)
class Passed:
    """A stage is passed: what its sample took them and us."""

    theirs: Measured
    ours: Measured


def tried(folder: Path, stage: Stage, limits: Limits) -> Iterator[Event | Passed]:
    """Yield what happens when a folder's program is checked; at the end a Failure, or Passed."""
    theirs: Measured | None = None
    failed: Failure | None = None
    answers: Answers | None = None
    for event in told("check", folder, stage, limits):
        match event:
            case Failure():
                failed = failed or event
            case Answers():
                answers = event
            case Measured():
                theirs = event
            case _:
                yield event
    if not failed and theirs:
        ours, failed, answers = compared(stage, theirs, limits)
        if not failed:
            yield Passed(theirs, ours)
            return
    assert failed
    yield explained(failed, answers, stage, limits)


def compared(
    stage: Stage, theirs: Measured, limits: Limits
) -> tuple[Measured, Failure | None, Answers | None]:
    """Return what our program takes for a stage's sample, and what to say if theirs takes too many nodes."""
    ours, failed, answers = Measured([], []), None, None
    with written_out(stage.ours()) as folder:
        for event in told("compare", folder, stage, limits, theirs=theirs):
            ours = event if isinstance(event, Measured) else ours
            failed = event if isinstance(event, Failure) else failed
            answers = event if isinstance(event, Answers) else answers
    return ours, failed, answers


def explained(failed: Failure, answers: Answers | None, stage: Stage, limits: Limits) -> Failure:
    """Return a failure with what it points to, as far as the stage's wrong solutions tell."""
    if failed.kind == "hung":
        return failed._replace(idea=hangs_at(stage))
    if failed.kind == "missing" or not answers:
        return failed
    task = {"check": failed.check, "answers": answers.answers}
    seconds = DIAGNOSIS_SECONDS
    plain = Limits(seconds, seconds, limits.memory, quiet=True, here=limits.here, seed=limits.seed)
    for event in told("diagnose", None, stage, plain, **task):
        if isinstance(event, Diagnosed) and event.idea:
            return failed._replace(idea=event.idea)
    return failed


def hangs_at(stage: Stage) -> str:
    """Return what it points to if a program does not come back."""
    known = [mistake.says for mistake in stage.mistakes if mistake.hangs]
    if not known:
        return HUNG
    return ("One of these: " if len(known) > 1 else "") + "\nOr: ".join(known)


def measured(folder: Path, stage: Stage, limits: Limits) -> Measured | None:
    """Return what a program takes for a stage's sample, None if too long or if it cannot."""
    short = Limits(SLOWER_SECONDS, SLOWER_SECONDS, limits.memory, limits.compiled, quiet=True)
    for event in told("measure", folder, stage, short):
        if isinstance(event, Measured):
            return event
    return None


class written_out(TemporaryDirectory[str]):  # noqa: N801 (it is used like a function)
    """A folder with files in it, for as long as it is needed."""

    def __init__(self, files: Files) -> None:
        super().__init__()
        put(Path(self.name), files)

    def __enter__(self) -> Path:  # type: ignore[override]
        return Path(self.name)


def told(verb: str, folder: Path | None, stage: Stage, limits: Limits, **more: Any) -> Iterator[Event]:
    """Yield the events of a process that does a task; a Failure if it hangs or ends before its time."""
    task = {
        "verb": verb,
        "folder": folder and str(folder.absolute()),
        "stage": stage.name,
        "memory": limits.memory,
        "processor_seconds": int(limits.total) + int(START_SECONDS),
        "seed": limits.seed,
    } | more
    if limits.here:
        yield from told_here(task, limits.here)
        return
    process = started(task, limits)
    assert process.stdout
    lines: Queue[str] = Queue()
    forwarding = Thread(target=forward, args=(process.stdout, lines), daemon=True)
    forwarding.start()
    try:
        yield from received(lines, process, limits)
    finally:
        process.kill()
        process.wait()
        forwarding.join()
        process.stdout.close()


def told_here(task: dict[str, Any], here: Callable[[Event], None]) -> Iterator[Event]:
    """Yield the events of a task that is done in this process."""
    for event in TASKS[task["verb"]](task):
        here(event)
        yield event


def started(task: dict[str, Any], limits: Limits) -> subprocess.Popen[str]:
    """Start the process for a task; in it, modules are not taken from the current folder."""
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "0" if limits.compiled else "1",
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8",
    }
    process = subprocess.Popen(
        [sys.executable, "-P", "-B", "-m", "common.tools.learn.child"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if limits.quiet else None,
        text=True,
        encoding="utf-8",
    )
    assert process.stdin
    with process.stdin as stdin:
        json.dump(task, stdin)
    return process


def forward(stdout: IO[str], lines: "Queue[str]") -> None:
    """Put the lines of a process into a queue, at their end an empty one."""
    for line in stdout:
        lines.put(line)
    lines.put("")


def received(lines: "Queue[str]", process: subprocess.Popen[str], limits: Limits) -> Generator[Event]:
    """Yield events as they come; a Failure if none comes in time, or no end."""
    check, last = "import", Asked("", "import", [])
    deadline = monotonic() + limits.total
    while True:
        allowed = limits.seconds if last.asked != "import" else START_SECONDS
        try:
            line = lines.get(timeout=max(0.0, min(allowed, deadline - monotonic())))
            event = read(line) if line else None
        except Empty:
            yield hung(check, last, min(allowed, limits.total))
            return
        except ValueError:
            continue  # what the learner's code wrote there is no event
        if isinstance(event, Finished):
            return
        if event is None:
            yield ended(check, last, process.wait())
            return
        check = event.check if isinstance(event, Begun) else check
        last = event if isinstance(event, Asked) else last
        yield event


def hung(check: str, last: Asked, seconds: float) -> Failure:
    """Return what to say of a program that does not answer."""
    came = f"no answer within {seconds:g} s"
    return Failure(check, "hung", last.moves, last.asked, came, "an answer", HUNG, last.drawn)


def ended(check: str, last: Asked, status: int) -> Failure:
    """Return what to say of a process that ended without an answer."""
    came = f"the program ended itself, exit status {status}"
    if status < 0:
        came = f"the system ended the program with signal {-status}, perhaps because memory ran out"
    idea = "A function may return or raise an error, but not end the process."
    return Failure(check, "crashed", last.moves, last.asked, came, "an answer", idea, last.drawn)
