"""The page of the house draws what the tools import."""

import ast
from collections import defaultdict

from repository import ROOT

from common.tools.site.macros.house import drop_shortcuts, list_rooms, read_arrows, read_layers

TOOLS = ROOT / "common" / "tools"


def test_arrows_are_the_imports_of_the_files_and_all_rooms_are_listed() -> None:
    imported: dict[str, set[str]] = defaultdict(set)
    for path in TOOLS.rglob("*.py"):
        room = path.relative_to(TOOLS).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("common.tools"):
                inner = node.module.split(".")[2:3]
                names = inner or [one.name for one in node.names]
                imported[room] |= {
                    name for name in names if (TOOLS / name).is_dir() or (TOOLS / f"{name}.py").exists()
                } - {room}
    arrows = {room: others for room, others in read_arrows().items() if room in imported}
    assert arrows == imported
    listed = list_rooms(read_layers(), read_arrows())
    rooms = {path.stem for path in TOOLS.iterdir() if path.stem[0] not in "._"}
    for room in rooms:
        (line,) = (line for line in listed.splitlines() if line.startswith(f"| `{room}` |"))
        assert line.endswith(f"| {', '.join(sorted(arrows.get(room, ()))) or 'nothing of these'} |")


def test_an_arrow_is_left_out_where_a_way_over_other_rooms_makes_it_plain() -> None:
    arrows = {"a": {"b", "c", "d"}, "b": {"c"}, "c": set[str](), "d": set[str]()}
    assert drop_shortcuts(arrows) == {"a": {"b", "d"}, "b": {"c"}, "c": set(), "d": set()}
