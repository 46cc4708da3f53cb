"""Tests of a learner's folder: the files written there, and invalid states."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from learners import FIRST, LAST, SECOND, STAGES
from repository import PLAIN, read_output, run

from common.errors import Error
from common.tools.learn import project
from common.tools.learn.curriculum import stages
from common.tools.learn.project import Done, Project

HOWS = ("passed", "caught up", "skipped")
DONE = {"01": {"how": "passed"}}
STATE: dict[str, Any] = {"format": 1, "here": "02", "done": DONE, "hints": {"01": 2}, "quizzes": {}}
figures = st.integers(0, 1 << 62)
dones = st.builds(
    Done, st.sampled_from(HOWS), figures, st.floats(0, 1e9), figures, st.floats(0, 1e9), figures
)
names = st.sampled_from([*STAGES])


def write_state(folder: Path, text: str) -> Path:
    """Write the state of a folder; return its file."""
    path = folder / project.STATE
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@given(names | st.none(), st.dictionaries(names, dones), st.dictionaries(names, st.integers(0, 3)))
def test_a_state_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory,
    here: str | None,
    done: dict[str, Done],
    hints: dict[str, int],
) -> None:
    mine = Project(tmp_path_factory.mktemp("mine"), here, done, hints)
    mine.save()
    assert project.read_project(mine.folder) == mine


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": 2}, "format"),
        ({"hints": {"01": -1}}, "hints"),
        ({"here": "99"}, "'99'"),
        ({"done": {"99": {"how": "passed"}}}, "'99'"),
        ({"done": {"01": {"how": "guessed"}}}, "guessed"),
        ({"done": {"01": {"how": "passed", "seconds": float("nan")}}}, "nan"),
        ({"done": 5}, "int"),
        ({"quizzes": {"99": True}}, "'99'"),
    ],
)
def test_a_state_that_makes_no_sense_says_why(change: dict[str, Any], reason: str, tmp_path: Path) -> None:
    assert project.parse_state(tmp_path, json.dumps(STATE)).hints == {"01": 2}
    path = write_state(tmp_path, json.dumps(STATE | change))
    before = path.read_bytes()
    with pytest.raises(Error) as error:
        project.read_project(tmp_path)
    assert f"{path}" in f"{error.value}"
    assert reason in f"{error.value}".replace(f"{path}", "")
    assert path.read_bytes() == before


def test_a_project_has_what_its_stage_begins_with(tmp_path: Path) -> None:
    mine, written = project.start_project(tmp_path, SECOND)
    assert mine == project.read_project(tmp_path) == Project(tmp_path, "02", {"01": Done("skipped")})
    assert written == [*(project.EXTRAS | FIRST.ours() | SECOND.given_files())]
    assert project.read_program(tmp_path) == FIRST.ours() | SECOND.given_files()
    with pytest.raises(Error, match="`c4 learn`"):
        project.start_project(tmp_path, FIRST)


def test_pytest_runs_the_tests_that_a_whole_class_is_given(tmp_path: Path) -> None:
    for name in ("ada", "bob"):
        project.start_project(tmp_path / name / "my-solver", SECOND)
    done = run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], tmp_path, **PLAIN)
    assert "2 passed" in read_output(done)


def test_two_commands_change_a_folder_in_turn(tmp_path: Path) -> None:
    project.start_project(tmp_path, FIRST)

    def take_hint() -> None:
        with project.open_project(tmp_path) as now:
            count = now.hints.get("01", 0)
            sleep(0.05)
            now.hints["01"] = count + 1

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(take_hint) for _ in range(4)]:
            done.result()
    assert project.read_project(tmp_path).hints == {"01": 4}


def test_a_program_that_is_there_stays(tmp_path: Path) -> None:
    stages.write_files(tmp_path, {"solver.py": "mine"})
    project.start_project(tmp_path, SECOND)
    assert project.read_program(tmp_path)["solver.py"] == "mine"


def test_who_finishes_a_stage_goes_on(tmp_path: Path) -> None:
    mine, done = Project(tmp_path, "01"), Done("caught up")
    assert mine.finish(FIRST, done, {"solver.py": "1", "more.py": ""}) == [*SECOND.given_files()]
    assert (mine.stage, mine.done) == (SECOND, {"01": done})
    mine.finish(FIRST, done, {"solver.py": "2"})
    assert project.read_program(mine.locate_done(FIRST)) == {"solver.py": "2"}
    assert [path.name for path in mine.locate_done(FIRST).parent.iterdir()] == ["01"]
    assert mine.read_program_before(SECOND) == {"solver.py": "2"} | SECOND.given_files()
    assert mine.finish(LAST, done, {}) == []
    assert mine.stage is None


def test_every_program_that_was_replaced_is_kept(tmp_path: Path) -> None:
    mine, kept = Project(tmp_path, "02"), list[Path]()
    for text in ("one", "two", "three"):
        stages.write_files(tmp_path, {"solver.py": text})
        kept.append(mine.replace_program(SECOND, SECOND.ours()) or tmp_path)
    assert [project.read_program(folder)["solver.py"] for folder in kept] == ["one", "two", "three"]
    assert project.read_program(tmp_path) == SECOND.ours()
