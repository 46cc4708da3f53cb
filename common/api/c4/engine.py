"""The engine: the step of the course with which everything around the course thinks.

Protocols say what it has to have, since a folder whose name begins with a digit cannot be imported by name.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, Self, cast

from c4 import steps
from common.position import Position


class Bitboard(Position, Protocol):
    """A position as two bitboards, from the mover's point of view; see the step's `position.py`."""

    def __init__(self, stones: int, mask: int, moves: int) -> None: ...

    @property
    def stones(self) -> int:
        """Return the cells of the mover's stones."""
        ...

    @property
    def mask(self) -> int:
        """Return the cells of all stones."""
        ...

    def play(self, column: int) -> Self:
        """Return the position after a stone."""
        ...

    def __iter__(self) -> Iterator[int]: ...

    def key(self) -> int:
        """Return a number that no other position has."""
        ...

    def ternary_key(self) -> int:
        """Return the key by which a book knows the position and its mirror image."""
        ...


class Bitboards(Protocol):
    """The module of the positions, with what it knows of bitboards."""

    BOARD: int
    BOTTOMS: int
    FOLLOWED: int
    Position: type[Bitboard]
    bottom: Callable[[int], int]
    aligned: Callable[[int], bool]
    cells: Callable[[int], int]
    column_of: Callable[[int], int]
    count: Callable[[int], int]
    off_centre: Callable[[int], int]
    winning_squares: Callable[[int, int], int]


class Book(Protocol):
    """A book that was read: scores by ternary keys."""

    entries: Sequence[int]
    size: int
    plies: int

    def find(self, key: int) -> int:
        """Return where a key is, -1 if it is not there."""
        ...

    def score(self, index: int) -> int:
        """Return the score there."""
        ...


class Books(Protocol):
    """The module of the books."""

    openings: Callable[[int], dict[int, Bitboard]]
    read_book: Callable[[Path], Book]


PACKAGE = f"steps.{steps.load(steps.ENGINE).folder.name}"
bitboard = cast("Bitboards", import_module(f"{PACKAGE}.position"))


def load_books() -> Books:
    """Return the module of the books."""
    return cast("Books", import_module(f"{PACKAGE}.book"))
