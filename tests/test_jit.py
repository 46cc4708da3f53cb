"""Tests of what is compiled and when, on a copy of the course that can be edited."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from common.compiler import compiled_methods
from common.tools import course
from common.tools.benchmark import sets

ROOT = Path(__file__).parents[1]
MOVES = sets.load("middle-easy", 1)[0].moves


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the core, the tools and step 05, and let the copy compile what it needs."""
    root = tmp_path_factory.mktemp("original")
    caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "common", root / "common", ignore=caches)
    folder = course.load("05").folder
    shutil.copytree(folder, root / "steps" / folder.name, ignore=caches)
    shutil.copy(ROOT / "steps" / "__init__.py", root / "steps")
    nodes(root)
    return root


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Path:
    """Copy the copy, with what it has compiled."""
    return shutil.copytree(original, tmp_path / "copy")


SOLVE = """
import runpy, sys
sys.argv = ["c4", "solve", "--step", "05"]
runpy.run_module("common.tools", run_name="__main__")
"""


def run(copy: Path, first: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Let the copy solve a position in a process that does something else first."""
    return subprocess.run(
        [sys.executable, "-c", first + SOLVE],
        input=f"{MOVES}\n",
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def nodes(copy: Path, first: str = "", **environment: str) -> int:
    """Return the nodes that the copy explores."""
    answer = run(copy, first, environment)
    assert answer.returncode == 0, answer.stderr
    return int(answer.stdout.split()[2])


def compiled(copy: Path) -> dict[Path, int]:
    """Return the files of compiled code, and when each was written."""
    return {path: path.stat().st_mtime_ns for path in copy.rglob("*.nbc")}


EDITS: list[tuple[str, Callable[[str], str]]] = [
    ("steps/05_transposition_table/table.py", lambda text: text.replace("entry & 255 if", "0 if")),
    ("steps/05_transposition_table/position.py", lambda text: text.replace("self.stones + self.mask", "7")),
    (
        "steps/05_transposition_table/solver.py",
        lambda text: text.replace("abs(2 * column + 1 - WIDTH)", "column"),
    ),
    ("common/score.py", lambda text: text.replace("(CELLS + 1 - moves) // 2", "CELLS - moves // 2")),
]


@pytest.mark.parametrize(("name", "edit"), EDITS, ids=lambda value: value if isinstance(value, str) else "")
def test_an_edit_of_any_file_takes_effect_on_the_next_run(
    copy: Path, name: str, edit: Callable[[str], str]
) -> None:
    before = nodes(copy)
    text = (copy / name).read_text()
    (copy / name).write_text(edit(text))
    edited = nodes(copy)
    assert edited != before
    assert edited == nodes(copy, NUMBA_DISABLE_JIT="1")
    (copy / name).write_text(text)
    assert nodes(copy) == before


SCORE, SCORE_EDIT = EDITS[-1]


def edit_score(copy: Path) -> None:
    """Edit a file of the core so that other nodes are explored."""
    (copy / SCORE).write_text(SCORE_EDIT((copy / SCORE).read_text()))


KILLED = """
import os
replace = os.replace
def replace_and_die(source, target):
    replace(source, target)
    if "win_score" in str(target):
        os._exit(9)
os.replace = replace_and_die
"""


def test_a_process_killed_while_it_keeps_code_leaves_none_that_is_stale(copy: Path) -> None:
    before = nodes(copy)
    edit_score(copy)
    assert run(copy, KILLED, {}).returncode == 9
    assert nodes(copy) == nodes(copy, NUMBA_DISABLE_JIT="1") != before


def test_a_full_disk_stops_no_search_and_leaves_no_code_that_is_stale(copy: Path) -> None:
    """Let no file have more than 4 kilobytes."""
    before, kept = nodes(copy), compiled(copy)
    edit_score(copy)
    edited = nodes(copy, "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))")
    assert edited == nodes(copy, NUMBA_DISABLE_JIT="1") != before
    assert compiled(copy) == kept
    assert not list(copy.rglob("*.partial"))
    assert nodes(copy) == edited


def test_where_nothing_can_be_written_all_is_compiled_in_each_run(copy: Path) -> None:
    """Put files where folders would be made."""
    for folder in list(copy.rglob("__pycache__")):
        shutil.rmtree(folder)
        folder.touch()
    nowhere = str(copy / "common" / "__pycache__")
    assert nodes(copy, NUMBA_CACHE_DIR=nowhere, XDG_CACHE_HOME=nowhere) == nodes(copy, NUMBA_DISABLE_JIT="1")
    assert not compiled(copy)


def test_damaged_files_are_compiled_again(copy: Path) -> None:
    before = nodes(copy)
    contents = {path: path.read_bytes() for path in compiled(copy)}
    for path, content in contents.items():
        path.write_bytes(content[: len(content) // 2])
    assert nodes(copy) == before
    assert all(len(path.read_bytes()) >= len(content) for path, content in contents.items())


EDITED_AFTER_IMPORT = """
from pathlib import Path
import common.score
path = Path(common.score.__file__)
path.write_text({edited!r})
"""


def test_code_of_a_file_that_is_edited_after_its_import_is_not_kept(copy: Path) -> None:
    before = nodes(copy)
    edited = SCORE_EDIT((copy / SCORE).read_text())
    assert nodes(copy, EDITED_AFTER_IMPORT.format(edited=edited)) == before
    assert nodes(copy) == nodes(copy, NUMBA_DISABLE_JIT="1") != before


def test_code_of_earlier_states_of_the_source_does_not_pile_up(copy: Path) -> None:
    first = compiled(copy)
    edit_score(copy)
    nodes(copy)
    assert len(compiled(copy)) == len(first)
    assert not compiled(copy).keys() & first.keys()


def test_what_is_compiled_already_is_not_compiled_again(copy: Path) -> None:
    first = compiled(copy)
    assert first
    nodes(copy)
    assert compiled(copy) == first


def test_boards_of_two_sizes_keep_their_own_compiled_code(copy: Path) -> None:
    first = compiled(copy)
    nodes(copy, C4_BOARD="8x6")
    both = compiled(copy)
    assert {path: both[path] for path in first} == first
    assert len(both) == 2 * len(first)


def test_methods_that_share_a_name_must_share_parameters() -> None:
    assert course.load("04").Position

    class Other(NamedTuple):
        moves: int

        def can_play(self, column: int, row: int) -> bool:
            return column == row

    with pytest.raises(TypeError, match="can_play"):
        compiled_methods(Other)
