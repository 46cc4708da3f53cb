"""Tests of the options of all commands: they share one argument type for numbers."""

import re
from argparse import PARSER, ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from common.tools.cli import COMMANDS, make_parser

ODD = ["1_0", "\u0661", "\u00b2", "1e1", "01", "+1", "-1", "-0", " 1", "9" * 5000, "nan"]  # Arabic 1, ² too


def list_options(parser: ArgumentParser) -> Iterator[tuple[str, Any]]:
    """Yield each option with its name, also of subcommands."""
    for action in vars(parser)["_actions"]:
        yield f"{parser.prog} {action.dest}", action
        if action.nargs == PARSER:
            for subparser in action.choices.values():
                yield from list_options(subparser)


def reads_number(read: Any) -> bool:
    """Return whether the type of an option is that of numbers."""
    with suppress(Exception):  # it reads something else
        return type(read("1")) in (int, float)
    return False


def test_help_says_the_defaults_that_there_are() -> None:
    defaults = [
        (name, float(option.default), float(said[1]))
        for name, option in list_options(make_parser())
        if option.default is not None and (said := re.search(r"\(default: (\d+)\)", option.help))
    ]
    assert len(defaults) > 10
    assert not [(name, default, said) for name, default, said in defaults if default != said]


def test_numbers_are_written_in_one_way() -> None:
    numbers = list_options(make_parser([*COMMANDS]))
    options = {name: option.type for name, option in numbers if reads_number(option.type)}
    assert len(options) > 15
    for name, read in options.items():
        for text in ODD:
            with pytest.raises(ArgumentTypeError, match=re.escape(f"{text!r} ")):
                read(text)
                pytest.fail(f"{name} takes {text[:9]!r}")
