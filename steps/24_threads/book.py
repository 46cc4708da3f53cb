"""A book: the scores of all positions with a certain number of stones, as `common.book_file` reads them."""

from pathlib import Path
from typing import NamedTuple

from common.book_file import MAX_PLIES, ZERO, BookError, read_entries
from common.jit import Array, array, compiled_methods
from common.position import WIDTH, children

from .position import Position


@compiled_methods
class Book(NamedTuple):
    """The positions of a book by ascending key: 256 times the key, plus the byte of the score."""

    entries: Array
    size: int
    plies: int

    def find(self, key: int) -> int:
        """Return the index of a key, -1 if the book does not have it."""
        low, high = 0, self.size
        while low < high:
            middle = (low + high) // 2
            if self.entries[middle] >> 8 < key:
                low = middle + 1
            else:
                high = middle
        return low if low < self.size and self.entries[low] >> 8 == key else -1

    def score(self, index: int) -> int:
        """Return the score of the position at an index."""
        return (self.entries[index] & 255) - ZERO


NO_BOOK = Book(array([0]), 0, -1)


def read_book(path: Path) -> Book:
    """Read a book; raise BookError if the file is not one, or not one for this board."""
    return Book(*read_entries(path))


def openings(plies: int) -> dict[int, Position]:
    """Return every position that a book of that many plies holds, by its ternary key, ascending."""
    if not 0 <= plies <= MAX_PLIES:
        raise BookError(f"a book of {plies} plies: 0 to {MAX_PLIES} fit a board {WIDTH} wide")
    layer = {0: Position.start()}
    for _ in range(plies):
        after = {child for position in layer.values() for _, child in children(position)}
        layer = {child.ternary_key(): child for child in after}
    return {key: position for key, position in sorted(layer.items()) if not wins_at_once(position)}


def wins_at_once(position: Position) -> bool:
    """Return whether the player to move has a winning move."""
    return any(position.can_play(x) and position.is_winning_move(x) for x in range(WIDTH))
