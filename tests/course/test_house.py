"""The page of the house lists what the tools import."""

import re

import grimp
from repository import ROOT

from common.tools.site.macros.house import house

TOOLS = ROOT / "common" / "tools"


def test_every_room_is_listed_with_what_it_imports() -> None:
    graph = grimp.build_graph("common", cache_dir=None)
    listed = dict(re.findall(r"^\| \d+ \| `(\w+)` \| .+ \| (.*) \|$", house(), re.MULTILINE))
    assert listed.keys() == {path.stem for path in TOOLS.iterdir() if path.stem[0] not in "._"} | {"__main__"}
    for room, imports in listed.items():
        found = {other for other in listed if other != room and imports_some(graph, room, other)}
        assert ", ".join(sorted(found)) == imports.replace("nothing of these", "")


def imports_some(graph: grimp.ImportGraph, room: str, other: str) -> bool:
    """Tell whether a module of one room imports one of another."""
    importers, imported = (
        {name, *graph.find_descendants(name)} for name in (f"common.tools.{room}", f"common.tools.{other}")
    )
    return any(graph.find_modules_directly_imported_by(importer) & imported for importer in importers)


def test_every_import_leads_to_a_lower_layer() -> None:
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| .+ \| (.*) \|$", house(), re.MULTILINE)
    layers = {room: int(layer) for layer, room, _ in rows}
    imported = [(room, other) for _, room, names in rows for other in names.split(", ") if other in layers]
    assert len(imported) > len(layers)
    assert all(layers[room] > layers[other] for room, other in imported)
