"""Tests of grades: many folders, some of them broken, each program in a separate process."""

import csv
import json
import struct
import zipfile
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from common.tools.learn.archive import Submission, open_submissions
from learners import FIRST, SECOND, STAGES, make_program, scrub_text, start_folder, zip_files
from repository import C4, run
from syrupy.assertion import SnapshotAssertion

from common.tools.learn import grading, project
from common.tools.learn.project import Done
from common.tools.learn.trying.runner import Limits

OURS = {"a.py": "x = 1\n", "b.py": 'def f():\n    """Return two."""\n    return 2\n'}


def hand_in(folder: Path, done: Done) -> Path:
    """Return a folder whose first stage is noted as done."""
    with project.open_project(folder) as mine:
        mine.finish(FIRST, done, project.read_program(mine.folder))
    return folder


def test_each_folder_has_its_row_whatever_it_holds(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    bodies = {
        "a good": "",
        "ended": "import os; os._exit(0)",
        "[b]": "return '=1+1'",
        "odd\udcff": "raise ValueError('\\ud800')",
    }
    passed = Done("passed", 1, 1.0, 1, 1.0)
    for name, body in bodies.items():
        start_folder(tmp_path / name, make_program(body))
    hand_in(start_folder(tmp_path / "honest", make_program(top="# mine\nSIX = 6\n")), passed)
    hand_in(start_folder(tmp_path / "forged", make_program("return 0")), passed)
    hand_in(start_folder(tmp_path / "given", make_program()), Done("caught up"))
    (start_folder(tmp_path / "text", make_program()) / "solver.py").write_bytes(b"\xff")
    (start_folder(tmp_path / "empty", make_program()) / "solver.py").unlink()
    project.name_state_file(start_folder(tmp_path / "state", make_program())).write_text("[]", "utf-8")
    (tmp_path / "nothing").mkdir()
    table, folders = tmp_path / "grades.csv", sorted(path.name for path in tmp_path.iterdir())
    command = [*C4, "grade", *folders, "--csv", str(table), "--jobs", "2", "--seconds", "30"]
    done = run(command, tmp_path, C4_SEED="a seed")
    assert done.returncode == 1
    assert table.read_bytes().startswith(BOM_UTF8)  # or Excel reads it as something else
    rows = list(csv.DictReader(table.read_text(encoding="utf-8-sig").splitlines()))
    parts = ("folder", "passed", "01", "02", "same as ours", "wrong")
    said = [" | ".join(row[part] for part in parts) for row in rows]
    assert [scrub_text(row, tmp_path) for row in said] == snapshot
    for row, line in zip(rows, done.stdout.splitlines()[1:], strict=True):
        assert line.startswith(row["folder"])
        assert line == line.rstrip()


def test_a_program_that_sleeps_has_its_row(tmp_path: Path) -> None:
    folder = start_folder(tmp_path, make_program("import time; time.sleep(3600)"))
    (grade,) = grading.grade_submissions([Submission(folder, folder)], Limits(1.0, quiet=True), 1)
    assert (grade.passed, grade.holds) == (0, True)
    assert "no answer within 1 s" in grade.wrong


def test_all_that_was_handed_in_holds(tmp_path: Path) -> None:
    folder = hand_in(start_folder(tmp_path, make_program()), Done("passed", 1, 1.0, 1, 1.0))
    limits = Limits(seconds=120.0, total=0.0, quiet=True)
    mine = [Submission(folder, folder)]
    (late,) = grading.grade_submissions(mine, limits, 1)
    assert (late.results["01"], late.holds) == ("failed", False)
    assert "time" in late.wrong
    (grade,) = grading.grade_submissions(mine, Limits(120.0, 1200.0, quiet=True), 1)
    assert grade.results == {"01": "passed", "02": "here"}
    assert (grade.passed, grade.holds, grade.same) == (1, True, ["01"])
    assert grade.wrong.startswith("stage 02: ")


def name_files(folder: str) -> dict[str, str]:
    """Return a learner's files, in a folder of a zip."""
    mine = project.Project(Path(), "02", {"01": Done("passed", 1, 1.0, 1, 1.0)})
    files = {".learn/state.json": json.dumps(project.make_state(mine))}
    for name, text in FIRST.ours().items():
        files |= {name: text, f".learn/done/01/{name}": text}
    return {f"{folder}{name}": text for name, text in files.items()}


LARGE = bytearray(zip_files(name_files("")))
struct.pack_into("<I", LARGE, LARGE.rindex(b"PK\1\2") + 24, 1 << 30)  # it says that it unpacks to a gibibyte
CLASS: dict[str, str | bytes] = {
    **name_files("all/Ada_1/my-solver/"),
    "all/Bob_2/my-solver.zip": zip_files(name_files("my-solver/")),
    "all/Cyd_3.ZIP": zip_files({**name_files(""), "venv/lib/other.py": "", "__MACOSX/._solver.py": b"\xff"}),
    "all/Dan_4/report.pdf": "",
    "all/Eve_5.zip": b"PK",
    "all/Fay_6.zip": bytes(LARGE),
    "all/Gus_7.zip": zip_files({"my-solver/solver.py": ""}),
    "all/Hal_8.zip": zip_files({"a.zip": zip_files(name_files(""))}),
    "all/Ian_9.zip": zip_files({**name_files("a/"), **name_files("b/")}),
    "all/Jim_10.zip": zip_files(name_files("../../escaped/")),
    "all/Kim_11.zip": zip_files({".learn/state.json": name_files("")[".learn/state.json"]}, link="solver.py"),
    "__MACOSX/all/._Ada_1": b"",
}


def test_a_class_is_graded_as_platforms_pack_it(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    packed, unpacked, windows = tmp_path / "class.zip", tmp_path / "class", tmp_path / "windows.zip"
    packed.write_bytes(zip_files(CLASS))
    zipfile.ZipFile(packed).extractall(unpacked)
    windows.write_bytes(zip_files({name.replace("/", "\\"): data for name, data in CLASS.items()}))
    said: list[list[str]] = []
    for place in (packed, unpacked, windows):
        with open_submissions([place]) as submissions:
            grades = [*grading.grade_submissions(submissions, Limits(total=0.0, quiet=True), 2)]
        rows = [f"{grade.folder} | {grade.passed} | {grade.wrong}" for grade in grades]
        said.append([row.replace(f"{place}", "CLASS") for row in rows])
    assert said[0] == said[1] == said[2] == snapshot
    assert {path.name for path in tmp_path.iterdir()} == {"class.zip", "class", "windows.zip"}


def test_each_learner_of_a_flat_class_has_a_row(tmp_path: Path) -> None:
    sent: dict[str, str | bytes] = {
        "Ada_1_my-solver.zip": zip_files({**name_files("my-solver/"), "my-solver/notes.txt": ""}),
        "Bob_2_solver.py": "",
        "Cyd_3_report.pdf": "",
        "Dan_4_my-solver.zip": b"PK",
        "Eve_5/solver.py": "",
    }
    packed = tmp_path / "class.zip"
    packed.write_bytes(zip_files({**sent, ".DS_Store": ""}))
    with open_submissions([packed]) as submissions:
        grades = [*grading.grade_submissions(submissions, Limits(total=0.0, quiet=True), 2)]
    assert [grade.folder.name for grade in grades] == [name.partition("/")[0] for name in sent]
    assert [bool(grade.results) for grade in grades] == [True, False, False, False, False]
    assert all(grade.wrong for grade in grades)


def test_a_zip_alone_is_a_learners(tmp_path: Path) -> None:
    packed = tmp_path / "mine.zip"
    packed.write_bytes(zip_files(name_files("my-solver/")))
    with open_submissions([packed, tmp_path / "none.zip"]) as (mine, none):
        assert mine.name == packed / "my-solver"
        assert project.read_project(mine.place).here == "02"
        (grade,) = grading.grade_submissions([none], Limits(), 1)
        assert not grade.holds
        assert "none.zip" in grade.wrong


@pytest.mark.parametrize(
    ("theirs", "is_same"),
    [
        ({}, True),
        ({"a.py": '"""Mine."""\nx  =  1  # one\n', "c.py": "y"}, True),
        ({"b.py": 'def f():\n    "Say."\n    return 2\n'}, True),
        ({"a.py": "x = 2\n"}, False),
        ({"b.py": "def g():\n    return 2\n"}, False),
        *(({"a.py": text}, False) for text in ("", "x = (\n", "(" * 10_000, "\0", "+".join("1" * 20_000))),
    ],
)
def test_a_program_is_ours_but_for_its_layout(theirs: dict[str, str], is_same: bool) -> None:
    assert grading.is_same_program(OURS | theirs, OURS) == is_same
    assert not grading.is_same_program({}, OURS)


def test_no_cell_of_the_table_is_a_formula() -> None:
    (row,) = csv.DictReader(grading.format_grades([grading.Grade(Path("=1+1"), {}, "@x")]).splitlines())
    assert (row["folder"], row["wrong"]) == ("'=1+1", "'@x")
    for text in (" =1+1", "\N{FULLWIDTH EQUALS SIGN}1+1", "\N{MINUS SIGN}1", "a; =1+1"):
        (row,) = csv.DictReader(grading.format_grades([grading.Grade(Path(), {}, text)]).splitlines())
        assert [*row["wrong"].split(";")][-1][0] == "'"
    assert [*row][2:-2] == [*STAGES]
    assert SECOND.name in row
