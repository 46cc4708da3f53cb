"""Journals: what a long job has done so far, kept on the disk, so that the job can be killed and go on.

A journal is an SQLite database of one table. Row 0 says which job it is of, and each row after it is a piece
of work that is done. The job holds the database while it runs; however it ends, the system lets go.

seal        a checksum of a row, its number and the job: a row of another job, or a damaged one, has another
"""

import errno
import json
import re
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from common.errors import UserError

PATIENCE = 2.0  # seconds for others to finish reading a journal
TABLE = "CREATE TABLE IF NOT EXISTS work (number INTEGER PRIMARY KEY, text TEXT, seal INTEGER)"


class BadJournal(UserError):
    """Say why a journal does not belong to a job."""


class Busy(UserError):
    """Say that another process does this job."""


@dataclass(frozen=True)
class Journal:
    """A journal that this process holds, and the values that earlier runs kept in it."""

    path: Path
    heading: str
    done: list[Any]
    database: sqlite3.Connection

    def keep(self, *values: object) -> None:
        """Append values that JSON can hold; they are on the disk when this returns."""
        with explain_errors(self.path), self.database:
            (last,) = self.database.execute("SELECT max(number) FROM work").fetchone()
            texts = enumerate(map(json.dumps, values), last + 1)
            rows = [seal_row(self.heading, number, text) for number, text in texts]
            self.database.executemany("INSERT INTO work VALUES (?, ?, ?)", rows)


@contextmanager
def open_journal(path: Path, heading: str) -> Generator[Journal]:
    """Hold a job's journal, begun if it is not there; raise Busy if another process holds it."""
    path.touch()
    with open_database(path, PATIENCE) as database:
        with explain_errors(path), database:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("BEGIN EXCLUSIVE")
            tables = database.execute("SELECT name FROM sqlite_schema").fetchall()
            if tables not in ([], [("work",)]):
                raise sqlite3.DatabaseError("another program's tables")
            database.execute(TABLE)
            database.execute("INSERT OR IGNORE INTO work VALUES (?, ?, ?)", seal_row(heading, 0, heading))
            done = list_values(database, path, heading)
        yield Journal(path, heading, done, database)


@contextmanager
def open_journal_of(target: Path, heading: str) -> Generator[Journal]:
    """Hold the journal beside a file that a job makes; it goes when that is done."""
    target.parent.mkdir(parents=True, exist_ok=True)
    path = target.with_name(f"{target.name}.journal")
    with open_journal(path, heading) as journal:
        yield journal
    path.unlink()


def read_journal(path: Path, heading: str) -> list[Any]:
    """Return the values in an existing journal that nobody holds; raise Busy if a process does."""
    with open_database(path) as database, explain_errors(path):
        has_begun = database.execute("SELECT name FROM sqlite_schema").fetchone()
        return list_values(database, path, heading) if has_begun else []


@contextmanager
def open_database(path: Path, patience: float = 0) -> Generator[sqlite3.Connection]:
    """Open an existing database; wait that many seconds for others to let go of it."""
    with explain_errors(path):
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", patience, uri=True)
    with closing(database):
        yield database


def list_values(database: sqlite3.Connection, path: Path, heading: str) -> list[Any]:
    """Return the values in a journal; raise BadJournal if it is another job's or damaged."""
    rows = database.execute("SELECT number, text, seal FROM work ORDER BY number").fetchall()
    if rows and rows[0][1] != heading and isinstance(rows[0][1], str):
        there, here = (re.sub(r"^c4-(\w+)-journal", r"c4 \1:", text) for text in (rows[0][1], heading))
        raise BadJournal(
            f"{path} is the journal of another job. That is {there}. This is {here}. "
            "Finish that one first, or delete the file"
        )
    if rows != [seal_row(heading, number, text) for number, (_, text, _) in enumerate(rows)]:
        raise sqlite3.DatabaseError("a row has another seal")
    return [json.loads(text) for _, text, _ in rows[1:]]


def seal_row(heading: str, number: int, text: str) -> tuple[int, str, int]:
    """Return a row of a journal's table, with a checksum."""
    return number, text, crc32(f"{heading} {number} {text}".encode())


@contextmanager
def explain_errors(path: Path) -> Generator[None]:
    """Turn an error of the database into one that says what to do about the journal."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF  # the rest is a detail
        if code == sqlite3.SQLITE_BUSY:
            raise Busy(f"another process is making this: it holds {path}") from None
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
            raise BadJournal(
                f"{path} is no journal or a damaged one; move it away, and its work is done again"
            ) from None
        numbers = {sqlite3.SQLITE_FULL: errno.ENOSPC, sqlite3.SQLITE_CANTOPEN: errno.ENOENT}
        raise OSError(numbers.get(code, errno.EIO), f"{error}", f"{path}") from None
