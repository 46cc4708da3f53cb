"""Tests of learners' folders as zip files: they survive a round trip, and damaged ones are refused."""

import io
import json
import struct
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from common.tools.learn.archive import Kept
from hypothesis import given
from hypothesis import strategies as st
from learners import STAGES, zip_files

from common.errors import UserError
from common.tools.learn import archive, project

LAST, CAUGHT_UP = [*STAGES][-1], {"how": "caught up"}


def make_kept(**changes: Any) -> Kept:
    at: dict[str, Any] = {
        "format": 1,
        "here": "02",
        "done": {"01": {"how": "passed", "nodes": 5, "seconds": 0.5, "our_nodes": 5, "our_seconds": 0.25}},
        "hints": {"01": 2},
        "quizzes": {"20": True},
        "finished": {"01": {"solver.py": "a = 1\n", "position.py": "é = 2\n"}},
        "drafts": {"02": {"solver.py": "b = 1\n", "position.py": ""}, "03": {"solver.py": "c = 1\n"}},
    }
    return cast("Kept", at | changes)


@pytest.mark.parametrize(
    "given",
    [
        make_kept(),
        make_kept(here=None, done=dict.fromkeys(STAGES, CAUGHT_UP), drafts={LAST: {"a.py": ""}}),
        make_kept(done={}, finished={}, hints={}),
    ],
    ids=["on the way", "all done", "begun in the middle"],
)
def test_a_folder_comes_back_as_it_was(tmp_path: Path, given: Kept) -> None:
    content = archive.pack_archive(given)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        packed.extractall(tmp_path)
    mine = project.read_project(tmp_path / archive.FOLDER)
    assert mine.here == given["here"]
    assert project.read_program(mine.folder).items() >= given["drafts"][given["here"] or LAST].items()
    back = archive.unpack_archive(content)
    skipped = {name for name, done in back["done"].items() if done["how"] == "skipped"}
    assert skipped == ({"01"} if not given["done"] else set())
    assert set(back["done"]) - skipped == set(given["done"])
    for part in ("format", "here", "hints", "quizzes", "finished", "drafts"):
        assert back[part] == given[part], part


STATE = json.dumps({"format": 1, "here": "01", "done": {}, "hints": {}}).encode()
NOT_JSON = b'"done": {"01": {"how": "passed", "seconds": NaN}}'


def test_names_with_backslashes_are_read_and_no_name_leads_outside(tmp_path: Path) -> None:
    names = ("mine/", "mine/.learn/state.json", "mine/solver.py")
    mine = zip_files({name.replace("/", "\\"): STATE for name in names})
    assert archive.unpack_archive(mine)["drafts"] == {"01": {"solver.py": STATE.decode()}}
    roots = ("../../up/", f"/{tmp_path}/root/", "..\\..\\back\\")
    hostile = {
        f"{root}{name}": STATE for root in roots for name in (".learn/state.json", "solver.py", "empty/")
    }
    folder = tmp_path / "some" / "folder"
    folder.mkdir(parents=True)
    archive.unpack_folders(io.BytesIO(zip_files(hostile)), folder)
    assert sum(path.is_file() for path in tmp_path.rglob("*")) == 6
    assert [*tmp_path.iterdir(), *tmp_path.glob("some/*")] == [tmp_path / "some", folder]


def test_only_programs_of_known_stages_are_taken() -> None:
    mine = {
        "a/b/.learn/state.json": STATE,
        "a/b/solver.py": b"a = 1\n",
        "a/b/test_mine.py": b"",
        "a/b/.git/config": b"\xff",
        "a/b/.learn/done/99/solver.py": b"",
        "a/b/kept/02/table.py": b"t = 1\n",
        "a/b/kept/02/deeper/table.py": b"",
        "other/solver.py": b"",
        "a/b/copy/.learn/state.json": STATE,
    }
    taken = archive.unpack_archive(zip_files(mine))
    assert (taken["finished"], taken["drafts"]) == (
        {},
        {"01": {"solver.py": "a = 1\n"}, "02": {"table.py": "t = 1\n"}},
    )


def make_archive(method: int) -> bytes:
    """Return a zipped folder, compressed by a method, with names and fields of all kinds."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as packed:
        packed.writestr("mine/.learn/state.json", STATE)
        packed.writestr("mine/solver.py", "def one() -> int:\n    return 1\n" * 9)
        packed.writestr("mine/kept/02/sölver.py", "")
        table = zipfile.ZipInfo("mine/.learn/done/01/table.py")
        table.extra = struct.pack("<HHQQ", 1, 16, 1, 1)
        packed.writestr(table, "t = 1\n")
        packed.comment = b"mine"
    return content.getvalue()


METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
FOLDERS = [make_archive(method) for method in METHODS]


@given(
    content=st.sampled_from(FOLDERS).map(bytearray),
    damage=st.lists(st.tuples(st.integers(0, 999), st.integers(0, 40), st.binary(max_size=12)), min_size=1),
)
def test_a_damaged_archive_is_taken_or_refused(
    content: bytearray, damage: list[tuple[int, int, bytes]]
) -> None:
    for start, length, data in damage:
        content[start : start + length] = data
    with suppress(UserError):
        archive.pack_archive(archive.unpack_archive(bytes(content)))


def zip_state(state: bytes = STATE, **files: bytes) -> bytes:
    return zip_files({".learn/state.json": state} | files)


DAMAGED = bytearray(zip_state())
DAMAGED[DAMAGED.index(b".learn/state.json") + 20] ^= 255
LYING, LARGE = (bytearray(zip_state(**{"solver.py": bytes(10**6)})) for _ in range(2))
for said, archived in ((9, LYING), (1 << 30, LARGE)):
    struct.pack_into("<I", archived, archived.rindex(b"PK\1\2") + 24, said)  # the size of solver.py
UNREADABLE = r"^\.learn/state\.json .*: "
REFUSED = {
    "empty": (b"", "not a zip file"),
    "cut": (b"PK\x03\x04 and no more", "not a zip file"),
    "damaged": (bytes(DAMAGED), r"CRC.* '\.learn/state\.json'"),
    "begun late": (zip_state()[20:], "negative seek"),
    "deep": (zip_state(b"[" * 10**5), UNREADABLE),
    "NaN": (zip_state(STATE.replace(b'"done": {}', NOT_JSON)), "nan"),
    "no state": (zip_files({"solver.py": b""}), r"\.learn/state\.json .*`c4 learn start`"),
    "two folders": (zip_files({f"{name}/.learn/state.json": STATE for name in "ba"}), r"2 .*\ba and b\b"),
    "no JSON": (zip_state(b"{"), UNREADABLE),
    "another state": (zip_state(b"[]"), UNREADABLE),
    "no stage": (zip_state(STATE.replace(b"01", b"77")), "'77'"),
    "lying of its size": (bytes(LYING), "CRC.* 'solver.py'"),
    "large": (bytes(LARGE), "256 MiB"),
    "without a limit": (make_archive(zipfile.ZIP_LZMA), "compressed"),
    "no text": (zip_state(**{"solver.py": b"\xff"}), "solver.py .*UTF-8"),
}


@pytest.mark.parametrize(("content", "complaint"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_folder_is_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        archive.unpack_archive(content)
