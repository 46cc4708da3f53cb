"""How a program of the tools runs: its standard streams, its exit status, its errors in one line."""

import os
import signal
import sys
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout, suppress
from io import BufferedIOBase, TextIOWrapper
from textwrap import TextWrapper
from threading import Timer
from typing import cast

from common.errors import Error


def run_program(name: str, run: Callable[[], int]) -> int:
    """Run a program, report an error, and return the status: 0 done, 1 something was wrong, 2 bad usage."""
    # Compiled code does not look at Python's signal handlers: let the system end it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        prepare_streams()
        try:
            return run()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        return 1  # the reader is gone
    except Error as error:
        status, message = error.status, f"{error}"
    except OSError as error:
        status, message = 2, describe_os_error(error)
    except MemoryError as error:
        status, message = 1, f"memory ran out. {error}".rstrip(". ")
    except BrokenExecutor:
        status, message = 1, "a process that did part of the work was ended from outside"
    finally:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except OSError:  # drop what is left: Python would try again at its end, and complain
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    print_message(f"{name}: {message}")
    return status


def describe_os_error(error: OSError) -> str:
    """Return a system error in words: the file and the problem."""
    reason = error.strerror or f"{error}"
    return reason if error.filename is None else f"{error.filename}: {reason}"


def prepare_streams() -> None:
    """Make any text readable and writable, and keep files off the numbers of closed standard streams.

    Raise Error if standard output is closed.
    """
    streams = (sys.stdin, sys.stdout, sys.stderr)
    closed = [number for number, stream in enumerate(streams) if stream is None]
    for number in closed:
        os.dup2(os.open(os.devnull, os.O_RDWR), number)
    sys.stdout = sys.stdout or open(1, "w", closefd=False, encoding="utf-8")  # noqa: SIM115 (it stays open)
    sys.stderr = sys.stderr or open(2, "w", closefd=False, encoding="utf-8")  # noqa: SIM115 (it stays open)
    if 1 in closed:
        raise Error("standard output is closed")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@contextmanager
def divert_output() -> Generator[None]:
    """Send what is printed in this context to standard error, whether Python's streams print it or others."""
    answers = os.dup(1)
    os.dup2(2, 1)
    try:
        with open(2, "w", encoding="utf-8", closefd=False) as errors, redirect_stdout(errors):
            yield
    finally:
        os.dup2(answers, 1)
        os.close(answers)


def print_message(message: str) -> None:
    """Print a message on standard error if possible, wrapped at words on a terminal."""
    with suppress(OSError):
        if sys.stderr.isatty():
            width = os.get_terminal_size(sys.stderr.fileno()).columns
            wrap = TextWrapper(width or 80, break_long_words=False, break_on_hyphens=False)
            message = "\n".join(wrap.fill(line) for line in message.split("\n"))
        print(message, file=sys.stderr, flush=True)


def require_standard_input() -> BufferedIOBase:
    """Return the bytes of standard input; raise Error if it is closed."""
    if sys.stdin is None:
        raise Error("standard input is closed")
    return cast("BufferedIOBase", sys.stdin.buffer)


@contextmanager
def print_if_slow(message: str, after: float = 2.0) -> Generator[None]:
    """Print a message on standard error if this context takes longer than `after` seconds."""
    timer = Timer(after, print_message, [message])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def print_on_terminal_if_slow(message: str) -> AbstractContextManager[None]:
    """Do the same, but only on a terminal: a pipe need not pay for the thread that waits."""
    return print_if_slow(message) if sys.stderr.isatty() else nullcontext()
