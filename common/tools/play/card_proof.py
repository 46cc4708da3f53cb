"""The proof that cards win, or draw: all lines of the other player, played to the end.

A card holds if all lines of the other player from it end in a four of the holder's, a reason or another card.
That one has more stones, so if every card holds, every card wins. The empty board is left: it has a card, or
the second player holds the cards, and all lines from there end at one. The same goes for a draw.

line   the columns of a game; the last number is how many there are
"""

from typing import NamedTuple

from c4.reasons import BOARD, BOTTOMS, aligned, cells, column_of, count
from common.jit import Array, compiled
from common.position import CELLS, WIDTH
from common.tools.play.cards import (
    CARD,
    CARD_BITS,
    FOUR,
    FULL,
    FULL_BOARD,
    KINDS,
    MADE_FOUR,
    NO_DIGIT,
    REASONS,
    TOO_MANY,
    Deck,
    choose,
    find_card,
)


class Walk(NamedTuple):
    """The notes of a proof: positions seen, counts by kind and in all, and the line."""

    deck: Deck
    plays_out: bool
    room: int
    seen: Array
    counts: Array
    line: Array


@compiled
def is_new(walk: Walk, own: int, mask: int, card: int) -> bool:
    """Record a position and the card in force; return whether they are new."""
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
    """Record the length of a failing line, and return the kind of failure."""
    walk.line[CELLS] = length
    return failure


@compiled
def play_all(walk: Walk, own: int, mask: int, card: int) -> int:
    """Play all lines of the other player, who is to move; return 0, or the failure of one."""
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
    deck: Deck,
    first: int,
    end: int,
    holder: int,
    plays_out: bool,
    room: int,
    seen: Array,
    counts: Array,
    line: Array,
) -> tuple[int, int]:
    """Play all lines from some cards; return the last card played, and its failure, or 0.

    The cards are those from `first` on, before `end`; -1 stands for the empty board. With `plays_out` no
    reason is trusted: the moves after it are played, too, without a card in force. `seen` has `room` numbers,
    a power of 2.
    """
    walk = Walk(deck, plays_out, room, seen, counts, line)
    card, failure = first - 1, 0
    while failure == 0 and card < end - 1:
        card += 1
        own = mask = stone = 0
        if card >= 0:
            own, mask, stone = deck.owns[card], deck.masks[card], deck.stones[card]
            line[count(mask)] = column_of(stone)
        elif holder == 0:
            failure = 0 if find_card(deck, 0, 0) >= 0 else fail(walk, 0, NO_DIGIT)
            continue
        failure = play_all(walk, own | stone, mask | stone, card)
    return card, failure
