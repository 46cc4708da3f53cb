"""Journals: the progress of a long job on the disk, so that a killed job can be resumed.

A journal is an SQLite database of one table. Row 0 says which job it belongs to, and each later row is a
finished piece of work. The job holds the database while it runs; however it ends, the system lets go.

seal        a checksum of a row, its number and the job: a row of another job, or a damaged one, has another
"""

import errno
import json
import re
import sqlite3
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from zlib import crc32

from common.errors import UserError
from common.tools.terminal.streams import print_message

PATIENCE = 2.0  # seconds for others to finish reading a journal
TABLE = "CREATE TABLE IF NOT EXISTS work (number INTEGER PRIMARY KEY, text TEXT, seal INTEGER)"


class Busy(UserError):
    """Another process is doing this job."""


@dataclass(frozen=True)
class Journal:
    """A journal that this process has locked, and the values from earlier runs."""

    path: Path
    heading: str
    done: list[Any]
    database: sqlite3.Connection

    def keep(self, *values: object) -> None:
        """Append JSON values, and flush them to the disk."""
        with explain_errors(self.path), self.database:
            (last,) = self.database.execute("SELECT max(number) FROM work").fetchone()
            texts = enumerate(map(json.dumps, values), last + 1)
            rows = [seal_row(self.heading, number, text) for number, text in texts]
            self.database.executemany("INSERT INTO work VALUES (?, ?, ?)", rows)


@contextmanager
def open_journal(path: Path, heading: str) -> Generator[Journal]:
    """Lock a job's journal, created if missing; raise Busy if another process has locked it."""
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
    """Lock the journal next to a job's output file; delete it when the job is done."""
    target.parent.mkdir(parents=True, exist_ok=True)
    path = target.with_name(f"{target.name}.journal")
    with open_journal(path, heading) as journal:
        yield journal
    path.unlink()


def read_journal(path: Path, heading: str) -> list[Any]:
    """Return the values in an existing journal; raise Busy if a process has locked it."""
    with open_database(path) as database, explain_errors(path):
        has_begun = database.execute("SELECT name FROM sqlite_schema").fetchone()
        return list_values(database, path, heading) if has_begun else []


@contextmanager
def open_database(path: Path, patience: float = 0) -> Generator[sqlite3.Connection]:
    """Open an existing database; wait that many seconds for its lock, and do without where there are none."""
    uri = f"{path.absolute().as_uri()}?mode=rw"
    if not can_lock(path.parent):  # SQLite would say that another process has it
        uri += "&nolock=1"
        print_message(
            f"{path.absolute()} is on a disk without locks, perhaps on a network. "
            "Run one command at a time: nothing keeps two apart"
        )
    with explain_errors(path):
        database = sqlite3.connect(uri, patience, uri=True)
    with closing(database):
        yield database


def can_lock(folder: Path) -> bool:
    """Return whether files in a folder can be locked, which is tried with another one.

    To close a file is to lose all locks on it.
    """
    if sys.platform == "win32":
        return True
    from fcntl import LOCK_EX, lockf

    try:
        with TemporaryFile(dir=folder) as file:
            lockf(file, LOCK_EX)
    except OSError as error:
        return error.errno not in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
    return True


def list_values(database: sqlite3.Connection, path: Path, heading: str) -> list[Any]:
    """Return the values in a journal; raise UserError if it is another job's or damaged."""
    rows = database.execute("SELECT number, text, seal FROM work ORDER BY number").fetchall()
    if rows and rows[0][1] != heading and isinstance(rows[0][1], str):
        there, here = (re.sub(r"^c4-(\w+)-journal", r"c4 \1:", text) for text in (rows[0][1], heading))
        raise UserError(
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
    """Turn a database error into a UserError with advice about the journal."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF  # the rest is a detail
        if code == sqlite3.SQLITE_BUSY:
            raise Busy(f"another process is making this: it has locked {path}") from None
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
            raise UserError(
                f"{path} is damaged or not a journal; move it away, and its work will be done again"
            ) from None
        numbers = {sqlite3.SQLITE_FULL: errno.ENOSPC, sqlite3.SQLITE_CANTOPEN: errno.ENOENT}
        raise OSError(numbers.get(code, errno.EIO), f"{error}", f"{path}") from None
