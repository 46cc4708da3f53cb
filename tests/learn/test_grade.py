"""Tests of grading: many folders, some of them broken, each in a process of its own."""

import csv
from pathlib import Path

from learners import FIRST, make_program, start_folder
from repository import Run, read_output

from common.tools.learn import grading, project
from common.tools.learn.project import Done
from common.tools.learn.trying.runner import Limits

HUNG = "import time; time.sleep(3600)"
ENDED = "import os; os._exit(0)"


def test_broken_folders_hold_nobody_up_and_the_table_has_all(tmp_path: Path, c4_here: Run) -> None:
    names = {"a good": "", "hung": HUNG, "ended": ENDED, "[b]": "return '=1+1'"}
    folders = [start_folder(tmp_path / name, make_program(body)) for name, body in names.items()]
    nothing = tmp_path / "nothing"
    path = tmp_path / "grades.csv"
    words = [*map(str, folders), str(nothing), "--csv", str(path), "--jobs", "2", "--seconds", "8"]
    done = c4_here("grade", *words)
    assert done.returncode == 1
    rows = {
        Path(row["folder"]).name: row for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    }
    assert list(rows) == [*names, "nothing"]
    assert (rows["a good"]["passed"], rows["a good"]["01"], rows["a good"]["wrong"]) == ("1", "passed", "")
    for name, wrong in (("hung", "no answer within 8 s"), ("ended", "exit status 0"), ("[b]", "=1+1")):
        assert (rows[name]["passed"], rows[name]["01"]) == ("0", "here")
        assert wrong in rows[name]["wrong"]
        assert name in done.stdout
    assert "is no project of yours" in rows["nothing"]["wrong"]


def test_what_was_passed_is_checked_again_and_a_state_alone_earns_nothing(tmp_path: Path) -> None:
    honest = start_folder(tmp_path / "honest", make_program())
    forged = start_folder(tmp_path / "forged", make_program("return 0"))
    for place in (honest, forged):
        with project.open_project(place) as mine:
            mine.finish(FIRST, Done("passed", 1, 1.0, 1, 1.0), mine.program())
    given = start_folder(tmp_path / "given", make_program())
    with project.open_project(given) as mine:
        mine.finish(FIRST, Done("caught up"), FIRST.ours())
    grades = list(grading.grade_folders([honest, forged, given], Limits(120.0, 1200.0, quiet=True), 2))
    assert [grade.results["01"] for grade in grades] == ["passed", "failed", "caught up"]
    assert [grade.holds for grade in grades[:2]] == [True, False]
    assert "stage 01" in grades[1].wrong


def test_all_that_was_handed_in_holds(tmp_path: Path, c4_here: Run) -> None:
    read_output(c4_here("grade", str(start_folder(tmp_path / "one", make_program()))))


def test_no_cell_of_the_table_is_a_formula() -> None:
    (row,) = csv.DictReader(grading.format_grades([grading.Grade(Path("=1+1"), {}, "@x")]).splitlines())
    assert (row["folder"], row["wrong"]) == ("'=1+1", "'@x")
