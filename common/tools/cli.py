"""The command line, `c4`: its commands, in groups.

Summaries and examples of the commands are in `cli.toml` in this folder, those that need the course apart. A
command's options and code are in its module of the folder `commands`, which is imported only when it is
needed: the size of the board must be known before anything that depends on it is imported.
"""

import argparse
import os
import re
import sys
import tomllib
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from common import PREFIX
from common.errors import Error
from common.tools.terminal.streams import print_message, run_program

FOLDER = Path(__file__).with_name("commands")
GROUPS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
CHOICE = re.compile(r"(?s)(.*)invalid choice: '(.*)' \(choose from (.*)\)")
SHOWN = "learn", "read", "ask"  # groups that a reader meets first; --all shows the others, too
DESCRIBED = {name: about for group in GROUPS.values() for name, about in group.items()}
COMMANDS = {name: about for name, about in DESCRIBED.items() if (FOLDER / f"{name}.py").exists()}
"""What `cli.toml` says of each command that is installed: a wheel has none for the course."""
WIDTH = max(map(len, COMMANDS))
LISTS = {
    group: "\n".join([f"{group}:", *(f"  {name:{WIDTH}}  {COMMANDS[name]['summary']}" for name in names)])
    for group, commands in GROUPS.items()
    if (names := [name for name in commands if name in COMMANDS])
}
"""The commands of each group with their summaries, as help shows them."""


class Parser(argparse.ArgumentParser):
    """A parser that suggests a correction for a mistyped word, as those of its commands do."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with status 2."""
        if choice := CHOICE.fullmatch(message):
            before, word, names = choice[1], choice[2], re.findall(r"[\w-]+", choice[3])
            near = get_close_matches(word, names, 1)
            rest = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
            message = f"{before}there is no {word!r}; {rest}"
        self.print_usage(sys.stderr)
        print_message(f"{self.prog}: error: {message}")
        self.exit(2)


class PrintVersion(argparse.Action):
    """An option that prints the version, which takes longer to find than most of the help."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print it, and exit."""
        print("c4", import_module("importlib.metadata").version("connect4-step-by-step"))
        parser.exit()


def make_parser(described: Collection[str] = COMMANDS) -> Parser:
    """Return the parser of the command line; only commands in `described` are imported for their options."""
    top = Parser(
        prog="c4",
        usage="c4 [-h | --all | --version] COMMAND ...",
        description="Solve, explain and play Connect 4.",
        epilog="\n\n".join(LISTS[group] for group in SHOWN if group in LISTS)
        + "\n\nEach command has its own --help, with examples.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument(
        "--all",
        action="version",
        version="\n\n".join(LISTS.values()),
        help="list all commands, including those for measuring and making, and exit",
    )
    top.add_argument("--version", action=PrintVersion, nargs=0, help="show the version, and exit")
    commands = top.add_subparsers(
        prog="c4", dest="command", required=True, metavar="COMMAND", help=argparse.SUPPRESS
    )
    for name, about in COMMANDS.items():
        summary, more = about["summary"], about.get("more", "").splitlines()
        lines = about["examples"] + ("" if PREFIX else about.get("examples_in_the_clone", ""))
        examples = (f"  {line}" for line in lines.splitlines())
        command = commands.add_parser(
            name,
            description=summary[0].upper() + summary[1:] + ".",
            epilog="\n".join(["examples:", *examples, *more]),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name in described:
            module = import_module(f"{__package__}.commands.{name}")
            command.set_defaults(run=vars(module).get("run"))  # or each of its actions sets its own
            module.add(command)
    return top


WITHOUT_NUMBA = (
    "Numba is not installed, so everything runs as plain Python: the same answers, about a hundred times "
    "slower. `pip install numba llvmlite` helps where there are wheels for both."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    command = words[0] if words and words[0] in COMMANDS else ""
    return run_program(f"c4 {command}".rstrip(), partial(run_command, command, words))


def run_command(command: str, arguments: Sequence[str]) -> int:
    """Run a command, and return the exit status."""
    board_parser = argparse.ArgumentParser(add_help=False)
    board_parser.add_argument("--board", nargs="?")  # without a size: the command's own parser complains
    if arguments and arguments[0] in DESCRIBED.keys() - COMMANDS:
        from c4.engine import IN_CLONE  # not before: --help need not wait

        raise Error(f"c4 {arguments[0]} is {IN_CLONE}")
    if (size := board_parser.parse_known_args(arguments)[0].board) is not None:
        os.environ["C4_BOARD"] = size
    parser = make_parser([command])
    if not arguments:
        parser.print_help()
        return 0
    options = parser.parse_args(arguments)
    if not find_spec("numba"):
        print_message(WITHOUT_NUMBA)
    return options.run(options)
