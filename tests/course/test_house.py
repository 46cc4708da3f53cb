"""The page of the house draws what the tools import."""

import re

import grimp
from repository import ROOT

from common.tools.site.macros.house import house

TOOLS = ROOT / "common" / "tools"


def test_every_room_is_listed_with_what_it_imports() -> None:
    graph = grimp.build_graph("common", cache_dir=None)
    listed = dict(re.findall(r"^\| `(\w+)` \| .+ \| (.*) \|$", house(), re.MULTILINE))
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


def test_folders_are_drawn_and_every_line_goes_down() -> None:
    drawn = house()
    folders = [path.name for path in TOOLS.iterdir() if (path / "__init__.py").exists()]
    assert sorted(re.findall(r"<text[^>]*>(\w+)</text>", drawn)) == sorted(folders)
    lines = re.findall(r"M\d+ (\d+)L\d+ (\d+)", drawn)
    assert len(lines) >= len(folders) - 1
    assert all(int(above) < int(below) for above, below in lines)
