"""The house: the rooms of the tools by their layers, and what they import."""

import ast
import tomllib

import grimp

from common.tools.files import CORE, ROOT
from common.tools.site.macro import macro

TOOLS = "common.tools."


@macro
def house() -> str:
    """Return a table of the rooms, the highest first: its layer, what is in each, what it imports."""
    graph = grimp.build_graph("common", cache_dir=None)
    rooms = graph.find_children(TOOLS.rstrip("."))
    for room in rooms:
        graph.squash_module(room)
    lines = ["| layer | room | what is in it | imports |", "|--:|---|---|---|"]
    layers = read_layers()
    for height, layer in zip(range(len(layers), 0, -1), layers, strict=True):
        for room in layer:
            imported = graph.find_modules_directly_imported_by(TOOLS + room) & rooms - {TOOLS + room}
            names = ", ".join(sorted(name.removeprefix(TOOLS) for name in imported))
            lines.append(f"| {height} | `{room}` | {read_sentence(room)} | {names or 'nothing of these'} |")
    return "\n".join(lines)


def read_layers() -> list[list[str]]:
    """Return the layers of the tools, the highest first, as the contract in pyproject.toml has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "rooms")
    return [layer.split(" | ") for layer in layers]


def read_sentence(room: str) -> str:
    """Return what a room says of itself: the first sentence of its docstring."""
    path = CORE / "tools" / room
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return docstring.split("\n\n")[0].replace("\n", " ")
