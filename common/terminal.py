"""Where the commands print: colour on a terminal, plain text in a pipe."""

from collections.abc import Generator
from contextlib import contextmanager
from threading import Timer
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
def told_if_slow(out: Console, message: str, after: float = 2.0) -> Generator[None]:
    """Print a message if what is done in this context takes longer than `after` seconds."""
    timer = Timer(after, out.print, [message])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
