"""Code on the pages: whole functions by name and whole diffs, read from the steps when the site is built."""

import ast
import difflib
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from common.errors import Error
from common.tools import course
from common.tools.diff import (
    count_changed_lines,
    diff_file,
    list_file_names,
    pair_changed_lines,
    read_source_lines,
)
from common.tools.files import ROOT
from common.tools.site.macro import hide_from_search, macro
from common.tools.source import StaleStage, list_defined_names, locate_lines, parse_definition

HEAD = "imports"  # the name of the part before the first definition, the docstring included
CONTEXT = 2  # unchanged lines around a change


@macro
def code(number: str, name: str, file: str = "solver.py", since: str = "", before: str = "") -> str:
    """Return a function, class or constant of a step as a block of code; "Position.play" is a method.

    A piece of it begins with the first line that has the text `since`, and ends before the next that has
    `before`. Raise Error if the step's file has no such definition, or the definition no such line.
    """
    path = course.load(number).folder / file
    lines = read_definition(path, name).splitlines()
    first = find_line(lines, 0, since)
    end = find_line(lines, first + 1, before) if before else len(lines)
    return render_block("\n".join(lines[first:end]).rstrip(), "python", f"{path.relative_to(ROOT)}")


def find_line(lines: list[str], first: int, text: str) -> int:
    """Return the index of the next line that contains a text; raise Error if none does."""
    for index in range(first, len(lines)):
        if text in lines[index]:
            return index
    raise Error(f"no line of {lines[0]!r} has {text!r}")


@macro
def hunk(number: str, *names: str, file: str = "solver.py") -> str:
    """Return a step's changes to some definitions of a file, or to all, as one block.

    "negamax 2" is the second hunk in `negamax`. Raise Error if the step changes no such thing.
    """
    before, step = load_pair(number)
    hunks = list_hunks(before, step, file)
    parts: list[str] = []
    for name in names or hunks:
        definition, _, place = name.partition(" ")
        several = hunks.get(definition, [])
        chosen = several[int(place) - 1 : int(place)] if place else several
        if not chosen:
            raise Error(f"step {number} changes no {name} in {file}")
        parts += chosen
    shown = ", ".join(dict.fromkeys(name.partition(" ")[0] for name in names))
    return render_block("\n\n".join(parts), "diff", f"{file}: {shown}" if shown else file)


def load_pair(number: str) -> tuple[course.Step, course.Step]:
    """Return the step before a step, and the step itself; raise Error for the first one."""
    step = course.load(number)
    if before := course.previous(step):
        return before, step
    raise Error(f"no step comes before {number}")


@macro
def source(path: str, name: str = "") -> str:
    """Return a file of the repository as a block of code, or one of its definitions, as `code` does."""
    text = read_definition(ROOT / path, name) if name else (ROOT / path).read_text(encoding="utf-8")
    return render_block(text.rstrip(), "python", path)


@macro
def docstring(path: str) -> str:
    """Return the docstring of a file of the repository as a block of text."""
    text = ast.get_docstring(ast.parse((ROOT / path).read_text(encoding="utf-8")))
    if not text:
        raise Error(f"{path} has no docstring")
    return render_block(text, "text", path)


@macro
def diff(number: str) -> str:
    """Return a step's complete diff against the one before, folded away, file by file."""
    before, step = load_pair(number)
    blocks: list[str] = []
    for name in list_file_names(before, step):
        if text := diff_file(before, step, name):
            added, removed = count_changed_lines(before, step, name)
            title = f"{name}: {added} lines added, {removed} removed"
            blocks.append(render_block("\n".join(text.splitlines()[2:]), "diff", title))
            if removed:
                blocks.append(render_side_by_side(before, step, name))
    files = "all files, and the docstring that names the idea"
    summary = f"<summary>The whole difference between steps {before.number} and {number}: {files}</summary>"
    content = "\n\n".join(blocks)
    return f'<details class="whole" data-search-exclude markdown>{summary}\n\n{content}\n\n</details>'


def render_side_by_side(before: course.Step, step: course.Step, name: str) -> str:
    """Return the changes of a file as a folded table: one column per step, with signs where they differ."""
    rows = "".join(
        "<tbody>"
        + "".join(f"<tr>{render_side(old, new, '-')}{render_side(new, old, '+')}</tr>" for old, new in part)
        + "</tbody>"
        for part in pair_changed_lines(before, step, name)
    )
    heads = "".join(f'<th scope="col">step {one_step.number}</th>' for one_step in (before, step))
    return (
        f"<details data-search-exclude><summary>{name}, side by side</summary>"
        f'<div class="beside" role="region" tabindex="0" aria-label="{name}, side by side">'
        f'<table class="sides"><thead><tr>{heads}</tr></thead>{rows}</table></div></details>'
    )


def render_side(line: str | None, other: str | None, sign: str) -> str:
    """Return a cell of that table: a line, marked with the sign if the other side differs."""
    if line is None:
        return "<td></td>"
    if line == other:
        return f"<td>  {escape(line)}</td>"
    return f'<td class="{"removed" if sign == "-" else "added"}">{sign} {escape(line)}</td>'


def render_block(text: str, language: str, title: str) -> str:
    """Return a fenced block of code with a title; the search of the site leaves it out."""
    return hide_from_search(f'```{language} title="{title}"\n{text}\n```')


def read_definition(path: Path, name: str) -> str:
    """Return the source of a definition, with its decorators."""
    text = path.read_text(encoding="utf-8")
    try:
        node = parse_definition(text, name)
    except StaleStage:
        raise Error(f"{path.relative_to(ROOT)} defines no {name}") from None
    first, last = locate_lines(node)
    return "\n".join(line[node.col_offset :] for line in text.splitlines()[first:last])


def list_hunks(old: course.Step, new: course.Step, file: str) -> dict[str, list[str]]:
    """Return the hunks of each definition that a step changes in a file, in the order of the file.

    A definition is a function, a class without its methods, a method as "Position.play", or a constant. Those
    that are gone come last.
    """
    before, after = (split_definitions("".join(read_source_lines(step, file))) for step in (old, new))
    hunks: dict[str, list[str]] = {}
    for name in after | before:
        lines = [*difflib.unified_diff(before.get(name, []), after.get(name, []), lineterm="", n=CONTEXT)]
        if lines:
            parts = re.split(r"^@@.*\n", "\n".join(lines[2:]), flags=re.MULTILINE)[1:]
            hunks[name] = [part.removesuffix("\n") for part in parts]
    return hunks


def split_definitions(text: str) -> dict[str, list[str]]:
    """Return the lines of each definition of a file by its name, without empty lines around it."""
    lines = text.splitlines()
    starts: list[tuple[str, int]] = []
    for name, first in locate_starts(ast.parse(text)):
        while first and lines[first - 1].lstrip().startswith("#"):  # a comment directly above belongs to it
            first -= 1
        starts.append((name, first))
    sections: dict[str, list[str]] = {}
    ends = [*(first for _, first in starts[1:]), len(lines)]
    for (name, first), end in zip(starts, ends[: len(starts)], strict=True):
        sections.setdefault(name, []).extend(lines[first:end])
    return {name: "\n".join(section).strip("\n").splitlines() for name, section in sections.items()}


def locate_starts(tree: ast.Module | ast.ClassDef, owner: str = "") -> Iterator[tuple[str, int]]:
    """Yield each definition's name and first line; other lines belong to the definition before."""
    if not owner and tree.body:
        yield HEAD, 0
    for node in tree.body:
        names = list_defined_names(node)
        if names and not (owner and isinstance(node, ast.Assign | ast.AnnAssign)):
            yield f"{owner}{names[0]}", locate_lines(node)[0]
        if isinstance(node, ast.ClassDef):
            yield from locate_starts(node, f"{node.name}.")
