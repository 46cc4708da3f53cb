"""Tests of the words for recorded figures: they are near the figure, and fit into a sentence."""

import re
from math import exp, log

import pytest

from common.tools.words import AMOUNTS, LESS, describe_share, join_names

SHARES = [exp((step + 0.5) / 100) for step in range(-700, 700)]


def value(words: str) -> float:
    factor = re.search(r"about ([\d.,]+) times", words)
    if factor:
        times = float(factor[1].replace(",", ""))
        return times if "times the" in words else 1 / times
    (share,) = [
        share
        for share, text in AMOUNTS.items()
        if text.format(noun="time", much="much", less="less") == words
    ]
    return share


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (1 / 175.4, "about 180 times less time"),
        (1 / 12.1, "about 12 times less time"),
        (1 / 12, "about a tenth of the time"),
        (1 / 11.9, "about a tenth of the time"),
        (0.2827, "a little under a third of the time"),
        (0.5, "about half of the time"),
        (0.76, "about a quarter less time"),
        (0.79, "about a fifth less time"),
        (0.974, "slightly less time"),
        (0.975, "about as much time"),
        (1, "as much time"),
        (1.024, "about as much time"),
        (1.025, "slightly more time"),
        (1.384, "about two fifths more time"),
        (1.5, "about half as much time again"),
        (2, "about twice the time"),
        (2.74, "about two and a half times the time"),
        (2.75, "about two and a half times the time"),
        (2.76, "about 2.8 times the time"),
        (9.7, "about 9.7 times the time"),
        (1234, "about 1,200 times the time"),
        (0.76, "about a quarter fewer nodes"),  # which are counted
        (1, "as many nodes"),
        (1.5, "about half as many nodes again"),
        # each has words of its own, though its neighbours are near
        (0.125, "about an eighth of the time"),
        (0.143, "about a seventh of the time"),
        (0.167, "about a sixth of the time"),
        (0.2, "about a fifth of the time"),
        (0.25, "about a quarter of the time"),
        (0.333, "about a third of the time"),
        (0.667, "about a third less time"),
        (0.8, "about a fifth less time"),
        (0.857, "about a seventh less time"),
        (1.333, "about a third more time"),
        (1.667, "about two thirds more time"),
    ],
)
def test_a_share_has_its_words(share: float, words: str) -> None:
    assert describe_share(share, words.removesuffix(" again").rpartition(" ")[2]) == words


def test_words_grow_with_the_figure_and_are_never_far_from_it_nor_take_less_for_more() -> None:
    values: list[float] = []
    for share in SHARES:
        words = describe_share(share, "time")
        values.append(value(words))
        assert abs(log(values[-1] / share)) < log(1.2)
        assert abs(values[-1] - share) < 0.06 or not 0.55 < share < 1.45
        if share < 0.97:
            assert re.search(r"\bless\b|(?<!twice|times) of the", words), words
        if share > 1.03:
            assert re.search(r"\bmore\b|\bagain$|\btwice\b|times the time$", words), words
    assert values == sorted(values)


FRACTIONS = {
    "tenth": 1 / 10,
    "eighth": 1 / 8,
    "seventh": 1 / 7,
    "sixth": 1 / 6,
    "fifth": 1 / 5,
    "quarter": 1 / 4,
    "third": 1 / 3,
    "two fifths": 2 / 5,
    "half": 1 / 2,
    "two thirds": 2 / 3,
}
ROUGH = {
    "slightly less": 0.95,
    "about as much": 1.0,
    "slightly more": 1.05,
    "twice": 2.0,
    "two and a half": 2.5,
}
NEAR = {"under": 0.9, "over": 1.1}  # a little


def test_words_mean_their_share() -> None:
    """Read each of the words as a person does."""
    for share, text in AMOUNTS.items():
        words = text.format(noun="time", much="much", less="less")
        if rough := [amount for name, amount in ROUGH.items() if re.search(rf"\b{name}\b", words)]:
            assert share == pytest.approx(rough[0], rel=0.01), words
            continue
        fraction = next(amount for name, amount in reversed(FRACTIONS.items()) if name in words)
        if "a little" in words:
            fraction *= next(factor for name, factor in NEAR.items() if name in words)
        more = re.search("more|again", words)
        expected = 1 + fraction if more else 1 - fraction if "less" in words else fraction
        assert share == pytest.approx(expected, rel=0.01), words


@pytest.mark.parametrize("noun", LESS)
def test_words_can_follow_a_verb_and_end_a_clause(noun: str) -> None:
    for share in [*SHARES, 1]:
        assert re.fullmatch(rf"[a-z][\w., ]* {noun}( again)?", describe_share(share, noun))


def test_names_are_joined() -> None:
    for names, words in {"": "no set", "a": "a", "ab": "a and b", "abc": "a, b and c"}.items():
        assert join_names(list(names)) == words
