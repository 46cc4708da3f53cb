"""The digits of a card by search: a column to answer in for each cell, so that all lines end well.

The search plays all lines of the other player, and chooses a digit only when a line needs it. What a line
that fails has to blame are the digits that it used: the search goes back to the last of these, past all
choices that have nothing to do with it (conflict-directed backjumping). So if it comes to its end, there
are no such digits.

blame       the cells whose digits led to a position
to do       the number of a row: a position with the other player to move, their stones that are still to be
            answered, its blame, and the row that comes then. No row ever changes, so a choice remembers all
            that there was to do by one number.
choice      a cell, the columns that its digit may be, how many of these have been tried, and the blame of
            those that failed; and what there was when it was made: the position, its blame, what to do, and
            how many rows and positions seen
"""

from typing import NamedTuple

from common.jit import Array, compiled, pointer, zeros
from common.position import WIDTH
from common.tools.make.outlook import TABLE, is_shown, list_replies, may_follow
from common.tools.play.cards import BITS, Deck, find_card, point
from common.tools.play.shown import BOARD, BOTTOMS, cells, count, winning_squares

OWN, MASK, BLAME, STONES, NEXT, ROW = range(6)
"""Of what is to do."""
CELL, TRIED, LENGTH, FAILED, TO_DO, ROWS, SEEN, COLUMNS = range(5, 13)
"""Of a choice, beside OWN, MASK and BLAME."""
CHOICE = COLUMNS + WIDTH
ROWS_USED, SEEN_USED = range(2)
NONE, FOUND, GAVE_UP = range(3)
SURE = 12  # stones from which on a short search can tell which answers lose
ROOM = 1 << 18


class Memory(NamedTuple):
    """What a search writes to. `trail` has the slots of what is seen, in turn, `used` how much there is."""

    rows: Array
    choices: Array
    seen: Array
    trail: Array
    used: Array
    table: Array
    nodes: Array


def make_memory() -> Memory:
    """Return the memory of searches, one after the other, for the same holder and goal."""
    sizes = ROW * ROOM * 4, CHOICE * (BITS + 1), ROOM, ROOM, 2, TABLE, 1
    return Memory(*map(zeros, sizes))


@compiled
def add_row(memory: Memory, own: int, mask: int, blame: int, stones: int, rest: int) -> int:
    """Note what is to do before the rest, and return its number."""
    row = memory.used[ROWS_USED]
    memory.used[ROWS_USED] = row + 1
    first = row * ROW
    memory.rows[first + OWN], memory.rows[first + MASK], memory.rows[first + BLAME] = own, mask, blame
    memory.rows[first + STONES], memory.rows[first + NEXT] = stones, rest
    return row


@compiled
def enter(memory: Memory, draws: bool, own: int, mask: int, blame: int, rest: int) -> int:
    """Return what is to do after a stone of the holder, all replies and then the rest; -1 if it fails."""
    lowest = (mask + BOTTOMS) & BOARD
    if winning_squares(own ^ mask, mask) & lowest or (lowest == 0 and not draws):
        return -1
    key = own + mask
    slot = key * 0x9E3779B97F >> 20 & ROOM - 1
    while memory.seen[slot] != 0:
        if memory.seen[slot] == key:
            return rest
        slot = slot + 1 & ROOM - 1
    memory.seen[slot] = key
    memory.trail[memory.used[SEEN_USED]] = slot
    memory.used[SEEN_USED] += 1
    replies = list_replies(own, mask)
    return add_row(memory, own, mask, blame, replies, rest) if replies else rest


@compiled
def forget_seen(memory: Memory, length: int) -> None:
    """Forget the positions seen last, until that many are left."""
    for index in range(memory.used[SEEN_USED] - 1, length - 1, -1):
        memory.seen[memory.trail[index]] = 0
    memory.used[SEEN_USED] = length


@compiled
def add_choice(
    memory: Memory,
    draws: bool,
    choice: int,
    own: int,
    mask: int,
    blame: int,
    cell: int,
    rest: int,
    likely: int,
    random: int,
) -> int:
    """Note the columns in which the holder may answer, the best first, and return how many there are."""
    choices, squares = memory.choices, winning_squares(own ^ mask, mask)
    stones = (mask + BOTTOMS) & BOARD & ~(squares >> 1)
    length = 0
    for column in range(WIDTH):
        stone = stones & cells(column)
        if stone == 0:
            continue
        if count(mask) >= SURE:
            memory.nodes[0] = 0
            if not may_follow(memory.table, memory.nodes, draws, own | stone, mask | stone):
                continue
        order = 8 * count(winning_squares(own | stone, mask | stone)) - abs(2 * column + 1 - WIDTH)
        order += 2000 if column == likely else 1000 if stone == cell << 1 else 0
        if random:  # the cell above is the likeliest still
            noise = (random ^ cell) * 0x9E3779B97F >> 20 + 3 * column & 63
            order = noise + 2000 if column == likely else noise + 32 if stone == cell << 1 else noise
        at = choice + COLUMNS + length
        while at > choice + COLUMNS and choices[at - 1] >> 5 < order:
            choices[at] = choices[at - 1]
            at -= 1
        choices[at] = order << 5 | column
        length += 1
    choices[choice + OWN], choices[choice + MASK], choices[choice + BLAME] = own, mask, blame
    choices[choice + CELL], choices[choice + TRIED], choices[choice + LENGTH] = cell, 0, length
    choices[choice + FAILED], choices[choice + TO_DO] = 0, rest
    choices[choice + ROWS], choices[choice + SEEN] = memory.used[ROWS_USED], memory.used[SEEN_USED]
    return length


@compiled
def find_digits(
    memory: Memory,
    deck: Deck,
    own: int,
    mask: int,
    firsts: int,
    budget: int,
    likely: Array,
    digits: Array,
    random: int,
) -> int:
    """Search for digits after a stone of the holder, for the first replies `firsts`, 0 for all of them.

    Lines end at the cards of a deck, too. Columns in `likely` are tried first.
    """
    rows, choices, seen = pointer(memory.rows), pointer(memory.choices), pointer(memory.seen)
    trail, used = pointer(memory.trail), pointer(memory.used)
    own_memory = Memory(rows, choices, seen, trail, used, pointer(memory.table), pointer(memory.nodes))
    return search(own_memory, point(deck), own, mask, firsts, budget, likely, digits, random)


@compiled
def search(
    memory: Memory,
    deck: Deck,
    own: int,
    mask: int,
    firsts: int,
    budget: int,
    likely: Array,
    digits: Array,
    random: int,
) -> int:
    """Search, with pointers."""
    draws, choices, rows = deck.draws, memory.choices, memory.rows
    for cell in range(BITS):
        digits[cell] = -1
    forget_seen(memory, 0)
    memory.used[ROWS_USED] = 1
    to_do, depth, steps = enter(memory, draws, own, mask, 0, 0), 0, 0
    if to_do > 0 and firsts:
        rows[to_do * ROW + STONES] &= firsts
    while to_do > 0:
        row = to_do * ROW
        stones, rest = rows[row + STONES], rows[row + NEXT]
        own, mask, blame = rows[row + OWN], rows[row + MASK], rows[row + BLAME]
        cell = stones & -stones
        if cell == 0:
            to_do = rest
            continue
        steps += 1
        if steps > budget or memory.used[SEEN_USED] > ROOM // 2 or memory.used[ROWS_USED] > ROOM * 4 - 4:
            return GAVE_UP
        if stones ^ cell:
            rest = add_row(memory, own, mask, blame, stones ^ cell, rest)
        mask |= cell
        lowest = (mask + BOTTOMS) & BOARD
        squares = winning_squares(own ^ mask, mask) & lowest
        if (
            winning_squares(own, mask) & lowest
            or find_card(deck, own, mask) >= 0
            or is_shown(deck, own, mask)
        ):
            to_do = rest
            continue
        if lowest == 0 and draws:
            to_do = rest
            continue
        to_do = -1
        if squares and not squares & (squares - 1):
            to_do = enter(memory, draws, own | squares, mask | squares, blame, rest)
        elif squares == 0 and lowest:
            at = count(cell - 1)
            if digits[at] < 0:
                length = add_choice(
                    memory, draws, depth * CHOICE, own, mask, blame, cell, rest, likely[at], random
                )
                if length:
                    choices[depth * CHOICE + TRIED] = 1
                    digits[at] = choices[depth * CHOICE + COLUMNS] & 31
                    depth += 1
            if digits[at] >= 0:
                stone = lowest & cells(digits[at])
                blame |= cell
                if stone:
                    to_do = enter(memory, draws, own | stone, mask | stone, blame, rest)
        while to_do < 0:
            if depth == 0:
                return NONE
            choice = (depth - 1) * CHOICE
            cell = choices[choice + CELL]
            at = count(cell - 1)
            if blame & cell == 0:
                digits[at] = -1
                depth -= 1
                continue
            choices[choice + FAILED] |= blame & ~cell
            forget_seen(memory, choices[choice + SEEN])
            memory.used[ROWS_USED] = choices[choice + ROWS]
            tried = choices[choice + TRIED]
            if tried == choices[choice + LENGTH]:
                blame = choices[choice + FAILED] | choices[choice + BLAME]
                digits[at] = -1
                depth -= 1
                continue
            choices[choice + TRIED] = tried + 1
            steps += 1
            digits[at] = choices[choice + COLUMNS + tried] & 31
            own, mask = choices[choice + OWN], choices[choice + MASK]
            stone = (mask + BOTTOMS) & cells(digits[at])
            blame = choices[choice + BLAME] | cell
            to_do = enter(memory, draws, own | stone, mask | stone, blame, choices[choice + TO_DO])
            if steps > budget:
                return GAVE_UP
    return FOUND if to_do == 0 else NONE
