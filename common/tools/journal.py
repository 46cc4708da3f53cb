"""Journals: what a long job has done so far, kept on the disk, so that the job can be killed and go on.

heading   the first line of a journal: which job it is of
line      a piece of work that is done, with a checksum; lines are only ever appended
torn      of a last line: without a line end, as the job was killed while it wrote; it counts as not there
lock      a file beside a journal, held while the job runs; it is free again however the job ends
"""

import json
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from filelock import FileLock, Timeout

from common.errors import UserError
from common.tools.files import name_file_in_errors, sync_file

AT_ONCE, FOREVER = 0, -1  # how long to wait for a lock
SEAL = len("01234567 ")
SHOWN_BYTES = 120  # bytes of a foreign heading


class BadJournal(UserError):
    """Say why a journal does not belong to a job."""


class Busy(UserError):
    """Say that another process does this job."""


@dataclass(frozen=True)
class Journal:
    """A journal that this process holds, and the lines that were in it when it was opened."""

    path: Path
    heading: str
    done: list[str]

    def append(self, *lines: str) -> None:
        """Append lines; they are on the disk when this returns."""
        append_lines(self.path, *(seal_line(self.heading, line) for line in lines))

    def keep(self, *values: Any) -> None:
        """Append values, each as a line of JSON."""
        self.append(*map(json.dumps, values))

    def load_values(self) -> list[Any]:
        """Return the values that earlier runs kept."""
        return [json.loads(line) for line in self.done]


@contextmanager
def open_journal(path: Path, heading: str) -> Generator[Journal]:
    """Hold a job's journal, begun if it is not there; raise Busy if another process holds it."""
    with hold_lock(path):
        path.touch()
        journal = Journal(path, heading, read_journal(path, heading))
        os.truncate(path, path.read_bytes().rfind(b"\n") + 1)
        if not path.stat().st_size:
            append_lines(path, heading)
        yield journal


@contextmanager
def open_journal_of(target: Path, heading: str) -> Generator[Journal]:
    """Hold the journal beside a file that a job makes; it goes when that is done."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with open_journal(target.with_name(f"{target.name}.journal"), heading) as journal:
        yield journal
        journal.path.unlink()


@contextmanager
def hold_lock(path: Path, wait: float = AT_ONCE) -> Generator[None]:
    """Hold the lock that goes with a file; raise Busy if another process holds it."""
    lock = FileLock(f"{path}.lock", timeout=wait)
    try:
        lock.acquire()
    except Timeout:
        raise Busy(f"another process is making this: it holds {lock.lock_file}") from None
    try:
        yield
    finally:
        with suppress(PermissionError):  # Windows deletes no open file, but filelock does so itself there
            Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()


def read_journal(path: Path, heading: str) -> list[str]:
    """Return the lines of a journal, whoever holds it; raise BadJournal if it is another job's or damaged."""
    *whole_lines, torn = path.read_bytes().split(b"\n")
    first = whole_lines[0] if whole_lines else torn
    if first != heading.encode()[: None if whole_lines else len(torn)]:
        raise BadJournal(
            f"{path} begins with {first[:SHOWN_BYTES].decode(errors='replace')!r}, not {heading!r}: "
            "it is of another job; finish that one, or delete the file"
        )
    lines: list[str] = []
    for number, sealed_line in enumerate(whole_lines[1:], 2):
        line = sealed_line[SEAL:].decode(errors="replace")
        if sealed_line != seal_line(heading, line).encode():
            raise BadJournal(
                f"{path}, line {number}: its checksum is wrong, so it is damaged or of another job; "
                "delete the line, and this piece of work is done again"
            )
        lines.append(line)
    return lines


def seal_line(heading: str, line: str) -> str:
    """Return a line with a checksum before it, of the line and of the job."""
    return f"{crc32((heading + line).encode()):08x} {line}"


def append_lines(path: Path, *lines: str) -> None:
    """Append lines to a file and have them on the disk."""
    with name_file_in_errors(path), path.open("ab") as file:
        file.write("".join(f"{line}\n" for line in lines).encode())
        sync_file(file)
