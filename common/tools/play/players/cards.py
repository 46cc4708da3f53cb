"""Play by the cards, without a search.

Players are given positions, not games, so the card in force has to be found again. If lines of several cards
lead to a position, any of these will do: by each of them, the holder gets there.
"""

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from common.errors import UserError
from common.jit import zeros
from common.position import CELLS, HEIGHT, WIDTH
from common.tools.play.card_file import EMBEDDED, ROOM, make_deck, read_strategy
from common.tools.play.card_proof import prove
from common.tools.play.cards import BITS, CARD, CARD_BITS, KINDS, Deck, choose, find_card, mirror
from common.tools.play.players.player import Bitboard
from common.tools.play.shown import BOTTOMS, cells, column_of, count


@dataclass(frozen=True)
class CardPlayer:
    """A player who wins by the cards: X, from the empty board on."""

    def __post_init__(self) -> None:
        """Raise UserError for a board without cards."""
        if not EMBEDDED.exists():
            raise UserError(f"player cards: the course has no cards for the board {WIDTH}x{HEIGHT}")

    def choose(self, position: Bitboard, rng: Random) -> int:  # noqa: ARG002 (nothing is left to chance)
        """Return the column that the rules say; raise UserError for a position to which no card leads."""
        holder, deck, cards = load_cards()
        own, mask = position.stones, position.mask
        if position.moves % 2 == holder:
            for is_mirrored in (False, True):
                column = find_column(deck, cards, own, mask)
                if column >= 0:
                    return WIDTH - 1 - column if is_mirrored else column
                own, mask = mirror(own), mirror(mask)
        raise UserError(
            f"the cards are {'XO'[holder]}'s, from the empty board on; they know nothing of this position"
        )


@lru_cache
def load_cards() -> tuple[int, Deck, dict[int, int]]:
    """Return who holds the cards, the deck, and for each position that they lead to one that is in force."""
    strategy = read_strategy(EMBEDDED)
    deck, seen = make_deck(strategy.cards, strategy.draws), zeros(ROOM)
    counts, line = zeros(len(KINDS) + 1), zeros(CELLS + 1)
    prove(deck, -1, deck.size, strategy.holder, False, seen, counts, line)
    keys = [int(seen[slot]) for slot in range(ROOM) if seen[slot]]
    return strategy.holder, deck, {key >> CARD_BITS: key % (1 << CARD_BITS) - 1 for key in keys}


def find_column(deck: Deck, cards: dict[int, int], own: int, mask: int) -> int:
    """Return the column that the rules say, -1 if the position is neither on a card nor on its lines."""
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
