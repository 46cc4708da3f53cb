"""Tests of compiling and caching, on an editable copy of the core and a step of a few lines."""

import os
import re
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from repository import ROOT, Done, copy_parts, make_python_path, read_output, run, run_python

from common.compiling.methods import compiled_methods
from common.tools import course
from common.tools.source import Edit

# As in a real step, a function calls one of the core and methods of two files; it is compiled in no time.
STEP = {
    "position.py": """
from typing import NamedTuple
from common.jit import compiled_methods

@compiled_methods
class Position(NamedTuple):
    moves: int

    def key(self) -> int:
        return self.moves + 1
""",
    "table.py": """
from typing import NamedTuple
from common.jit import compiled_methods

@compiled_methods
class Table(NamedTuple):
    size: int

    def slot(self, key: int) -> int:
        return 1000 * (key % self.size)
""",
    "solver.py": """
from common.jit import compiled
from common.score import win_score
from .position import Position
from .table import Table

@compiled
def search(position: Position, table: Table) -> int:
    return win_score(position.moves) + table.slot(position.key())
""",
}
SEARCH = """
from steps.tiny.solver import Position, Table, search
print(search(Position(5), Table(4)))
"""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the core, add the step, and have the copy compile its functions.

    Hidden files are no source: what macOS puts beside a file on foreign disks, Emacs while one is edited.
    """
    root = tmp_path_factory.mktemp("original")
    shutil.copytree(ROOT / "common", root / "common", ignore=shutil.ignore_patterns("__pycache__", "tools"))
    folder = root / "steps" / "tiny"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "steps" / "__init__.py", folder.parent)
    for name, text in STEP.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "._solver.py").write_bytes(bytes([0, 5, 22, 7]))
    (root / "common" / ".#solver.py").symlink_to("nobody@nowhere.1")
    score_copy(root)
    assert list_compiled_files(root)
    return root


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Path:
    return shutil.copytree(original, tmp_path / "copy", symlinks=True)


def run_copy(copy: Path, first: str, environment: dict[str, str], program: str = SEARCH) -> Done:
    """Have the copy search in a process that does something else first."""
    own = {"PYTHONPATH": make_python_path(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    return run([sys.executable, "-c", first + program], copy, **own, **environment)


def score_copy(copy: Path, first: str = "", **environment: str) -> int:
    return int(read_output(run_copy(copy, first, environment)))


def score_in_plain_python(copy: Path) -> int:
    return score_copy(copy, NUMBA_DISABLE_JIT="1")


def list_compiled_files(copy: Path) -> dict[Path, int]:
    """Return the files of compiled code, with their times."""
    return {path: path.stat().st_mtime_ns for path in copy.rglob("*.nbc")}


EDITS = [
    Edit("steps/tiny/table.py", "1000", "2000"),
    Edit("steps/tiny/position.py", "self.moves + 1", "self.moves"),
    Edit("steps/tiny/solver.py", "+ table", "- table"),
    Edit("common/score.py", "(CELLS + 1 - moves) // 2", "CELLS - moves // 2"),
]
SCORE = EDITS[-1]


def edit_file(copy: Path, edit: Edit) -> None:
    text = (copy / edit.file).read_text(encoding="utf-8")
    (copy / edit.file).write_text(edit.apply({edit.file: text})[edit.file], encoding="utf-8")


def test_an_edit_takes_effect_on_the_next_run(copy: Path) -> None:
    """Edit one file after the other, and restore the one before each time.

    Code that is compiled is not compiled again, and code of earlier states does not pile up.
    """
    before, first = score_in_plain_python(copy), list_compiled_files(copy)
    assert score_copy(copy) == before
    assert list_compiled_files(copy) == first
    for edit in EDITS:
        edit_file(copy, edit)
        assert score_copy(copy) == score_in_plain_python(copy) != before, edit.file
        assert len(list_compiled_files(copy)) == len(first)
        edit_file(copy, Edit(edit.file, edit.new, edit.old))
    assert not list_compiled_files(copy).keys() & first.keys()  # as all call what is in score.py
    assert score_copy(copy) == before


KILLED = """
import os
replace = os.replace
def replace_and_die(source, target):
    if "win_score" in str(target):
        {then}
        os._exit(9)
    replace(source, target)
os.replace = replace_and_die
"""


@pytest.mark.parametrize("then", ["replace(source, target)", "pass"])
def test_a_killed_process_leaves_nothing_stale(copy: Path, then: str) -> None:
    before = score_in_plain_python(copy)
    edit_file(copy, SCORE)
    assert run_copy(copy, KILLED.format(then=then), {}).returncode == 9
    assert score_copy(copy) == score_in_plain_python(copy) != before
    assert not [*copy.rglob("*.partial")]


def test_nothing_is_kept_where_nothing_can_be(copy: Path) -> None:
    """Put files in the place of folders to be made."""
    for folder in list(copy.rglob("__pycache__")):
        shutil.rmtree(folder)
        folder.touch()
    nowhere = str(copy / "common" / "__pycache__")
    assert score_copy(copy, NUMBA_CACHE_DIR=nowhere, XDG_CACHE_HOME=nowhere) == score_in_plain_python(copy)
    assert not list_compiled_files(copy)


def test_damaged_files_are_compiled_again(copy: Path) -> None:
    before = score_in_plain_python(copy)
    contents = {path: path.read_bytes() for path in list_compiled_files(copy)}
    for path, content in contents.items():
        path.write_bytes(content[: len(content) // 2])
    assert score_copy(copy) == before
    assert all(len(path.read_bytes()) >= len(content) for path, content in contents.items())


EDITED_AFTER_IMPORT = f"""
from pathlib import Path
import common.score
path = Path(common.score.__file__)
path.write_text(path.read_text().replace({SCORE.old!r}, {SCORE.new!r}))
"""


SWAPPED_AFTER_IMPORT = """
import os
import steps.tiny.solver
os.rename("steps/tiny", "old")
os.rename("new", "steps/tiny")
"""


@pytest.mark.parametrize("then", [EDITED_AFTER_IMPORT, SWAPPED_AFTER_IMPORT], ids=["edited", "swapped"])
def test_code_changed_after_its_import_is_kept_as_it_was(copy: Path, then: str) -> None:
    before = score_in_plain_python(copy)
    shutil.copytree(copy / "steps" / "tiny", copy / "new", ignore=shutil.ignore_patterns("__pycache__"))
    edit_file(copy, Edit("new/table.py", "1000", "2000"))
    assert score_copy(copy, then) == before
    assert score_copy(copy) == score_in_plain_python(copy) != before


def test_code_of_stale_bytecode_is_not_taken_for_that_of_the_source(copy: Path) -> None:
    """Edit a file so that neither its size nor its time changes, as tools that keep the times do."""
    keep_bytecode, table = "import sys; sys.dont_write_bytecode = False\n", copy / "steps/tiny/table.py"
    before, times = score_copy(copy, keep_bytecode), table.stat().st_mtime_ns
    edit_file(copy, EDITS[0])
    os.utime(table, ns=(times, times))
    assert score_copy(copy) == before  # Python itself does not see it
    for path in copy.rglob("*.pyc"):
        path.unlink()
    assert score_copy(copy) == score_in_plain_python(copy) != before


def test_an_edit_of_a_part_takes_effect(copy: Path) -> None:
    """In a folder inside the step's, of one file that holds a number only; whatever is imported first."""
    (copy / "steps" / "tiny" / "lib").mkdir()
    (copy / "steps" / "tiny" / "lib" / "util.py").write_text("FACTOR = 1000", encoding="utf-8")
    edit_file(copy, Edit("steps/tiny/table.py", "from typing", "from .lib.util import FACTOR\nfrom typing"))
    edit_file(copy, Edit("steps/tiny/table.py", "1000", "FACTOR"))
    before, first = score_copy(copy), list_compiled_files(copy)
    assert score_copy(copy, "import steps.tiny.lib.util, common.book_file\n") == before
    assert list_compiled_files(copy) == first
    edit_file(copy, Edit("steps/tiny/lib/util.py", "1000", "2000"))
    assert score_copy(copy) == score_in_plain_python(copy) != before


RECURSION = """
from common.jit import compiled

@compiled
def number(depth: int, extra: int) -> int:
    return number(depth - 1, extra + depth) + 1 if depth > 0 else extra

@compiled
def from_zero(depth: int) -> int:
    return number(depth, 0)

@compiled
def red(depth: int, extra: int) -> int:
    return yellow(depth - 1, extra + depth) + 1 if depth > 0 else extra

@compiled
def yellow(depth: int, extra: int) -> int:
    return red(depth - 1, extra + depth) + 2 if depth > 0 else extra

"""
CALLS = ["number(9, 1)", "from_zero(9)", "red(9, 0)", "yellow(9, 9)"]


def test_a_recursion_of_several_types_runs_again(copy: Path) -> None:
    """The addresses that such code calls are those of the process that compiled it."""
    (copy / "steps" / "tiny" / "recursion.py").write_text(RECURSION, encoding="utf-8")

    def called(calls: list[str], **environment: str) -> list[str]:
        program = f"\nfrom steps.tiny.recursion import *\nprint({', '.join(calls)})"
        return read_output(run_copy(copy, "", environment, program)).split()

    expected = called(CALLS, NUMBA_DISABLE_JIT="1")
    assert called(CALLS) == expected
    first = list_compiled_files(copy)
    assert "recursion.number" in {path.name.split("-")[0] for path in first}
    assert called(CALLS[::-1]) == expected[::-1]
    assert list_compiled_files(copy).items() >= first.items()  # what holds everywhere is loaded


TAKE = """
import numba, numba.core.{module} as module
*owner, name = "{name}".split(".")
owner = getattr(module, *owner) if owner else module
taken = getattr(owner, name)
delattr(owner, name)
import common.compiling.cache
setattr(owner, name, taken)  # for Numba itself
"""
TAKEN = [
    *(
        TAKE.format(module=module, name=name)
        for module, name in {
            "caching": "FunctionCache",
            "codegen": "RuntimeLinker.PREFIX",
            "compiler_lock": "global_compiler_lock",
            "options": "DefaultOptions.no_cfunc_wrapper",
            "runtime.nrt": "rtsys",
            "serialize": "dumps",
        }.items()
    ),
    "import common.compiling.cache; common.compiling.cache.rtsys = None",  # as if what it names had changed
]


@pytest.mark.parametrize("take", TAKEN)
def test_without_a_private_name_numba_keeps_the_code(copy: Path, take: str) -> None:
    """Answers stay right, edits take effect, code is kept, one line says so."""
    before = score_in_plain_python(copy)
    done = run_copy(copy, take, {})
    assert int(done.stdout) == before
    assert re.fullmatch(r"Numba .*\n", done.stderr)
    assert list(copy.rglob("solver.search-*.nbi"))
    edit_file(copy, SCORE)
    assert score_copy(copy, take) == score_in_plain_python(copy) != before


def test_one_line_says_that_nothing_is_kept(copy: Path) -> None:
    take = "import numba; del numba.config.CACHE_LOCATOR_CLASSES\n" + TAKEN[2]
    assert "compiler_lock" in take
    for path in list_compiled_files(copy):
        path.unlink()
    done = run_copy(copy, take, {})
    assert int(done.stdout) == score_in_plain_python(copy)
    assert re.fullmatch(r"Numba .* not .*\n", done.stderr)
    assert not [*copy.rglob("*.nb?")]


HASH = """
import sys
sys.path[:0] = [sys.argv[1], sys.argv[1] + "/common/api"]
from c4.loop import read_clock
from common.compiling.cache import hash_sources
from common.tools.play.players.mcts import pick_column
for function in (read_clock, pick_column):
    print(hash_sources(function.__wrapped__))
"""


def test_an_edit_has_what_uses_steps_compiled_anew(tmp_path: Path) -> None:
    """Players, and the loop of `c4`."""
    copy, stamps = copy_parts(["common", "steps"], tmp_path), list[list[str]]()
    edited = ["steps/01_minmax/position.py", "common/api/c4/reasons.py", "common/score.py"]
    edited += ["common/compiling/lanes.py"]
    for path in (None, *edited, "common/tools/diff.py"):
        if path:
            with (copy / path).open("a", encoding="utf-8") as file:
                file.write("EDITED = True\n")
        stamps.append(run_python(HASH, f"{copy}").split())
    for each in zip(*stamps, strict=True):
        assert len(set(each)) == 1 + len(edited)
        assert each[-1] == each[-2]  # nobody compiles diff.py


def test_boards_of_two_sizes_keep_their_code(copy: Path) -> None:
    first = list_compiled_files(copy)
    score_copy(copy, C4_BOARD="8x6")
    both = list_compiled_files(copy)
    assert {path: both[path] for path in first} == first
    assert len(both) == 2 * len(first)


def test_methods_of_a_name_share_parameters() -> None:
    assert course.load("04").Position

    class Other(NamedTuple):
        moves: int

        def can_play(self, column: int, row: int) -> bool:
            return column == row

    with pytest.raises(TypeError, match="can_play"):
        compiled_methods(Other)


@pytest.mark.parametrize("disabled", ["0", "1"])
def test_an_array_is_cleared_compiled_or_not(disabled: str) -> None:
    program = "from common.jit import array, clear; x = array([1, 2, 3]); clear(x, 1); print(*x); clear(x)"
    assert run_python(f"{program}; print(*x)", NUMBA_DISABLE_JIT=disabled) == "1 0 0\n0 0 0\n"


KIND = """
import operator
from numba import types
from numba.extending import intrinsic, models, overload, register_model

class Kind(types.Type):
    def __init__(self):
        super().__init__("kind")

register_model(Kind)(models.OpaqueModel)

@intrinsic
def make_kind(_typing):
    return Kind()(), lambda context, *_: context.get_dummy_value()

@overload(operator.neg)
def find_negative(value):
    return (lambda value: 1000) if isinstance(value, Kind) else None
"""
NEGATIVE = """
from numba import njit
from c4.kind import make_kind
from steps.tiny.negative import negative
print(njit(lambda: negative(make_kind()))())
"""


def test_an_edit_of_a_types_operations_takes_effect(copy: Path) -> None:
    """A function of a step is compiled for a type of c4's, as the count of a search with a limit is."""
    negative = "from common.jit import compiled\n\n@compiled\ndef negative(value):\n    return -value\n"
    (copy / "steps/tiny/negative.py").write_text(negative, encoding="utf-8")
    (copy / "common/api/c4/kind.py").write_text(KIND, encoding="utf-8")
    assert read_output(run_copy(copy, "", {}, NEGATIVE)) == "1000\n"
    edit_file(copy, Edit("common/api/c4/kind.py", "1000", "2000"))
    assert read_output(run_copy(copy, "", {}, NEGATIVE)) == "2000\n"
