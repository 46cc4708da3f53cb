"""Tests of the folder that "Write it" exports and imports: it survives, and damaged files are refused."""

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from learners import STAGES

from common.errors import Error
from common.position import COLUMN_NAMES, HEIGHT
from common.tools.learn import project, write

NEARLY_FULL = "31675164331535253446326676277121725544"
LAST, CAUGHT_UP = [*STAGES][-1], {"how": "caught up"}
PROJECT: dict[str, Any] = {
    "format": 1,
    "here": "02",
    "done": {"01": {"how": "passed", "nodes": 5, "seconds": 0.5, "our_nodes": 5, "our_seconds": 0.25}},
    "hints": {"01": 2},
    "quizzes": {"20": True},
    "finished": {"01": {"solver.py": "a = 1\n", "position.py": "é = 2\n"}},
    "drafts": {"02": {"solver.py": "b = 1\n", "position.py": ""}, "03": {"solver.py": "c = 1\n"}},
}
ALL_DONE = {"here": None, "done": dict.fromkeys(STAGES, CAUGHT_UP), "drafts": {LAST: {"a.py": ""}}}


def zip_files(files: Mapping[str, str | bytes]) -> bytes:
    """Return a zip of files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return content.getvalue()


@pytest.mark.parametrize("changes", [{}, ALL_DONE], ids=["on the way", "all done"])
def test_a_folder_comes_back_as_it_was(tmp_path: Path, changes: dict[str, Any]) -> None:
    given = PROJECT | changes
    content = write.pack_folder(cast("write.PageProject", given))
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        packed.extractall(tmp_path)
    mine = project.read_project(tmp_path / write.FOLDER)
    assert mine.here == given["here"]
    assert project.read_program(mine.folder).items() >= given["drafts"][given["here"] or LAST].items()
    back: dict[str, Any] = {**write.unpack_folder(content)}
    assert back["done"].keys() == given["done"].keys()
    for part in ("format", "here", "hints", "quizzes", "finished", "drafts"):
        assert back[part] == given[part], part


STATE = json.dumps({"format": 1, "here": "01", "done": {}, "hints": {}, "quizzes": {}}).encode()


def test_names_with_backslashes_are_read() -> None:
    mine = {"mine\\.learn\\state.json": STATE, "mine\\solver.py": "a = 1\n", "mine\\.git\\config": b"\xff"}
    assert write.unpack_folder(zip_files(mine))["drafts"] == {"01": {"solver.py": "a = 1\n"}}


DAMAGED = bytearray(zip_files({".learn/state.json": STATE}))
DAMAGED[DAMAGED.index(b".learn/state.json") + 20] ^= 255
REFUSED = {
    "not a zip": (b"PK\x03\x04 and no more", "not a zip file"),
    "damaged": (bytes(DAMAGED), r"CRC.* '\.learn/state\.json'"),
    "no state": (zip_files({"solver.py": b""}), r"0 files \.learn/state\.json .*`c4 learn start`"),
    "two folders": (zip_files({f"{name}/.learn/state.json": STATE for name in "ab"}), "2 files"),
    "no JSON": (zip_files({".learn/state.json": b"{"}), "Expecting"),
    "no text": (zip_files({".learn/state.json": STATE, "solver.py": b"\xff"}), r"^solver\.py .*UTF-8"),
}


@pytest.mark.parametrize(("content", "complaint"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_folder_is_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(Error, match=complaint):
        write.unpack_folder(content)


def test_a_program_remembers_from_move_to_move(capsys: pytest.CaptureFixture[str]) -> None:
    files = STAGES["01"].ours()
    files["solver.py"] += '\nprint("loaded")\n'
    for moves in (NEARLY_FULL[:-1], NEARLY_FULL):
        assert moves.count(COLUMN_NAMES[write.choose_column(files, moves, seconds=60)]) < HEIGHT
    assert capsys.readouterr().out == "loaded\n"
