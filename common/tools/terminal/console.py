"""The output of commands: colour on a terminal, plain text in a pipe; times as people read them; progress."""

import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TextIO, TypeVar, cast

from rich import progress
from rich.console import Console
from rich.table import Table

from common.tools.terminal.streams import print_message

P = TypeVar("P")

PLAIN_SECONDS = 30.0  # between lines of progress where there is no terminal
PIPE_WIDTH = 1 << 16


class Unpadded:
    """A file that drops blanks at the ends of lines."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def write(self, text: str) -> int:
        """Write a text without those blanks."""
        return self.file.write(re.sub(" +\n", "\n", text))

    def __getattr__(self, name: str) -> object:
        return getattr(self.file, name)


def make_console(file: TextIO) -> Console:
    """Return a console that does not break lines in a pipe, and drops blanks at their ends."""
    if file.isatty():
        return Console(file=file, highlight=False)
    return Console(file=cast("TextIO", Unpadded(file)), highlight=False, soft_wrap=True, width=PIPE_WIDTH)


def make_table(*headings: str, figures: Iterable[str] = ()) -> Table:
    """Return an empty table: columns of text, then columns of figures, aligned to the right."""
    table = Table(*headings, box=None, header_style="bold", pad_edge=False)
    for heading in figures:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def print_diff(text: str) -> None:
    """Print a diff, coloured on a terminal, which breaks lines that are too long."""
    out = make_console(sys.stdout)
    if out.is_terminal:
        from rich.syntax import Syntax  # slow to import, and no other command needs it

        out.print(Syntax("", "diff", background_color="default").highlight(text), soft_wrap=True, end="")
    else:
        sys.stdout.write(text)


def format_time(seconds: float) -> str:
    """Return a time in the unit that suits it.

    >>> format_time(0.0000123), format_time(0.25), format_time(75)
    ('12.3 µs', '250.0 ms', '75.0 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds / size < 10 else f"{seconds / size:.1f} {unit}"
    return f"{seconds * 1e6:.1f} µs"


@contextmanager
def show_progress(title: str) -> Generator[Callable[[int, int], None]]:
    """Show the progress of a long job: a bar and the time left on a terminal, elsewhere a line now and then.

    The job calls what this yields with the number of pieces that are done and of all, first before any work.
    """
    errors = make_console(sys.stderr)
    columns = (
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        start = printed_at = monotonic()
        done_before: int | None = None

        def on_progress(done: int, total: int) -> None:
            nonlocal done_before, printed_at
            done_before = done if done_before is None else done_before
            now = monotonic()
            bar.update(task, completed=done, total=total)
            if not errors.is_terminal and now - printed_at > PLAIN_SECONDS:
                printed_at = now
                left = (now - start) / max(done - done_before, 1) * (total - done)
                time = f"about {left / 60:.0f} min" if left >= 60 else "less than a minute"
                print_message(f"{title}: {done}/{total}, {time} left")

        yield on_progress


def track_progress(title: str, pieces: Iterable[P], total: int) -> Iterator[P]:
    """Yield pieces of work one by one, and show how many are done."""
    with show_progress(title) as on_progress:
        on_progress(0, total)
        for done, piece in enumerate(pieces, 1):
            yield piece
            on_progress(done, total)
