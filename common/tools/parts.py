"""Finished parts of a long job, one per line of a file, so that an interrupted job goes on from there.

The first line says which job it is.
"""

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from common.errors import Error
from common.tools.files import open_to_append

Parts = list[Any]
Keep = Callable[[object], None]


@contextmanager
def open_parts(target: Path, job: str) -> Generator[tuple[Parts, Keep]]:
    """Yield the finished parts beside a job's output, and a function that adds one; delete them at the end.

    Raise Error if they are another job's, or another process adds some. An unfinished line is dropped.
    """
    path = target.with_name(f"{target.name}.parts")
    with open_to_append(path) as (lines, _, write):
        if lines and lines[0] != job:
            other = f"{path} belongs to another job: {lines[0]}"
            raise Error(f"{other}. This is {job}. Finish that one, or delete the file")
        try:
            parts = [json.loads(line) for line in lines[1:]]
        except ValueError:
            raise Error(f"{path} is damaged; delete it to begin again") from None
        if not lines:
            write([f"{job}\n"])
        yield parts, lambda part: write([f"{json.dumps(part)}\n"])
    path.unlink(missing_ok=True)
