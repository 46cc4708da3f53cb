"""Try the programs of some stages in plain Python: ours, that of the stage before, and the wrong ones.

    NUMBA_DISABLE_JIT=1 python tests/learn_stages.py 05b 05c

Each line printed is JSON: the stage; the program, "ours", "before" or what is to be said of a wrong one; the
check that failed, "" if none did; and what was said.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from common.tools import course
from common.tools.claims import Program
from common.tools.learn.checks.program import make_solver_options
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.sample import Lines
from common.tools.learn.curriculum.stages import Files, Stage
from common.tools.learn.trying import checking
from common.tools.learn.trying.checking import find_node_excess, measure_sample, run_checks
from common.tools.learn.trying.diagnosis import has_same_mistake
from common.tools.learn.trying.events import Answers, Failure, Measured


class Remembering(Program):
    """A program that solves each position once, whoever asks: it would find and do the same again."""

    def __init__(self, module: ModuleType, **options: Any) -> None:
        super().__init__(module, **options)
        self._scores: dict[str, int] = {}

    def measure_score(self, moves: str) -> int:
        """Return the score of a position, and note what it took."""
        if moves not in self._scores:
            self._scores[moves] = super().measure_score(moves)
        return self._scores[moves]


def load_module(files: Files) -> ModuleType:
    """Return some files as a module."""
    with TemporaryDirectory() as folder:
        stages.write_files(Path(folder), files)
        return course.at(Path(folder)).module


def make_program(files: Files) -> Program:
    """Return a program of some files."""
    module = load_module(files)
    return Remembering(module, **make_solver_options(module))


def try_stage(
    stage: Stage, lines: Lines, files: dict[str, Files], programs: dict[str, Program], what: str
) -> tuple[str, str]:
    """Return the check that a program fails, and what is said; both empty if it passes."""
    failure: Failure | None = None
    answers = Answers([])
    for event in run_checks(stage.checks, lines, programs[what], lambda _: False):
        match event:
            case Failure():
                failure = event
            case Answers():
                answers = event
            case Measured():
                ours = measure_sample(programs["ours"], lines)
                failure, answers = find_node_excess(lines, event, ours), Answers(event.nodes)
            case _:
                pass
    if not failure:
        return "", ""
    again = {what: make_program(files[what])}  # as it is before it has been asked anything
    for says, known in list((programs | again).items())[2:]:
        if has_same_mistake(stage.checks, failure.check, lines, known, answers.answers):
            return failure.check, says.partition("#")[0]
    return failure.check, failure.idea


def list_programs(stage: Stage) -> dict[str, Files]:
    """Return the programs of a stage; wrong ones of one mistake differ in what comes after a #."""
    earlier = stages.find_previous_stage(stage)
    files = {"ours": stage.ours(), "before": (earlier.ours() if earlier else {}) | stage.given_files()}
    for mistake in stage.mistakes:
        if not mistake.hangs:
            files |= {
                f"{mistake.says}#{number}": wrong for number, wrong in enumerate(mistake.apply(stage.ours()))
            }
    return files


if __name__ == "__main__":
    checking.MORE_SECONDS = float("inf")  # the same answers on every machine
    for stage in map(stages.load_stage, sys.argv[1:]):
        files, lines = list_programs(stage), stage.sample.lines("a seed")
        programs = {what: make_program(program_files) for what, program_files in files.items()}
        for what in programs:
            tried = try_stage(stage, lines, files, programs, what)
            print(json.dumps([stage.name, what.partition("#")[0], *tried]), flush=True)
