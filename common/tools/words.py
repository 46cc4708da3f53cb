"""Figures in words, for sentences that are made from a record and have to read well whatever it holds."""

from collections.abc import Iterable
from math import log, log10

from common.position import COLUMN_NAMES

LESS = {"time": ("much", "less"), "nodes": ("many", "fewer")}
"""What can be compared, with the words that go with it."""

AMOUNTS = {
    1 / 10: "about a tenth of the {noun}",
    1 / 8: "about an eighth of the {noun}",
    1 / 7: "about a seventh of the {noun}",
    1 / 6: "about a sixth of the {noun}",
    1 / 5: "about a fifth of the {noun}",
    1 / 4: "about a quarter of the {noun}",
    0.3: "a little under a third of the {noun}",
    1 / 3: "about a third of the {noun}",
    0.4: "about two fifths of the {noun}",
    0.45: "a little under half of the {noun}",
    1 / 2: "about half of the {noun}",
    0.55: "a little over half of the {noun}",
    0.6: "about two fifths {less} {noun}",
    2 / 3: "about a third {less} {noun}",
    3 / 4: "about a quarter {less} {noun}",
    4 / 5: "about a fifth {less} {noun}",
    6 / 7: "about a seventh {less} {noun}",
    0.9: "about a tenth {less} {noun}",
    0.95: "slightly {less} {noun}",
    1.0: "about as {much} {noun}",
    1.05: "slightly more {noun}",
    1.1: "about a tenth more {noun}",
    1.15: "about a seventh more {noun}",
    1.2: "about a fifth more {noun}",
    1.25: "about a quarter more {noun}",
    4 / 3: "about a third more {noun}",
    1.4: "about two fifths more {noun}",
    1.5: "about half as {much} {noun} again",
    5 / 3: "about two thirds more {noun}",
    2.0: "about twice the {noun}",
    2.5: "about two and a half times the {noun}",
}
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


def join_names(names: list[str]) -> str:
    """Return names as a list in a sentence.

    >>> join_names(["a", "b", "c"]), join_names([])
    ('a, b and c', 'no set')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "no set"


def name_cells(cells: Iterable[tuple[int, int]]) -> str:
    """Return cells, columns and rows from 0, as a list in a sentence.

    >>> name_cells([(4, 2), (6, 1), (6, 2)])
    'row 3 of column 5 and rows 2 and 3 of column 7'
    """
    rows: dict[int, list[str]] = {}
    for column, row in cells:
        rows.setdefault(column, []).append(f"{row + 1}")
    return join_names(
        [
            f"row{'s' * (len(names) > 1)} {join_names(names)} of column {COLUMN_NAMES[column]}"
            for column, names in rows.items()
        ]
    )
