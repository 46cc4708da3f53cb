"""The steps of the course, found by number."""

import ast
import inspect
import sys
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module, invalidate_caches
from math import isqrt
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from common import CORE
from common.errors import UserError
from common.position import CELLS, HEIGHT, WIDTH, children

if TYPE_CHECKING:
    from common.solver import Solver  # imports Numba, which is slow: not all users of steps run them

STEPS = CORE.parent / "steps"
MODULES = ("position", "note", "table", "book", "solver")
EXPORTED = ("Position", "Solver")
ENGINE = "23"
"""The number of the engine, the step that solves positions for everything around the course."""
THREADED = "24"
"""The number of the step that searches with several threads."""
LARGEST_TABLE = 1 << 20  # MiB
BOOKS = "8", "12"
"""The names of the books: their plies. Steps have that of 12, the pages that of 8."""


@dataclass(frozen=True)
class Step:
    """A step: its number as in "05", its folder and its contents.

    A learner's folder can be one too, see `at`.
    """

    number: str
    folder: Path

    @cached_property
    def module(self) -> ModuleType:
        """Return the step's package."""
        if self.folder.parent != STEPS:
            return package(self.folder)
        return import_module(f"{STEPS.name}.{self.folder.name}")

    @property
    def name(self) -> str:
        """Return the step's name in words, as in "transposition table"."""
        return self.folder.name[3:].replace("_", " ")

    @property
    def idea(self) -> str:
        """Return the idea in one sentence: the headline of the step's docstring without the name.

        It is read from the file: `python -OO` leaves the docstrings of modules out.
        """
        source = ast.parse((self.folder / "__init__.py").read_bytes())
        headline = (ast.get_docstring(source) or "").partition("\n")[0]
        return headline.partition(": ")[2].rstrip(".")

    @property
    def Position(self) -> Any:  # noqa: N802 (it is a class)
        """Return the step's class of positions."""
        return self.module.Position

    @property
    def sets(self) -> dict[str, int]:
        """Return the number of positions of each test set that the step's own tests solve."""
        return import_module(f"{self.module.__name__}.test_step").TestContract.sets

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
            raise UserError(f"a table of {options['size']} entries: it takes {least} to tell keys apart")
        if self.knows("book") and not use_book:
            options["book"] = None
        try:
            return self.module.Solver(**options)
        except MemoryError:
            size = f" of {-(-options['size'] * 8 >> 20)} MiB" if "size" in options else ""
            raise UserError(f"a table{size} does not fit in memory") from None

    def find_least_entries(self) -> int:
        """Return how many entries leave room in each for the rest of a key, two bounds, and an age."""
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


def folders() -> dict[str, Path]:
    """Return the folder of each step by its number."""
    return {path.parent.name[:2]: path.parent for path in sorted(STEPS.glob("[0-9][0-9]_*/__init__.py"))}


def numbers() -> list[str]:
    """Return the numbers of all steps, "01" first."""
    return list(folders())


@lru_cache
def load(number: str | int) -> Step:
    """Return a step by its number, "05", "5" or 5; raise UserError if there is no such step."""
    if not folders():
        raise UserError(f"{STEPS} is no folder: the course must be installed unpacked, with pip install")
    two_digits = f"{number}".zfill(2)
    if two_digits not in folders():
        raise UserError(f"there is no step {number!r}; the steps are {', '.join(numbers())}")
    return Step(two_digits, folders()[two_digits])


def locate_book(name: str) -> Path:
    """Return the file of a book, "8", "12" or a path; raise UserError if there is none."""
    path = CORE / "data" / f"{WIDTH}x{HEIGHT}-{name}.book" if name in BOOKS else Path(name)
    if not name or not path.is_file():
        raise UserError(
            f"there is no book {name!r}; give '8' or '12', on 7x6 only, or a file made by c4 book build"
        )
    return path


def count_entries(mebibytes: int) -> int:
    """Return the number of 8-byte entries of a table of that size: a prime, which spreads keys best.

    Raise UserError for more than any memory.
    """
    if mebibytes > LARGEST_TABLE:
        raise UserError(f"a table of {mebibytes} MiB, but at most {LARGEST_TABLE} fit in memory")
    return next(
        number
        for number in range(mebibytes * (1 << 20) // 8, 1, -1)
        if all(number % divisor for divisor in range(2, isqrt(number) + 1))
    )


def at(folder: Path) -> Step:
    """Return a folder outside the course as a step, with the folder's name as its number."""
    return Step(folder.name, folder.absolute())


def package(folder: Path) -> ModuleType:
    """Import the modules of a folder as a separate package, again each time.

    Raise ImportError if it lacks a part of a step, and say how to import a module in the same folder.
    """
    learner = ModuleType(f"learner_{len(sys.modules)}")
    learner.__path__ = [str(folder)]
    sys.modules[learner.__name__] = learner
    invalidate_caches()
    for name in MODULES:
        if (folder / f"{name}.py").exists():
            try:
                module = import_module(f".{name}", learner.__name__)
            except ImportError as error:
                if error.name and (folder / f"{error.name}.py").exists():
                    error.msg += f"; {error.name}.py is in this folder: write `from .{error.name} import`"
                raise
            exported = {name: value for name, value in vars(module).items() if name in EXPORTED}
            vars(learner).update(exported)
    for name in EXPORTED:
        if not hasattr(learner, name):
            path = folder / f"{name.lower()}.py"
            lack = (
                "is not there"
                if not path.exists()
                else f"has no {name}"
                if path.stat().st_size
                else "is empty"
            )
            raise ImportError(f"{path.name} {lack}")
    return learner
