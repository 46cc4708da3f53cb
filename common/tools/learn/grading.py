"""Grade learners' folders: each stage that was handed in, and the one that is being worked on."""

import csv
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from io import StringIO
from pathlib import Path
from time import monotonic

from common.errors import UserError
from common.tools.learn import stages
from common.tools.learn.events import Failure
from common.tools.learn.project import Project, opened
from common.tools.learn.runner import Limits, Passed, tried
from common.tools.learn.stages import Stage


@dataclass(frozen=True)
class Grade:
    """What a folder is worth: how each stage was done, and what is wrong first.

    A stage is "passed" if its checks hold now, on the program that was kept when it was done.
    """

    folder: Path
    results: dict[str, str]
    wrong: str = ""

    @property
    def passed(self) -> int:
        """Return how many stages are passed."""
        return sum(result == "passed" for result in self.results.values())

    @property
    def holds(self) -> bool:
        """Tell whether the folder could be graded, and all that was handed in as passed is passed."""
        return "failed" not in self.results.values() and (bool(self.results) or not self.wrong)


def graded(folder: Path, limits: Limits) -> Grade:
    """Grade a folder within the limits, whose total is for all of its stages."""
    try:
        project = opened(folder)
    except (UserError, OSError) as error:
        return Grade(folder, {}, f"{error}")
    results: dict[str, str] = {}
    wrong: list[str] = []
    deadline = monotonic() + limits.total
    for stage, program, how in handed_in(project):
        left = replace(limits, total=max(0.1, deadline - monotonic()))
        complaint = verdict(program, stage, left) if how in ("passed", "here") else ""
        results[stage.name] = ("failed" if how == "passed" else how) if complaint else named(how)
        wrong += [f"stage {stage.name}: {complaint}"] if complaint else []
    return Grade(folder, results, wrong[0] if wrong else "")


def named(how: str) -> str:
    """Return the result of a stage whose checks hold: one that is being worked on is passed, too."""
    return "passed" if how == "here" else how


def handed_in(project: Project) -> Iterator[tuple[Stage, Path, str]]:
    """Yield each stage that was done, with the program that was kept, and the one that is being worked on."""
    for name, done in project.done.items():
        stage = stages.load(name)
        kept = project.kept_of(stage)
        yield stage, kept, done.how
    if project.stage and project.stage.checks:
        yield project.stage, project.folder, "here"


def verdict(program: Path, stage: Stage, limits: Limits) -> str:
    """Return what is wrong with a program in a line, "" if nothing."""
    if not (program / "solver.py").is_file():
        return f"{program} has no solver.py"
    for event in tried(program, stage, limits):
        if isinstance(event, Failure):
            where = f"{event.moves}: " if event.moves else ""
            return " ".join(f"{where}{event.asked}: {event.came}, not {event.right}. {event.idea}".split())
        if isinstance(event, Passed):
            return ""
    return "it was not checked"


def grade_all(folders: Sequence[Path], limits: Limits, jobs: int) -> Iterator[Grade]:
    """Yield the grade of each folder, in order; so many are worked on at a time."""
    with ThreadPoolExecutor(jobs) as pool:  # each thread waits for a process of its own
        yield from pool.map(partial(graded, limits=limits), folders)


def table(grades: Sequence[Grade]) -> str:
    """Return grades as CSV: a line a folder, a column a stage."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = list(stages.all_stages())
    writer.writerow(["folder", "passed", *names, "wrong"])
    for grade in grades:
        results = [grade.results.get(name, "") for name in names]
        writer.writerow([plain(f"{grade.folder}"), grade.passed, *results, plain(grade.wrong)])
    return text.getvalue()


def plain(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text
