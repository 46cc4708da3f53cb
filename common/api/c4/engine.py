"""The engine: the step of the course that solves positions for all the tools.

A folder whose name begins with a digit cannot be imported by name, so a step's modules are found in its
folder and have no types; `EnginePosition` is the interface of the engine's positions, and `board_bits` the
module that they are in. Tools ask a step by `Step.ask`.
"""

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib import import_module
from math import isqrt
from pathlib import Path
from time import perf_counter, process_time
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, cast

from common import CORE, PREFIX
from common.errors import Error
from common.position import CELLS, HEIGHT, WIDTH, Position, children, parse

if TYPE_CHECKING:
    from common.solver import Solver  # imports Numba, which is slow: not all users of steps run them

    board_bits: Any

STEPS = CORE.parent / "steps"
ENGINE = "21"
"""The number of the engine."""
THREADED = "22"
"""The number of the step that searches with several threads."""
IN_CLONE = "part of the course: clone its repository, and `pip install -e .` there"
"""What is not in a wheel."""
LARGEST_TABLE = 1 << 20  # MiB
Book = str | Path | None
"""A book: "8" plies, "12" plies (the steps' own), a file, or none."""
BOOKS = "8", "12"
FEW = 500
"""For this many positions, loading the compiled loop takes longer than doing without it."""

QUESTION = "position", "alpha", "beta", "low", "high"
"""The parameters of a search that differ from call to call."""
processor_clock = perf_counter if sys.platform in ("win32", "emscripten") else process_time
"""Return processor time in seconds, or, where that is coarse, clock time, which other processes lengthen."""


class EnginePosition(Position, Protocol):
    """A position as two bitboards, from the mover's point of view; see the step's `position.py`."""

    stones: int
    mask: int
    key: Callable[[], int]
    safe_moves: Callable[[], int]

    def __init__(self, stones: int, mask: int, moves: int) -> None: ...

    def __iter__(self) -> Iterator[int]: ...


def __getattr__(name: str) -> ModuleType:
    """Import `board_bits`, the module of the engine's positions, on its first use: with it comes Numba."""
    if name != "board_bits":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return load_step().module.position


class Answer(NamedTuple):
    """The answer to a question about a position, and its cost, without that of opening a book.

    scores              of the position, or of each column, None if it is full
    seconds             by the wall clock, `perf_counter`
    processor_seconds   of all threads, by `processor_clock`
    """

    scores: Sequence[int | None]
    nodes: int
    seconds: float
    processor_seconds: float


@dataclass(frozen=True)
class Step:
    """A step: its number as in "05", its folder, and the options of the one solver that it asks.

    It can stand for that solver, which it keeps: allocating a table takes longer than most questions.
    """

    number: str
    folder: Path
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def name(self) -> str:
        """Return the step's name in words, as in "transposition table"."""
        return self.folder.name[3:].replace("_", " ")

    @cached_property
    def module(self) -> ModuleType:
        """Return the step's package."""
        return import_module(f"{PREFIX}steps.{self.folder.name}")

    @cached_property
    def Position(self) -> Any:  # noqa: N802 (it is a class)
        """Return the step's class of positions."""
        return self.module.Position

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the step without its module and its solver."""
        return type(self), (self.number, self.folder, self.options)

    def with_options(self, **options: Any) -> Self:
        """Return the same step with a new solver, of these options; see `solver`."""
        step = replace(self, options=tuple(options.items()))
        vars(step)["module"] = self.module  # a learner's is imported once
        return step

    def solver(
        self, *, use_book: bool = True, book: Path | str | None = None, **options: Any
    ) -> "Solver[Any]":
        """Return a solver of this step; steps without a book ignore `use_book`.

        A `book` is a file, "8" or "12", in place of the step's own. The other options are those of the step's
        solver: `size` of the table, number of `threads`. Raise Error for one that it does not have.
        """
        if book is not None:
            options["book"] = locate_book(f"{book}")
        known = inspect.signature(self.module.Solver).parameters
        if unknown := [name for name in options if name not in known]:
            raise Error(f"step {self.number} has no {unknown[0]} option; later steps do")
        if "size" in options and options["size"] < (least := self.find_least_entries()):
            raise Error(
                f"a table of {options['size']} entries is too small: telling keys apart takes {least}"
            )
        if "book" in known and not use_book:
            options["book"] = None
        try:
            return self.module.Solver(**options)
        except MemoryError:
            size = f" of {-(-options['size'] * 8 >> 20)} MiB" if "size" in options else ""
            raise Error(f"a table{size} does not fit in memory") from None

    def find_least_entries(self) -> int:
        """Return the fewest entries that leave each room for the rest of a key, two bounds and an age."""
        table = getattr(self.module, "table", None)
        return getattr(table, "MIN_ENTRIES", 1 << max(0, WIDTH * (HEIGHT + 1) + 16 - 63))

    def knows(self, option: str) -> bool:
        """Return whether the step's solver has an option."""
        return option in inspect.signature(self.module.Solver).parameters

    def prepare(self) -> None:
        """Compile the step, or load its compiled code, and write to its memory: none of that is then timed.

        The system hands memory out at the first write; a size that was asked for may be more than it has.
        """
        from common.jit import COMPILED, clear  # and with them Numba, for which --help need not wait

        self.shared_solver  # noqa: B018 (its table may not fit in memory: that is said before others wait)
        if COMPILED:
            # The end of a game without a winner: one cell is empty, or every stone wins.
            position = self.Position.start()
            while position.moves < CELLS - 1 and (child := next(children(position), None)):
                _, position = child
            self.solver(use_book=False).solve(position)
        if "size" in dict(self.options):
            return
        with suppress(AttributeError):  # a learner's solver may have other names
            memory = self.memory
            memory.pop("book", None)  # a learner's solver may have read it already
            for value in memory.values():
                for array in cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,):
                    if hasattr(array, "nbytes"):  # not a list of plain Python, nor a number
                        clear(array)

    @cached_property
    def shared_solver(self) -> Any:
        """Return the one solver that the step asks."""
        return self.solver(**dict(self.options))

    def drop_solver(self) -> None:
        """Drop the solver, so that the next question gets a new one."""
        vars(self).pop("shared_solver", None)

    @property
    def search(self) -> Callable[..., int]:
        """Return the function that a solver calls: `search`, or `negamax` before there is one."""
        module = self.module.solver
        return getattr(module, "search", None) or module.negamax

    @property
    def memory(self) -> dict[str, Any]:
        """Return what the solver gives `search` after the position and the window, by its parameters.

        What `search` takes as `table`, its solver has in `_table`.
        """
        names = [*inspect.signature(self.search).parameters]
        return {name: getattr(self.shared_solver, f"_{name}") for name in names if name not in QUESTION}

    @property
    def nodes(self) -> int:
        """Return the number of nodes explored since the last reset."""
        return self.shared_solver.nodes

    def reset(self) -> None:
        """Forget all positions."""
        self.shared_solver.reset()

    def solve(self, position: Any, weak: bool = False) -> int:
        """Return the score of a position, the step's or the engine's; if weak, only its sign."""
        if type(position) is not self.Position:
            position = self.Position(*position)
        return self.shared_solver.solve(position, weak)

    def parse(self, moves: str) -> Any:
        """Return the position after a move string; raise InvalidPosition if a move breaks the rules."""
        return parse(moves, self.Position.start())

    def ask(self, moves: str, *, weak: bool = False, columns: bool = False) -> Answer:
        """Return the score of a position, or that of each column, and its cost, with an empty memory.

        Raise InvalidPosition if a move breaks the rules.
        """
        from common.solver import analyze

        solver = self.shared_solver
        if self.nodes:  # otherwise the last search put nothing into the table
            self.reset()  # first, since it empties the processor's caches, too
        position = parse(moves, self.Position.start())
        if hasattr(solver, "open_book"):
            solver.open_book(position.moves)
        solve, start, used = solver.solve, perf_counter(), processor_clock()
        scores = analyze(self, position, weak) if columns else [solve(position, weak)]
        used, seconds = processor_clock() - used, perf_counter() - start
        return Answer(scores, self.nodes, seconds, used)


@lru_cache
def load_step(number: str | int = ENGINE) -> Step:
    """Return a step by its number, "05", "5" or 5; raise Error if there is no such step."""
    two_digits, folders = f"{number}".zfill(2), list_folders()
    if two_digits not in folders and PREFIX:
        raise Error(f"step {number!r} is not in this package. The steps are {IN_CLONE}")
    if two_digits not in folders:
        raise Error(f"there is no step {number!r}; the steps are {', '.join(folders)}")
    return Step(two_digits, folders[two_digits])


@lru_cache
def list_folders() -> dict[str, Path]:
    """Return the folder of each step by its number; raise Error if they are in an archive."""
    paths = {path.parent.name[:2]: path.parent for path in sorted(STEPS.glob("[0-9][0-9]_*/__init__.py"))}
    if not paths:
        raise Error(f"{STEPS} is not a folder: the course must be installed unpacked, with pip install")
    return paths


def locate_book(name: str) -> Path:
    """Return the file of a book, "8", "12" or a path; raise Error if there is none."""
    path = CORE / "data" / f"{WIDTH}x{HEIGHT}-{name}.book" if name in BOOKS else Path(name)
    if not name or not path.is_file():
        raise Error(
            f"there is no book {name!r}; give '8' or '12', on 7x6 only, or a file made by c4 book build"
        )
    return path


def choose_book(book: Any) -> dict[str, Any]:
    """Return a book as options of a step's solver; raise Error for anything else."""
    if not isinstance(book, str | Path | None):
        raise Error(f"book is {book!r}; give '8', '12', the path of a file, or None for no book")
    return {} if book == "12" else {"book": book, "use_book": book is not None}  # where it is, 12 is the own


def count_entries(mebibytes: int) -> int:
    """Return the number of 8-byte entries of a table of that size: a prime, which spreads keys best.

    It is not one less than a power of 2: there, a bit of a key counts the same as another further up.
    Raise Error if no memory could hold it.
    """
    if mebibytes > LARGEST_TABLE:
        raise Error(f"a table of {mebibytes} MiB, but at most {LARGEST_TABLE} fit in memory")
    return next(
        number
        for number in range(mebibytes * (1 << 20) // 8 - 2, 1, -1)
        if all(number % divisor for divisor in range(2, isqrt(number) + 1))
    )
