"""The house: the rooms of the tools and the arrows between them, from the graph of their imports."""

import ast
import tomllib
from collections import Counter
from html import escape

import grimp

from common.tools.files import CORE, ROOT
from common.tools.site.macro import macro

TOOLS = "common.tools"
TOOLS_FOLDER = CORE / "tools"
WIDTH, WIDE, HIGH, DOWN = 640, 100, 34, 46  # of the picture, of a box, and to the next row

Arrows = dict[str, set[str]]


@macro
def house() -> str:
    """Return the rooms drawn in their layers, and a table of what is in each and what it imports."""
    rows, arrows = read_layers(), read_arrows()
    return f"{draw_rooms(rows, drop_shortcuts(arrows))}\n\n{list_rooms(rows, arrows)}"


def read_layers() -> list[list[str]]:
    """Return the layers of the tools, the highest first, as the contract in pyproject.toml has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "rooms")
    return [layer.split(" | ") for layer in layers]


def read_arrows() -> Arrows:
    """Return for each room of the tools the others that it imports."""
    graph = grimp.build_graph("common", cache_dir=None)
    arrows: Arrows = {}
    for module in graph.find_descendants(TOOLS):
        imported = graph.find_modules_directly_imported_by(module)
        room = name_room(module)
        arrows.setdefault(room, set()).update(
            name_room(other) for other in imported if other.startswith(f"{TOOLS}.")
        )
    return {room: others - {room} for room, others in arrows.items()}


def name_room(module: str) -> str:
    """Return the room of a module: the folder or file directly in the tools."""
    return module.split(".")[2]


def drop_shortcuts(arrows: Arrows) -> Arrows:
    """Return the arrows without those that a way over other rooms makes plain."""

    def list_reachable(room: str) -> set[str]:
        return {room}.union(*(list_reachable(other) for other in arrows[room]))

    return {
        room: {other for other in others if not any(other in list_reachable(via) for via in others - {other})}
        for room, others in arrows.items()
    }


def draw_rooms(rows: list[list[str]], arrows: Arrows) -> str:
    """Return the rooms as SVG: a row of folders for each layer but the last, below them what these share."""
    folders = [[room for room in row if (TOOLS_FOLDER / room).is_dir()] for row in rows[:-1]]
    folders = [row for row in folders if row]
    drawn = {room for row in folders for room in row}
    users = Counter(other for others in arrows.values() for other in others)
    shared = ", ".join(sorted(room for room in users if room not in drawn and users[room] > 1))
    places = {
        room: (WIDTH * (2 * x + 1) // (2 * len(row)), y * (HIGH + DOWN) + 1)
        for y, row in enumerate(folders)
        for x, room in enumerate(row)
    }
    lines = [
        f'<path d="M{places[room][0]} {places[room][1] + HIGH}L{places[other][0]} {places[other][1]}"/>'
        for room in places
        for other in sorted(arrows[room] & places.keys())
    ]
    boxes = [draw_box(x, y, WIDE, room) for room, (x, y) in places.items()]
    boxes.append(draw_box(WIDTH // 2, len(folders) * (HIGH + DOWN), WIDTH - 2, shared))
    size = f"{WIDTH} {len(folders) * (HIGH + DOWN) + HIGH + 2}"
    description = "The rooms of the tools in layers: each imports only what is below it"
    return (
        f'<figure class="house"><svg viewBox="0 0 {size}" role="img" aria-label="{description}">'
        f"{''.join(lines + boxes)}</svg><figcaption>{description}.</figcaption></figure>"
    )


def draw_box(middle: int, top: int, width: int, text: str) -> str:
    """Return a box with a text in it."""
    return (
        f'<rect x="{middle - width // 2}" y="{top}" width="{width}" height="{HIGH}" rx="6"/>'
        f'<text x="{middle}" y="{top + HIGH // 2}">{escape(text)}</text>'
    )


def list_rooms(rows: list[list[str]], arrows: Arrows) -> str:
    """Return a table in Markdown: each room, what is in it, and what it imports."""
    lines = ["| room | what is in it | imports |", "|---|---|---|"]
    for room in (room for row in rows for room in row):
        used = ", ".join(sorted(arrows[room])) or "nothing of these"
        lines.append(f"| `{room}` | {read_sentence(room)} | {used} |")
    return "\n".join(lines)


def read_sentence(room: str) -> str:
    """Return what a room says of itself: the first sentence of its docstring."""
    path = TOOLS_FOLDER / room
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return docstring.split("\n\n")[0].replace("\n", " ")
