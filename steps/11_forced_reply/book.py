"""A book: the scores of all positions with a certain number of stones, in a small file.

It holds every position in which nobody has won and no move wins at once, mirror images once. The file,
all numbers little-endian:

    bytes   content
    4       "C4BK"
    1       version of this format, 2
    3       width and height of the board, number of stones (plies), a byte each
    4       n, the number of positions
    4       CRC-32 of all other bytes, those before it and those after it
    4 n     the positions' ternary keys, ascending
    n       their scores, a signed byte each
"""

import struct
import zlib
from pathlib import Path
from typing import NamedTuple

from common.errors import UserError
from common.jit import Array, array, compiled_methods
from common.position import HEIGHT, WIDTH, children

from .position import Position

HEADER = struct.Struct("<4s4B2L")
MAGIC, VERSION = b"C4BK", 2
MAX_PLIES = 21 - WIDTH  # 4 bytes hold 20 digits of base 3; WIDTH - 1 of them are zeros between columns

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
        """Return the index of a key, -1 if the book does not have it."""
        low, high = 0, self.size
        while low < high:
            middle = (low + high) // 2
            if self.keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        return low if low < self.size and self.keys[low] == key else -1


NO_BOOK = Book(array([0]), array([0]), 0, -1)


def openings(plies: int) -> dict[int, Position]:
    """Return every position that a book of so many plies holds, by its ternary key, ascending."""
    if not 0 <= plies <= MAX_PLIES:
        raise BookError(f"a book of {plies} plies: 0 to {MAX_PLIES} fit a board {WIDTH} wide")
    layer = {0: Position.start()}
    for _ in range(plies):
        found = {child for position in layer.values() for _, child in children(position)}
        layer = {child.ternary_key(): child for child in found}
    return {key: position for key, position in sorted(layer.items()) if not wins_at_once(position)}


def wins_at_once(position: Position) -> bool:
    """Tell whether the player to move has a winning move."""
    return any(position.can_play(x) and position.is_winning_move(x) for x in range(WIDTH))


def header(plies: int, payload: bytes) -> bytes:
    """Return what stands in a book before its keys and scores."""
    start = HEADER.pack(MAGIC, VERSION, WIDTH, HEIGHT, plies, len(payload) // 5, 0)[:-4]
    return start + struct.pack("<L", zlib.crc32(start + payload))


def write_book(path: Path, plies: int, scores: dict[int, int]) -> None:
    """Write the scores of a book's positions by their ternary keys; the file is whole or as before."""
    keys = sorted(scores)
    payload = struct.pack(f"<{len(keys)}L{len(keys)}b", *keys, *(scores[key] for key in keys))
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(header(plies, payload) + payload)
    partial.replace(path)


def read_book(path: Path) -> Book:
    """Read a book; raise BookError if the file is not one, or not one for this board."""
    if path.exists() and not path.is_file():
        raise BookError(f"{path} is not a file")
    with path.open("rb") as file:
        start = file.read(HEADER.size)
        if len(start) < HEADER.size or not start.startswith(MAGIC):
            raise BookError(f"{path} is not a book: it does not start with {MAGIC.decode()}")
        _, version, width, height, plies, size, _ = HEADER.unpack(start)
        if version != VERSION:
            raise BookError(
                f"{path} has version {version} of the format, this reads {VERSION}: build it anew"
            )
        if (width, height) != (WIDTH, HEIGHT):
            raise BookError(f"{path} is for the {width}x{height} board, this is {WIDTH}x{HEIGHT}")
        if plies > MAX_PLIES or size > WIDTH**plies:
            raise BookError(f"{path} is damaged: there are no {size} positions with {plies} stones")
        length = path.stat().st_size - HEADER.size
        if length != 5 * size:
            raise BookError(f"{path} is cut or padded: {size} positions take {5 * size} bytes, not {length}")
        payload = file.read(length)
    if header(plies, payload) != start:
        raise BookError(f"{path} is damaged: its checksum does not match")
    keys = array(struct.unpack_from(f"<{size}L", payload))
    scores = array(struct.unpack_from(f"<{size}b", payload, 4 * size))
    return Book(keys, scores, size, plies)
