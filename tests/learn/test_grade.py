"""Tests of grades: many folders, some of them broken, each program in a separate process."""

import csv
from pathlib import Path

import pytest
from learners import FIRST, make_program, scrub_text, start_folder
from repository import Run
from syrupy.assertion import SnapshotAssertion

from common.tools.learn import grading, project
from common.tools.learn.project import STATE, Done
from common.tools.learn.trying.runner import Limits

OURS = {"a.py": "x = 1\n", "b.py": 'def f():\n    """Return two."""\n    return 2\n'}
PASSED = Done("passed", 1, 1.0, 1, 1.0)


def hand_in(folder: Path, done: Done) -> Path:
    """Return a folder whose first stage is noted as done."""
    with project.open_project(folder) as mine:
        mine.finish(FIRST, done, project.read_program(mine.folder))
    return folder


def test_each_folder_has_its_row_whatever_it_holds(
    tmp_path: Path, c4_here: Run, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    bodies = {"a good": "", "ended": "import os; os._exit(0)", "[b]": "raise ValueError('\\ud800')"}
    for name, body in bodies.items():
        start_folder(tmp_path / name, make_program(body))
    hand_in(start_folder(tmp_path / "honest", make_program(top="# mine\nSIX = 6\n")), PASSED)
    hand_in(start_folder(tmp_path / "forged", make_program("return 0")), PASSED)
    hand_in(start_folder(tmp_path / "given", make_program()), Done("caught up"))
    (start_folder(tmp_path / "text", make_program()) / "solver.py").write_bytes(b"\xff")
    (start_folder(tmp_path / "empty", make_program()) / "solver.py").unlink()
    (start_folder(tmp_path / "state", make_program()) / STATE).write_text("[]", "utf-8")
    (tmp_path / "nothing").mkdir()
    (tmp_path / "file").touch()
    folders = [*sorted(path.name for path in tmp_path.iterdir()), "nowhere"]
    monkeypatch.setenv("C4_SEED", "a seed")
    monkeypatch.chdir(tmp_path)
    done = c4_here("grade", *folders, "--csv", "--jobs", "2", "--seconds", "30")
    assert done.returncode == 1
    assert "not a sandbox" in done.stderr
    rows = list(csv.DictReader(done.stdout.splitlines()))
    parts = ("folder", "passed", "01", "02", "same as ours", "wrong")
    said = [" | ".join(row[part] for part in parts) for row in rows]
    assert [scrub_text(row, tmp_path) for row in said] == snapshot
    table = c4_here("grade", "nothing", "state").stdout.splitlines()[1:]
    assert [line.split()[0] for line in table] == ["nothing", "state"]


def test_all_that_was_handed_in_holds(tmp_path: Path) -> None:
    folder = hand_in(start_folder(tmp_path, make_program()), PASSED)
    late = grading.grade_folder(folder, Limits(seconds=120.0, total=0.0, quiet=True))
    assert (late.results["01"], late.holds) == ("failed", False)
    assert "time" in late.wrong
    grade = grading.grade_folder(folder, Limits(120.0, 1200.0, quiet=True))
    assert grade.results == {"01": "passed", "02": "here"}
    assert (grade.passed, grade.holds, grade.same) == (1, True, ["01"])
    assert grade.wrong.startswith("stage 02: ")


@pytest.mark.parametrize(
    ("theirs", "is_same"),
    [
        ({"a.py": '"""Mine."""\nx  =  1  # one\n', "c.py": "y"}, True),
        ({"b.py": 'def f():\n    "Say."\n    return 2\n'}, True),
        ({"a.py": "x = 2\n"}, False),
        ({"a.py": "x = (\n"}, False),
        ({"a.py": "+".join("1" * 20_000)}, False),
    ],
)
def test_a_program_is_ours_but_for_its_layout(theirs: dict[str, str], is_same: bool) -> None:
    assert grading.is_same_program(OURS | theirs, OURS) == is_same
