"""A process for a learner's program: start it, read its events, end it and what it has started."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import IO, Any

from common.errors import UserError
from common.tools.files import ROOT
from common.tools.learn.trying.events import Asked, Begun, Event, Failure, Finished, Refused, parse_event

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
    "SIGXCPU": "because it had used up its processor time",
}
"""What it may mean that the system ended a process."""


def run_child(
    task: dict[str, Any], *, seconds: float, total: float, compiled: bool, quiet: bool
) -> Iterator[Event]:
    """Yield the events of a process that does a task; a Failure if it hangs or ends before its time.

    An answer may take so many seconds, and all of them so many in total. Raise UserError if the process says
    that nothing can be asked.
    """
    process = subprocess.Popen(
        [sys.executable, "-P", "-B", "-m", "common.tools.learn.trying.child"],
        env=os.environ | {"NUMBA_DISABLE_JIT": f"{int(not compiled)}", "PYTHONPATH": f"{ROOT}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if quiet else None,
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
        yield from receive_events(lines, process, seconds, total)
    finally:
        end_child(process)


def forward_lines(stdout: IO[str], lines: "Queue[str]") -> None:
    """Put the lines that a process writes into a queue, at their end an empty one."""
    with stdout:
        for line in stdout:
            lines.put(line)
    lines.put("")


def receive_events(
    lines: "Queue[str]", process: subprocess.Popen[str], seconds: float, total: float
) -> Iterator[Event]:
    """Yield events as they come; a Failure if none comes in time, or no end."""
    check, last_question = "import", Asked("", "import")
    deadline = monotonic() + total
    while True:
        allowed = seconds if last_question.asked != "import" else START_SECONDS
        seconds_left = deadline - monotonic()
        try:
            line = lines.get(timeout=max(0.0, min(allowed, seconds_left)))
        except Empty:
            line = "" if process.poll() is not None else None  # what it has left behind may hold the pipe
        if line is None:
            hung = f"no answer within {allowed:g} s"
            came = hung if allowed < seconds_left else f"not done within {total:.3g} s"
            yield make_silent_failure("hung", check, last_question, came, HUNG)
            return
        if not line:
            yield make_silent_failure("crashed", check, last_question, *describe_exit(process.wait()))
            return
        match event := parse_event(line):
            case Finished():
                return
            case Refused():
                raise UserError(event.reason)
            case Begun():
                check = event.check
            case Asked():
                last_question = event
            case _:
                pass
        yield event


def make_silent_failure(kind: str, check: str, last_question: Asked, came: str, idea: str) -> Failure:
    """Return what to say of a process from which nothing comes any more."""
    moves, asked, drawn = last_question
    return Failure(check, kind, moves, asked, came, "an answer", idea, drawn)


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
