"""Tests of what is compiled and when, on a copy of the course that can be edited."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from common import course
from common.benchmark import sets
from common.compiler import compiled_methods

ROOT = Path(__file__).parents[1]
MOVES = sets.load("middle-easy", 1)[0].moves


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the core, the tools and step 05."""
    caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "common", tmp_path / "common", ignore=caches)
    folder = course.load("05").folder
    shutil.copytree(folder, tmp_path / "steps" / folder.name, ignore=caches)
    shutil.copy(ROOT / "steps" / "__init__.py", tmp_path / "steps")
    return tmp_path


def nodes(copy: Path, **environment: str) -> int:
    """Return the nodes that the copy explores."""
    answer = subprocess.run(
        [sys.executable, "-m", "common", "solve", "--step", "05"],
        input=f"{MOVES}\n",
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return int(answer.stdout.split()[2])


def compiled(copy: Path) -> dict[Path, int]:
    """Return the files of compiled code, and when each was written."""
    return {path: path.stat().st_mtime_ns for path in copy.rglob("*.nb[ic]")}


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


def test_what_is_compiled_already_is_not_compiled_again(copy: Path) -> None:
    nodes(copy)
    first = compiled(copy)
    assert first
    nodes(copy)
    assert compiled(copy) == first


def test_boards_of_two_sizes_keep_their_own_compiled_code(copy: Path) -> None:
    nodes(copy)
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
