"""The stages: what to build, what is given, what is checked, hints, and the classic mistakes.

Each is a file in the folder `stage_files`, read as it is. Programs come from the source of the steps when
they are asked for, so a stage says only what differs from it:

    step        the step that it leads to
    older       files that are still those of an earlier step, "" for files that are not there yet
    take        definitions that older files already have from the step
    edits       small replacements that these then need
    given       files handed over when the stage begins, and functions whose bodies are left to the learner
    compiled    true if its gain shows only in compiled code, which is then measured too
    mistakes    wrong solutions: replacements in ours, and what to say to whose program answers like that
"""

import os
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import randrange

from common.errors import Error
from common.tools import course, sets
from common.tools.files import name_file_in_errors
from common.tools.sets import Line
from common.tools.source import Edit, StaleStage, insert_definition, remove_body

FOLDER = Path(__file__).parent / "stage_files"
EIGHTH = "08"
"""The stage that ends volume one of the course, and its step."""
COURSE_POSITION = "441772226245333471243564563356166"
"""The position that runs through the course, from end-easy: all steps and all programs of learners solve it.

Minimax in plain Python solves it at once; the steps up to the last still differ.
"""
Files = dict[str, str]


class UnknownStage(Error):
    """A stage does not exist; the message names those that do."""


class Lines(list[Line]):
    """The positions of a sample.

    late        with this many stones, the stage solves any position in no time
    seed        the seed of the random positions
    """

    def __init__(self, lines: list[Line], late: int, seed: str) -> None:
        super().__init__(lines)
        self.late = late
        self.seed = seed


@dataclass(frozen=True)
class Sample:
    """The first positions of a test set with at least that many stones, and that many moves left to play.

    late        with this many stones, the stage solves any position in no time
    also        positions of any set that catch a mistake which most do not
    """

    set: str
    stones: int
    count: int
    late: int
    left: int = 1
    also: tuple[str, ...] = ()

    def lines(self, seed: str = "") -> Lines:
        """Return the positions."""
        from common.score import remaining  # imports Numba, which a hint need not wait for

        first = [
            line
            for line in sets.load_set(self.set)
            if len(line.moves) >= self.stones and remaining(line.score, len(line.moves)) >= self.left
        ]
        searched = sets.KINDS if self.also else ()
        known = [line for name in searched for line in sets.load_set(name) if line.moves in self.also]
        return Lines(first[: self.count] + known, self.late, seed)


@dataclass(frozen=True)
class Mistake:
    """A classic mistake: the ways to make it in our source, and what to say about it."""

    says: str
    edits: tuple[Edit, ...]
    hangs: bool = False

    @property
    def is_of_search(self) -> bool:
        """Return whether it is made in the search."""
        return self.edits[0].file == "solver.py"

    def apply(self, files: Files) -> Iterator[Files]:
        """Yield the files with the mistake, once for each way to make it."""
        for edit in self.edits:
            yield edit.apply(files)


@dataclass(frozen=True)
class Stage:
    """A stage by its name such as "04a"."""

    name: str
    title: str
    step: str
    brief: str
    hints: list[str]
    checks: list[str]
    sample: Sample
    mistakes: list[Mistake]
    older: dict[str, str] = field(default_factory=dict[str, str])
    take: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    edits: list[Edit] = field(default_factory=list[Edit])
    given: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    compiled: bool = False

    def ours(self) -> Files:
        """Return our program at the end of this stage."""
        step = load_sources(self.step)
        files = step | {name: load_sources(number).get(name, "") for name, number in self.older.items()}
        for file, definitions in self.take.items():
            for name in definitions:
                files[file] = insert_definition(files[file], step[file], name)
        for edit in self.edits:
            files = edit.apply(files)
        return {name: text for name, text in files.items() if text}

    def begun(self) -> Files:
        """Return our program at the beginning of this stage."""
        earlier = find_previous_stage(self)
        return (earlier.ours() if earlier else {}) | self.given_files()

    def known_mistakes(self, check: str) -> Iterator[tuple[Mistake, Files]]:
        """Yield mistakes and the wrong solutions that make them: of this stage, then of those before.

        A mistake of an earlier stage counts where it can still be made in the same way, and for checks that
        this stage has too.
        """
        names, ours = list(load_stages()), self.ours()
        for name in reversed(names[: names.index(self.name) + 1]):
            earlier = load_stages()[name]
            for mistake in earlier.mistakes if check in (*earlier.checks, "nodes") else ():
                with suppress(StaleStage):
                    yield from ((mistake, files) for files in mistake.apply(ours))

    def given_files(self) -> Files:
        """Return the files that the learner is given when the stage begins."""
        files = {name: self.ours()[name] for name in self.given}
        for name, functions in self.given.items():
            for function in functions:
                files[name] = remove_body(files[name], function)
        return files


def write_files(folder: Path, files: Files) -> None:
    """Write files into a folder."""
    for name, text in files.items():
        with name_file_in_errors(folder / name):
            (folder / name).write_text(text, encoding="utf-8")


@cache
def load_sources(number: str) -> Files:
    """Return the source files of a step, or none for no number, without tests and the package's docstring."""
    if not number:
        return {}
    return {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted(course.load(number).folder.glob("[!.]*.py"))
        if path.name not in ("__init__.py", "test_step.py")
    }


@cache
def load_stages() -> dict[str, Stage]:
    """Return all stages, keyed by name, in order."""
    paths = sorted(FOLDER.glob("*.toml"))
    known = [parse_stage(path.stem, path.read_text(encoding="utf-8")) for path in paths]
    return {stage.name: stage for stage in known}


def parse_stage(stem: str, text: str) -> Stage:
    """Return the stage that a file named like "04a_aligned" describes."""
    about = tomllib.loads(text)
    return Stage(
        name=stem.partition("_")[0],
        brief=reflow_text(about.pop("brief")),
        hints=[reflow_text(hint) for hint in about.pop("hints", [])],
        checks=about.pop("checks", []),
        sample=Sample(**about.pop("sample")),
        mistakes=[
            Mistake(
                reflow_text(entry["says"]),
                tuple(Edit(entry["file"], entry["old"], new) for new in entry.get("news") or [entry["new"]]),
                entry.get("hangs", False),
            )
            for entry in about.pop("mistakes", [])
        ],
        edits=[Edit(**entry) for entry in about.pop("edits", [])],
        **about,
    )


def reflow_text(text: str) -> str:
    """Return a text with each paragraph on one line, to be wrapped to any width."""
    paragraphs = text.strip("\n").split("\n\n")
    return "\n\n".join(
        paragraph
        if any(line.startswith(" ") for line in paragraph.splitlines())
        else " ".join(paragraph.splitlines())
        for paragraph in paragraphs
    )


def load_stage(name: str) -> Stage:
    """Return a stage by its name; raise UnknownStage if there is none."""
    stage = load_stages().get(name.zfill(2 if name.isdigit() else 3))
    if not stage:
        raise UnknownStage(f"there is no stage {name!r}; the stages are {', '.join(load_stages())}")
    return stage


def name_lasts() -> dict[str, str]:
    """Return the name of the last stage of each step that has any, keyed by the step's number."""
    return {stage.step: name for name, stage in load_stages().items()}


def name_last() -> str:
    """Return the name of the last stage."""
    return list(load_stages())[-1]


def find_next_stage(stage: Stage) -> Stage | None:
    """Return the next stage, or None after the last."""
    return load_stages().get(dict(pairwise(load_stages())).get(stage.name, ""))


def find_previous_stage(stage: Stage) -> Stage | None:
    """Return the stage before, or None for the first."""
    return load_stages().get(dict(pairwise(reversed(load_stages()))).get(stage.name, ""))


def make_seed() -> str:
    """Return the seed in C4_SEED, or a different one each time if it is not set."""
    return os.environ.get("C4_SEED") or str(randrange(10**6))
