"""What a step changes, definition by definition: the hunks that a lesson explains one by one."""

import ast
import difflib
from collections.abc import Iterator

from common.tools.course import Step
from common.tools.diff import read_source_lines
from common.tools.source import locate_lines

HEAD = "imports"  # the name of what stands before the first definition, the file's docstring too
CONTEXT = 2  # unchanged lines around a change


def list_hunks(old: Step, new: Step, file: str) -> dict[str, list[str]]:
    """Return the hunks of each definition that a step changes in a file, in the order of the file.

    A definition is a function, a class without its methods, a method as "Position.play", or a constant. Those
    that are gone come last.
    """
    before, after = (split_definitions("".join(read_source_lines(step, file))) for step in (old, new))
    hunks = {name: diff_lines(before.get(name, []), after.get(name, [])) for name in after | before}
    return {name: parts for name, parts in hunks.items() if parts}


def diff_lines(before: list[str], after: list[str]) -> list[str]:
    """Return the hunks between two lists of lines."""
    hunks: list[list[str]] = []
    for line in list(difflib.unified_diff(before, after, lineterm="", n=CONTEXT))[2:]:
        if line.startswith("@@"):
            hunks.append([])
        else:
            hunks[-1].append(line)
    return ["\n".join(hunk) for hunk in hunks]


def split_definitions(text: str) -> dict[str, list[str]]:
    """Return the lines of each definition of a file by its name, without empty lines around it."""
    lines = text.splitlines()
    starts = [(name, find_comment(lines, first)) for name, first in locate_starts(ast.parse(text))]
    sections: dict[str, list[str]] = {}
    ends = [*(first for _, first in starts[1:]), len(lines)]
    for (name, first), end in zip(starts, ends[: len(starts)], strict=True):
        sections.setdefault(name, []).extend(lines[first:end])
    return {name: "\n".join(section).strip("\n").splitlines() for name, section in sections.items()}


def locate_starts(tree: ast.Module | ast.ClassDef, owner: str = "") -> Iterator[tuple[str, int]]:
    """Yield the name of each definition and where it begins; other lines belong to the one before."""
    if not owner and tree.body:
        yield HEAD, 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield f"{owner}{node.name}", locate_lines(node)[0]
            if isinstance(node, ast.ClassDef):
                yield from locate_starts(node, f"{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign) and not owner:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            yield next(part.id for part in ast.walk(target) if isinstance(part, ast.Name)), node.lineno - 1


def find_comment(lines: list[str], first: int) -> int:
    """Return where the comment directly above a line begins, the line itself if there is none."""
    while first and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return first
