"""The differences between two steps."""

import difflib
from collections.abc import Iterator
from itertools import zip_longest

from common.tools.course import Step


def list_file_names(old: Step, new: Step) -> list[str]:
    """Return the names of the source files of either step, without tests."""
    names = {path.name for step in (old, new) for path in step.folder.glob("[!.]*.py")}
    return sorted(names - {"test_step.py"})


def read_source_lines(step: Step, name: str) -> list[str]:
    """Return the lines of a step's file, or none if it has no such file."""
    path = step.folder / name
    return path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []


def diff_file(old: Step, new: Step, name: str) -> str:
    """Return the unified diff of a file; empty if nothing changes."""
    old_path, new_path = (f"steps/{step.folder.name}/{name}" for step in (old, new))
    return "".join(
        difflib.unified_diff(read_source_lines(old, name), read_source_lines(new, name), old_path, new_path)
    )


def diff_texts(before: dict[str, str], after: dict[str, str]) -> str:
    """Return the unified diff of files, given as texts by their names."""
    return "".join(
        f"{line}\n"
        for name in sorted(before | after)
        for line in difflib.unified_diff(
            before.get(name, "").splitlines(), after.get(name, "").splitlines(), name, name, lineterm=""
        )
    )


def pair_changed_lines(old: Step, new: Step, name: str) -> Iterator[list[tuple[str | None, str | None]]]:
    """Yield the changed parts of a file: pairs of lines, with None where one side has no line left."""
    before, after = ([line.rstrip("\n") for line in read_source_lines(step, name)] for step in (old, new))
    for part in difflib.SequenceMatcher(None, before, after).get_grouped_opcodes():
        yield [
            pair
            for _, first, last, start, end in part
            for pair in zip_longest(before[first:last], after[start:end])
        ]


def count_changed_lines(old: Step, new: Step, name: str) -> tuple[int, int]:
    """Return the numbers of added and removed lines of a file."""
    body = diff_file(old, new, name).splitlines()[2:]
    return sum(line.startswith("+") for line in body), sum(line.startswith("-") for line in body)
