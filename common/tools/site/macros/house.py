"""The house: the rooms of the tools by their layers, and their imports."""

import tomllib
from importlib import import_module

import grimp

from common.tools.files import ROOT
from common.tools.site.macro import macro, render_table

TOOLS = "common.tools."


@macro
def house() -> str:
    """Return a table of the rooms, the highest first: layer, contents, imports.

    The contract in pyproject.toml has the layers; a room's docstring begins with what is in it.
    """
    graph = grimp.build_graph("common", cache_dir=None)
    rooms = graph.find_children(TOOLS.rstrip("."))
    for room in rooms:
        graph.squash_module(room)
    rows: list[list[str]] = []
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["id"] == "rooms")
    for height, layer in zip(range(len(layers), 0, -1), layers, strict=True):
        for room in layer.split(" | "):
            sentence = (import_module(TOOLS + room).__doc__ or "").split("\n\n")[0].replace("\n", " ")
            imported = graph.find_modules_directly_imported_by(TOOLS + room) & rooms - {TOOLS + room}
            names = ", ".join(sorted(name.removeprefix(TOOLS) for name in imported))
            rows.append([f"{height}", f"`{room}`", sentence, names or "none of these"])
    return render_table([">layer", "room", "what is in it", "imports"], rows)
