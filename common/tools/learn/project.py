"""A learner's folder: their program, how far they are, and what they had at the end of each stage.

position.py, solver.py ...   the program, theirs alone
.learn/state.json            how far they are; written whole or not at all
.learn/done/04a/             their program as it passed stage 04a
kept/02/                     what they had before ours was put in its place
"""

import json
import shutil
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from common.errors import UserError
from common.tools.files import write_whole
from common.tools.learn import stages
from common.tools.learn.events import Measured
from common.tools.learn.stages import Files, Stage

FORMAT = 1
HOWS = ("passed", "caught up", "read", "skipped")


class NoProject(UserError):
    """Say that a folder holds no learner's project, and how one is made."""


class BadState(UserError):
    """Say what is wrong with the file that keeps how far a learner is."""


@dataclass(frozen=True)
class Done:
    """How a stage was done, and what its sample took them and us: nodes and seconds."""

    how: str
    nodes: int = 0
    seconds: float = 0.0
    our_nodes: int = 0
    our_seconds: float = 0.0

    @classmethod
    def passed(cls, theirs: Measured, ours: Measured) -> Self:
        """Return that a stage was passed, and what its sample took."""
        return cls("passed", theirs.total_nodes, theirs.total_seconds, ours.total_nodes, ours.total_seconds)


@dataclass
class Project:
    """A learner's project; `here` is the stage it is at, None once all are done."""

    folder: Path
    here: str | None
    done: dict[str, Done] = field(default_factory=dict[str, Done])
    hints: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def stage(self) -> Stage | None:
        """Return the stage that the learner is at."""
        return stages.load(self.here) if self.here else None

    def program(self) -> Files:
        """Return the learner's files that make up the program."""
        return read_files(self.folder)

    def saved(self) -> dict[str, bytes]:
        """Return what is in the learner's Python files at this moment, be it text or not."""
        found: dict[str, bytes] = {}
        for path in self.folder.glob("*.py"):
            with suppress(OSError):  # an editor may be about to put another in its place
                found[path.name] = path.read_bytes()
        return found

    def kept_of(self, stage: Stage) -> Path:
        """Return the folder with the program at the end of a stage."""
        return self.folder / ".learn" / "done" / stage.name

    def before(self, stage: Stage) -> Files:
        """Return the program that the learner began a stage with, ours if it is not known."""
        earlier = stages.before(stage)
        if not earlier:
            return stage.handed_over()
        kept = self.kept_of(earlier)
        return (read_files(kept) if kept.exists() else earlier.ours()) | stage.handed_over()

    def save(self) -> None:
        """Write the state."""
        write_whole(state_file(self.folder), json.dumps(state_of(self), indent=2) + "\n")

    def finish(self, stage: Stage, done: Done) -> list[str]:
        """Keep the program as it is, go on to the next stage, and return the names of the files it brings."""
        kept = self.kept_of(stage)
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        stages.put(kept, self.program())
        self.done[stage.name] = done
        following = stages.after(stage)
        self.here = following.name if following else None
        brought = self.hand_over(following) if following else []
        self.save()
        return brought

    def hand_over(self, stage: Stage) -> list[str]:
        """Write the files that a stage brings, except where the learner has one; return their names."""
        new = {name: text for name, text in stage.handed_over().items() if not (self.folder / name).exists()}
        for name, text in new.items():
            write_whole(self.folder / name, text)
        return list(new)

    def take_ours(self, stage: Stage) -> Path:
        """Put our program of a stage in place of theirs; return where theirs is now."""
        kept = self.folder / "kept" / stage.name
        number = 1
        while kept.exists():
            number += 1
            kept = kept.with_name(f"{stage.name}-{number}")
        kept.mkdir(parents=True)
        for name, text in self.program().items():
            write_whole(kept / name, text)
        for name, text in stage.ours().items():
            write_whole(self.folder / name, text)
        return kept


def state_of(project: Project) -> dict[str, Any]:
    """Return how far a learner is, as it is written."""
    done = {name: asdict(each) for name, each in project.done.items()}
    return {"format": FORMAT, "here": project.here, "hints": project.hints, "done": done}


def read_files(folder: Path) -> Files:
    """Return the files of a program in a folder: all Python files but tests."""
    try:
        return {
            path.name: path.read_text(encoding="utf-8")
            for path in sorted(folder.glob("*.py"))
            if not path.name.startswith("test_")
        }
    except UnicodeDecodeError as error:
        raise UserError(f"{folder}: a file is not text in UTF-8: {error}") from None


def state_file(folder: Path) -> Path:
    """Return the file that keeps how far a learner is."""
    return folder / ".learn" / "state.json"


def opened(folder: Path) -> Project:
    """Return the project in a folder; raise NoProject or BadState if there is none that can be read."""
    path = state_file(folder)
    if not path.is_file():
        raise NoProject(
            f"{folder.absolute()} is no project of yours: `c4 learn start FOLDER` makes one, "
            "and `cd FOLDER` goes there"
        )
    try:
        return parsed(folder, json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError, KeyError, AttributeError, UserError) as error:
        raise BadState(
            f"{path} cannot be read: {error}. It was left as it is. Mend it; or move it away and run "
            f"`c4 learn start {folder} --stage NN`, which leaves your program alone"
        ) from None


def parsed(folder: Path, state: dict[str, Any]) -> Project:
    """Return the project that a state describes; raise an error of some kind if it makes no sense."""
    if state["format"] != FORMAT:
        raise ValueError(f"its format is {state['format']}, this program knows {FORMAT}")
    done = {stages.load(name).name: Done(**each) for name, each in state["done"].items()}
    for name, each in done.items():
        if each.how not in HOWS or not all(isinstance(n, int | float) for n in list(vars(each).values())[1:]):
            raise ValueError(f"stage {name} was {each.how}")
    hints = {stages.load(name).name: int(count) for name, count in state["hints"].items()}
    here = state["here"] and stages.load(state["here"]).name
    return Project(folder, here, done, hints)


def start(folder: Path, stage: Stage) -> tuple[Project, list[str]]:
    """Make a project at a stage; return it and the names of the files written.

    A program that is there already stays as it is. Raise UserError if there is a project.
    """
    if state_file(folder).exists():
        raise UserError(f"{folder} is a project already: see how far it is with `c4 learn` in it")
    project = Project(folder, stage.name)
    files = dict(EXTRAS) | project.before(stage)
    if has_program := (folder / "solver.py").exists():
        files = dict(EXTRAS)
    written = [name for name in files if not (folder / name).exists()]
    for name in written:
        write_whole(folder / name, files[name])
    if has_program:
        written += project.hand_over(stage)
    for name in stages.all_stages():
        if name == stage.name:
            break
        project.done[name] = Done("skipped")
    project.save()
    return project, written


EXTRAS = {
    "README.md": """\
# My Connect 4 solver

It grows stage by stage, and every line of the search is mine. In this folder:

    c4 learn            how far I am
    c4 learn check      is the current stage done? what is wrong?
    c4 learn check --watch
    c4 learn hint       a nudge, then more
    c4 learn compare    my way beside the course's, of the last stage done
    c4 learn catch-up   take the course's program for this stage and go on; mine is kept
    pytest              my own tests, in test_mine.py

`.learn` keeps how far I am and what I had after each stage. Keep it with the rest.
""",
    "test_mine.py": '''\
"""My own tests: run them with pytest."""

from pathlib import Path

from common.position import parse
from common.tools import course

mine = course.at(Path(__file__).parent)


def test_the_mover_wins_with_the_very_last_stone() -> None:
    position = parse("54171611776636275455144264512776522324", mine.Position.start())
    assert mine.solver().solve(position) == 1
''',
}
