"""The checks that stages name: each a title, what a failure points to, and its questions.

The questions of the check "key bits" are asked by the function `ask_key_bits` of a module here; its words are
in `checks.toml`.
"""

import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import NamedTuple

from c4.engine import Step
from common.tools.claims import Claim
from common.tools.learn.curriculum.stages import Lines


class Check(NamedTuple):
    """A check: its title, the idea that a failure points to if nothing more is known, and its questions."""

    title: str
    idea: str
    questions: Callable[[Step, Lines], Iterator[Claim]]


MODULES = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
ASKING = {name: function for module in MODULES for name, function in vars(module).items()}
WORDS = tomllib.loads(Path(__file__).with_name("checks.toml").read_text(encoding="utf-8"))
CHECKS = {
    name: Check(**words, questions=ASKING["ask_" + name.replace(" ", "_").replace("-", "_")])
    for name, words in WORDS.items()
}
