"""The engine: the step of the course that solves positions for all the tools.

A folder whose name begins with a digit cannot be imported by name, so a step's modules are found in its
folder and have no types; `Bitboard` is the interface of their positions.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from math import isqrt
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol

from common import CORE
from common.errors import UserError
from common.position import CELLS, HEIGHT, WIDTH, Position, children

if TYPE_CHECKING:
    from common.solver import Solver  # imports Numba, which is slow: not all users of steps run them

    bitboard: Any

STEPS = CORE.parent / "steps"
ENGINE = "21"
"""The number of the engine."""
THREADED = "22"
"""The number of the step that searches with several threads."""
LARGEST_TABLE = 1 << 20  # MiB
Book = Literal["8", "12"] | Path | None
"""A book: 8 plies, 12 plies (the steps' own), a file, or none."""
BOOKS = "8", "12"
FEW = 500
"""For this many positions, loading the compiled loop takes longer than doing without it."""


class Bitboard(Position, Protocol):
    """A position as two bitboards, from the mover's point of view; see the step's `position.py`."""

    stones: int
    mask: int
    key: Callable[[], int]

    def __init__(self, stones: int, mask: int, moves: int) -> None: ...

    def __iter__(self) -> Iterator[int]: ...


def __getattr__(name: str) -> ModuleType:
    """Import `bitboard`, the engine's positions, on its first use: with it comes Numba, which is slow."""
    if name != "bitboard":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{load_engine().package}.position")


def load_books() -> Any:
    """Return the engine's module of books."""
    return import_module(f"{load_engine().package}.book")


@dataclass(frozen=True)
class Engine:
    """A step as an engine: its number as in "05", and its folder."""

    number: str
    folder: Path

    @property
    def package(self) -> str:
        """Return the name of the step's package."""
        return f"{STEPS.name}.{self.folder.name}"

    @cached_property
    def module(self) -> ModuleType:
        """Return the step's package."""
        return import_module(self.package)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the step without its module."""
        return type(self), (self.number, self.folder)

    @property
    def Position(self) -> Any:  # noqa: N802 (it is a class)
        """Return the step's class of positions."""
        return self.module.Position

    def solver(
        self, *, use_book: bool = True, book: Path | str | None = None, **options: Any
    ) -> "Solver[Any]":
        """Return a solver of this step; steps without a book ignore `use_book`.

        A `book` is a file, "8" or "12", in place of the step's own. The other options are those of the step's
        solver: `size` of the table, number of `threads`. Raise UserError for one that it does not have.
        """
        if book is not None:
            options["book"] = locate_book(f"{book}")
        if unknown := [name for name in options if not self.knows(name)]:
            raise UserError(f"step {self.number} has no {unknown[0]} option; later steps do")
        if "size" in options and options["size"] < (least := self.find_least_entries()):
            raise UserError(
                f"a table of {options['size']} entries is too small: telling keys apart takes {least}"
            )
        if self.knows("book") and not use_book:
            options["book"] = None
        try:
            return self.module.Solver(**options)
        except MemoryError:
            size = f" of {-(-options['size'] * 8 >> 20)} MiB" if "size" in options else ""
            raise UserError(f"a table{size} does not fit in memory") from None

    def find_least_entries(self) -> int:
        """Return the fewest entries that leave each room for the rest of a key, two bounds and an age."""
        return getattr(self.module.table, "MIN_ENTRIES", 1 << max(0, WIDTH * (HEIGHT + 1) + 16 - 63))

    def knows(self, option: str) -> bool:
        """Return whether the step's solver has an option."""
        return option in inspect.signature(self.module.Solver).parameters

    def warm(self) -> None:
        """Compile the step, or load its compiled code, by solving the end of a game without a winner.

        One cell is empty, or every stone wins, so no step has to search for long.
        """
        position = self.Position.start()
        while position.moves < CELLS - 1 and (child := next(children(position), None)):
            _, position = child
        self.solver(use_book=False).solve(position)


@lru_cache
def load_engine(number: str = ENGINE) -> Engine:
    """Return a step by its number, "05", as an engine."""
    return Engine(number, list_folders()[number])


@lru_cache
def list_folders() -> dict[str, Path]:
    """Return the folder of each step by its number; raise UserError if they are in an archive."""
    paths = {path.parent.name[:2]: path.parent for path in sorted(STEPS.glob("[0-9][0-9]_*/__init__.py"))}
    if not paths:
        raise UserError(f"{STEPS} is not a folder: the course must be installed unpacked, with pip install")
    return paths


def locate_book(name: str) -> Path:
    """Return the file of a book, "8", "12" or a path; raise UserError if there is none."""
    path = CORE / "data" / f"{WIDTH}x{HEIGHT}-{name}.book" if name in BOOKS else Path(name)
    if not name or not path.is_file():
        raise UserError(
            f"there is no book {name!r}; give '8' or '12', on 7x6 only, or a file made by c4 book build"
        )
    return path


def choose_book(book: Any) -> dict[str, Any]:
    """Return a book as options of a step's solver; raise UserError for anything else."""
    if book is not None and book not in BOOKS and not isinstance(book, Path):
        raise UserError(f"book is {book!r}; give '8', '12', the Path of a file, or None for no book")
    return {} if book == "12" else {"book": book, "use_book": book is not None}  # where it is, 12 is the own


def count_entries(mebibytes: int) -> int:
    """Return the number of 8-byte entries of a table of that size: a prime, which spreads keys best.

    Raise UserError if no memory could hold it.
    """
    if mebibytes > LARGEST_TABLE:
        raise UserError(f"a table of {mebibytes} MiB, but at most {LARGEST_TABLE} fit in memory")
    return next(
        number
        for number in range(mebibytes * (1 << 20) // 8, 1, -1)
        if all(number % divisor for divisor in range(2, isqrt(number) + 1))
    )
