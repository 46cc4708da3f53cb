"""Tests of the course as a whole: its layers, its diffs, its map."""

import ast
import math
import re
import shutil
import sys
from itertools import pairwise
from pathlib import Path
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st
from repository import ROOT, read_output, run, run_shell

from common import PACKAGES
from common.errors import Error
from common.tools import course, diff
from common.tools.course import Step
from common.tools.diff import count_changed_lines
from common.tools.measured import index_rows, read_benchmark

CORE_NAMES = {"common", "common.API", "common.CORE"} | {
    f"common.{path.stem}" for path in (ROOT / "common").glob("[!_]*.py")
}
BUDGET = 60  # changed lines of solver.py from a step to the next; 80 for threads
FASTER = 1.1  # times better, in time or nodes: enough for a step to earn its folder

steps = [course.load(number) for number in course.numbers()]


def list_imports(path: Path) -> set[str]:
    """Return the modules of ours that a file imports, by their full names or from above its folder."""
    text = path.read_text(encoding="utf-8").replace("from common import ", "from common.")
    return set(re.findall(r"(?m)^ *(?:from|import) ((?:c4|common|steps)\b[\w.]*|\.\.\S*)", text))


def test_rooms_import_only_what_is_below_them_and_steps_only_through_the_course() -> None:
    read_output(run_shell("lint-imports --no-logo"))
    for folder in PACKAGES.values():
        for path in folder.glob("*.py"):
            others = {name for name in list_imports(path) if not name.startswith("common.compiling")}
            assert others <= CORE_NAMES, path
    for path in (ROOT / "common" / "tools").rglob("*.py"):
        assert not any(name.startswith("steps") for name in list_imports(path)), path


@pytest.mark.parametrize("step", steps, ids=lambda step: step.number)
def test_a_step_imports_only_itself_and_the_core(step: Step) -> None:
    for path in step.folder.glob("*.py"):
        others = list_imports(path) - CORE_NAMES
        assert all(path.name == "test_step.py" and name.startswith("common.") for name in others), path


def test_the_thinking_step_is_the_fastest() -> None:
    rows = index_rows(read_benchmark())
    sets = [name for (solver, name), row in rows.items() if solver == course.ENGINE and "mean_nodes" in row]
    assert sets

    def add_up(number: str, figure: str) -> float:
        return sum(rows.get((number, name), {}).get(figure, math.inf) for name in sets)

    fewest = min(add_up(number, "mean_nodes") for number in course.numbers())
    fastest = min(add_up(number, "mean_processor_microseconds") for number in course.numbers())
    assert add_up(course.ENGINE, "mean_nodes") == fewest, "a step explores less: name it in course.py"
    assert add_up(course.ENGINE, "mean_processor_microseconds") < FASTER * fastest, (
        "a step is faster: name it in course.py"
    )


@pytest.mark.parametrize(("old", "new"), list(pairwise(steps)), ids=lambda step: step.number)
def test_the_search_changes_little_from_step_to_step(old: Step, new: Step) -> None:
    search, rest = (sum(count_changed_lines(old, new, name)) for name in ("solver.py", "position.py"))
    assert search <= (80 if new.folder.name.endswith("threads") else BUDGET)
    assert search + rest > 0


def test_pages_name_the_budget() -> None:
    for page in ("index", "reference/add_a_step"):
        assert f"at most {BUDGET} lines of" in (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")


def test_changed_lines_are_counted_and_paired(tmp_path: Path) -> None:
    for name, text in {"old": "one\ntwo\nthree\n", "new": "one\n2\n2.5\nthree\n"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text(text, encoding="utf-8")
    (tmp_path / "new" / "b.py").write_text("p\nq\n", encoding="utf-8")
    old, new = course.at(tmp_path / "old"), course.at(tmp_path / "new")
    assert [count_changed_lines(old, new, name) for name in ("a.py", "b.py")] == [(2, 1), (2, 0)]
    assert list(diff.pair_changed_lines(old, new, "a.py")) == [
        [("one", "one"), ("two", "2"), (None, "2.5"), ("three", "three")]
    ]


Files = st.dictionaries(st.sampled_from("abc"), st.text("xy\n"))


@given(Files, Files)
def test_texts_differ_where_they_do(before: dict[str, str], after: dict[str, str]) -> None:
    shown = re.findall(r"^--- (.*)$", diff.diff_texts(before, after), re.MULTILINE)
    names = sorted(before | after)
    assert shown == [n for n in names if before.get(n, "").splitlines() != after.get(n, "").splitlines()]


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
def test_a_step_adds_one_module_at_most(old: Step, new: Step) -> None:
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
    assert course.read_idea(step)


def test_ideas_need_no_docstrings_at_run_time() -> None:
    program = (
        "from common.tools import course\nfor n in course.numbers(): print(course.read_idea(course.load(n)))"
    )
    answer = run([sys.executable, "-OO", "-c", program])
    assert answer.stderr == ""
    assert answer.stdout.splitlines() == [course.read_idea(step) for step in steps]


def test_steps_are_numbered_and_named_by_spans() -> None:
    assert course.numbers() == [f"{number:02}" for number in range(1, len(steps) + 1)]
    assert [step.number for step in course.span("02-04,7")] == ["02", "03", "04", "07"]
    assert course.load(7) == course.load("07")
    with pytest.raises(Error, match=r"'.*'; .* 01, 02"):
        course.span("01-77")
    assert [step.number for step in course.span("05-05,5")] == ["05"]
    with pytest.raises(Error, match=r"'04-02'.* 02-04"):
        course.span("04-02")


def test_a_solver_that_nobody_holds_is_gone() -> None:
    """A dropped solver frees its table of some 16 MiB, before any garbage collection."""
    solver = course.load(course.ENGINE).solver(book=None)
    gone = ref(solver)
    del solver
    assert gone() is None


def test_a_folder_elsewhere_is_imported_anew(tmp_path: Path) -> None:
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
