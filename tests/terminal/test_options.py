"""Options of all commands: one reader of numbers."""

import re
from argparse import PARSER, ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from common.tools.cli import COMMANDS, make_parser

ODD = [
    "1_0",
    "\N{ARABIC-INDIC DIGIT ONE}",
    "\N{SUPERSCRIPT TWO}",
    "1e1",
    "01",
    "+1",
    "-1",
    "-0",
    " 1",
    "9" * 5000,
    "nan",
]


def list_number_options(parser: ArgumentParser) -> Iterator[tuple[str, Callable[[str], Any]]]:
    """Yield the name and the type of each option for a number, also of subcommands."""
    for action in vars(parser)["_actions"]:
        if action.nargs == PARSER:
            for subparser in action.choices.values():
                yield from list_number_options(subparser)
        elif action.type:
            with suppress(Exception):  # it reads something else
                if type(action.type("1")) in (int, float):
                    yield f"{parser.prog} {action.dest}", action.type


def test_numbers_are_written_in_one_way() -> None:
    options = dict(list_number_options(make_parser([*COMMANDS])))
    assert {
        "c4 match seed",
        "c4 cards try seconds",
        "c4 play seed",
        "c4 serve port",
        "c4 book build jobs",
    } <= set(options)
    for name, read in options.items():
        for text in ODD:
            with pytest.raises(ArgumentTypeError, match=re.escape(f"{text!r} ")):
                read(text)
                pytest.fail(f"{name} takes {text[:9]!r}")
