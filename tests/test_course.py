"""Tests of the course as a whole: its layers, its diffs, its map."""

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest

from common import course
from common.course import Step
from common.diff import changed_lines

ROOT = Path(__file__).parents[1]
CORE = {"compiler", "errors", "jit", "position", "score", "solver"}
BUDGET = 40  # changed lines of solver.py from a step to the next

steps = [course.load(number) for number in course.numbers()]


def imported(path: Path) -> set[str]:
    """Return the modules a file imports, relative ones with their dots."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            names |= {f"{module}.{alias.name}" for alias in node.names} if module == "common" else {module}
    return names


def test_the_core_imports_nothing_but_itself() -> None:
    for name in CORE:
        ours = {module for module in imported(ROOT / "common" / f"{name}.py") if module.startswith("common")}
        assert ours <= {f"common.{other}" for other in CORE}


@pytest.mark.parametrize("step", steps, ids=lambda step: step.number)
def test_a_step_imports_only_itself_and_the_core(step: Step) -> None:
    for path in step.folder.glob("*.py"):
        if path.name == "test_step.py":
            continue
        for module in imported(path):
            assert not module.startswith(("..", "steps")), f"{path}: {module}"
            if module.startswith("common"):
                assert module.split(".")[1] in CORE, f"{path}: {module}"


def test_tools_reach_steps_only_through_the_course() -> None:
    tools = [path for path in (ROOT / "common").rglob("*.py") if path.stem not in CORE]
    assert len(tools) > 10
    for path in tools:
        assert not any(module.startswith("steps") for module in imported(path)), path


@pytest.mark.parametrize(("old", "new"), list(pairwise(steps)), ids=lambda step: step.number)
def test_the_search_changes_little_from_step_to_step(old: Step, new: Step) -> None:
    added, removed = changed_lines(old, new, "solver.py")
    assert 0 < added + removed <= BUDGET


@pytest.mark.parametrize(("old", "new"), list(pairwise(steps)), ids=lambda step: step.number)
def test_a_step_keeps_the_files_and_adds_at_most_one_module(old: Step, new: Step) -> None:
    before = {path.name for path in old.folder.glob("*.py")}
    after = {path.name for path in new.folder.glob("*.py")}
    assert before <= after
    assert len(after - before) <= 1


def definitions(path: Path) -> list[str]:
    """Return the names defined in a file, methods with their class, in order."""
    names: list[str] = []
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.append(node.name)
        if isinstance(node, ast.ClassDef):
            names += [
                f"{node.name}.{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)
            ]
    return names


@pytest.mark.parametrize(("old", "new"), list(pairwise(steps)), ids=lambda step: step.number)
def test_definitions_keep_their_order(old: Step, new: Step) -> None:
    for name in ("solver.py", "position.py"):
        before, after = (definitions(step.folder / name) for step in (old, new))
        common = set(before) & set(after)
        assert [n for n in before if n in common] == [n for n in after if n in common]


@pytest.mark.parametrize("step", steps, ids=lambda step: step.number)
def test_a_step_says_its_idea(step: Step) -> None:
    assert re.match(r"[A-Z][^:\n]*: [a-z].*\.\n\n.{80}", step.module.__doc__ or "", re.DOTALL)
    assert step.idea


def test_steps_are_numbered_without_gaps() -> None:
    assert course.numbers() == [f"{number:02}" for number in range(1, len(steps) + 1)]


def test_spans_of_steps() -> None:
    assert [step.number for step in course.span("02-04,7")] == ["02", "03", "04", "07"]
    with pytest.raises(course.UnknownStep, match="the steps are 01, 02"):
        course.span("01-77")
