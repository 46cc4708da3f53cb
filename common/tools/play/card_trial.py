"""Test another program that checks cards: on cards that win, and on many broken ones."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from c4.reasons import BOARD, BOTTOMS, cells, column_of
from common.errors import Error
from common.position import COLUMN_NAMES, WIDTH
from common.tools.play.card_file import BadCards, Strategy, check_strategy, write_strategy

BROKEN = 20  # files


def break_strategy(strategy: Strategy, rng: Random) -> tuple[Strategy, str]:
    """Return a strategy with a random change to a card's digit or stone, or without it, and the change."""
    number = rng.randrange(len(strategy.cards))
    card, others = strategy.cards[number], [*strategy.cards[:number], *strategy.cards[number + 1 :]]
    written = [bit for bit, digit in enumerate(card.digits) if digit >= 0]
    kind = rng.choice(["gone", "stone", *["digit"] * bool(written)])
    if kind == "gone":
        return strategy._replace(cards=others), f"the card {card.game} is missing"
    old = column_of(card.stone)
    if kind == "stone":
        lowest = (card.mask + BOTTOMS) & BOARD
        stones = [lowest & cells(column) for column in range(WIDTH) if column != old]
        stone = rng.choice([stone for stone in stones if stone])
        new, bit = column_of(stone), stone.bit_length() - 1  # a cell that then needs no digit
        changed = card._replace(stone=stone, digits=(*card.digits[:bit], -1, *card.digits[bit + 1 :]))
    else:
        bit = rng.choice(written)
        old = card.digits[bit]
        new = rng.choice([column for column in range(WIDTH) if column != old])
        changed = card._replace(digits=(*card.digits[:bit], new, *card.digits[bit + 1 :]))
    words = f"the card {card.game} has the {kind} {COLUMN_NAMES[new]} instead of {COLUMN_NAMES[old]}"
    return strategy._replace(cards=[*others, changed]), words


def break_repeatedly(strategy: Strategy, seed: int) -> Iterator[tuple[Strategy, str]]:
    """Yield broken strategies, each with its change and the line that it loses."""
    rng, tried = Random(seed), set[str]()
    while True:
        broken, words = break_strategy(strategy, rng)
        if words in tried:
            continue
        tried.add(words)
        try:
            check_strategy(broken)  # some changes are harmless
        except BadCards as error:
            yield broken, f"{words}: {error}"


def try_checker(command: Sequence[str], strategy: Strategy, seed: int, seconds: float) -> Iterator[str]:
    """Run a checker on the cards and on broken ones; yield its error on each, "" if it is right."""
    whole = strategy, "they win, whatever the other player does"
    tried = chain([whole], islice(break_repeatedly(strategy, seed), BROKEN))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tried.cards"
        for number, (cards, words) in enumerate(tried):
            write_strategy(path, cards)
            accepts = run_checker(command, path, seconds)
            is_right = accepts == (number == 0)
            verb = "accepts" if accepts else "refuses"
            yield "" if is_right else f"it {verb} these cards: {words}"


def run_checker(command: Sequence[str], path: Path, seconds: float) -> bool:
    """Return whether a checker accepts a file; raise Error if it does not answer or takes too long."""
    try:
        done = subprocess.run([*command, path], stdout=sys.stderr, timeout=seconds, check=False)
    except OSError as error:
        raise Error(f"{command[0]} cannot be run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise Error(f"{command[0]} took more than {seconds:g} seconds; --seconds allows more") from None
    if done.returncode not in (0, 1):
        raise Error(f"{command[0]} ended with status {done.returncode}; 0 accepts cards, 1 refuses them")
    return done.returncode == 0
