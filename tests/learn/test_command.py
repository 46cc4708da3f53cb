"""Tests of what `c4 learn` prints and notes; what checks a program is made up, so no program is run."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from learners import FIRST, LAST, STAGES

from common.tools.commands import learn as command
from common.tools.learn import project
from common.tools.learn.curriculum import stages
from common.tools.learn.trying.events import Measured
from common.tools.learn.trying.runner import Gain, Passed

Learn = Callable[..., str]
SECOND = STAGES["02"]
TOOK = Measured([7], [0.5])


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return what a check was given, and whether it is to be passed."""
    checked: dict[str, Any] = {"passes": True}

    def check(folder: Path, stage: stages.Stage, limits: Any) -> Iterator[Passed]:
        checked.update(stage=stage.name, limits=limits, program=project.read_program(folder))
        if checked["passes"]:
            yield Passed(TOOK, TOOK)

    def measure(*given: Any) -> Gain:
        checked["kept"] = given[2]
        return Gain(TOOK, TOOK, None, 3)

    monkeypatch.setattr(command, "check_folder", check)
    monkeypatch.setattr(command, "measure_gain", measure)
    return checked


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a project at the second stage."""
    project.start_project(tmp_path / "mine", SECOND)
    return tmp_path / "mine"


def test_a_project_begins_at_the_first_stage_in_a_folder_of_its_own(
    learn: Learn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = learn("start")
    assert said.startswith("my-solver is yours: ")
    assert f"Stage {FIRST.name}, {FIRST.title}\n\n" in said
    assert said.endswith("\nBegin with: cd my-solver; c4 learn check --watch\n")
    assert project.read_project(tmp_path / "my-solver").here == "01"
    learn("start", "late", "--stage", "05a")
    assert project.read_project(tmp_path / "late").here == "05a"


def test_the_ladder_ends_with_what_is_to_be_done(
    learn: Learn, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    said = learn()
    assert f"\n\nStage 02, {SECOND.title}\n\n" in said
    assert said.endswith("Check it: c4 learn check. A nudge: c4 learn hint.\n")


def test_a_stage_that_is_not_passed_stays_and_a_nudge_is_offered(
    learn: Learn, folder: Path, checked: dict[str, Any]
) -> None:
    checked["passes"] = False
    assert (
        learn("check", "--folder", folder, status=1)
        == f"Stage 02, {SECOND.title}\n\nA nudge: c4 learn hint\n"
    )
    assert project.read_project(folder).here == "02"
    assert checked["stage"] == "02"
    assert (checked["limits"].memory, checked["limits"].compiled) == (2048, False)


def test_a_stage_that_is_passed_is_noted_with_what_it_took_and_the_next_one_told(
    learn: Learn, folder: Path, checked: dict[str, Any]
) -> None:
    said = learn("check", "--compiled", "--memory", "300", "--folder", folder)
    assert said.startswith(f"Stage 02, {SECOND.title}\n")
    assert "Stage 02 is passed." in said
    assert f"Stage 03, {STAGES['03'].title}\n\n" in said
    now = project.read_project(folder)
    assert (now.here, now.done["02"].how) == ("03", "passed")
    assert (now.done["02"].nodes, now.done["02"].ladder_nodes) == (7, 3)
    assert (checked["limits"].memory, checked["limits"].compiled) == (300, True)
    assert checked["kept"] is None
    learn("check", "--folder", folder)
    assert checked["kept"] == now.kept_folder(SECOND)


def test_another_stage_is_checked_without_a_note(learn: Learn, folder: Path, checked: dict[str, Any]) -> None:
    before = project.name_state_file(folder).read_bytes()
    for passes in (True, False):
        checked["passes"] = passes
        learn("check", "01", "--folder", folder, status=int(not passes))
        assert checked["stage"] == "01"
    assert project.name_state_file(folder).read_bytes() == before


def test_once_all_are_done_the_last_can_be_checked_and_nothing_hinted(
    learn: Learn, tmp_path: Path, checked: dict[str, Any]
) -> None:
    project.start_project(tmp_path, LAST)
    said = learn("check", "--folder", tmp_path)
    assert "That was the last stage" in said
    assert f"go on with step {int(LAST.step) + 1}, " in said
    checked["stage"] = ""
    learn("check", "--folder", tmp_path)
    assert checked["stage"] == LAST.name
    learn("check", "--watch", "--folder", tmp_path)
    for word in ("hint", "catch-up"):
        assert "all stages are done; `c4 learn` shows the ladder" in learn(
            word, "--folder", tmp_path, status=2
        )
    assert "Check it" not in learn("hint", "--folder", tmp_path, status=2)


def test_hints_come_one_by_one(learn: Learn, folder: Path) -> None:
    for number in (1, 2, 3, 3):
        said = learn("hint", "--folder", folder)
        assert said.count(" of 3\n") == number
        last = "That was the last. To go on with ours: c4 learn catch-up\n"
        assert said.endswith("The next: c4 learn hint\n" if number < 3 else last)
    assert project.read_project(folder).hints == {"02": 3}


@pytest.mark.usefixtures("checked")
def test_what_another_terminal_did_meanwhile_is_left_alone(
    learn: Learn, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def go_on(*_: Any) -> Gain:
        with project.open_project(folder) as now:
            now.finish(SECOND, project.Done("caught up"), now.program())
        return Gain(TOOK, TOOK, None, 3)

    monkeypatch.setattr(command, "measure_gain", go_on)
    said = learn("check", "--folder", folder)
    assert said.endswith("Meanwhile, another command went on from stage 02, so nothing is changed here.\n")
    assert project.read_project(folder).done["02"].how == "caught up"


def test_who_catches_up_is_told_where_theirs_is_and_what_comes(learn: Learn, folder: Path) -> None:
    said = learn("catch-up", "--folder", folder)
    assert said.startswith(
        f"Our program of stage 02 is in place. What you had is in {folder / 'kept' / '02'}.\n"
    )
    assert f"Stage 03, {STAGES['03'].title}\n\n" in said


@pytest.mark.usefixtures("checked")
def test_what_they_did_is_shown_beside_what_we_did(learn: Learn, folder: Path) -> None:
    """Of the last stage done; of another one if asked to, also of one that is not done yet."""
    assert "no stage is done yet; `c4 learn compare 01` shows ours" in learn(
        "compare", "--folder", folder, status=2
    )
    both = learn("compare", "01", "--folder", folder)
    assert "Stage 01: what we did\n" in both
    with (folder / "solver.py").open("a", encoding="utf-8") as file:
        file.write("# mine\n")
    learn("check", "--folder", folder)
    for words in ([], ["02"]):
        theirs, ours = learn("compare", *words, "--folder", folder).split("Stage 02: what we did\n")
        assert theirs.startswith("Stage 02: what you did\n")
        assert ("+# mine" in theirs, "+# mine" in ours) == (True, False)
        assert "+def negamax(position: Position, alpha: int, beta: int, nodes: Array) -> int:" in ours
    assert "no difference" in learn("compare", "03", "--folder", folder)
    learn("check", "--folder", folder)
    assert learn("compare", "--folder", folder).startswith("Stage 03: what you did\n")
