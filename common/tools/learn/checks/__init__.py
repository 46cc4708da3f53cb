"""The checks that stages name: each a title, what a failure points to, and its questions.

The questions of the check "key bits" are asked by the function `ask_key_bits` of a module here; its words are
in `checks.toml`.
"""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from common.tools.claims import Program, Question
from common.tools.learn.checks import (
    bits,
    drawn,
    entries,
    following,
    horizon,
    keys,
    search,
    soon,
    tables,
)
from common.tools.learn.curriculum.sample import Lines


class Check(NamedTuple):
    """A check: its title, the idea that a failure points to if no more is known, and its questions."""

    title: str
    idea: str
    questions: Callable[[Program, Lines], Iterator[Question]]


MODULES = (bits, drawn, entries, following, horizon, keys, search, soon, tables)
ASKING = {name: function for module in MODULES for name, function in vars(module).items()}
WORDS = tomllib.loads(Path(__file__).with_name("checks.toml").read_text(encoding="utf-8"))
CHECKS = {
    name: Check(**words, questions=ASKING["ask_" + name.replace(" ", "_").replace("-", "_")])
    for name, words in WORDS.items()
}
