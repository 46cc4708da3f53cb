"""Grade what learners hand in: each stage that they passed, and the one that they are at."""

import ast
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic

from common.errors import Error
from common.tools.course import require_folder
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, Stage
from common.tools.learn.project import STATE, Project, read_program, read_project
from common.tools.learn.trying.events import Event
from common.tools.learn.trying.runner import Limits, check_folder, open_program_folder


@dataclass(frozen=True)
class Grade:
    """The grade of a folder: how each stage was done, and the first mistake.

    A stage is "passed" if its checks hold now, on the program as it was done.

    same        the stages passed with exactly our program, apart from comments and layout
    """

    folder: Path
    results: dict[str, str]
    wrong: str = ""
    same: Sequence[str] = ()

    @property
    def passed(self) -> int:
        """Return how many stages are passed."""
        return sum(result == "passed" for result in self.results.values())

    @property
    def holds(self) -> bool:
        """Return whether the folder could be graded and every stage handed in as passed really passes."""
        return "failed" not in self.results.values() and (bool(self.results) or not self.wrong)


def grade_folders(folders: Sequence[Path], limits: Limits, jobs: int) -> Iterator[Grade]:
    """Yield the grade of each learner, in order; `jobs` of them are worked on at a time."""
    with ThreadPoolExecutor(jobs) as pool:  # each thread waits for a process of its own
        yield from pool.map(partial(grade_folder, limits=limits), folders)


def grade_folder(folder: Path, limits: Limits) -> Grade:
    """Grade a learner's folder within the limits, whose total is for all of its stages."""
    try:
        require_folder(f"{folder}")
        if not (folder / STATE).is_file():
            raise Error(
                f"there is no {STATE} in it: collect the whole folder that `c4 learn start` made, "
                "hidden files included"
            )
        return grade_stages(folder, read_project(folder), limits)
    except (Error, OSError) as error:
        return Grade(folder, {}, f"{error}")


def grade_stages(folder: Path, project: Project, limits: Limits) -> Grade:
    """Grade the stages of a project."""
    results, wrong, same = dict[str, str](), list[str](), list[str]()
    deadline = monotonic() + limits.total
    handed_in = [(stages.load_stage(name), done.how) for name, done in project.done.items()]
    for stage, how in [*handed_in, *([(project.stage, "here")] if project.stage else [])]:
        if how not in ("passed", "here"):
            results[stage.name] = how
            continue
        place = project.locate_done(stage) if how == "passed" else folder
        complaint, program = check_submission(place, stage, replace(limits, total=deadline - monotonic()))
        results[stage.name] = "passed" if not complaint else "failed" if how == "passed" else how
        wrong += [f"stage {stage.name}: {complaint}"] if complaint else []
        same += [stage.name] if is_same_program(program, stage.ours()) else []
    return Grade(folder, results, wrong[0] if wrong else "", same)


def check_submission(place: Path, stage: Stage, limits: Limits) -> tuple[str, Files]:
    """Return what is wrong with a program, in one line, or "", and the program."""
    if not (place / "solver.py").is_file():
        return f"{place} has no solver.py", {}
    if limits.total <= 0:
        return "the time for this folder had run out before", {}
    try:
        program = read_program(place)
    except (Error, OSError) as error:
        return f"{error}", {}
    with open_program_folder(program) as copy:
        *_, last = check_folder(copy, stage, limits, rounds=1)
    return format_failure(last) if last["event"] == "Explained" else "", program


def format_failure(failure: Event) -> str:
    """Return a failure in one line."""
    where = f"{failure['moves']}: " if failure["moves"] else ""
    right = f", not {failure['right']}" if failure["kind"] in ("wrong", "nodes") else ""
    idea = failure["idea"] if failure["kind"] != "missing" else ""
    return " ".join(f"{where}{failure['asked']}: {failure['came']}{right}. {idea}".split())


def is_same_program(program: Files, ours: Files) -> bool:
    """Return whether a program has all our files, apart from comments, layout and docstrings."""
    try:
        return bool(program) and all(
            normalize_source(program.get(name, "")) == normalize_source(text) for name, text in ours.items()
        )
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def normalize_source(source: str) -> str:
    """Return a normal form, the same for all sources that run alike."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and ast.get_docstring(node) is not None
        ):
            del node.body[0]
    return ast.dump(tree)
