"""Learners' folders and programs, as tests of `c4 learn` and `c4 grade` use them."""

from pathlib import Path

from common.tools.learn import project
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, Stage
from common.tools.learn.trying import runner
from common.tools.learn.trying.events import Failure
from common.tools.learn.trying.runner import Limits

STAGES = stages.load_stages()
FIRST, SECOND, LAST = STAGES["01"], STAGES["02"], list(STAGES.values())[-1]
MISSING = 'raise NotImplementedError("your turn")'
PATIENT = Limits(seconds=120.0, memory=512, quiet=True)
COMPILED = Limits(seconds=120.0, memory=8192, compiled=True, quiet=True)

STATES = [  # that make no sense
    '{"format": 1, "here": "01", "done": {}, "hints": {"01": Infinity}}',
    '{"format": 1, "here": "01", "done": {}, "hints": {"01": -5}}',
    '{"format": 1, "here": "01", "done": {"01": {"how": "passed", "nodes": NaN}}, "hints": {}}',
    '{"format": 1, "here": "01", "done": {"01": {"how": "passed", "seconds": 1e999}}, "hints": {}}',
    '{"format": 1, "here": "", "done": {}, "hints": {}}',
    '{"format": "\\ud800", "here": "01", "done": {}, "hints": {}}',
    "[" * 200_000,
    f'{{"format": {"9" * 5000}}}',
    "\ufeff{}",
]


def make_program(body: str = "", top: str = "") -> Files:
    """Return our first program, with another body of its search, or with lines on top."""
    files = FIRST.given_files() if body else FIRST.ours()
    assert files["solver.py"].count(MISSING) == bool(body)
    return FIRST.ours() | {"solver.py": top + files["solver.py"].replace(MISSING, body)}


def start_folder(folder: Path, files: Files) -> Path:
    """Return a folder that is a project at the first stage, with a program in it."""
    project.start_project(folder, FIRST)
    stages.write_files(folder, files)
    return folder


def find_failure(folder: Path, files: Files, limits: Limits = PATIENT, stage: Stage = FIRST) -> Failure:
    """Return how a program fails a stage."""
    stages.write_files(folder, files)
    *_, last = runner.check_folder(folder, stage, limits)
    assert isinstance(last, Failure), last
    return last
