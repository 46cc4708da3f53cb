"""The house: the rooms of the tools and the arrows between them, from the graph of their imports."""

import ast
import tomllib

import grimp

from common.tools.files import CORE, ROOT
from common.tools.site.macro import macro

TOOLS = "common.tools"
WIDTH, WIDE, HIGH = 640, 84, 28  # of the picture, of a box
DOWN, SHIFTS = 62, (0, 150, -90)  # from row to row

Arrows = dict[str, set[str]]


@macro
def house() -> str:
    """Return the rooms drawn in their layers, and a table of what is in each and what it imports."""
    layers = read_layers()
    arrows, direct = read_arrows()
    lines = ["| room | what is in it | imports |", "|---|---|---|"]
    for room in (room for layer in layers for room in layer):
        imports = ", ".join(sorted(arrows[room])) or "nothing of these"
        lines.append(f"| `{room}` | {read_sentence(room)} | {imports} |")
    return "\n".join([draw_rooms(layers, direct), "", *lines])


def read_layers() -> list[list[str]]:
    """Return the layers of the tools, the highest first, as the contract in pyproject.toml has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "rooms")
    return [layer.split(" | ") for layer in layers]


def read_arrows() -> tuple[Arrows, Arrows]:
    """Return what each room of the tools imports, and of folders only what no other folder stands between."""
    graph = grimp.build_graph("common", cache_dir=None)
    rooms = graph.find_children(TOOLS)
    for room in rooms:
        graph.squash_module(room)
    found = {room: graph.find_modules_directly_imported_by(room) & rooms - {room} for room in rooms}
    folders = {room for room in rooms if (ROOT / room.replace(".", "/")).is_dir()}
    for room in rooms - folders:
        graph.remove_module(room)
    direct: Arrows = {room: set() for room in folders}
    for room in folders:
        for other in found[room] & folders:
            graph.remove_import(importer=room, imported=other)
            if not graph.find_shortest_chain(room, other):
                direct[room].add(other)
                graph.add_import(importer=room, imported=other)
    return shorten(found), shorten(direct)


def shorten(arrows: Arrows) -> Arrows:
    """Return arrows between rooms by their short names."""
    names = {room: room.removeprefix(f"{TOOLS}.") for room in arrows}
    return {names[room]: {names[other] for other in others} for room, others in arrows.items()}


def draw_rooms(layers: list[list[str]], arrows: Arrows) -> str:
    """Return the rooms that are folders as SVG, a row a layer, shifted where arrows would meet a box."""
    rows = [row for layer in layers if (row := [room for room in layer if room in arrows])]
    places = {
        room: (WIDTH * (2 * x + 1) // (2 * len(row)) + SHIFTS[y % 3] // len(row), y * DOWN + 1)
        for y, row in enumerate(rows)
        for x, room in enumerate(row)
    }
    shapes = [
        f'<path d="M{x} {y + HIGH}L{places[other][0]} {places[other][1]}"/>'
        for room, (x, y) in places.items()
        for other in sorted(arrows[room])
    ]
    for room, (x, y) in places.items():
        shapes.append(f'<rect x="{x - WIDE // 2}" y="{y}" width="{WIDE}" height="{HIGH}" rx="6"/>')
        shapes.append(f'<text x="{x}" y="{y + HIGH // 2}">{room}</text>')
    description = "The rooms of the tools in layers: each imports only what is below it"
    return (
        f'<figure class="house"><svg viewBox="0 0 {WIDTH} {len(rows) * DOWN}" role="img" '
        f'aria-label="{description}">{"".join(shapes)}</svg><figcaption>{description}.</figcaption></figure>'
    )


def read_sentence(room: str) -> str:
    """Return what a room says of itself: the first sentence of its docstring."""
    path = CORE / "tools" / room
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return docstring.split("\n\n")[0].replace("\n", " ")
