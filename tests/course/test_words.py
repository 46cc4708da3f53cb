"""Tests of words: those for recorded figures are near the figure and fit a sentence, and no thing has two."""

import re
from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from repository import ROOT

from common.tools.words import AMOUNTS, LESS, describe_share, join_names

SHARES = st.integers(-700, 700).map(lambda step: exp((step + 0.5) / 100))
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
    "slightly fewer": 0.95,
    "about as m": 1.0,
    "slightly more": 1.05,
    "twice": 2.0,
    "two and a half": 2.5,
}
RETIRED = {
    r"\bYour turn\b|\bWrite your own\b": "write it",
    r"(?i)(?<!01[ _])minmax": "minimax, but for the folder and its step",
    r"(?i)checks, hints and a ladder|the ladder:": "the stages: the ladder is the page with all steps",
}
NEAR = {"under": 0.9, "over": 1.1}  # a little


def read_share(words: str) -> float:
    """Return the share that words mean, as a person reads them."""
    if factor := re.search(r"about ([\d.,]+) times", words):
        times = float(factor[1].replace(",", ""))
        return times if "times the" in words else 1 / times
    for text, share in ROUGH.items():
        if text in words:
            return share
    fraction = next(amount for name, amount in reversed(FRACTIONS.items()) if name in words)
    if "a little" in words:
        fraction *= next(factor for name, factor in NEAR.items() if name in words)
    if re.search("more|again", words):
        return 1 + fraction
    return 1 - fraction if re.search("less|fewer", words) else fraction


@pytest.mark.parametrize("noun", LESS)
def test_each_amount_has_words_that_mean_it(noun: str) -> None:
    for share in AMOUNTS:
        if share != 1:
            assert read_share(describe_share(share, noun)) == pytest.approx(share, rel=0.01)


@given(SHARES, st.sampled_from([*LESS]))
def test_words_are_near_and_end_a_clause(share: float, noun: str) -> None:
    words = describe_share(share, noun)
    assert abs(log(read_share(words) / share)) < log(1.2)
    assert abs(read_share(words) - share) < 0.06 or not 0.55 < share < 1.45
    assert re.fullmatch(rf"[a-z][\w., ]* {noun}( again)?", words)


@given(SHARES, SHARES)
def test_words_grow_with_the_figure(one: float, other: float) -> None:
    less, more = (read_share(describe_share(share, "time")) for share in sorted((one, other)))
    assert less <= more


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (1 / 175.4, "about 180 times less time"),
        (1 / 12.1, "about 12 times less time"),
        (1 / 11.9, "about a tenth of the time"),
        (0.974, "slightly less time"),
        (0.975, "about as much time"),
        (1, "as much time"),
        (1.025, "slightly more time"),
        (2.75, "about two and a half times the time"),
        (2.76, "about 2.8 times the time"),
        (1234, "about 1,200 times the time"),
        (1, "as many nodes"),
    ],
)
def test_limits_between_words(share: float, words: str) -> None:
    assert describe_share(share, words.rpartition(" ")[2]) == words


def test_names_are_joined() -> None:
    for names, words in {"": "no set", "a": "a", "ab": "a and b", "abc": "a, b and c"}.items():
        assert join_names(list(names)) == words


def test_retired_words_are_on_no_page() -> None:
    paths = [ROOT / "README.md", ROOT / "common" / "tools" / "cli.toml", *(ROOT / "docs").rglob("*.md")]
    texts = {path.relative_to(ROOT): " ".join(path.read_text(encoding="utf-8").split()) for path in paths}
    found = [(path, word) for path, text in texts.items() for word in RETIRED if re.search(word, text)]
    assert found == []
