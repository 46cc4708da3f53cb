"""Tests of grades: what is handed in, what is said of it in a line, and what two programs have in common."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from learners import STAGES

from common.errors import UserError
from common.tools.commands.grade import print_grades
from common.tools.learn import grading
from common.tools.learn.grading import Grade, grade_folder, grade_stages
from common.tools.learn.project import Done, Project
from common.tools.learn.trying.events import Failure, Held, Measured
from common.tools.learn.trying.runner import Limits, Passed

WRONG = Failure("scores", "wrong", "44", "its score", "1", "2", "Look\nat it.")
PASSED = Passed(Measured([], []), Measured([], []))
LIMITS = Limits(total=10.0)


@pytest.mark.parametrize(
    ("results", "wrong", "passed", "holds"),
    [
        ({}, "", 0, True),
        ({}, "it has no state", 0, False),
        ({"01": "passed", "02": "here"}, "stage 02: so", 1, True),
        ({"01": "passed", "02": "passed", "03": "read"}, "", 2, True),
        ({"01": "passed", "02": "failed"}, "stage 02: so", 1, False),
    ],
)
def test_a_folder_holds_if_nothing_that_was_handed_in_fails(
    results: dict[str, str], wrong: str, passed: int, holds: bool
) -> None:
    grade = Grade(Path(), results, wrong)
    assert (grade.passed, grade.holds) == (passed, holds)


@pytest.mark.parametrize(
    ("failure", "line"),
    [
        (WRONG, "44: its score: 1, not 2. Look at it."),
        (WRONG._replace(kind="nodes", moves="", idea=""), "its score: 1, not 2."),
        (WRONG._replace(kind="crashed"), "44: its score: 1. Look at it."),
        (WRONG._replace(kind="missing"), "44: its score: 1."),
    ],
)
def test_a_failure_is_a_line(failure: Failure, line: str) -> None:
    assert grading.format_failure(failure) == line


def test_each_stage_that_was_passed_is_checked_in_what_is_left_of_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = {"01": Done("passed"), "02": Done("skipped"), "03": Done("passed")}
    mine, checked = Project(tmp_path, "04a", done), list[tuple[str, str, float]]()

    def check(place: Path, stage: Any, limits: Limits) -> tuple[str, dict[str, str]]:
        checked.append((str(place.relative_to(tmp_path)), stage.name, limits.total))
        complaint = "" if stage.name == "01" else f"wrong {stage.name}"
        return complaint, stage.ours() if stage.name == "03" else {}

    monkeypatch.setattr(grading, "monotonic", count(100.0, 2.0).__next__)
    monkeypatch.setattr(grading, "check_submission", check)
    grade = grade_stages(tmp_path, mine, LIMITS)
    results = {"01": "passed", "02": "skipped", "03": "failed", "04a": "here"}
    assert grade == Grade(tmp_path, results, "stage 03: wrong 03", ["03"])
    assert checked == [(".learn/done/01", "01", 8.0), (".learn/done/03", "03", 6.0), (".", "04a", 4.0)]


def test_a_project_that_is_done_has_nothing_that_is_worked_on(tmp_path: Path) -> None:
    assert grade_stages(tmp_path, Project(tmp_path, None, {"01": Done("read")}), LIMITS).results == {
        "01": "read"
    }


def test_a_submission_is_checked_in_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage, ends, seen = STAGES["02"], iter([WRONG, PASSED]), list[str]()

    def check(copy: Path, *_: object) -> list[Any]:
        assert copy != tmp_path
        seen.append((copy / "solver.py").read_text(encoding="utf-8"))
        return [Held("a", 1), next(ends)]

    monkeypatch.setattr(grading, "check_folder", check)
    assert grading.check_submission(tmp_path, stage, LIMITS) == (f"{tmp_path} has no solver.py", {})
    (tmp_path / "solver.py").write_text("mine", encoding="utf-8")
    used_up = "the time for this folder was used up before"
    assert grading.check_submission(tmp_path, stage, Limits(total=0.0)) == (used_up, {})
    line = grading.format_failure(WRONG)
    assert grading.check_submission(tmp_path, stage, LIMITS) == (line, {"solver.py": "mine"})
    assert grading.check_submission(tmp_path, stage, Limits(total=0.5)) == ("", {"solver.py": "mine"})
    assert seen == ["mine", "mine"]
    (tmp_path / "solver.py").write_bytes(b"\xff")
    complaint, program = grading.check_submission(tmp_path, stage, LIMITS)
    assert "solver.py" in complaint
    assert program == {}


@pytest.mark.parametrize(
    ("error", "wrong"),
    [
        (UserError("no project"), "no project"),
        (OSError("no room"), "no room"),
        (ZeroDivisionError("odd"), "it cannot be graded: ZeroDivisionError: odd"),
    ],
)
def test_whatever_a_folder_holds_it_has_a_grade(
    error: Exception, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(_: Path) -> Project:
        raise error

    monkeypatch.setattr(grading, "read_project", read)
    assert grade_folder(tmp_path, LIMITS) == Grade(tmp_path, {}, wrong)


@pytest.mark.parametrize(
    ("theirs", "is_same"),
    [
        ({"a.py": "x = 1\n", "b.py": "def f():\n    return 2\n"}, True),
        ({"a.py": '"""Mine."""\nx  =  1  # one\n', "b.py": 'def f():\n    "Say."\n    return 2\n'}, True),
        ({"a.py": "x = 1\n", "b.py": "def f():\n    return 2\n", "c.py": "y"}, True),
        ({"a.py": "x = 2\n", "b.py": "def f():\n    return 2\n"}, False),
        ({"a.py": "x = 1\n", "b.py": "def g():\n    return 2\n"}, False),
        ({"a.py": "x = 1\n"}, False),
        ({"a.py": "x = (\n", "b.py": "def f():\n    return 2\n"}, False),
        ({}, False),
    ],
)
def test_a_program_is_ours_but_for_comments_and_layout(theirs: dict[str, str], is_same: bool) -> None:
    ours = {"a.py": "x = 1\n", "b.py": 'def f():\n    """Return two."""\n    return 2\n'}
    assert grading.is_same_program(theirs, ours) == is_same


def test_grades_are_a_table() -> None:
    grades = [Grade(Path("a"), {"01": "passed"}, "so\nit is", ["01", "02"]), Grade(Path("=b"), {}, "-1")]
    heading, first, second = grading.format_grades(grades).splitlines()
    assert heading == ",".join(["folder", "passed", *STAGES, "same as ours", "wrong"])
    blanks = "," * (len(STAGES) - 1)
    assert first == f"a,1,passed{blanks},01 02,so\\nit is"
    assert second == f"'=b,0,{blanks},,'-1"


def test_numbers_of_grades_stand_at_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    print_grades([Grade(Path("a"), {"01": "passed"}, "so", ["01"]), Grade(Path("b"), {}, "no state")])
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "folder  passed  last  same as ours  wrong first",
        "a            1  01               1  so",
        "b            0                   0  no state",
    ]
