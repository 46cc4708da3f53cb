"""Programs in separate processes with limits: start one, read its lines, end it and its process group.

As a program, this is the guard of another one: `python limited.py MIB COMMAND...` limits its memory, passes
questions on to it, and ends the group when the questioner is gone for any reason. So it imports no other
module of the course. A program that leaves its group lives on.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, Queue
from threading import Thread
from typing import IO, TextIO

MOST_WAITING = 1000  # unread lines
EXIT_SECONDS = 1.0  # after the end of its output, until it is known how a process ended
SIGNALS = {
    "SIGSEGV": "it used memory that is not its own, or a recursion went too deep",
    "SIGBUS": "it used memory that is not its own",
    "SIGKILL": "another program killed it, or the system did because memory was short",
}
"""The likely reason why the system ended a process."""


@dataclass(frozen=True)
class Limited:
    """A child process, and the lines that it has written, an empty one last."""

    process: subprocess.Popen[str]
    lines: "Queue[str]"

    def write_line(self, text: str) -> None:
        """Write a line to the process; if it has ended, reading the answer reports that."""
        assert self.process.stdin
        with suppress(BrokenPipeError):
            self.process.stdin.write(f"{text}\n")
            self.process.stdin.flush()  # the pipe stays open: its end says that nobody waits any more

    def read_line(self, seconds: float) -> str | None:
        """Return the next line, "" at the end, or None if nothing comes in time."""
        try:
            line = self.lines.get(timeout=max(0.0, seconds))
        except Empty:
            return None if self.process.poll() is None else ""
        if not line:
            self.lines.put("")  # a later reader is at the end as well
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(EXIT_SECONDS)
        return line

    def describe_end(self) -> str:
        """Return the reason why there are no more lines."""
        status = self.process.poll()
        if status is None:
            return "the program closed its standard output"
        if status >= 0:
            return f"the program ended itself, exit status {status}"
        name = next((known.name for known in signal.Signals if known == -status), "which has no name")
        came = f"the system ended the program with signal {-status}, {name}"
        return f"{came}: {SIGNALS[name]}" if name in SIGNALS else came

    def end(self) -> None:
        """End the process and its group."""
        assert self.process.stdin
        with suppress(BrokenPipeError):
            self.process.stdin.close()  # which its guard takes for the end
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):  # all of them have ended
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def start_limited(
    command: Sequence[str],
    environment: Mapping[str, str],
    memory: int,
    *,
    quiet: bool = False,
    longest: int = -1,
) -> Limited:
    """Start a program with a guard that limits its memory, in MiB; lines over `longest` come in pieces."""
    process = subprocess.Popen(
        [sys.executable, "-I", __file__, f"{memory}", *command],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if quiet else None,
        encoding="utf-8",
        errors="backslashreplace",
        start_new_session=True,  # so that its children can be ended with it
    )
    assert process.stdout
    lines: Queue[str] = Queue(MOST_WAITING)
    Thread(target=forward_lines, args=(process.stdout, lines, longest), daemon=True).start()
    return Limited(process, lines)


def forward_lines(stdout: IO[str], lines: "Queue[str]", longest: int) -> None:
    """Put the lines that a process writes into a queue, then an empty one."""
    with stdout:
        for line in iter(partial(stdout.readline, longest), ""):
            lines.put(line)
    lines.put("")


def separate_streams() -> tuple[TextIO, TextIO]:
    """Return standard input for questions, and standard output, reserved for answers.

    The code that answers has nothing to read, and all that it prints goes to standard error.
    """
    questions, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return questions, answers


def main(memory: str, *command: str) -> None:
    """Guard a program and its memory, in MiB; its output goes straight to standard output."""
    if sys.platform != "win32":
        import resource

        with suppress(OSError, ValueError):  # the limit may already be lower
            resource.setrlimit(resource.RLIMIT_AS, (int(memory) << 20, int(memory) << 20))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        program = subprocess.Popen(command, stdin=subprocess.PIPE, bufsize=0)
    except OSError as error:
        sys.exit(f"{error}")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or its end would not be seen
    Thread(target=pass_on, args=(program,), daemon=True).start()
    status = program.wait()
    if sys.platform != "win32":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.killpg(0, signal.SIGTERM)  # the others in the group would hold its output open
    if status < 0:
        with suppress(OSError, ValueError):
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)


def pass_on(program: subprocess.Popen[bytes]) -> None:
    """Pass questions on to a program; end it, its group and this process when the questioner is gone."""
    assert program.stdin
    for line in sys.stdin.buffer:
        with suppress(BrokenPipeError):
            program.stdin.write(line)
    if sys.platform == "win32":
        program.kill()
    else:
        os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main(*sys.argv[1:])
