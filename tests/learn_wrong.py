"""Check programs that are wrong in ways once overlooked, and right ones that are written another way.

    NUMBA_DISABLE_JIT=1 python tests/learn_wrong.py 07c

Each line printed is JSON: what has to be said, the check that failed, "" if none did, what kind of failure it
is, and what was said.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from common.tools.learn.curriculum import stages
from common.tools.learn.trying import runner
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


def try_change(stage: stages.Stage, change: Change) -> tuple[str, str, str]:
    """Return the check that a changed program fails, the kind of failure, and what is said; "" if none."""
    files = stage.ours()
    if change.removed:
        files = Edit(change.file, change.removed, "").apply(files)
    files = Edit(change.file, change.old, change.new).apply(files)
    with TemporaryDirectory() as folder:
        stages.write_files(Path(folder), files)
        *_, last = runner.check_folder(Path(folder), stage, Limits(on_event=ignore_event, seed="a seed"))
    if isinstance(last, Passed):
        return "", "", ""
    assert isinstance(last, Failure)
    return last.check, last.kind, last.idea


def ignore_event(_: Event) -> None:
    """Do nothing with an event."""


def list_changes(name: str) -> Iterator[Change]:
    """Yield the changes of a stage."""
    yield from (change for change in CHANGES if name in change.stages.split())


if __name__ == "__main__":
    for change in list_changes(sys.argv[1]):
        print(json.dumps([change.says, *try_change(stages.load_stage(sys.argv[1]), change)]), flush=True)
