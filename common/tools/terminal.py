"""Where the commands read and print: colour on a terminal, plain text in a pipe."""

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from threading import Timer
from time import monotonic
from typing import TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from common.errors import UserError

PLAIN_SECONDS = 30.0  # between lines of progress where there is no terminal
DRAWN_SECONDS = 0.1  # between changes of a bar, which cost more than an easy position


def prepare_streams() -> None:
    """Let any text be read and written, and no file take the number of a standard stream that is closed.

    Raise UserError if standard output is closed.
    """
    streams = (sys.stdin, sys.stdout, sys.stderr)
    closed = [number for number, stream in enumerate(streams) if stream is None]
    for number in closed:
        os.dup2(os.open(os.devnull, os.O_RDWR), number)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115 (it stays open)
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115 (it stays open)
    if 1 in closed:
        raise UserError("standard output is closed")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop_unwritten(*streams: TextIO) -> None:
    """Drop what streams hold and cannot write: Python would try again when it ends, and complain."""
    for stream in streams:
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def console(file: TextIO) -> Console:
    """Return a console that writes a pipe's lines whole, however long."""
    return Console(
        file=file, highlight=False, soft_wrap=not file.isatty(), width=None if file.isatty() else 200
    )


def progress(out: Console) -> Progress:
    """Return a progress bar with an estimate of the time left, drawn only on a terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=out,
        transient=True,
        disable=not out.is_terminal,
    )


@contextmanager
def shown(what: str) -> Generator[Callable[[int, int], None]]:
    """Show how far a long job is: a bar on a terminal, elsewhere a line now and then.

    The job calls what this yields with the number of pieces that are done and of all, first before any work.
    """
    errors = console(sys.stderr)
    with progress(errors) as bar:
        task = bar.add_task(what, total=None)
        start = last = monotonic()
        drawn = 0.0
        before: int | None = None

        def show(done: int, total: int) -> None:
            nonlocal before, drawn, last
            before = done if before is None else before
            now = monotonic()
            if now - drawn > DRAWN_SECONDS:
                drawn = now
                bar.update(task, completed=done, total=total)
            if not errors.is_terminal and now - last > PLAIN_SECONDS:
                last = now
                left = (now - start) / max(done - before, 1) * (total - done)
                tell(f"{what}: {done}/{total}, about {left / 60:.0f} min left")

        yield show


def tell(message: str) -> None:
    """Print a message on standard error, if it can be printed there."""
    with suppress(OSError):
        print(message, file=sys.stderr, flush=True)


def standard_input() -> TextIO:
    """Return standard input; raise UserError if it is closed."""
    if sys.stdin is None:
        raise UserError("standard input is closed")
    return sys.stdin


@contextmanager
def told_if_slow(message: str, after: float = 2.0) -> Generator[None]:
    """Print a message on standard error if what is done in this context takes longer than `after` seconds."""
    timer = Timer(after, tell, [message])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
