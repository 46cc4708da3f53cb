"""Tests of learners' folders as zip files: they come back as they were, and what is damaged is refused."""

import io
import json
import random
import re
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest
from learners import STAGES

from common.errors import UserError
from common.tools.learn import archive, project
from common.tools.learn.archive import Kept

LAST, CAUGHT_UP = [*STAGES][-1], {"how": "caught up"}


def make_kept(**changes: Any) -> Kept:
    at: Kept = {
        "format": 1,
        "here": "02",
        "done": {"01": {"how": "passed", "nodes": 5, "seconds": 0.5, "our_nodes": 5, "our_seconds": 0.25}},
        "hints": {"01": 2},
        "quizzes": {"20": True},
        "finished": {"01": {"solver.py": "a = 1\n", "position.py": "é = 2\n"}},
        "drafts": {"02": {"solver.py": "b = 1\n", "position.py": ""}, "03": {"solver.py": "c = 1\n"}},
    }
    return at | changes


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


def zip_files(**files: bytes) -> bytes:
    """Return an archive of files, whose names have : for /."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name.replace(":", "/"), data)
    return content.getvalue()


STATE = json.dumps({"format": 1, "here": "01", "done": {}, "hints": {}}).encode()
NOT_JSON = b'"done": {"01": {"how": "passed", "seconds": NaN}}'


def test_a_folder_may_be_zipped_with_backslashes() -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for name, data in {"": b"", ".learn:state.json": STATE, "solver.py": b"a = 1\n"}.items():
            packed.writestr(f"mine:{name}".replace(":", "\\"), data)
        packed.writestr("..\\escaped.py", "")
    assert archive.unpack_archive(content.getvalue())["drafts"] == {"01": {"solver.py": "a = 1\n"}}


def test_only_programs_of_known_stages_are_taken() -> None:
    mine = {
        "a:b:.learn:state.json": STATE,
        "a:b:solver.py": b"a = 1\n",
        "a:b:test_mine.py": b"",
        "a:b:.git:config": b"\xff",
        "a:b:.learn:done:99:solver.py": b"",
        "a:b:..:escaped.py": b"",
        "a:b:kept:02:table.py": b"t = 1\n",
        "a:b:kept:02:deeper:table.py": b"",
        "other:solver.py": b"",
        "a:b:copy:.learn:state.json": STATE,
    }
    taken = archive.unpack_archive(zip_files(**mine))
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


def damage_archive(content: bytes, rng: random.Random) -> bytes:
    """Return an archive with damage: bytes changed, cut out, put in, and fields of its headers set."""
    damaged = bytearray(content)
    headers = [match.start() for match in re.finditer(b"PK(\1\2|\3\4|\5\6)", content)]
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(damaged))
        field = min(rng.choice(headers) + rng.randrange(4, 46), len(damaged) - 1)
        match rng.randrange(5):
            case 0:
                damaged[at] ^= 1 << rng.randrange(8)
            case 1:
                del damaged[at + 1 : at + rng.randrange(2, 40)]
            case 2:
                damaged[at:at] = rng.randbytes(rng.randrange(1, 12))
            case 3:
                del damaged[at + 1 :]
            case _:
                damaged[field] = rng.choice((0, 1, 9, 12, 14, 128, 255))
    return bytes(damaged)


def test_a_damaged_archive_is_taken_or_refused() -> None:
    rng = random.Random(1)
    methods = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    folders = [make_archive(method) for method in methods]
    refused = 0
    for _ in range(500):
        try:
            archive.pack_archive(archive.unpack_archive(damage_archive(rng.choice(folders), rng)))
        except UserError:
            refused += 1
    assert 250 < refused < 500


def zip_state(state: bytes = STATE, **files: bytes) -> bytes:
    return zip_files(**{".learn:state.json": state}, **files)


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
    "no state": (zip_files(**{"solver.py": b""}), r"\.learn/state\.json .*`c4 learn start`"),
    "two folders": (zip_files(**{f"{name}:.learn:state.json": STATE for name in "ba"}), r"2 .*\ba and b\b"),
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
