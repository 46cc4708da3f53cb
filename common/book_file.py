"""A book's file: the scores of all positions with a certain number of stones.

It holds every position in which no player has won and no move wins at once,
with mirror images stored once. All numbers in the file are little-endian:

    bytes   content
    4       "C4BK"
    1       version of this format, 3
    3       width and height of the board, number of stones: a byte each
    4       n, the number of positions
    4       CRC-32 of all other bytes, those before it and those after it
    others  5 n bytes, compressed by zlib: five planes of one byte per position

The positions come by ascending key, which is the ternary key of step 08. The
first plane has the scores, plus 128. The other four have the gaps, by which
each key exceeds the one before: first the lowest bytes of all gaps, and so on.
Most gaps are small, so whole planes are nearly all zeros.
"""

import struct
import zlib
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from common.errors import Error
from common.jit import Array, array, compiled
from common.position import HEIGHT, WIDTH

HEADER = struct.Struct("<4s4B2L")
MAGIC, VERSION = b"C4BK", 3
ZERO = 128  # the byte of score 0
# 4 bytes hold 20 digits of base 3; WIDTH - 1 are zeros between columns.
MAX_PLIES = 21 - WIDTH

FOLDER = Path(__file__).parent / "data"
DATA = FOLDER / f"{WIDTH}x{HEIGHT}-12.book"
EMBEDDED = DATA if DATA.exists() else None


class BookError(Error):
    """A book is damaged or unsupported."""


def make_header(plies: int, size: int, packed: bytes) -> bytes:
    """Return the header of a book, which precedes its packed planes."""
    start = HEADER.pack(MAGIC, VERSION, WIDTH, HEIGHT, plies, size, 0)[:-4]
    return start + struct.pack("<L", zlib.crc32(start + packed))


def write_book(path: Path, plies: int, scores: dict[int, int]) -> None:
    """Write a book from scores by keys.

    The file is either complete or unchanged.
    """
    keys = sorted(scores)
    gaps = struct.pack(
        f"<{len(keys)}L",
        *(key - before for before, key in pairwise([0, *keys])),
    )
    planes = (
        bytes(scores[key] + ZERO for key in keys),
        *(gaps[place::4] for place in range(4)),
    )
    packed = zlib.compress(b"".join(planes), 9)
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(make_header(plies, len(keys), packed) + packed)
    partial.replace(path)


def read_packed(path: Path) -> tuple[int, int, bytes]:
    """Return the plies of a book, how many positions it has, and its planes.

    The planes are still packed. Raise BookError if the file is not a book, or
    not one for this board.
    """
    if path.exists() and not path.is_file():
        raise BookError(f"{path} is not a file")
    with path.open("rb") as file:
        start = file.read(HEADER.size)
        if len(start) < HEADER.size or not start.startswith(MAGIC):
            raise BookError(
                f"{path} is not a book: "
                f"it does not start with {MAGIC.decode()}"
            )
        _, version, width, height, plies, size, _ = HEADER.unpack(start)
        if version != VERSION:
            raise BookError(
                f"{path} has version {version} of the format, "
                f"this reads {VERSION}: build it anew"
            )
        if (width, height) != (WIDTH, HEIGHT):
            raise BookError(
                f"{path} is for the {width}x{height} board, "
                f"this is {WIDTH}x{HEIGHT}"
            )
        if plies > MAX_PLIES or size > WIDTH**plies:
            raise BookError(
                f"{path} is damaged: "
                f"there are no {size} positions with {plies} stones"
            )
        packed = file.read(6 * size + 64)  # more than it can be
    if make_header(plies, size, packed) != start:
        raise BookError(
            f"{path} is damaged, cut or padded: its checksum does not match"
        )
    return plies, size, packed


def count_plies(path: Path) -> int:
    """Return the plies of a book; raise BookError as `read_entries` does."""
    return read_packed(path)[0]


def read_entries(path: Path) -> tuple[Array, int, int]:
    """Return the entries of a book, their number, and its plies.

    An entry is 256 times a key, plus the byte of the score. They ascend, and
    must not be changed: reading the same book again returns the same array.
    Raise BookError if the file is not a book.
    """
    plies, size, packed = read_packed(path)
    return unpack(path, size, packed), size, plies


@lru_cache(maxsize=1)
def unpack(path: Path, size: int, packed: bytes) -> Array:
    """Return the entries of a book.

    Raise BookError if its planes have another length.
    """
    planes = b""
    with suppress(zlib.error):
        # No more is unpacked, whatever it holds.
        planes = zlib.decompressobj().decompress(packed, 5 * size + 1)
    if len(planes) != 5 * size:
        raise BookError(
            f"{path} is damaged: its planes are not {5 * size} bytes"
        )
    content = bytearray(8 * size + 8)  # one more: there may be none
    for place in range(5):
        content[place : 8 * size : 8] = planes[
            place * size : (place + 1) * size
        ]
    entries = array(memoryview(content).cast("q"))
    add_up(entries, size)
    return entries


@compiled
def add_up(entries: Array, size: int) -> None:
    """Turn the gaps between keys into keys."""
    for index in range(1, size):
        entries[index] += entries[index - 1] >> 8 << 8
