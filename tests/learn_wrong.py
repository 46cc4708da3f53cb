"""Check programs that are wrong in ways once overlooked, and right ones that are written another way.

    NUMBA_DISABLE_JIT=1 python tests/learn_wrong.py 07c 08

Each line printed is JSON: the stage, what has to be said, the check that failed, "" if none did, and what was
said.
"""

import json
import sys
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import NamedTuple

from learn_stages import load_module

from common.tools.claims import Program
from common.tools.learn.checks.program import make_solver_options
from common.tools.learn.curriculum import stages
from common.tools.learn.trying import child, runner
from common.tools.learn.trying.events import Event, Failure
from common.tools.learn.trying.runner import Limits, Passed
from common.tools.source import Edit


class Change(NamedTuple):
    """A change of our program of some stages; what has to be said of it, "" if it is right."""

    stages: str
    file: str
    old: str
    new: str
    removed: str = ""
    says: str = ""


CHANGES = [
    Change(**about)
    for about in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["changes"]
]


def try_change(stage: stages.Stage, change: Change) -> tuple[str, str]:
    """Return the check that a changed program fails, and what is said; "" if none."""
    files = stage.ours()
    if change.removed:
        files = Edit(change.file, change.removed, "").apply(files)
    files = Edit(change.file, change.old, change.new).apply(files)
    with TemporaryDirectory() as folder:
        stages.write_files(Path(folder), files)
        *_, last = runner.check_folder(Path(folder), stage, Limits(on_event=ignore_event, seed="a seed"))
    if isinstance(last, Passed):
        return "", ""
    assert isinstance(last, Failure)
    return last.check, last.idea


def load_program_again(folder: str) -> Program:
    """Return the program in a folder; the same files in other folders are compiled once."""
    module = load_once(frozenset((path.name, path.read_text("utf-8")) for path in Path(folder).glob("*.py")))
    return Program(module, **make_solver_options(module))


@cache
def load_once(files: frozenset[tuple[str, str]]) -> ModuleType:
    """Return some files as a module, the same each time."""
    return load_module(dict(files))


def ignore_event(_: Event) -> None:
    """Do nothing with an event."""


def list_changes(name: str) -> list[Change]:
    """Return the changes of a stage."""
    return [change for change in CHANGES if name in change.stages.split()]


if __name__ == "__main__":
    child.load_program = load_program_again
    for name in sys.argv[1:]:
        for change in list_changes(name):
            print(json.dumps([name, change.says, *try_change(stages.load_stage(name), change)]), flush=True)
