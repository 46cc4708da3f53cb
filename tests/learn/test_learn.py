"""Tests of `c4 learn` from the first stage on, on a real folder."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest
from learners import FIRST, LAST, SECOND, STAGES, make_program, scrub_text, start_folder
from repository import ON_PATH, Run, read_output, run_c4, run_shell, start_c4
from syrupy.assertion import SnapshotAssertion

from common.errors import Error
from common.tools.files import write_file
from common.tools.learn import project
from common.tools.learn.curriculum import stages
from common.tools.learn.project import STATE, read_program

PATIENCE = 1200.0  # seconds for a process that will do something soon
LATER = "05a"


def test_a_course_from_start_to_second_stage(
    tmp_path: Path, run_learn: Callable[..., str], snapshot: SnapshotAssertion
) -> None:
    folder, steps = tmp_path / "mine", list[str]()

    def learn(*words: str, status: int = 0) -> str:
        printed = run_learn(*words, *[folder] if words[0] == "start" else ["--folder", folder], status=status)
        steps.append(f"$ c4 learn {' '.join(words)}\n{scrub_text(printed, folder)}")
        return printed

    learn("start")
    learn("compare", status=2)
    learn("check", status=1)
    for _ in STAGES["01"].hints:
        learn("hint")
    stages.write_files(folder, FIRST.mistakes[0].edits[0].apply(FIRST.ours()))
    learn("check", status=1)
    stages.write_files(folder, FIRST.ours() | {"solver.py": FIRST.ours()["solver.py"] + "# mine\n"})
    learn("check")
    learn("compare")
    stages.write_files(folder, SECOND.ours())
    learn("check")
    assert steps == snapshot
    mine = project.read_project(folder)
    assert mine.here == "03"
    assert [mine.done[name].how for name in ("01", "02")] == ["passed", "passed"]
    assert mine.done["01"].course_nodes > mine.done["02"].course_nodes > 0
    assert (mine.done["02"].nodes, mine.done["02"].seconds) > (0, 0)
    assert read_program(mine.locate_done(FIRST))["solver.py"].endswith("# mine\n")


def test_the_list_shows_how_each_stage_was_done(
    tmp_path: Path, c4_here: Run, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    done = {
        "01": project.Done("passed", 1000, 0.5, 7, 0.25, 3),
        "02": project.Done("passed"),
        "03": project.Done("skipped"),
        "04a": project.Done("caught up"),
        "04b": project.Done("passed", 5, 1.0, 0, 2.0, 0),
    }
    project.Project(tmp_path, LATER, done).save()
    monkeypatch.chdir(tmp_path)
    assert c4_here("learn").stdout == snapshot


def test_once_all_is_done_the_course_goes_on(
    tmp_path: Path, run_learn: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project.Project(tmp_path, None, dict.fromkeys(STAGES, project.Done("caught up"))).save()
    for word in ("hint", "catch-up"):
        assert "`c4 learn`" in run_learn(word, "--folder", tmp_path, status=2)
    monkeypatch.chdir(tmp_path)
    said = run_learn()
    assert f"step {int(LAST.step) + 1}" in said
    assert "Check it" not in said


def test_a_folder_may_have_any_name(tmp_path: Path, c4_here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "[/b] a"
    said = c4_here("learn", "start", name).stdout
    assert f"{name} is yours" in said
    assert f"cd {shlex.quote(name)};" in said
    assert "negamax is not written yet" in c4_here("learn", "check", "--folder", name).stdout


def test_another_stage_is_checked_without_a_note(tmp_path: Path, run_learn: Callable[..., str]) -> None:
    start_folder(tmp_path, make_program("return 0"))
    before = (tmp_path / STATE).read_bytes()
    assert "A nudge" not in run_learn("check", "2", "--folder", tmp_path, status=1)
    assert (tmp_path / STATE).read_bytes() == before


def test_an_earlier_stage_may_ask_for_what_was_replaced(
    tmp_path: Path, run_learn: Callable[..., str]
) -> None:
    project.start_project(tmp_path, STAGES["08"])
    assert "stages after 04b" in run_learn("check", "04b", "--folder", tmp_path, status=1)


def test_who_catches_up_keeps_what_they_had(tmp_path: Path, run_learn: Callable[..., str]) -> None:
    start_folder(tmp_path, make_program("return 5"))
    mine = read_program(tmp_path)
    said = run_learn("catch-up", "--folder", tmp_path)
    assert f"{tmp_path / 'kept' / '01'}" in said
    assert f"Stage 02, {SECOND.title}" in said
    assert read_program(tmp_path / "kept" / "01").items() >= mine.items()
    assert read_program(tmp_path) == FIRST.ours()
    assert project.read_project(tmp_path).done["01"].how == "caught up"
    assert "kept" not in run_learn("catch-up", "--folder", tmp_path), "nothing of theirs was there to keep"
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["01"]


def test_watching_checks_on_each_save(tmp_path: Path) -> None:
    project.start_project(tmp_path, LAST)
    ours = LAST.ours()
    stages.write_files(tmp_path, {name: text for name, text in ours.items() if name != "solver.py"})
    with start_c4("learn", "check", "--watch", "--seconds", "120", "--folder", str(tmp_path)) as watching:
        shown = ""
        for waits in (1, 2):
            while shown.count("Waiting for you to save") < waits:
                line = watching.stdout.readline()
                assert line, shown
                shown += line
            sleep(0.5)  # nothing is saved, so nothing is checked again
            if waits == 1:
                (tmp_path / "solver.py").write_bytes(b"\xff")
        assert re.search(r"solver\.py\s.*UTF-8", shown, re.DOTALL)
        write_file(tmp_path / "solver.py", ours["solver.py"])
        shown += watching.communicate(timeout=PATIENCE)[0]
    assert watching.returncode == 0
    assert shown.count("Waiting for you to save") == 2
    assert shown.count(f"Stage {LAST.name}, {LAST.title}") == 2
    assert "That was the last stage" in shown


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    mine = {"solver.py": "x = 1\n" * 999}
    stages.write_files(start_folder(tmp_path / "mine", make_program()), mine)
    catch_up = "c4 learn catch-up --folder mine"
    full = run_shell(f"ulimit -f 1; {catch_up}", tmp_path, **ON_PATH)  # no file may be larger than a kibibyte
    assert full.returncode == 2
    assert "mine" in full.stderr
    assert read_program(tmp_path / "mine")["solver.py"] == mine["solver.py"]
    read_output(run_shell(catch_up, tmp_path, **ON_PATH))
    assert read_program(tmp_path / "mine") == FIRST.ours()
    kept = [read_program(path).get("solver.py") for path in (tmp_path / "mine" / "kept").iterdir()]
    assert mine["solver.py"] in kept


def test_files_are_in_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    mine = make_program() | {"position.py": FIRST.ours()["position.py"] + "# é ✓\n"}
    start_folder(tmp_path, mine)
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    read_output(run_c4("learn", "catch-up", "--folder", str(tmp_path), **plain))
    assert "# é ✓" in (tmp_path / "kept" / "01" / "position.py").read_text(encoding="utf-8")


def test_hidden_files_are_no_program(tmp_path: Path) -> None:
    stages.write_files(tmp_path, make_program())
    (tmp_path / ".#solver.py").symlink_to("me@here.1234")
    (tmp_path / "._solver.py").write_bytes(b"\x00\x05\xff")
    (tmp_path / "test_mine.py").touch()
    (tmp_path / "folder.py").mkdir()
    assert read_program(tmp_path) == make_program()


@pytest.mark.parametrize(("content", "complaint"), [(b"a = '\xff'\n", "UTF-8"), (bytes(2 << 20), "1 MiB")])
def test_a_file_that_is_no_program_is_refused(content: bytes, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "extra.py").write_bytes(content)
    with pytest.raises(Error, match=f"extra.py .*{complaint}"):
        read_program(tmp_path)


def test_no_project_says_how_to_make_one(tmp_path: Path, run_learn: Callable[..., str]) -> None:
    assert "`c4 learn start FOLDER`" in run_learn("check", "--folder", tmp_path, status=2)
    assert "not exist" in run_learn("check", "--folder", tmp_path / "none", status=2)
    assert "'99'" in run_learn("start", tmp_path / "x", "--stage", "99", status=2)
