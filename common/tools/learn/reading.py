"""Read the files of a learner's program, and refuse what is none."""

from pathlib import Path

from common.errors import UserError
from common.tools.learn.curriculum.stages import Files

MOST_BYTES = 1 << 20  # of a file


class BadProgram(UserError):
    """Say which file of a learner's program cannot be read, and why."""


def list_python_files(folder: Path) -> list[Path]:
    """Return the files of a program in a folder: all Python files but tests and what editors hide there."""
    return [
        path
        for path in sorted(folder.glob("*.py"))
        if path.is_file() and not path.name.startswith((".", "test_"))
    ]


def read_program(folder: Path) -> Files:
    """Return the files of a program in a folder; raise BadProgram if one is no text."""
    return {path.name: read_program_file(path) for path in list_python_files(folder)}


def read_program_file(path: Path) -> str:
    """Return the text of a file; raise BadProgram if it is none, or much too long."""
    if path.stat().st_size > MOST_BYTES:
        raise BadProgram(f"{path} is larger than {MOST_BYTES >> 20} MiB, so it is no program")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadProgram(f"{path} is not text in UTF-8: {error}. Save it as UTF-8") from None
