"""Edit source text: the program that a stage gives, and its wrong solutions."""

import ast
from dataclasses import dataclass

from common.errors import Error

MISSING = 'raise NotImplementedError("write it")'


class StaleStage(Error):
    """A stage names something that the source no longer has."""


@dataclass(frozen=True)
class Edit:
    """A small replacement in a file."""

    file: str
    old: str
    new: str

    def apply(self, files: dict[str, str]) -> dict[str, str]:
        """Return the files with the edit made; raise StaleStage unless there is exactly one place for it."""
        text = files.get(self.file, "")
        if text.count(self.old) != 1:
            raise StaleStage(f"{self.file} has {text.count(self.old)} times: {self.old!r}")
        return files | {self.file: text.replace(self.old, self.new)}


def parse_definition(text: str, name: str) -> ast.stmt:
    """Return the node of a definition such as "aligned", "BOARD" or "Position.key"."""
    nodes: list[ast.stmt] = ast.parse(text).body
    node: ast.stmt | None = None
    for part in name.split("."):
        node = next((statement for statement in nodes if part in list_defined_names(statement)), None)
        if node is None:
            raise StaleStage(f"there is no {name}")
        nodes = node.body if isinstance(node, ast.ClassDef) else []
    assert node
    return node


def list_defined_names(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    else:
        targets = node.targets if isinstance(node, ast.Assign) else []
    return [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]


def locate_lines(node: ast.stmt) -> tuple[int, int]:
    """Return the indexes of a definition's first line, with its decorators, and of its end."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    return first - 1, node.end_lineno or node.lineno


def insert_definition(text: str, source: str, name: str) -> str:
    """Return a text with a definition from another text added, before the class or as its last method."""
    first, last = locate_lines(parse_definition(source, name))
    lines, new = text.splitlines(), source.splitlines()[first:last]
    owner, dot, _ = name.partition(".")
    start, end = locate_lines(parse_definition(text, owner if dot else "Position"))
    lines[end:end] = ["", *new] if dot else []
    lines[start:start] = [] if dot else [*new, "", ""]
    return "\n".join(lines) + "\n"


def remove_body(text: str, name: str) -> str:
    """Return a text without the body of a function, except its docstring."""
    node = parse_definition(text, name)
    assert isinstance(node, ast.FunctionDef), name
    assert ast.get_docstring(node), name
    lines = text.splitlines()
    start, end = node.body[1].lineno - 1, node.end_lineno
    lines[start:end] = [" " * node.body[0].col_offset + MISSING]
    return "\n".join(lines) + "\n"
