"""Cards: a whole strategy, small enough to hold, and the proof that it wins.

The holder of the cards plays by five rules, in this order, and knows nothing else:

1  make four, if you can;
2  if the position or its mirror image has a card, take it and play its stone;
3  block, if the other player threatens four;
4  play a stone after which a reason shows the win, the first such column from the centre;
5  answer in the column that the card in force says: its digit in the cell of the other player's last stone.

A card holds if all lines of the other player from it end, with a four of the holder, with a reason or at
another card. That one has more stones, so if every card holds, every card wins. What is left is the empty
board: it has a card, or the second player holds the cards, and all lines from there end at one. The same
goes for a draw.

own, mask   the cells of the holder's stones, and of all stones
card        an index of a deck, -1 for none in force
line        the columns of a game; the last number is how many there are
"""

from typing import NamedTuple

from common.jit import Array, compiled, pointer
from common.position import CELLS, HEIGHT, WIDTH
from common.tools.play.shown import (
    BOARD,
    BOTTOMS,
    REASONS,
    aligned,
    cells,
    column_of,
    count,
    find_reason,
    winning_squares,
)

BITS = WIDTH * (HEIGHT + 1)
FROM_CENTRE = tuple(sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH)))
CARD_BITS = 12
"""Of a key: as many cards fit there, less the 0 for none."""
KINDS = ("card", *REASONS, "four", "block", "digit", "full")
CARD, FOUR, BLOCK, DIGIT, FULL = 0, *range(len(REASONS) + 1, len(KINDS))
"""What decides a position with the holder to move: kinds of reasons are numbers of `find_reason`."""
MADE_FOUR, TWO_FOURS, NO_DIGIT, FULL_COLUMN, FULL_BOARD, TOO_MANY = range(1, 7)
FAILURES = (
    "",
    "the other player has made four",
    "the other player threatens to make four in two cells",
    "there is neither a card nor a digit",
    "the column of the digit is full",
    "the board is full",
    "there is no room for more positions",
)


class Deck(NamedTuple):
    """Cards as compiled code has them: a number of each, by ascending key, and a digit for each bit of each.

    A stone is a cell, a digit a column, or -1.
    """

    size: int
    draws: bool
    keys: Array
    owns: Array
    masks: Array
    stones: Array
    digits: Array


class Walk(NamedTuple):
    """What is noted while playing: what is seen, how many of each kind and in all, and the line."""

    deck: Deck
    plays_out: bool
    room: int
    seen: Array
    counts: Array
    line: Array


@compiled
def point(deck: Deck) -> Deck:
    """Return a deck that can be handed down a recursion at no cost."""
    owns, masks, stones = pointer(deck.owns), pointer(deck.masks), pointer(deck.stones)
    return Deck(deck.size, deck.draws, pointer(deck.keys), owns, masks, stones, pointer(deck.digits))


@compiled
def mirror(board: int) -> int:
    """Return the mirror image of a bitboard."""
    mirrored = 0
    for column in range(WIDTH):
        mirrored = mirrored << HEIGHT + 1 | board >> column * (HEIGHT + 1) & (2 << HEIGHT) - 1
    return mirrored


@compiled
def make_key(own: int, mask: int) -> int:
    """Return a number that only the mirror image shares."""
    return min(own + mask, mirror(own) + mirror(mask))


@compiled
def find_card(deck: Deck, own: int, mask: int) -> int:
    """Return the card of a position or of its mirror image, -1 if it has none."""
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
    """Return the holder's stone by the rules and its kind; without a stone, what fails instead.

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
        reason = find_reason(own | stone, mask | stone, deck.draws) if stone else 0
        if reason:
            return stone, reason
    digit = deck.digits[card * BITS + cell] if card >= 0 else -1
    if forced or digit < 0:
        return forced, BLOCK if forced else NO_DIGIT
    stone = lowest & cells(digit)
    return stone, DIGIT if stone else FULL_COLUMN


@compiled
def is_new(walk: Walk, own: int, mask: int, card: int) -> bool:
    """Note a position and the card in force; tell whether they were not there yet."""
    key = own + mask + BOTTOMS << CARD_BITS | card + 1
    slot = key * 0x9E3779B97F >> 20 & walk.room - 1
    while walk.seen[slot] != 0:
        if walk.seen[slot] == key:
            return False
        slot = slot + 1 & walk.room - 1
    walk.seen[slot] = key
    walk.counts[len(KINDS)] += 1
    return True


@compiled
def fail(walk: Walk, length: int, failure: int) -> int:
    """Note how long the line is that fails, and return why it does."""
    walk.line[CELLS] = length
    return failure


@compiled
def play_all(walk: Walk, own: int, mask: int, card: int) -> int:
    """Play all lines of the other player, who is to move; return 0, or why one fails."""
    if not is_new(walk, own, mask, card):
        return 0
    moves = count(mask)
    if walk.counts[len(KINDS)] > walk.room // 2:
        return fail(walk, moves, TOO_MANY)
    if mask == BOARD:
        walk.counts[FULL] += 1
        return 0 if walk.deck.draws else fail(walk, moves, FULL_BOARD)
    for column in range(WIDTH):
        stone = (mask + BOTTOMS) & cells(column)
        if stone == 0:
            continue
        walk.line[moves] = column
        after = mask | stone
        if aligned(own ^ after):
            return fail(walk, moves + 1, MADE_FOUR)
        answer, kind = choose(walk.deck, own, after, card, count(stone - 1))
        if answer == 0 and not (kind == FULL_BOARD and walk.deck.draws):
            return fail(walk, moves + 1, kind)
        walk.counts[kind if answer else FULL] += 1
        is_reason = 0 < kind <= len(REASONS)
        if answer == 0 or kind in (FOUR, CARD) or (is_reason and not walk.plays_out):
            continue
        walk.line[moves + 1] = column_of(answer)
        failure = play_all(walk, own | answer, after | answer, -1 if is_reason else card)
        if failure:
            return failure
    return 0


@compiled
def prove(
    deck: Deck, first: int, end: int, holder: int, plays_out: bool, seen: Array, counts: Array, line: Array
) -> tuple[int, int]:
    """Play all lines from some cards; return the last card played, and why it fails, or 0.

    The cards are those from `first` on, before `end`; -1 stands for the empty board. With `plays_out` no
    reason is trusted: what follows it is played, too, without a card in force.
    """
    known = point(deck)
    walk = Walk(known, plays_out, len(seen), pointer(seen), pointer(counts), pointer(line))
    card, failure = first - 1, 0
    while failure == 0 and card < end - 1:
        card += 1
        own = mask = stone = 0
        if card >= 0:
            own, mask, stone = deck.owns[card], deck.masks[card], deck.stones[card]
            line[count(mask)] = column_of(stone)
        elif holder == 0:
            failure = 0 if find_card(known, 0, 0) >= 0 else fail(walk, 0, NO_DIGIT)
            continue
        failure = play_all(walk, own | stone, mask | stone, card)
    return card, failure
