"""Write files so that they are whole or not there at all."""

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]
"""The folder that holds `common`: the clone of the repository, where there is one."""
CORE = ROOT / "common"
"""The core: the Python files directly in this folder, and what steps may import."""
PYTHON_PATH = f"{ROOT}{os.pathsep}{CORE / 'api'}"
"""The PYTHONPATH of what is started: `common` is in the one folder, in a clone `c4` in the other."""


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file beside its place and then move it there; the folder is made if need be."""
    with open_replacement(path) as unfinished, unfinished.open("wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        sync_file(file)


@contextmanager
def open_replacement(path: Path) -> Generator[Path]:
    """Yield where to write a file, beside its place; then move it there, or delete it if that failed."""
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
    """Have all that was written to a file on the disk when this returns."""
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def name_file_in_errors(path: Path) -> Generator[None]:
    """Put the name of a file into the errors of writing it, which lack one when the disk is full."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def describe_os_error(error: OSError) -> str:
    """Return what the system refused, where, and what to do if a disk is full."""
    reason = error.strerror or f"{error}"
    if error.filename is None:
        return reason
    advice = ". Make room there, then run this command again"
    return f"{error.filename}: {reason}{advice if error.errno in (errno.ENOSPC, errno.EDQUOT) else ''}"
