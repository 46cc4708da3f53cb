"""Figures in words, for sentences that are made from a record and have to read well whatever it holds."""

import tomllib
from fractions import Fraction
from math import log, log10
from pathlib import Path

LESS = {"time": ("much", "less"), "nodes": ("many", "fewer")}
"""What can be compared, with the words that go with it."""

WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
AMOUNTS = {float(Fraction(share)): words for share, words in WORDS.items()}
"""The words for a share of what another needs; the nearest one by its factor is taken."""


def describe_share(share: float, noun: str) -> str:
    """Say how much of something is needed, as a share of what another needs, after a verb: "it takes ...".

    >>> describe_share(0.76, "time"), describe_share(1, "nodes"), describe_share(0.0057, "nodes")
    ('about a quarter less time', 'as many nodes', 'about 180 times fewer nodes')
    """
    much, less = LESS[noun]
    if share == 1:
        return f"as {much} {noun}"
    if share < 1 / 12:
        return f"about {round_factor(1 / share)} times {less} {noun}"
    if share > 11 / 4:
        return f"about {round_factor(share)} times the {noun}"
    nearest = min(AMOUNTS, key=lambda amount: abs(log(amount / share)))
    return AMOUNTS[nearest].format(noun=noun, much=much, less=less)


def round_factor(factor: float) -> str:
    """Return a factor with two digits that count: 2.9, 25, 180."""
    return f"{factor:.2g}" if factor < 10 else f"{round(factor, 1 - int(log10(factor))):,.0f}"
