"""Options that several commands have, and the types of their values."""

import argparse
import os
from pathlib import Path
from tempfile import TemporaryFile

WORKERS_PER_CORE = 8


def number(
    low: float, high: float = float("inf"), kind: type[int] | type[float] = int
) -> "type[int] | type[float]":
    """Return an argument type: a number from `low` to `high`."""

    def read(text: str) -> float:
        value = kind(text)
        if value < low:
            raise argparse.ArgumentTypeError(f"{text} is less than {low}")
        if not value <= high:
            raise argparse.ArgumentTypeError(f"{text} is not a number up to {high:,}")
        return value

    read.__name__ = {int: "whole number", float: "number"}[kind]
    return read  # type: ignore[return-value]


def workers(text: str) -> int:
    """Read a number of processes or threads; refuse more than the machine can bear."""
    cores = os.cpu_count() or 1
    count, most = int(number(1)(text)), WORKERS_PER_CORE * cores
    if count > most:
        raise argparse.ArgumentTypeError(
            f"{text} is more than {most}, {WORKERS_PER_CORE} for each core of this machine"
        )
    return count


workers.__name__ = "whole number"


def new_file(text: str) -> Path:
    """Read the name of a file to be written; refuse one that cannot be, before the work begins."""
    path = Path(text)
    if path.exists() and not path.is_file():
        raise argparse.ArgumentTypeError(f"{text!r} is not a file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=path.parent).close()
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}"
        raise argparse.ArgumentTypeError(f"{text!r} cannot be written: {reason}") from None
    return path


def add_board(command: argparse.ArgumentParser) -> None:
    """Add the option that most commands have; `c4` reads it before the command is imported."""
    command.add_argument(
        "--board",
        metavar="WxH",
        help="size of the board (default: 7x6, or what the environment variable C4_BOARD says)",
    )


def add_jobs(
    command: "argparse.ArgumentParser | argparse._MutuallyExclusiveGroup",  # pyright: ignore[reportPrivateUsage] (it has no public name)
    default: int | None = None,
) -> None:
    """Add the number of processes, all cores by default."""
    shown = "all cores" if default is None else default
    command.add_argument(
        "--jobs",
        type=workers,
        default=default or os.cpu_count() or 1,
        metavar="N",
        help=f"processes (default: {shown})",
    )


def add_json(command: argparse.ArgumentParser, what: str) -> None:
    """Add the file for a result, which says how it was made."""
    command.add_argument(
        "--json", type=new_file, metavar="FILE", help=f"write the {what} and how they were made"
    )
