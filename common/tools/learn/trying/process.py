"""A process for a learner's program: start it, read its events, end it and what it has left behind."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import IO, Any

from common.errors import UserError
from common.tools.files import ROOT
from common.tools.learn.trying.events import Asked, Begun, Event, Failure, Finished, Refused, parse_event

START_SECONDS = 120.0  # until a process has begun; with Numba, until it has compiled
LONGEST = 1 << 24  # letters of a line
ROUNDS = 3  # of looking for what is left, which may be starting more
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
) -> Generator[Event]:
    """Yield the events of a process that does a task; a Failure if it hangs or ends before its time.

    An answer may take so many seconds, and all of them so many in total. Raise UserError if the process says
    that nothing can be asked.
    """
    token = os.urandom(8).hex()  # without it, a line is none of ours: a program may write anything
    mark = f"C4_CHECK={os.urandom(8).hex()}"  # in the environment of all that the process starts
    process = start_child(mark, compiled, quiet)
    assert process.stdin
    assert process.stdout
    lines: Queue[str] = Queue()
    Thread(target=forward_events, args=(process.stdout, token, lines), daemon=True).start()
    try:
        send_task(task | {"token": token}, process.stdin)
        yield from receive_events(lines, process, seconds, total)
    finally:
        end_child(process, mark)


def start_child(mark: str, compiled: bool, quiet: bool) -> subprocess.Popen[str]:
    """Start a process that waits for its task; in it, modules are not taken from the current folder."""
    name, _, value = mark.partition("=")
    environment = os.environ | {
        name: value,
        "NUMBA_DISABLE_JIT": "0" if compiled else "1",
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8:backslashreplace",
    }
    return subprocess.Popen(
        [sys.executable, "-P", "-B", "-m", "common.tools.learn.trying.child"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if quiet else None,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,  # so that what it starts can be ended with it
    )


def send_task(task: dict[str, Any], stdin: IO[str]) -> None:
    """Send a task in a line. The pipe stays open: its end says that nobody waits any more."""
    with suppress(BrokenPipeError):  # it has ended already, which is told when its events are read
        stdin.write(json.dumps(task) + "\n")
        stdin.flush()


def forward_events(stdout: IO[str], token: str, lines: "Queue[str]") -> None:
    """Put the events that a process writes into a queue, at their end an empty line.

    A process that the program has left behind may hold the pipe for ever: nobody waits for this.
    """
    with stdout:
        while line := stdout.readline(LONGEST):
            if line.startswith(token) and line.endswith("\n"):  # a process may end in the middle of one
                lines.put(line.removeprefix(token))
    lines.put("")


def receive_events(
    lines: "Queue[str]", process: subprocess.Popen[str], seconds: float, total: float
) -> Generator[Event]:
    """Yield events as they come; a Failure if none comes in time, or no end."""
    check, last_question = "import", Asked("", "import", [])
    deadline = monotonic() + total
    while True:
        allowed = seconds if last_question.asked != "import" else START_SECONDS
        seconds_left = deadline - monotonic()
        try:
            line = lines.get(timeout=max(0.0, min(allowed, seconds_left)))
        except Empty:
            line = None
        if not line:
            hung = f"no answer within {allowed:g} s"
            came = hung if allowed < seconds_left else f"not done within {total:.3g} s"
            yield describe_silence(process, check, last_question, came, 0.0 if line is None else allowed)
            return
        try:
            event = parse_event(line)
        except ValueError:
            continue  # the program has changed what writes events: the last one will not come
        match event:
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


def describe_silence(
    process: subprocess.Popen[str], check: str, last_question: Asked, came: str, patience: float
) -> Failure:
    """Return what to say of a process from which nothing comes any more: how it ended, or `came` if it hangs.

    One that has closed its pipe may need a moment to end: `patience`.
    """
    try:
        kind, (came, idea) = "crashed", describe_exit(process.wait(patience))
    except subprocess.TimeoutExpired:
        kind, idea = "hung", HUNG
    moves, asked, drawn = last_question
    return Failure(check, kind, moves, asked, came, "an answer", idea, drawn)


def describe_exit(status: int) -> tuple[str, str]:
    """Return what to say of a process that ended without an answer, and what that points to."""
    if status >= 0:
        return f"the program ended itself, exit status {status}", ENDED
    name = name_signal(-status)
    came = f"the system ended the program with signal {-status}, {name}"
    return f"{came}: {SIGNALS[name]}" if name in SIGNALS else came, ""


def name_signal(number: int) -> str:
    """Return the name of a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return "which has no name"


def end_child(process: subprocess.Popen[str], mark: str) -> None:
    """End a process and what it has started: its group, and on Linux also what has left that group."""
    assert process.stdin
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):  # all of them have ended
            os.killpg(process.pid, signal.SIGKILL)
        for _ in range(ROUNDS):
            for number in list_marked_processes(mark):
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
    process.wait()
    with suppress(BrokenPipeError):
        process.stdin.close()


def list_marked_processes(mark: str) -> Iterator[int]:
    """Yield the numbers of the processes that have a mark in their environment, where the system tells."""
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it has ended, or is not ours
            if mark.encode() in path.read_bytes():
                yield int(path.parent.name)
