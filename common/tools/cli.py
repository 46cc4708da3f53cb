"""The command line, `c4`: its commands, and what they share.

The options of a command and what it does are in its module of `common.tools.commands`. That is imported only
when it is asked for: the size of the board must be known before anything that depends on it is imported.
"""

import argparse
import os
import signal
import sys
from collections.abc import Collection, Sequence
from concurrent.futures import BrokenExecutor
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile

from common.errors import UserError
from common.tools import collect_seldom
from common.tools.terminal.streams import drop_unwritten, prepare_streams, tell

COMMANDS = {
    "solve": "score positions, one a line: position, score, explored nodes, microseconds",
    "bench": "compare steps on the test sets: accuracy, time, explored nodes",
    "diff": "show what one step changes of another, tests and caches left out",
    "testset": "make the test sets: random positions, scored by bitbully",
    "book": "make, describe and check opening books",
    "play": "play in the terminal, or watch two players",
    "match": "let two players meet in many games, and judge the result",
    "tournament": "let every two of many players meet, and rate them",
    "accuracy": "compare the moves of players with perfect play",
    "wasm": "compile the steps to WebAssembly, for the boards in the pages",
    "learn": "write a solver of your own, stage by stage, with checks, hints and a ladder",
    "grade": "check the solvers of many learners, each in a process with limits",
    "serve": "build the site of the course and open it in a browser",
}
WORKERS_PER_CORE = 8


def parser(described: Collection[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of the command line; only the commands `described` are imported for their options."""
    top = argparse.ArgumentParser(
        prog="c4",
        description="Solve Connect 4 positions, and see what each step of the course buys.",
        epilog="Each command has its own --help, with examples.",
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name in described:
            module = import_module(f"common.tools.commands.{name}")
            examples = module.EXAMPLES.strip().splitlines()
            command.epilog = "examples:\n" + "\n".join(f"  {line}" for line in examples)
            command.set_defaults(run=module.run)
            module.add(command)
    return top


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
    """Add the option that most commands have; `board` reads it, before the command is imported."""
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


def board(arguments: Sequence[str]) -> str | None:
    """Return the size of the board that a command line asks for, None if it says nothing of it."""
    first = argparse.ArgumentParser(add_help=False)
    first.add_argument("--board", nargs="?")  # without a size: the command's own parser complains
    return first.parse_known_args(arguments)[0].board


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status: 0 done, 1 something was wrong, 2 bad usage."""
    # Compiled code does not look at Python's signal handlers: let the system end it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    collect_seldom()
    try:
        return run(sys.argv[1:] if arguments is None else arguments)
    finally:
        drop_unwritten(sys.stdout, sys.stderr)


def run(arguments: Sequence[str]) -> int:
    """Run a command line, say what went wrong, and return the exit status."""
    command = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    try:
        prepare_streams()
        return perform(command, arguments)
    except BrokenPipeError:
        return 1  # nobody reads any further
    except UserError as error:
        status, message = error.status, f"{error}"
    except OSError as error:
        reason = error.strerror or f"{error}"
        status, message = 2, reason if error.filename is None else f"{error.filename}: {reason}"
    except MemoryError as error:
        status, message = 1, f"memory ran out. {error}".rstrip(". ")
    except BrokenExecutor:
        status, message = 1, "a process that did part of the work was ended, perhaps because memory ran out"
    tell(f"c4 {command}: {message}" if command else f"c4: {message}")
    return status


def perform(command: str, arguments: Sequence[str]) -> int:
    """Do what a command line says, write all of the output, and return the exit status."""
    if (size := board(arguments)) is not None:
        os.environ["C4_BOARD"] = size
    try:
        options = parser([command]).parse_args(arguments)
        return options.run(options)
    finally:
        sys.stdout.flush()
