"""Write files completely or not at all, or line by line, so that an interrupted job can go on."""

import os
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from common import CORE

ROOT = CORE.parent
"""The folder that holds `common`: the root of a clone of the repository."""
PYTHON_PATH = f"{ROOT}{os.pathsep}{CORE / 'api'}"
"""The PYTHONPATH of child processes: one folder holds `common`, the other, in a clone, `c4`."""


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


def read_lines(path: Path) -> tuple[list[str], str]:
    """Return the whole lines of a file, if there is one, and the beginning of a last line without an end."""
    content = path.read_bytes().decode(errors="replace") if path.exists() else ""
    *lines, begun = content.split("\n")
    return lines, begun


@contextmanager
def open_to_append(path: Path) -> Generator[Callable[[Iterable[str]], None]]:
    """Yield a function that adds lines to a file, created if missing; cut off a last line without an end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with name_file_in_errors(path), path.open("a+b") as file:
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)

        def write_lines(lines: Iterable[str]) -> None:
            file.write("".join(lines).encode())
            file.flush()  # so that a kill loses none

        yield write_lines


@contextmanager
def name_file_in_errors(path: Path) -> Generator[None]:
    """Add a file's name to the errors of writing it, which lack one when the disk is full."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def describe_os_error(error: OSError) -> str:
    """Return a system error in words: the file and the problem."""
    reason = error.strerror or f"{error}"
    return reason if error.filename is None else f"{error.filename}: {reason}"
