"""The engine: the step that solves positions for everything around the course.

Protocols define its interface, since a folder whose name begins with a digit cannot be imported by name.
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
        """Return a key that no other position has."""
        ...

    def ternary_key(self) -> int:
        """Return the key of the position and its mirror image in a book."""
        ...


class Bitboards(Protocol):
    """The step's module of positions and bitboards."""

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
    """A book in memory: scores by ternary keys."""

    entries: Sequence[int]
    size: int
    plies: int

    def find(self, key: int) -> int:
        """Return the index of a key, -1 if it is missing."""
        ...

    def score(self, index: int) -> int:
        """Return the score at an index."""
        ...


class Books(Protocol):
    """The step's module of books."""

    openings: Callable[[int], dict[int, Bitboard]]
    read_book: Callable[[Path], Book]
    wins_at_once: Callable[[Bitboard], bool]


PACKAGE = f"steps.{steps.load(steps.ENGINE).folder.name}"
bitboard = cast("Bitboards", import_module(f"{PACKAGE}.position"))


def load_books() -> Books:
    """Return the module of the books."""
    return cast("Books", import_module(f"{PACKAGE}.book"))
