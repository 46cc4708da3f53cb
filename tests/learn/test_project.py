"""Tests of a learner's folder, part by part: what is kept, what is written, and what makes no sense."""

import json
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from learners import STAGES

from common.errors import UserError
from common.tools.learn import project as projects
from common.tools.learn.project import EXTRAS, BadState, Done, NoProject, Project, read_project, start_project
from common.tools.learn.trying.events import Measured

FIRST, SECOND, LAST = STAGES["01"], STAGES["02"], list(STAGES.values())[-1]
HINTS = {"01": 2, "02": 0}
STATE: dict[str, Any] = {"format": 1, "here": "02", "hints": HINTS, "done": {"01": {"how": "read"}}}


def read_tree(folder: Path) -> dict[str, str]:
    """Return all files below a folder and what is in them."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in files}


def test_what_a_sample_took_is_kept_in_sums() -> None:
    done = Done.make_passed(Measured([2, 3], [0.5, 0.25]), Measured([1, 1], [4.0, 8.0]), 9)
    assert done == Done("passed", 5, 0.75, 2, 12.0, 9)


@pytest.mark.parametrize("name", ["nodes", "seconds", "our_nodes", "our_seconds", "ladder_nodes"])
@pytest.mark.parametrize("figure", [True, "1", None, 1 << 63, -(1 << 63), float("inf"), float("nan")])
def test_figures_that_cannot_be_are_refused(name: str, figure: Any) -> None:
    assert getattr(Done("passed", **{name: (1 << 63) - 1}), name) == (1 << 63) - 1
    with pytest.raises(ValueError, match="a stage"):
        Done("passed", **{name: figure})


def test_a_stage_is_done_in_one_of_four_ways() -> None:
    for how in ("passed", "caught up", "read", "skipped"):
        assert asdict(Done(how)) == {"how": how} | dict.fromkeys(list(asdict(Done(how)))[1:], 0)
    with pytest.raises(ValueError, match="a stage was 'solved'"):
        Done("solved")


def test_a_program_is_kept_whole_in_place_of_an_earlier_one(tmp_path: Path) -> None:
    mine = Project(tmp_path, "01")
    mine.keep(FIRST, {"solver.py": "1", "position.py": "2"})
    mine.keep(FIRST, {"solver.py": "3"})
    assert read_tree(tmp_path) == {".learn/done/01/solver.py": "3"}
    assert [path.name for path in (tmp_path / ".learn" / "done").iterdir()] == ["01"]


def test_who_finishes_a_stage_goes_on_to_the_next(tmp_path: Path) -> None:
    mine, done = Project(tmp_path, "01"), Done("read")
    brought = mine.finish(FIRST, done, {"solver.py": "1"})
    assert (mine.here, mine.done, brought) == ("02", {"01": done}, list(SECOND.given_files()))
    assert mine.stage == SECOND
    assert mine.finish(LAST, done, {}) == []
    assert mine.here is mine.stage is None


def test_what_a_stage_brings_replaces_nothing(tmp_path: Path) -> None:
    stage = next(stage for stage in STAGES.values() if stage.given_files())
    name, text = next(iter(stage.given_files().items()))
    mine = Project(tmp_path, stage.name)
    assert mine.hand_over(stage) == list(stage.given_files())
    assert (tmp_path / name).read_text(encoding="utf-8") == text
    (tmp_path / name).write_text("mine", encoding="utf-8")
    assert name not in mine.hand_over(stage)
    assert (tmp_path / name).read_text(encoding="utf-8") == "mine"


def test_a_stage_begins_with_what_was_kept_or_else_with_ours(tmp_path: Path) -> None:
    mine = Project(tmp_path, "02")
    assert mine.read_program_before(FIRST) == FIRST.given_files()
    assert mine.read_program_before(SECOND) == FIRST.ours() | SECOND.given_files()
    mine.keep(FIRST, {"solver.py": "mine"})
    assert mine.read_program_before(SECOND) == {"solver.py": "mine"} | SECOND.given_files()


def test_stages_before_the_one_begun_with_are_skipped_if_they_are_not_done(tmp_path: Path) -> None:
    mine = Project(tmp_path, "03", {"01": Done("read")})
    mine.skip_stages()
    assert mine.done == {"01": Done("read"), "02": Done("skipped")}


def test_ours_takes_the_place_of_a_program_that_is_kept(tmp_path: Path) -> None:
    mine = Project(tmp_path, "02")
    for number, name in ((1, "02"), (2, "02-2"), (3, "02-3")):
        (tmp_path / "solver.py").write_text(f"mine {number}", encoding="utf-8")
        assert mine.take_ours(SECOND) == tmp_path / "kept" / name
        assert (tmp_path / "kept" / name / "solver.py").read_text(encoding="utf-8") == f"mine {number}"
        assert (tmp_path / "solver.py").read_text(encoding="utf-8") == SECOND.ours()["solver.py"]


def test_a_state_is_read_as_it_was_written(tmp_path: Path) -> None:
    mine = Project(tmp_path, "02", {"01": Done("passed", 1, 0.5, 2, 0.25, 3)}, {"02": 1})
    mine.save()
    assert read_project(tmp_path) == mine
    text = (tmp_path / ".learn" / "state.json").read_text(encoding="utf-8")
    assert text.startswith('{\n  "format": 1,\n  "here": "02"')
    assert text.endswith("}\n")
    Project(tmp_path, None).save()
    assert read_project(tmp_path).here is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": 2}, "its format is 2, this program knows 1"),
        ({"hints": {"01": -1}}, "it counts hints that there cannot be"),
        ({"hints": {"01": 1.5}}, "it counts hints that there cannot be"),
        ({"hints": {"01": 1 << 63}}, "it counts hints that there cannot be"),
        ({"here": "99"}, "there is no stage '99'"),
        ({"done": {"99": {"how": "read"}}}, "there is no stage '99'"),
        ({"done": {"01": {"how": "guessed"}}}, "a stage was 'guessed'"),
        ({"done": {"01": {"why": "read"}}}, "unexpected keyword argument 'why'"),
        ({"done": 5}, "no attribute 'items'"),
        ({"here": "9" * 500}, "there is no stage"),
    ],
)
def test_a_state_that_makes_no_sense_says_why(change: dict[str, Any], reason: str, tmp_path: Path) -> None:
    assert projects.parse_state(tmp_path, STATE).hints == HINTS
    path = tmp_path / ".learn" / "state.json"
    path.parent.mkdir()
    path.write_text(json.dumps(STATE | change), encoding="utf-8")
    with pytest.raises(BadState) as error:
        read_project(tmp_path)
    said = f"{error.value}".removeprefix(f"{path} cannot be read: ").partition(". It was left as it is.")[0]
    assert reason in said
    assert len(said) <= 200


def test_a_folder_without_a_state_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(NoProject, match=r"is no project of yours: `c4 learn start FOLDER` makes one"):
        read_project(tmp_path)


def test_a_project_has_what_its_stage_begins_with(tmp_path: Path) -> None:
    mine, names = start_project(tmp_path / "new", SECOND)
    files = EXTRAS | FIRST.ours() | SECOND.given_files()
    assert names == list(files)
    assert mine == read_project(tmp_path / "new") == Project(mine.folder, "02", {"01": Done("skipped")})
    tree = read_tree(mine.folder)
    del tree[".learn/state.json"]
    assert tree == files
    with pytest.raises(UserError, match="is a project already"):
        start_project(tmp_path / "new", FIRST)


def test_a_program_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_text("mine", encoding="utf-8")
    names = start_project(tmp_path, SECOND)[1]
    assert names == list(EXTRAS | SECOND.given_files())
    assert (tmp_path / "solver.py").read_text(encoding="utf-8") == "mine"


def test_a_start_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    numbers, write_file = count(), projects.write_file

    def fail_later(path: Path, text: str) -> None:
        if next(numbers) == 2:
            raise OSError("the disk is full")
        write_file(path, text)

    monkeypatch.setattr(projects, "write_file", fail_later)
    with pytest.raises(OSError, match="full"):
        start_project(tmp_path, SECOND)
    assert read_tree(tmp_path) == {"mine.txt": "mine"}


def test_a_state_is_written_when_nobody_else_changes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_project(tmp_path, SECOND)
    monkeypatch.setattr(projects, "LOCK_SECONDS", 0.01)
    with projects.open_project(tmp_path) as mine:
        mine.hints["02"] = 1
        assert read_project(tmp_path).hints == {}
        with pytest.raises(UserError, match="another command is changing"), projects.open_project(tmp_path):
            pass
    assert read_project(tmp_path).hints == {"02": 1}
    with pytest.raises(NoProject), projects.open_project(tmp_path / "nowhere"):
        pass


def test_files_of_python_are_read_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_bytes(b"\xff")
    (tmp_path / "notes.txt").touch()
    assert Project(tmp_path, "01").read_saved() == {"solver.py": b"\xff"}
