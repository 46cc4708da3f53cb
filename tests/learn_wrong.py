"""Check programs that are wrong in ways once overlooked, and right ones that are written another way.

    NUMBA_DISABLE_JIT=1 python tests/learn_wrong.py 07c 08

A change is tried at the first and the last of its stages, with --full at all of them.

Each line printed is JSON: the stage, what has to be said, the check that failed, "" if none did, and what was
said.
"""

import json
import sys
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from learn_stages import make_program

from common.tools.claims import Program
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
    """Return the program in a folder; with the same files, it solves no position again."""
    return load_once(frozenset((path.name, path.read_text("utf-8")) for path in Path(folder).glob("*.py")))


@cache
def load_once(files: frozenset[tuple[str, str]]) -> Program:
    """Return the program of some files, the same each time."""
    return make_program(dict(files))


def ignore_event(_: Event) -> None:
    """Do nothing with an event."""


def list_changes(name: str, *, is_full: bool) -> list[Change]:
    """Return the changes to try at a stage: those that begin or end with it, or all that name it."""
    tried = [(change, change.stages.split()) for change in CHANGES]
    return [change for change, at in tried if name in (at if is_full else (at[0], at[-1]))]


if __name__ == "__main__":
    child.load_program = load_program_again
    is_full = "--full" in sys.argv
    for name in sys.argv[1 + is_full :]:
        for change in list_changes(name, is_full=is_full):
            print(json.dumps([name, change.says, *try_change(stages.load_stage(name), change)]), flush=True)
