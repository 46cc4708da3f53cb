"""The command line on the pages: help and players."""

from argparse import PARSER, RawDescriptionHelpFormatter
from dataclasses import fields
from functools import partial
from typing import Any

from common.errors import Error
from common.tools.cli import make_parser
from common.tools.play.players.registry import PLAYERS
from common.tools.site.macro import macro, render_table
from common.tools.site.macros.code import render_block

WIDTH = 98  # letters in a line of help, as on a terminal of 100 columns


@macro
def command_help(command: str = "") -> str:
    """Return the help of a command such as "book build"; raise Error if there is none."""
    words = command.split()
    parser: Any = make_parser(words[:1])
    for word in words:
        commands = next((action.choices for action in vars(parser)["_actions"] if action.nargs == PARSER), {})
        if word not in commands:
            raise Error(f"there is no command c4 {command}")
        parser = commands[word]
    parser.formatter_class = partial(RawDescriptionHelpFormatter, width=WIDTH)
    parser.color = False  # which newer versions of Python add on a terminal
    return render_block(parser.format_help().rstrip(), "text", " ".join(["c4", *words, "--help"]))


@macro
def player_table() -> str:
    """Return a table of the players, one row per class: names with fixed values, parameters, docstring."""
    rows: list[list[str]] = []
    for player_class in dict.fromkeys(kind for kind, _ in PLAYERS.values()):
        names = [
            f"`{name}`" + "".join(f" ({key} {format_value(value)})" for key, value in settled.items())
            for name, (other, settled) in PLAYERS.items()
            if other is player_class
        ]
        defaults = [
            f"`{field.name}={format_value(field.default)}`"
            for field in fields(player_class)
            if field.metadata
        ]
        words = " ".join((player_class.__doc__ or "").split())
        rows.append([", ".join(names), ", ".join(defaults), words])
    return render_table(["names", "parameters", "how they play"], rows)


def format_value(value: object) -> str:
    """Return a parameter's value as it is typed."""
    return f"{value:g}" if isinstance(value, float) else f"{value}"
