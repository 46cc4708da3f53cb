"""Tests of the course as a whole: its layers, its diffs, its map."""

import ast
import math
import re
import shutil
import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from repository import ROOT, read_output, run, run_shell

from common.errors import UserError
from common.position import CELLS
from common.tools import course, diff
from common.tools.course import Step
from common.tools.diff import count_changed_lines
from common.tools.measured import read_record

CORE = {f"common.{path.stem}" for path in (ROOT / "common").glob("[!_]*.py")} | {"common.IMPORTED"}
PROTOCOLS = ("add", "main", "make", "run")  # of commands, of programs, of parts of the site
BUDGET = 40  # changed lines of solver.py from a step to the next
FASTER = 1.1  # times better, in time or nodes, is what earns a step its folder

steps = [course.load(number) for number in course.numbers()]


def list_imports(text: str, package: str) -> set[str]:
    """Return what a module of a package imports, each by its full name, also by `import_module`."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import():
                names |= {alias.name for alias in node.names}
            case ast.ImportFrom():
                above = package.split(".")[: -node.level + 1 or None] if node.level else []
                module = ".".join([*above, *([node.module] if node.module else [])])
                names |= {f"{module}.{alias.name}" for alias in node.names}
            case ast.Call(func=ast.Name("import_module"), args=[name, *_]):
                begin = name.values[0] if isinstance(name, ast.JoinedStr) else name
                names.add(str(begin.value) if isinstance(begin, ast.Constant) else "anything")
            case _:
                pass
    return names


def list_own_imports(path: Path) -> set[str]:
    package = ".".join(path.relative_to(ROOT).parent.parts)
    return {
        name
        for name in list_imports(path.read_text(encoding="utf-8"), package)
        if name.split(".")[0] in ("common", "steps", "anything")
    }


def is_within(name: str, modules: Iterable[str]) -> bool:
    return any(f"{name}.".startswith(f"{module}.") for module in modules)


def test_imports_are_known_by_their_full_names() -> None:
    text = "import os\nfrom . import a\nfrom .b import c\nfrom ..d import e\nfrom f import g\n"
    assert list_imports(text, "steps.05_x") == {"os", "steps.05_x.a", "steps.05_x.b.c", "steps.d.e", "f.g"}
    text = 'import_module("a.b")\nimport_module(f"c.{x}")\nimport_module(f"{x}.d")'
    assert list_imports(text, "common") == {"a.b", "c.", "anything"}


def test_rooms_import_only_what_is_below_them() -> None:
    read_output(run_shell("lint-imports --no-logo"))


def test_a_function_of_the_tools_has_a_name_of_its_own() -> None:
    places: dict[str, list[Path]] = {}
    for path in (ROOT / "common" / "tools").rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name not in PROTOCOLS:
                places.setdefault(node.name, []).append(path)
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_the_core_imports_nothing_but_itself() -> None:
    for path in (ROOT / "common").glob("*.py"):
        assert {name for name in list_own_imports(path) if not is_within(name, CORE)} == set(), path


@pytest.mark.parametrize("step", steps, ids=lambda step: step.number)
def test_a_step_imports_only_itself_and_the_core(step: Step) -> None:
    own = f"steps.{step.folder.name}"
    for path in step.folder.glob("*.py"):
        allowed = [own, "common"] if path.name == "test_step.py" else [own, *CORE]
        others = {name for name in list_own_imports(path) if not is_within(name, allowed)}
        assert others <= {"common"}, path  # the package alone: where its data are


def test_tools_reach_steps_only_through_the_course() -> None:
    for path in (ROOT / "common" / "tools").rglob("*.py"):
        imports_only_tools = all(is_within(name, ["common"]) for name in list_own_imports(path))
        assert imports_only_tools == (path.name != "course.py"), path


def list_private_names(tree: ast.Module) -> tuple[set[str], set[str]]:
    """Return the names with a leading underscore that a module defines, and those that it uses."""
    defined: set[str] = set()
    used: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                defined.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                defined.add(name)
            case ast.Attribute(attr=name):
                used.add(name)
            case ast.ImportFrom():
                used |= {alias.name for alias in node.names}
            case _:
                pass
    return (
        {name for name in defined if re.match(r"_[^_]", name)},
        {name for name in used if re.match(r"_[^_]", name)},
    )


def test_private_names_stay_in_their_module() -> None:
    sample = list_private_names(ast.parse("from a import _b\nself._c = d._e()\ndef _f(__g): ..."))
    assert sample == ({"_c", "_f"}, {"_b", "_e"})
    folders = [ROOT / name for name in ("common", "steps", "tests", "docs")]
    names = {
        path: list_private_names(ast.parse(path.read_text(encoding="utf-8")))
        for folder in folders
        for path in folder.rglob("*.py")
    }
    hidden = {name for path, (own, _) in names.items() if folders[0] in path.parents for name in own}
    assert len(hidden) > 3
    assert {path: foreign for path, (own, used) in names.items() if (foreign := (used - own) & hidden)} == {}


def test_the_step_that_thinks_explores_the_least_and_is_the_fastest() -> None:
    rows = {(row["solver"], row["set"]): row for row in read_record()["rows"]}
    sets = [name for (solver, name), row in rows.items() if solver == course.THINKER and "mean_nodes" in row]
    assert sets

    def add_up(number: str, figure: str) -> float:
        return sum(rows.get((number, name), {}).get(figure, math.inf) for name in sets)

    fewest = min(add_up(number, "mean_nodes") for number in course.numbers())
    fastest = min(add_up(number, "mean_processor_microseconds") for number in course.numbers())
    assert add_up(course.THINKER, "mean_nodes") == fewest, "a step explores less: name it in course.py"
    assert add_up(course.THINKER, "mean_processor_microseconds") < FASTER * fastest, (
        "a step is faster: name it in course.py"
    )


@pytest.mark.parametrize(("old", "new"), list(pairwise(steps)), ids=lambda step: step.number)
def test_the_search_changes_little_from_step_to_step(old: Step, new: Step) -> None:
    search, rest = (sum(count_changed_lines(old, new, name)) for name in ("solver.py", "position.py"))
    assert search <= BUDGET
    assert search + rest > 0


def test_the_lines_that_a_step_changes_are_counted_and_paired(tmp_path: Path) -> None:
    files = {
        "old": {"a.py": "one\ntwo\nthree\n", "same.py": "x\n", "test_step.py": "y\n"},
        "new": {"a.py": "one\n2\n2.5\nthree\n", "same.py": "x\n", "b.py": "p\nq\n", "test_step.py": "z\n"},
    }
    for name, texts in files.items():
        (tmp_path / name).mkdir()
        for file, text in texts.items():
            (tmp_path / name / file).write_text(text, encoding="utf-8")
    old, new = course.at(tmp_path / "old"), course.at(tmp_path / "new")
    assert diff.list_file_names(old, new) == diff.list_file_names(new, old) == ["a.py", "b.py", "same.py"]
    assert [count_changed_lines(old, new, name) for name in ("a.py", "b.py", "same.py")] == [
        (2, 1),
        (2, 0),
        (0, 0),
    ]
    assert diff.count_all_changed_lines(old, new) == 5
    assert list(diff.pair_changed_lines(old, new, "a.py")) == [
        [("one", "one"), ("two", "2"), (None, "2.5"), ("three", "three")]
    ]
    assert diff.diff_file(old, new, "b.py") == (
        "--- steps/old/b.py\n+++ steps/new/b.py\n@@ -0,0 +1,2 @@\n+p\n+q\n"
    )


def test_the_difference_of_texts_is_shown_file_by_file() -> None:
    before, after = {"b": "1\n2\n", "same": "x\n", "gone": "y\n"}, {"b": "1\n3", "a": "z\n", "same": "x\n"}
    shown = diff.diff_texts(before, after).splitlines()
    assert shown == [
        *("--- a", "+++ a", "@@ -0,0 +1 @@", "+z"),
        *("--- b", "+++ b", "@@ -1,2 +1,2 @@", " 1", "-2", "+3"),
        *("--- gone", "+++ gone", "@@ -1 +0,0 @@", "-y"),
    ]
    assert diff.diff_texts(before, after).endswith("-y\n")
    assert diff.diff_texts(before, before) == ""


def list_definitions(path: Path) -> list[str]:
    """Return the names defined in a file, methods with their class, in order."""
    names: list[str] = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            inner = node.body if isinstance(node, ast.ClassDef) else []
            methods = [part.name for part in inner if isinstance(part, ast.FunctionDef)]
            names += [node.name, *(f"{node.name}.{method}" for method in methods)]
    return names


@pytest.mark.parametrize(("old", "new"), list(pairwise(steps)), ids=lambda step: step.number)
def test_a_step_keeps_files_and_the_order_of_definitions_and_adds_at_most_one_module(
    old: Step, new: Step
) -> None:
    old_files, new_files = ({path.name for path in step.folder.glob("*.py")} for step in (old, new))
    assert old_files <= new_files
    assert len(new_files - old_files) <= 1
    for name in ("solver.py", "position.py"):
        before, after = (list_definitions(step.folder / name) for step in (old, new))
        common = set(before) & set(after)
        assert [n for n in before if n in common] == [n for n in after if n in common]


@pytest.mark.parametrize("step", steps, ids=lambda step: step.number)
def test_a_step_says_its_idea(step: Step) -> None:
    assert re.match(r"[A-Z][^:\n]*: [a-z].*\.\n\n.{80}", step.module.__doc__ or "", re.DOTALL)
    assert step.idea


def test_ideas_are_known_to_a_python_without_docstrings() -> None:
    program = "from common.tools import course\nfor n in course.numbers(): print(course.load(n).idea)"
    answer = run([sys.executable, "-OO", "-c", program])
    assert answer.stderr == ""
    assert answer.stdout.splitlines() == [step.idea for step in steps]


def test_steps_are_numbered_without_gaps_and_named_by_spans() -> None:
    assert course.numbers() == [f"{number:02}" for number in range(1, len(steps) + 1)]
    assert [step.number for step in course.span("02-04,7")] == ["02", "03", "04", "07"]
    with pytest.raises(course.UnknownStep, match="the steps are 01, 02"):
        course.span("01-77")
    assert [step.number for step in course.span("05-05,5")] == ["05"]
    with pytest.raises(UserError, match="steps '04-02' run backwards: write 02-04"):
        course.span("04-02")


class Made:
    """A solver that notes what it is told, and asks the search of its module."""

    module: Any

    def __init__(self, size: int = 1, book: str | None = "embedded") -> None:
        self.size, self.book = size, book
        self.solved: list[Any] = []

    def solve(self, position: Any) -> int:
        self.solved.append(position)
        return self.module.search(position, self.size)


class Bookless(Made):
    """A solver of an early step."""

    def __init__(self, size: int = 1) -> None:
        super().__init__(size, None)


def make_step(solver: type) -> Step:
    step = Step("77", Path())
    modules = SimpleNamespace(search=lambda *_: 5)
    Made.module = modules
    vars(step)["module"] = SimpleNamespace(Solver=solver, solver=modules, Position=course.load("04").Position)
    return step


def test_a_solver_is_told_the_options_that_its_step_knows() -> None:
    step = make_step(Made)
    solvers: list[Any] = [step.solver(), step.solver(use_book=False), step.solver(size=7, book="other")]
    assert [(solver.size, solver.book) for solver in solvers] == [(1, "embedded"), (1, None), (7, "other")]
    early: Any = make_step(Bookless).solver(use_book=False)
    assert (early.book, step.knows("book")) == (None, True)
    with pytest.raises(UserError, match="step 77 cannot be told its threads, later steps can"):
        step.solver(size=1, threads=2)


def test_a_step_is_warmed_without_its_book_by_the_end_of_a_game() -> None:
    step = make_step(Made)
    solvers: list[Made] = []
    vars(step)["module"].Solver = lambda book="embedded": solvers.append(Made(1, book)) or solvers[-1]
    step.warm()
    (solver,) = solvers
    assert solver.book is None
    assert [position.moves for position in solver.solved] == [CELLS - 1]


def test_a_folder_that_git_has_left_behind_is_no_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("01_minmax", "02_gone/__pycache__"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "01_minmax" / "__init__.py").touch()
    monkeypatch.setattr(course, "STEPS", tmp_path)
    assert course.folders() == {"01": tmp_path / "01_minmax"}


def test_a_folder_outside_the_course_is_a_step_that_is_imported_anew_each_time(tmp_path: Path) -> None:
    folder = shutil.copytree(course.load("04").folder, tmp_path / "mine")
    (folder / "test_step.py").unlink()
    first, second = course.at(folder), course.at(folder)
    assert (first.number, first.folder) == ("mine", folder)
    assert {"Position", "Solver", "position", "solver"} <= set(vars(first.module))
    assert not {"search", "negamax"} & set(vars(first.module))
    (folder / "position.py").write_text("class Position: ...\n", encoding="utf-8")
    (folder / "solver.py").write_text("class Solver: ...\n", encoding="utf-8")
    assert not hasattr(second.Position, "start")
    assert hasattr(first.Position, "start")


def test_each_step_but_the_first_has_one_before_it() -> None:
    assert [course.previous(step) for step in steps] == [None, *steps[:-1]]
