"""Tests of the options of all commands, of which none is run."""

import argparse
import re
from collections.abc import Iterator
from typing import Any

import pytest

from common.tools import course, sets
from common.tools.cli import make_parser

LIMITS: list[tuple[str, str, float, float | None]] = [  # the least and the most that an option takes
    ("learn check", "--seconds", 0.1, 3600),
    ("learn check", "--memory", 256, 1 << 20),
    ("grade a", "--total", 1, 86400),
    ("bench", "--timeout", 0, 1_000_000),
    ("bench", "--positions", 1, None),
    ("serve", "--port", 0, 65535),
    ("solve", "--table", 1, 1 << 20),
    ("solve", "--threads", 1, None),
    ("sizes --json x", "--limit", 1, None),
    ("sizes --json x", "--table", 1, None),
    ("book build --out x", "--plies", 0, None),
    ("accuracy random", "--games", 0, None),
    ("match random random", "--games", 1, None),
    ("testset --out x", "--positions", 1, None),
    ("puzzles x", "--positions", 1, None),
]


@pytest.mark.parametrize(("command", "option", "least", "most"), LIMITS)
def test_an_option_takes_numbers_within_its_limits(
    command: str, option: str, least: float, most: float | None
) -> None:
    words = [*command.split(), option]
    parser = make_parser(words[:1])
    for number in (least, most or least + 1):
        assert vars(parser.parse_args([*words, f"{number}"]))[option.removeprefix("--")] == number
    for number in (least - 1, most + 1 if most else "x"):
        with pytest.raises(SystemExit):
            parser.parse_args([*words, f"{number}"])


def test_without_a_list_all_steps_and_the_measured_sets_are_taken() -> None:
    given = make_parser(["bench"]).parse_args(["bench"])
    assert [step.number for step in given.steps] == course.numbers()
    assert given.sets == list(sets.KINDS)
    given = make_parser(["wasm"]).parse_args(["wasm", "build"])
    assert [step.number for step in given.steps] == course.numbers()


REQUIRED = {
    "book": "ACTION",
    "book build --out x": "--plies",
    "book build --plies 3": "--out",
    "book info": "file",
    "book verify x": "--oracle",
    "wasm": "ACTION",
    "sizes": "--json",
    "testset": "--out",
    "puzzles": "file",
    "accuracy": "PLAYER",
    "grade": "FOLDER",
    "tournament": "CONFIG",
    "diff 04": "new",
}


@pytest.mark.parametrize("command", REQUIRED)
def test_what_is_left_out_and_needed_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = command.split()
    with pytest.raises(SystemExit):
        make_parser(words[:1]).parse_args(words)
    assert f"the following arguments are required: {REQUIRED[command]}\n" in capsys.readouterr().err


def list_options(parser: Any) -> Iterator[Any]:
    """Yield what a command line may say, after each of its words too."""
    for option in parser._actions:
        yield option
        if option.nargs == argparse.PARSER:
            for inner in option.choices.values():
                yield from list_options(inner)


def test_help_says_the_defaults_that_there_are() -> None:
    defaults = [
        (option.option_strings, option.default, float(said[1]))
        for option in list_options(make_parser())
        if option.default is not None and (said := re.search(r"\(default: (\d+)\)", option.help))
    ]
    assert len(defaults) > 10
    assert not [(name, default, said) for name, default, said in defaults if default != said]


DEFAULTS: dict[str, dict[str, Any]] = {  # what is taken where nothing is said
    "learn start x": {"stage": "01"},
    "learn check": {"watch": False, "compiled": False, "seconds": 10, "memory": 2048},
    "grade a": {"seconds": 10, "memory": 2048, "total": 300},
    "bench": {"positions": 20, "full": False, "timeout": 3, "no_book": False, "threads": 1},
    "serve": {"port": 8000, "no_open": False},
    "solve": {"step": "22", "weak": False, "analyze": False, "no_book": False},
    "sizes --json x": {"step": "21", "limit": 60, "table": 64, "jobs": 1},
    "accuracy random": {"positions": 20, "games": 5, "seed": 1},
    "match random random": {"games": 100, "jobs": 1, "seed": 1, "swap": False},
    "testset --out x": {"seed": 1, "positions": 1000},
    "puzzles x": {"seed": 1, "positions": 400},
    "tournament x": {"jobs": 1},
    "play": {"red": "human", "yellow": "medium", "moves": "", "scores": False},
    "explain 4": {"json": False},
    "review 4": {"json": False},
    "diff 5 6": {"stat": False},
}


@pytest.mark.parametrize("command", DEFAULTS)
def test_what_is_taken_where_nothing_is_said(command: str) -> None:
    words = command.split()
    given = vars(make_parser(words[:1]).parse_args(words))
    assert {name: given[name] for name in DEFAULTS[command]} == DEFAULTS[command]
