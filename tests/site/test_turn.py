"""What "Write it" is made of: stages as the page takes them, checks by plain Python, folders, Pyodide."""

import io
import json
import random
import re
import struct
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from repository import copy_parts, read_output, run

from common.errors import UserError
from common.tools.files import write_file
from common.tools.learn import archive, project
from common.tools.learn.archive import Kept
from common.tools.learn.curriculum import stages
from common.tools.site import pyodide
from common.tools.site.macros import live

STAGES = stages.load_stages()
FIRST, SECOND = STAGES["01"], STAGES["02"]
LAST, CAUGHT_UP = [*STAGES][-1], {"how": "caught up"}
RUN = """
import json, sys
sys.path.insert(0, "")
from common.tools.learn.page import answer_question
for question in json.load(sys.stdin):
    pieces = []
    answer_question(json.dumps(question), pieces.append)
    print("[" + ",".join(pieces) + "]")
"""


def read_asset(site: Path, name: str) -> Any:
    """Return a file that the page loads."""
    return json.loads((site / "assets" / "turn" / f"{name}.json").read_text(encoding="utf-8"))


def ask_plainly(site: Path, folder: Path, *questions: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Return the page's answers, by a Python that has only its standard library and the page's files."""
    for name, text in read_asset(site, "program").items():
        write_file(folder / name, text)
    done = run([sys.executable, "-I", "-S", "-B", "-c", RUN], folder, json.dumps(questions))
    return [json.loads(line) for line in read_output(done).splitlines()]


def test_the_page_says_what_c4_learn_says(site: Path, tmp_path: Path) -> None:
    last = list(STAGES.values())[-1]
    mistake = SECOND.mistakes[0]
    wrong = mistake.edits[0].apply(SECOND.ours())
    passed, failed, differs = ask_plainly(
        site,
        tmp_path,
        {"verb": "check", "stage": last.name, "files": last.ours()},
        {"verb": "check", "stage": "02", "files": wrong},
        {"verb": "compare", "stage": "02", "files": wrong},
    )
    done = passed[-1]["done"]
    assert (passed[-1]["event"], done["how"]) == ("Passed", "passed")
    assert done["nodes"] == done["our_nodes"] > 0
    kinds = [event["event"] for event in failed]
    assert [kind for kind in kinds if kind in ("Failure", "Explained")] == ["Failure", "Explained"]
    assert failed[-1]["idea"] == mistake.says
    removed, added = [line for line in differs[0]["text"].splitlines() if line[0] in "+-"][2:]
    assert (removed[0], added[0]) == ("-", "+")
    assert mistake.edits[0].new in removed
    assert mistake.edits[0].old in added


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_begins_with_the_one_before(site: Path, name: str) -> None:
    stage, described = STAGES[name], read_asset(site, name)
    earlier = stages.find_previous_stage(stage)
    assert described["start"] == project.Project(Path("nowhere"), name).read_program_before(stage)
    assert described["ours"] == stage.ours()
    assert described["given"].items() <= described["start"].items()
    assert bool(earlier) or described["given"] == described["start"]


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


NPM = {
    "another package": ("#!/bin/sh\necho other > pyodide.tgz\n", "pinned"),
    "offline": ("#!/bin/sh\necho part > pyodide.tgz\nexit 1\n", "npm"),
    "no npm": ("", "npm"),
}


@pytest.mark.parametrize(("script", "complaint"), NPM.values(), ids=NPM)
def test_only_the_pinned_pyodide_is_kept(
    tmp_path: Path, put_npm: Callable[[str], str], script: str, complaint: str
) -> None:
    copy = copy_parts(["common"], tmp_path / "copy")
    done = run([sys.executable, "-m", "common.tools.site.pyodide"], copy, PATH=put_npm(script))
    assert done.returncode == 1
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
    assert not list((copy / ".cache").rglob("*.*"))


def test_the_site_has_what_your_turn_needs(site: Path) -> None:
    about = read_asset(site, "about")
    assert [stage["name"] for stage in about["stages"]] == [*STAGES]
    kept = {path.name for path in (site / "assets" / "pyodide").glob("*")}
    assert kept == ({*pyodide.FILES, "NOTICE.txt"} if about["python"] else set())
    assert bool(about["python"]) == bool(pyodide.list_pyodide_files())


def test_the_page_begins_with_the_first_brief() -> None:
    shown = live.first_brief()
    assert f"<p>{FIRST.brief.strip().partition('.')[0]}" in shown
    assert "<code>solver.py</code>" in shown
    assert "<code>negamax</code>" in shown
    assert shown.count("<p>") == FIRST.brief.strip().count("\n\n") + 1
