"""Cards: a whole strategy on paper, and the rules by which it is played.

The holder of the cards plays by five rules, in this order, and knows nothing else:

1  make four, if you can;
2  if the position or its mirror image has a card, take it and play its stone;
3  block, if the other player threatens four;
4  play a stone after which a reason shows the win, the first such column from the centre;
5  answer in the column that the card in force says: its digit in the cell of the other player's last stone.

own, mask   the cells of the holder's stones, and of all stones
card        an index of a deck, -1 for none in force
"""

from typing import NamedTuple

from c4 import reasons
from c4.reasons import BOARD, BOTTOMS, cells, count, winning_squares
from common.jit import Array, compiled
from common.position import HEIGHT, WIDTH

BITS = WIDTH * (HEIGHT + 1)
FROM_CENTRE = tuple(sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH)))
CARD_BITS = 12
"""How many bits of a key hold the number of its card, 0 for none."""
REASONS = reasons.KINDS[reasons.FORK : reasons.HOLD + 1]
KINDS = ("card", *REASONS, "four", "block", "digit", "full")
CARD, FOUR, BLOCK, DIGIT, FULL = 0, *range(len(REASONS) + 1, len(KINDS))
"""The rules that decide the holder's move. Reasons are numbered as in `c4.reasons`; a block is a fork."""
MADE_FOUR, TWO_FOURS, NO_DIGIT, FULL_COLUMN, FULL_BOARD, TOO_MANY = range(1, 7)
FAILURES = (
    "",
    "the other player has made four",
    "the other player threatens to make four in two cells",
    "there is no card and no digit",
    "the column of the digit is full",
    "the board is full",
    "there is no room for more positions",
)


class Deck(NamedTuple):
    """Cards for compiled code: arrays of their numbers by ascending key, and a digit per bit of each.

    A stone is a cell, a digit a column, or -1.
    """

    size: int
    draws: bool
    keys: Array
    owns: Array
    masks: Array
    stones: Array
    digits: Array


@compiled
def mirror(board: int) -> int:
    """Return the mirror image of a bitboard."""
    mirrored = 0
    for column in range(WIDTH):
        mirrored = mirrored << HEIGHT + 1 | board >> column * (HEIGHT + 1) & (2 << HEIGHT) - 1
    return mirrored


@compiled
def make_key(own: int, mask: int) -> int:
    """Return a key that only the mirror image shares."""
    return min(own + mask, mirror(own) + mirror(mask))


@compiled
def find_card(deck: Deck, own: int, mask: int) -> int:
    """Return the card of a position or of its mirror image, or -1."""
    key, low, high = make_key(own, mask), 0, deck.size
    while low < high:
        middle = (low + high) // 2
        if deck.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < deck.size and deck.keys[low] == key else -1


@compiled
def choose(deck: Deck, own: int, mask: int, card: int, cell: int) -> tuple[int, int]:
    """Return the holder's stone by the rules and its kind, or the failure if there is no stone.

    The other player's last stone is in `cell`. The stone of a new card is where it is on that card.
    """
    lowest = (mask + BOTTOMS) & BOARD
    four, forced = winning_squares(own, mask) & lowest, winning_squares(own ^ mask, mask) & lowest
    if four:
        return four & -four, FOUR
    new = find_card(deck, own, mask)
    if new >= 0:
        return deck.stones[new], CARD
    if forced & (forced - 1) or not lowest:
        return 0, TWO_FOURS if forced else FULL_BOARD
    for column in FROM_CENTRE:
        stone = (forced or lowest) & cells(column)
        if stone:
            after = mask | stone
            reason = reasons.find_shown(own ^ mask, after, 1 - count(after) % 2)
            if reason.kind and (deck.draws or reason.least > 0):
                return stone, reasons.FORK if reason.kind == reasons.BLOCK else reason.kind
    digit = deck.digits[card * BITS + cell] if card >= 0 else -1
    if forced or digit < 0:
        return forced, BLOCK if forced else NO_DIGIT
    stone = lowest & cells(digit)
    return stone, DIGIT if stone else FULL_COLUMN
