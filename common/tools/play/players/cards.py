"""Play by the cards, the course's or your own, without a search.

Players are given positions, not games, so the card in force has to be found again. If lines of several cards
lead to a position, any of these will do: the holder gets there by each of them.
"""

from argparse import ArgumentTypeError
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from c4.reasons import BOTTOMS, cells, column_of, count
from common.errors import Error
from common.jit import zeros
from common.position import HEIGHT, WIDTH
from common.tools.play.card_file import (
    EMBEDDED,
    ROOM,
    BadCards,
    Strategy,
    check_strategy,
    make_deck,
    read_strategy,
)
from common.tools.play.cards import BITS, CARD, CARD_BITS, Deck, choose, find_card, mirror
from common.tools.play.players.player import EnginePosition, make_parameter


def parse_file(text: str) -> str:
    """Read the name of a file, "" for the course's."""
    if text and not Path(text).is_file():
        raise ArgumentTypeError(f"{text!r} is not there")
    return text


@dataclass(frozen=True)
class CardPlayer:
    """A player who plays by the cards of a file, or by the course's, from the empty board on."""

    file: str = make_parameter("", parse_file)

    def __post_init__(self) -> None:
        """Raise Error for a board without cards, and for a file that is damaged."""
        if not self.file and not EMBEDDED.exists():
            raise Error(
                f"player cards: the course has no cards for the board {WIDTH}x{HEIGHT}; "
                "name your own, as in cards:file=my.cards"
            )
        load_strategy(self.file)

    @property
    def holder(self) -> int:
        """Return the holder of the cards, 0 for X and 1 for O."""
        return load_strategy(self.file).holder

    def choose(self, position: EnginePosition, rng: Random) -> int:  # noqa: ARG002 (nothing is left to chance)
        """Return the column by the rules; raise Error for a position to which no card leads."""
        holder, deck, cards = load_cards(self.file)
        own, mask = position.stones, position.mask
        if position.moves % 2 == holder:
            for is_mirrored in (False, True):
                column = find_column(deck, cards, own, mask)
                if column >= 0:
                    return WIDTH - 1 - column if is_mirrored else column
                own, mask = mirror(own), mirror(mask)
        raise Error(
            f"the cards are for {'XO'[holder]}, from the empty board on; no card leads to this position"
        )


@lru_cache
def load_strategy(file: str) -> Strategy:
    """Return a file's contents, the course's without a name; raise BadCards if it is damaged."""
    return read_strategy(Path(file) if file else EMBEDDED)


@lru_cache
def load_cards(file: str) -> tuple[int, Deck, dict[int, int]]:
    """Return the holder of the cards, the deck, and a card in force for each position on their lines.

    Raise BadCards if they fail.
    """
    strategy, seen = load_strategy(file), zeros(ROOM)
    try:
        check_strategy(strategy, seen=seen)
    except BadCards as error:
        raise BadCards(f"{file}: {error}") from None
    deck, keys = make_deck(strategy.cards, strategy.draws), [int(key) for key in seen if key]
    return strategy.holder, deck, {key >> CARD_BITS: key % (1 << CARD_BITS) - 1 for key in keys}


def find_column(deck: Deck, cards: dict[int, int], own: int, mask: int) -> int:
    """Return the column by the rules, or -1 if the position is neither on a card nor on its lines."""
    stone, kind = choose(deck, own, mask, -1, 0)
    if stone:
        new = find_card(deck, own, mask)
        is_mirrored = kind == CARD and own + mask != deck.owns[new] + deck.masks[new]
        return -1 if is_mirrored else column_of(stone)
    for column in range(WIDTH):
        height = count(mask & cells(column))
        last = 1 << column * (HEIGHT + 1) + height - 1 if height else own
        card = -1 if last & own else cards.get(own + (mask ^ last) + BOTTOMS, -1)
        if card >= 0:
            return deck.digits[card * BITS + count(last - 1)]
    return -1
