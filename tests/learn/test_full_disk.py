"""A disk that is full while `c4 learn` writes: nothing is lost, and the same command does it all later."""

import io
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from common.tools import cli
from common.tools.commands import learn
from common.tools.learn import project
from common.tools.learn.curriculum import stages
from common.tools.learn.trying.events import Measured

LATER = "05a"
MEASURED = Measured([1], [1.0])


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return what is in the files of a folder, but for the lock."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.name != "lock"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def try_with_little_room(
    folder: Path, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[None]:
    """Run a command with room for no file, one file, two and so on; yield after each time that it fails."""
    for room in count():
        with monkeypatch.context() as patch:
            patch.setattr(io, "open", make_open(folder, room))
            status = cli.run_command_line(command.split())
        said = capsys.readouterr().err
        if status == 0:
            assert room > 1, "it needs several files"
            return
        assert status == 2
        assert said.startswith(f"c4 learn: {folder}")
        assert said.endswith(": No space left on device. Make room there, then run this command again\n")
        yield


def make_open(folder: Path, room: int) -> Callable[..., Any]:
    """Return an `open` for which a disk is full after so many files are written in a folder."""
    opened, left = io.open, iter(range(room))

    def open_file(path: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        is_full = "w" in mode and Path(path).is_relative_to(folder) and next(left, None) is None
        return opened("/dev/full" if is_full else path, mode, *arguments, **options)

    return open_file


def test_a_folder_is_made_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new"
    project.start_project(tmp_path / "expected", stages.load_stage(LATER))
    for _ in try_with_little_room(folder, f"learn start {folder} --stage {LATER}", monkeypatch, capsys):
        assert read_folder(folder) == {}
    assert read_folder(folder) == read_folder(tmp_path / "expected")


def test_a_stage_that_is_done_can_be_noted_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project.start_project(tmp_path, stages.load_stage(LATER))
    before, program = read_folder(tmp_path), project.read_program(tmp_path)

    def pass_check(*_: object) -> tuple[project.Done, stages.Files]:
        return project.Done.make_passed(MEASURED, MEASURED, 1), program

    monkeypatch.setattr(learn, "judge_program", pass_check)
    for _ in try_with_little_room(tmp_path, f"learn check --folder {tmp_path}", monkeypatch, capsys):
        assert read_folder(tmp_path).items() >= before.items()
    now = project.read_project(tmp_path)
    assert now.done[LATER].how == "passed"
    assert project.read_program(now.kept_folder(stages.load_stage(LATER))).items() >= program.items()


def test_what_is_replaced_by_ours_is_kept_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project.start_project(tmp_path, stages.load_stage(LATER))
    mine = {path.name: f"# my {path.name}\n" for path in tmp_path.glob("*.py")}
    stages.write_files(tmp_path, mine)
    for _ in try_with_little_room(tmp_path, f"learn catch-up --folder {tmp_path}", monkeypatch, capsys):
        texts = {text.decode() for text in read_folder(tmp_path).values()}
        assert texts >= set(mine.values())
    assert project.read_project(tmp_path).done[LATER].how == "caught up"
    assert project.read_program(tmp_path).items() >= stages.load_stage(LATER).ours().items()
