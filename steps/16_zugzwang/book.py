"""A book: the scores of all positions with a certain number of stones.

`common.book_file` reads its file.
"""

from pathlib import Path
from typing import NamedTuple

from common.book_file import MAX_PLIES, ZERO, BookError, read_entries
from common.jit import Array, array, compiled, compiled_methods
from common.position import WIDTH, children

from .position import Position, bottom


@compiled
def ternary_key(position: Position) -> int:
    """Return a number that only the mirror image shares.

    It is the smaller of two readings, with the columns from the left and from
    the right, each column from the bottom: a digit 1 for a stone of the mover,
    2 for one of the opponent, and 0 between columns.
    """
    forth, back = 0, 0
    for column in range(WIDTH):
        forth = append_column(3 * forth, position, column)
        back = append_column(3 * back, position, WIDTH - 1 - column)
    return min(forth, back)


@compiled
def append_column(number: int, position: Position, column: int) -> int:
    """Return a number with the digits of a column's stones appended."""
    cell = bottom(column)
    while position.mask & cell:
        number = 3 * number + (1 if position.stones & cell else 2)
        cell <<= 1
    return number


@compiled_methods
class Book(NamedTuple):
    """The positions of a book: 256 times the key, plus the score's byte.

    They are sorted by key.
    """

    entries: Array
    size: int
    plies: int

    def find(self, key: int) -> int:
        """Return the index of a key, -1 if the book does not have it."""
        low, high = 0, self.size
        while low < high:
            middle = (low + high) // 2
            if (self.entries[middle] >> 8) < key:
                low = middle + 1
            else:
                high = middle
        is_there = low < self.size and (self.entries[low] >> 8) == key
        return low if is_there else -1

    def score(self, index: int) -> int:
        """Return the score of the position at an index."""
        return (self.entries[index] & 255) - ZERO


NO_BOOK = Book(array([0]), 0, -1)


def read_book(path: Path) -> Book:
    """Read a book; raise BookError if the file is not one for this board."""
    return Book(*read_entries(path))


def openings(plies: int) -> dict[int, Position]:
    """Return the positions that a book of that many plies holds.

    They are sorted by ternary key.
    """
    if not 0 <= plies <= MAX_PLIES:
        limits = f"0 to {MAX_PLIES} fit a board {WIDTH} wide"
        raise BookError(f"a book of {plies} plies: {limits}")
    layer = {0: Position.start()}
    for _ in range(plies):
        after = {
            child
            for position in layer.values()
            for _, child in children(position)
        }
        layer = {ternary_key(child): child for child in after}
    return {
        key: position
        for key, position in sorted(layer.items())
        if not wins_at_once(position)
    }


def wins_at_once(position: Position) -> bool:
    """Return whether the player to move has a winning move."""
    return any(
        position.can_play(column) and position.is_winning_move(column)
        for column in range(WIDTH)
    )
