"""Options that several commands have, and the types of their values."""

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import TypeVar

from common.errors import Error

WORKERS_PER_CORE = 8

T = TypeVar("T")
Container = argparse._ActionsContainer  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] (it has no public name)
"""A target for options: a parser, or a group of options that exclude each other."""


def make_number_type(
    least: float, most: float = float("inf"), kind: type[int] | type[float] = int
) -> Callable[[str], float]:
    """Return an argument type for numbers from `least`, which is not negative, to `most`.

    Each number has one spelling: no blanks, underscores, exponents, leading zeros or digits of other scripts.
    """
    allowed = f"from {least} to {most:,}" if most < float("inf") else f"of at least {least}"

    fraction = r"(\.[0-9]{1,18})?" if kind is float else ""

    def parse_number(text: str) -> float:
        is_number = re.fullmatch(rf"(0|[1-9][0-9]{{0,17}}){fraction}", text)
        value = kind(text) if is_number else float("nan")
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a {'whole ' * (kind is int)}number {allowed}")
        return value

    return parse_number


def make_type(read: Callable[[str], T]) -> Callable[[str], T]:
    """Return an argument type that refuses in the words of Error; argparse has its own for ValueError."""

    def read_or_refuse(text: str) -> T:
        try:
            return read(text)
        except Error as error:
            raise argparse.ArgumentTypeError(f"{error}") from None

    return read_or_refuse


def parse_workers(text: str) -> int:
    """Read a number of processes or threads; refuse more than the machine can take."""
    return int(make_number_type(1, WORKERS_PER_CORE * (os.cpu_count() or 1))(text))


def parse_new_file(text: str) -> Path:
    """Read the name of an output file; refuse one that cannot be written, before the work begins."""
    path = Path(text)
    if text == "-":
        raise argparse.ArgumentTypeError("'-' is not standard output here; name a file, such as ./-")
    if path.exists() and not path.is_file():
        raise argparse.ArgumentTypeError(f"{text!r} is not a file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=path.parent).close()
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}"
        raise argparse.ArgumentTypeError(f"{text!r} cannot be written: {reason}") from None
    return path


def add_number(
    command: Container,
    name: str,
    help_text: str,
    default: float | None = None,
    *,
    least: float = 1,
    most: float = float("inf"),
    metavar: str = "N",
) -> None:
    """Add an option for a whole number, or for any number if its default is a float."""
    kind = make_number_type(least, most, float if isinstance(default, float) else int)
    if default is not None:
        help_text += f" (default: {default:g})"
    command.add_argument(name, type=kind, default=default, metavar=metavar, help=help_text)


def add_limit_options(command: argparse.ArgumentParser) -> None:
    """Add the options for a program's limits."""
    add_number(command, "--seconds", "seconds for an answer", 10.0, least=0.1, most=3600, metavar="S")
    add_number(command, "--memory", "memory for a program", 2048, least=256, most=1 << 20, metavar="MIB")


def add_seed(command: Container, help_text: str) -> None:
    """Add the seed of all random choices."""
    add_number(command, "--seed", help_text, 1, least=0)


def add_board_option(command: argparse.ArgumentParser) -> None:
    """Add the option that most commands have; `c4` reads it before the command is imported."""
    command.add_argument("--board", metavar="WxH", help="size of the board (default: 7x6, or C4_BOARD)")


def add_jobs_option(command: Container, default: int | None = None) -> None:
    """Add the number of processes, all cores by default."""
    help_text = f"processes (default: {default or 'all cores'})"
    count = default or os.cpu_count() or 1
    command.add_argument("--jobs", type=parse_workers, default=count, metavar="N", help=help_text)


def add_book_option(command: Container, use: str = "the opening book") -> None:
    """Add the opening book, a name or a file, that replaces a step's own."""
    help_text = f"{use}: 8 or 12 for its plies, or a file (default: 12)"
    command.add_argument("--book", metavar="BOOK", help=help_text)


def add_dask_option(command: Container) -> None:
    """Add the address of a cluster."""
    command.add_argument("--dask", metavar="ADDRESS", help="scheduler of a Dask cluster to do the work")


def add_json_option(command: argparse.ArgumentParser, contents: str) -> None:
    """Add the output file for a result, which records its command."""
    help_text = f"write the {contents} and their origin"
    command.add_argument("--json", type=parse_new_file, metavar="FILE", help=help_text)
