"""A learner's folder: their program, their progress, and what they had at the end of each stage.

position.py, solver.py ...   the program, theirs alone
.learn/state.json            their progress
.learn/done/04a/             their program as it passed stage 04a
kept/02/                     what they had before ours was put in its place

Each file is written whole or not at all, and the state last. So a command that failed can be run again.
"""

import json
import sys
import tomllib
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from itertools import count, takewhile
from pathlib import Path
from shutil import rmtree
from typing import Self, TypedDict

from common.errors import Error
from common.tools import course
from common.tools.files import write_file
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, Stage
from common.tools.learn.trying.events import Event

STATE = ".learn/state.json"
FORMAT = 1
MOST_LETTERS = 200  # of what is said about a state
MOST_BYTES = 1 << 20  # of a file
MOST_FIGURE = 1 << 63
EXTRAS: dict[str, str] = tomllib.loads(Path(__file__).with_name("extras.toml").read_text(encoding="utf-8"))
"""The files beside the program in a new folder."""
HOWS = ("passed", "caught up", "skipped")


@dataclass(frozen=True)
class Done:
    """How a stage was done, and the nodes and seconds that its sample cost them and us.

    course_nodes    what their program takes for the position used throughout the course
    board_nodes     what it took for the empty board, at the end of the eight steps
    """

    how: str
    nodes: int = 0
    seconds: float = 0.0
    our_nodes: int = 0
    our_seconds: float = 0.0
    course_nodes: int = 0
    board_nodes: int = 0
    board_seconds: float = 0.0

    @classmethod
    def make_passed(cls, passed: Event) -> Self:
        """Build the entry of a passed stage, with the cost of its sample."""
        return cls("passed", **{name: passed[name] for name in FIGURES if name in passed})

    def __post_init__(self) -> None:
        """Raise ValueError for impossible values."""
        how, *figures = vars(self).values()
        is_known = how in HOWS and all(type(figure) in (int, float) for figure in figures)
        if not is_known or not all(abs(figure) < MOST_FIGURE for figure in figures):
            raise ValueError(f"a stage was {how!r}, and took {figures}")


FIGURES = [figure.name for figure in fields(Done) if figure.name != "how"]


class State(TypedDict):
    """A learner's progress, as it is stored; `here` is null once all stages are done."""

    format: int
    here: str | None
    done: dict[str, dict[str, str | float]]
    hints: dict[str, int]
    quizzes: dict[str, bool]


@dataclass
class Project:
    """A learner's project; `here` is the stage it is at, or None once all are done.

    quizzes     lessons whose questions are answered, which only the pages ask
    """

    folder: Path
    here: str | None
    done: dict[str, Done] = field(default_factory=dict[str, Done])
    hints: dict[str, int] = field(default_factory=dict[str, int])
    quizzes: dict[str, bool] = field(default_factory=dict[str, bool])

    @property
    def stage(self) -> Stage | None:
        """Return the stage that the learner is at."""
        return stages.load_stage(self.here) if self.here else None

    def read_saved(self) -> dict[str, bytes]:
        """Return the present contents of the learner's Python files, whether text or not."""
        saved: dict[str, bytes] = {}
        for path in list_python_files(self.folder):
            with suppress(OSError):  # an editor may be about to put another in its place
                saved[path.name] = path.read_bytes()
        return saved

    def locate_done(self, stage: Stage) -> Path:
        """Return the folder with the program at the end of a stage."""
        return self.folder / ".learn" / "done" / stage.name

    def find_done_before(self, stage: Stage) -> Path | None:
        """Return the folder of the program at the end of the stage before, or None if there is none."""
        earlier = stages.find_previous_stage(stage)
        folder = earlier and self.locate_done(earlier)
        return folder if folder and (folder / "solver.py").is_file() else None

    def read_program_before(self, stage: Stage) -> Files:
        """Return the program that the learner began a stage with, or ours if it is not known."""
        folder = self.find_done_before(stage)
        return read_program(folder) | stage.given_files() if folder else stage.begun()

    def save(self) -> None:
        """Write the state."""
        write_file(self.folder / STATE, json.dumps(make_state(self), indent=2) + "\n")

    def finish(self, stage: Stage, done: Done, program: Files) -> list[str]:
        """Store a program, go on to the next stage, and return the names of the files it brings."""
        rmtree(self.locate_done(stage), ignore_errors=True)
        write_program(self.locate_done(stage), program)
        self.done[stage.name] = done
        following = stages.find_next_stage(stage)
        self.here = following.name if following else None
        return write_new_files(self.folder, following.given_files()) if following else []

    def skip_stages(self) -> None:
        """Mark as skipped all stages that come before the learner's current one and are not done."""
        for name in takewhile(lambda name: name != self.here, stages.load_stages()):
            self.done.setdefault(name, Done("skipped"))

    def replace_program(self, stage: Stage, program: Files) -> Path | None:
        """Replace their program of a stage with another one; return where it is now, or None if ours."""
        theirs, ours = read_program(self.folder), (stage.begun(), stage.ours(), program)
        written = [name for name in program if name in theirs]
        if all(theirs[name] in [files.get(name) for files in ours] for name in written):
            write_program(self.folder, program)
            return None
        names = (stage.name if number == 1 else f"{stage.name}-{number}" for number in count(1))
        kept = next(path for name in names if not (path := self.folder / "kept" / name).exists())
        write_program(kept, theirs)
        write_program(self.folder, program)
        return kept


def list_python_files(folder: Path) -> list[Path]:
    """Return the files of a program in a folder: all Python files except tests and editors' hidden files."""
    return [
        path
        for path in sorted(folder.glob("*.py"))
        if path.is_file() and not path.name.startswith((".", "test_", "conftest."))
    ]


def read_program(folder: Path) -> Files:
    """Return the files of a program in a folder; raise Error if one is not text."""
    return {path.name: read_program_file(path) for path in list_python_files(folder)}


def read_program_file(path: Path) -> str:
    """Return the text of a file; raise Error if it is not text, or much too long."""
    if path.stat().st_size > MOST_BYTES:
        raise Error(f"{path} is larger than {MOST_BYTES >> 20} MiB, so it is not a program")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Error(f"{path} is not valid UTF-8: {error}. Save it as UTF-8") from None


def write_program(folder: Path, program: Files) -> None:
    """Write the files of a program into a folder."""
    for name, text in program.items():
        write_file(folder / name, text)


def write_new_files(folder: Path, files: Files) -> list[str]:
    """Write those files that a folder does not have; return their names.

    The solver comes last: a folder that has one is taken for a program of the learner's.
    """
    new = {name: text for name, text in files.items() if not (folder / name).exists()}
    write_program(folder, {name: new[name] for name in sorted(new, key=lambda name: name == "solver.py")})
    return list(new)


def make_state(project: Project) -> State:
    """Return a learner's progress, as it is stored."""
    done = {name: asdict(entry) for name, entry in project.done.items()}
    return State(format=FORMAT, here=project.here, done=done, hints=project.hints, quizzes=project.quizzes)


def read_project(folder: Path) -> Project:
    """Return the project in a folder; raise Error if there is none that can be read."""
    path = folder / STATE
    course.require_folder(f"{folder}")
    if not path.is_file():
        raise Error(
            f"{folder.absolute()} is not a project folder of yours: `c4 learn start FOLDER` makes one, "
            "and `cd FOLDER` takes you there"
        )
    try:
        return parse_state(folder, read_program_file(path))
    except Error as error:
        raise Error(
            f"{path} cannot be read: {error}. It has been left unchanged. Repair it, or move it away and run "
            f"`c4 learn start {folder} --stage NN`, which leaves your program alone"
        ) from None


def parse_state(folder: Path, text: str) -> Project:
    """Return the project that a state describes; raise Error if it makes no sense."""
    try:
        state = json.loads(text)
        if state["format"] != FORMAT:
            raise ValueError(f"its format is {state['format']}, but this program reads {FORMAT}")
        done = {stages.load_stage(name).name: Done(**entry) for name, entry in state["done"].items()}
        hints = {stages.load_stage(name).name: count for name, count in state["hints"].items()}
        if not all(type(count) is int and 0 <= count < MOST_FIGURE for count in hints.values()):
            raise ValueError("it counts more hints than there are")
        quizzes = {course.load(number).number: True for number in state["quizzes"]}
        here = None if state["here"] is None else stages.load_stage(state["here"]).name
    except Exception as error:  # a state may hold anything
        raise Error(f"{error}"[:MOST_LETTERS] or type(error).__name__) from None
    return Project(folder, here, done, hints, quizzes)


@contextmanager
def open_project(folder: Path) -> Generator[Project]:
    """Yield the project in a folder, read afresh; then write its state.

    Others wait meanwhile, where files can be locked.
    """
    read_project(folder)  # or say that there is none
    with (folder / ".learn" / "lock").open("w") as lock:
        if sys.platform != "win32":
            from fcntl import LOCK_EX, flock

            with suppress(OSError):  # some disks on a network have no locks
                flock(lock, LOCK_EX)
        project = read_project(folder)
        yield project
        project.save()


def start_project(folder: Path, stage: Stage) -> tuple[Project, list[str]]:
    """Make a project at a stage; return it and the names of the files written.

    A program that is there already stays as it is. Raise Error if there is a project.
    """
    if (folder / STATE).exists():
        raise Error(f"{folder} is already a project: run `c4 learn` in it to see where you are")
    project = Project(folder, stage.name)
    project.skip_stages()
    has_program = (folder / "solver.py").exists()
    files = stage.given_files() if has_program else project.read_program_before(stage)
    written = write_new_files(folder, EXTRAS | files)
    project.save()
    return project, written
