"""Write files completely or not at all, or line by line, so that an interrupted job can go on."""

import os
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO

from common import API, CORE, PREFIX
from common.errors import Error

ROOT = CORE.parent
"""The folder that holds `common`: the root of a clone of the repository."""
PYTHON_PATH = os.pathsep.join(map(str, [API.parent] if PREFIX else [ROOT, API.parent]))
"""The PYTHONPATH of child processes: the folder that holds `c4` and, in a clone, that of `common`."""


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file next to its place and then move it there; make the folder if needed."""
    with open_replacement(path) as unfinished, unfinished.open("wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        sync_file(file)


@contextmanager
def open_replacement(path: Path) -> Generator[Path]:
    """Yield a path next to a file's place; then move that file there, or delete it after an error."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.urandom(4).hex()}.unfinished")
    try:
        with name_file_in_errors(path):
            yield unfinished
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def sync_file(file: IO[str] | IO[bytes]) -> None:
    """Flush a file to the disk."""
    file.flush()
    os.fsync(file.fileno())


def hash_files(paths: Iterable[Path]) -> str:
    """Return a hash of the contents of files, wherever they are."""
    return sha256(b"".join(sorted(sha256(path.read_bytes()).digest() for path in paths))).hexdigest()[:16]


@contextmanager
def open_to_append(path: Path) -> Generator[tuple[list[str], str, Callable[[Iterable[str]], None]]]:
    """Yield the whole lines of a file, a last one without an end, and a function that adds lines.

    The file is created if missing. The function first cuts off the line without an end. Raise Error if
    another process is adding to the file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with name_file_in_errors(path), path.open("a+b") as file:
        if not lock_file(file):
            raise Error(f"{path}: another process is writing this file; wait until it ends")
        file.seek(0)
        content = file.read()
        *lines, begun = content.decode(errors="replace").split("\n")

        def write_lines(added: Iterable[str]) -> None:
            nonlocal begun
            if begun:
                file.truncate(content.rfind(b"\n") + 1)
                begun = ""
            file.write("".join(added).encode())
            file.flush()  # so that a kill loses none

        yield lines, begun, write_lines


def lock_file(file: IO[bytes]) -> bool:
    """Lock a file until it is closed or the process ends; return False if another process has done so."""
    try:
        if sys.platform == "win32":
            from msvcrt import LK_NBLCK, locking

            file.seek(0x7FFFFFFE)  # nobody can read what is locked: a byte that few files have
            locking(file.fileno(), LK_NBLCK, 1)
        else:
            from fcntl import LOCK_EX, LOCK_NB, flock

            flock(file, LOCK_EX | LOCK_NB)
    except OSError as error:  # some disks on a network have no locks
        return not isinstance(error, BlockingIOError | PermissionError)
    return True


@contextmanager
def name_file_in_errors(path: Path) -> Generator[None]:
    """Add a file's name to the errors of writing it, which lack one when the disk is full."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
