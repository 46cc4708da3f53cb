"""A process for a learner's program: start it, read its events, end it and what it has started."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import IO, Any

from common.tools.files import ROOT
from common.tools.learn.curriculum.sample import make_seed
from common.tools.learn.curriculum.stages import Stage
from common.tools.learn.trying.events import Asked, Begun, Event, Failure, Finished, parse_event

START_SECONDS = 120.0  # until a process has begun; with Numba, until it has compiled
HUNG = (
    "The program does not come back: a loop or a recursion that never ends, "
    "or a search that is many times too large."
)
ENDED = "A function may return or raise an error, but not end the process."
SIGNALS = {
    "SIGSEGV": "it used memory that is not its own, or a recursion went too deep",
    "SIGBUS": "it used memory that is not its own",
    "SIGKILL": "perhaps because memory ran out",
}
"""What it may mean that the system ended a process."""


@dataclass(frozen=True)
class Limits:
    """What a program may take: seconds for a question and in all, MiB of memory; and how it is run.

    A page can start no process: a program runs `here`, without limits, and the reader can end it. Random
    positions are drawn by `seed`.
    """

    seconds: float = 10.0
    total: float = 600.0
    memory: int = 2048
    compiled: bool = False
    quiet: bool = False
    here: bool = False
    seed: str = field(default_factory=make_seed)


def run_task(
    verb: str, folders: Sequence[Path], stage: Stage, limits: Limits, **more: Any
) -> Iterator[Event]:
    """Yield the events of a task, which a process of its own does unless it is to be done here.

    There is a Failure if it hangs or ends before its time.
    """
    names = [f"{folder.absolute()}" for folder in folders]
    task = {"verb": verb, "folders": names, "stage": stage.name, "memory": limits.memory, "seed": limits.seed}
    task |= more
    if limits.here:
        from common.tools.learn.trying.child import begin_task  # not sooner: a hint need not wait for Numba

        yield from begin_task(task)
        return
    process = subprocess.Popen(
        [sys.executable, "-P", "-B", "-m", "common.tools.learn.trying.child"],
        env=os.environ | {"NUMBA_DISABLE_JIT": f"{int(not limits.compiled)}", "PYTHONPATH": f"{ROOT}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if limits.quiet else None,
        encoding="utf-8",
        start_new_session=True,  # so that what it starts can be ended with it
    )
    assert process.stdin
    assert process.stdout
    lines: Queue[str] = Queue()
    Thread(target=forward_lines, args=(process.stdout, lines), daemon=True).start()
    try:
        with suppress(BrokenPipeError):  # it has ended already, which is told when its events are read
            process.stdin.write(json.dumps(task) + "\n")
            process.stdin.flush()  # the pipe stays open: its end says that nobody waits any more
        yield from receive_events(lines, process, limits)
    finally:
        end_child(process)


def forward_lines(stdout: IO[str], lines: "Queue[str]") -> None:
    """Put the lines that a process writes into a queue, at their end an empty one."""
    with stdout:
        for line in stdout:
            lines.put(line)
    lines.put("")


def receive_events(lines: "Queue[str]", process: subprocess.Popen[str], limits: Limits) -> Iterator[Event]:
    """Yield events as they come; a Failure if none comes in time, or no end."""
    check, question = "import", Asked("", "import")
    deadline = monotonic() + limits.total
    while True:
        allowed = limits.seconds if question.asked != "import" else START_SECONDS
        seconds_left = deadline - monotonic()
        try:
            line = lines.get(timeout=max(0.0, min(allowed, seconds_left)))
        except Empty:
            line = "" if process.poll() is not None else None  # what it has left behind may hold the pipe
        if not line:
            break
        match event := parse_event(line):
            case Finished():
                return
            case Begun():
                check = event.check
            case Asked():
                question = event
            case _:
                pass
        yield event
    if line is not None:
        kind, (came, idea) = "crashed", describe_exit(process.wait())
    elif allowed < seconds_left:
        kind, came, idea = "hung", f"no answer within {allowed:g} s", HUNG
    else:
        kind, came, idea = "hung", f"not done within {limits.total:.3g} s", HUNG
    yield Failure(check, kind, question.moves, question.asked, came, "an answer", idea, question.drawn)


def describe_exit(status: int) -> tuple[str, str]:
    """Return what to say of a process that ended without an answer, and what that points to."""
    if status >= 0:
        return f"the program ended itself, exit status {status}", ENDED
    names = {number.value: number.name for number in signal.Signals}
    name = names.get(-status, "which has no name")
    came = f"the system ended the program with signal {-status}, {name}"
    return f"{came}: {SIGNALS[name]}" if name in SIGNALS else came, ""


def end_child(process: subprocess.Popen[str]) -> None:
    """End a process and its group: what it has started."""
    assert process.stdin
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):  # all of them have ended
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    with suppress(BrokenPipeError):
        process.stdin.close()
