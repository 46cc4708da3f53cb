"""The steps of the course as lessons, benchmarks and learners name them."""

import ast
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from c4.engine import ENGINE, IN_CLONE, STEPS, THREADED, Answer, Step, list_folders, locate_book
from c4.engine import load_step as load
from common import PREFIX
from common.errors import Error
from common.tools.answers import describe_error, require_integer, require_nodes
from common.tools.terminal.streams import divert_output

if TYPE_CHECKING:
    from c4.engine import EnginePosition  # and with it Numba, which is slow to import

__all__ = ["ENGINE", "STEPS", "THREADED", "Step", "at", "list_folders", "load", "locate_book", "numbers"]
MODULES = ("position", "table", "book", "solver")
EXPORTED = ("Position", "Solver")
SIDE_TRIPS = ("22",)
"""The steps with little effect, which a reader short of time can skip."""
QUICK_BOARD = "04"
"""The step whose board is the quickest in plain Python."""
SITE_PORT = 8000
"""The port at which `c4 serve` shows the site, unless another is given."""


class OwnStep(Step):
    """A learner's folder as a step, with the folder's name as its number."""

    @cached_property
    def module(self) -> ModuleType:
        """Import the folder's modules as a package of their own, afresh for each OwnStep.

        Raise ImportError if it lacks a part of a step, and say how to import a module in the same folder.
        """
        learner = ModuleType(f"learner_{len(sys.modules)}")
        learner.__path__ = [str(self.folder)]
        sys.modules[learner.__name__] = learner
        invalidate_caches()
        for name in MODULES:
            if (self.folder / f"{name}.py").exists():
                try:
                    module = import_module(f".{name}", learner.__name__)
                except ImportError as error:
                    if error.name and (self.folder / f"{error.name}.py").exists():
                        error.msg += f"; {error.name}.py is in this folder: write `from .{error.name} import`"
                    raise
                exported = {name: value for name, value in vars(module).items() if name in EXPORTED}
                vars(learner).update(exported)
        for name in EXPORTED:
            if not hasattr(learner, name):
                path = self.folder / f"{name.lower()}.py"
                lack = (
                    "is not there"
                    if not path.exists()
                    else f"has no {name}"
                    if path.stat().st_size
                    else "is empty"
                )
                raise ImportError(f"{path.name} {lack}")
        return learner

    @property
    def nodes(self) -> int:
        """Return the nodes explored since the last reset; raise Missing if it is no number of them."""
        return require_nodes(self.shared_solver)

    def solve(self, position: Any, weak: bool = False) -> int:
        """Return the score of a position; raise Missing if it cannot be one."""
        return require_score(self.shared_solver.solve(position, weak), weak)

    def ask(self, moves: str, *, weak: bool = False, columns: bool = False) -> Answer:
        """Return what a step does; raise Missing for a score or a number of nodes that cannot be one."""
        answer = super().ask(moves, weak=weak, columns=columns)
        return answer if columns else answer._replace(scores=[require_score(answer.scores[0], weak)])


def require_score(answer: object, weak: bool) -> int:
    """Return an answer of `solve`; raise Missing if it cannot be a score."""
    from common.score import MAX_SCORE  # and with it Numba

    most, asked = (1, "position, weak=True") if weak else (MAX_SCORE, "position")
    return require_integer(f"solve({asked})", answer, -most, most)


@contextmanager
def name_errors(step: object) -> Generator[None]:
    """Raise Error for an error in a learner's folder, in a line that names the file.

    What its code prints meanwhile goes to standard error.
    """
    if not isinstance(step, OwnStep):
        yield
        return
    with divert_output():
        try:
            yield
        except BaseException as error:  # a program may raise anything, even what is meant to end a process
            stopped = describe_error(error, step.folder)
            if isinstance(error, Error) and not stopped.trace:
                raise
            raise Error(f"{step.number}: {stopped.line}") from None


def at(folder: Path) -> Step:
    """Return a folder outside the course as a step."""
    return OwnStep(folder.name, folder.absolute())


def is_path(text: str) -> bool:
    """Return whether a text is the path of a folder, not the number of a step."""
    return text.zfill(2) not in list_folders() and ("/" in text or os.sep in text or Path(text).is_dir())


def require_folder(text: str) -> None:
    """Raise Error if a text is not the path of a folder."""
    if not Path(text).is_dir():
        raise Error(f"{text} {'is a file, not a folder' if Path(text).exists() else 'does not exist'}")


def choose(text: str) -> Step:
    """Return the number of a step, or the path of a folder instead; raise Error for anything else."""
    if not is_path(text):
        return load(text)
    if PREFIX:
        raise Error(f"{text}: a solver of your own is {IN_CLONE}")
    require_folder(text)
    if not (Path(text) / "solver.py").is_file():
        raise Error(f"{text} has no solver.py, so it is not a folder of `c4 learn`")
    return OwnStep(text, Path(text).absolute())


def numbers() -> list[str]:
    """Return the numbers of all steps, "01" first."""
    return list(list_folders())


def read_idea(step: Step) -> str:
    """Return a step's idea in one sentence: the headline of its docstring without the name.

    It is read from the file: `python -OO` leaves the docstrings of modules out.
    """
    source = ast.parse((step.folder / "__init__.py").read_bytes())
    headline = (ast.get_docstring(source) or "").partition("\n")[0]
    return headline.partition(": ")[2].rstrip(".")


def mark_side_trip(number: str) -> str:
    """Return the suffix of a step's name: "", unless the step is a side trip."""
    return " (side trip)" if number in SIDE_TRIPS else ""


def make_quick_board() -> "EnginePosition":
    """Return the empty board for games without a search; later steps are slower in plain Python."""
    return load(QUICK_BOARD).Position.start()


def previous(step: Step) -> Step | None:
    """Return the previous step, or None for the first."""
    index = numbers().index(step.number)
    return load(numbers()[index - 1]) if index else None


def span(text: str) -> list[Step]:
    """Return the steps named by numbers, ranges and folders, as in "01-04,07,./mine", each once.

    Raise Error for others, and for a range that runs backwards.
    """
    steps: list[Step] = []
    for part in text.split(","):
        if is_path(part):
            steps.append(choose(part))
            continue
        first, dash, last = part.partition("-")
        low = load(first)
        high = load(last) if dash else low
        if low.number > high.number:
            raise Error(f"steps {part!r} run backwards: write {high.number}-{low.number}")
        steps += [load(number) for number in numbers() if low.number <= number <= high.number]
    return list(dict.fromkeys(steps))
