"""A book: the scores of all positions with a certain number of stones, in a small file.

It holds every position in which nobody has won and no move wins at once, mirror images once. The file,
all numbers little-endian:

    bytes   content
    4       "C4BK"
    1       version of this format, 1
    3       width and height of the board, number of stones (plies), a byte each
    4       n, the number of positions
    4       CRC-32 of all that follows
    4 n     the positions' ternary keys, ascending
    n       their scores, a signed byte each
"""

import struct
import zlib
from pathlib import Path
from typing import NamedTuple

from common.errors import UserError
from common.jit import Array, compiled_methods, zeros
from common.position import HEIGHT, WIDTH, children

from .position import Position

HEADER = struct.Struct("<4s4B2L")
MAGIC, VERSION = b"C4BK", 1
MAX_DIGITS = 20  # the most base 3 digits that fit in 4 bytes

DATA = Path(__file__).parents[2] / "common" / "data" / f"{WIDTH}x{HEIGHT}.book"
EMBEDDED = DATA if DATA.exists() else None


class BookError(UserError):
    """Say what is wrong with a book."""


@compiled_methods
class Book(NamedTuple):
    """The keys of a book's positions in ascending order, and the score of each."""

    keys: Array
    scores: Array
    size: int
    plies: int

    def find(self, key: int) -> int:
        """Return the index of a key, -1 if the book has none such."""
        low, high = 0, self.size
        while low < high:
            middle = (low + high) // 2
            if self.keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        return low if low < self.size and self.keys[low] == key else -1


NO_BOOK = Book(zeros(1), zeros(1), 0, -1)


def openings(plies: int) -> dict[int, Position]:
    """Return every position that a book of so many plies holds, by its ternary key, ascending."""
    if not 0 <= plies <= MAX_DIGITS + 1 - WIDTH:
        raise BookError(f"a book of {plies} plies: 0 to {MAX_DIGITS + 1 - WIDTH} fit a board {WIDTH} wide")
    layer = {0: Position.start()}
    for _ in range(plies):
        layer = {child.ternary_key(): child for position in layer.values() for _, child in children(position)}
    return {key: position for key, position in sorted(layer.items()) if not wins_at_once(position)}


def wins_at_once(position: Position) -> bool:
    """Tell whether the player to move has a winning move."""
    return any(position.can_play(x) and position.is_winning_move(x) for x in range(WIDTH))


def write_book(path: Path, plies: int, scores: dict[int, int]) -> None:
    """Write the scores of a book's positions by their ternary keys; the file is whole or as before."""
    keys = sorted(scores)
    payload = struct.pack(f"<{len(keys)}L{len(keys)}b", *keys, *(scores[key] for key in keys))
    header = HEADER.pack(MAGIC, VERSION, WIDTH, HEIGHT, plies, len(keys), zlib.crc32(payload))
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(header + payload)
    partial.replace(path)


def read_book(path: Path) -> Book:
    """Read a book; raise BookError if the file is not one, or not one for this board."""
    content = path.read_bytes()
    if len(content) < HEADER.size or not content.startswith(MAGIC):
        raise BookError(f"{path} is not a book: it does not start with {MAGIC.decode()}")
    _, version, width, height, plies, size, checksum = HEADER.unpack_from(content)
    payload = content[HEADER.size :]
    if version != VERSION:
        raise BookError(f"{path} has version {version} of the format, this program reads version {VERSION}")
    if (width, height) != (WIDTH, HEIGHT):
        raise BookError(f"{path} is for the {width}x{height} board, this is {WIDTH}x{HEIGHT}")
    if len(payload) != 5 * size:
        raise BookError(
            f"{path} is cut or padded: {size} positions take {5 * size} bytes, not {len(payload)}"
        )
    if zlib.crc32(payload) != checksum:
        raise BookError(f"{path} is damaged: its checksum does not match")
    book = Book(zeros(size), zeros(size), size, plies)
    for index, number in enumerate(struct.unpack_from(f"<{size}L", payload)):
        book.keys[index] = number
    for index, number in enumerate(struct.unpack_from(f"<{size}b", payload, 4 * size)):
        book.scores[index] = number
    return book
