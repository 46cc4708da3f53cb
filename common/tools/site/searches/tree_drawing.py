"""A drawing of a search's tree, which a reader of the page goes through stage by stage."""

import json
from collections.abc import Iterator
from html import escape

from common.tools.site.building import jobs
from common.tools.site.figures.boards import board
from common.tools.site.macros.live import AWAITED
from common.tools.site.searches import traces
from common.tools.site.searches.tree import Node, grown
from common.tools.site.searches.tree_stages import Stage, stages, turned

NODE = (92, 44)  # width and height of a node
ACROSS, DOWN, LEFT = 102, 80, 66  # from a node to the next one, and what stands before the first
MARGIN = 6

Places = dict[str, tuple[float, int]]


def search_tree(number: str, moves: str) -> str:
    """Return a recorded search of a step as a drawing and a list of stages; scripts show one after the other.

    While the searches have not been recorded, a note says so.
    """
    if jobs.missing("traces"):
        return f'<p class="awaited">{AWAITED}</p>'
    searches = json.loads((traces.folder() / f"{moves}.json").read_text())["searches"]
    root = grown(next(search for search in searches if search["step"] == number), moves)
    told = stages(root)
    items = "".join(
        f'<li data-changes="{escape(json.dumps(each.changes))}">{escape(each.words)}</li>' for each in told
    )
    return (
        f'<div class="live"><c4-stages moves="{moves}"><div class="stages-head">{board(moves)}'
        f'<ol class="stages">{items}</ol></div>'
        f'<div class="search-tree" role="region" tabindex="0" aria-label="The tree of this search">'
        f"{drawing(root, told)}</div></c4-stages></div>"
    )


def drawing(root: Node, told: list[Stage]) -> str:
    """Return the tree as SVG, as it is when the search is over."""
    changes = {part: change for each in told for part, change in each.changes.items()}
    places, width = placed(root)
    rows = max(y for _, y in places.values()) + 1
    parts = "".join(
        part(moves, places, root, *changes[moves]) for moves in sorted(places, key=lambda moves: -len(moves))
    )
    labels = "".join(
        f'<text class="ply" x="{MARGIN}" y="{MARGIN + DOWN * y + NODE[1] // 2}">'
        f"{'XO'[(len(root.moves) + y) % 2]} to move</text>"
        for y in range(rows)
    )
    size = f"{LEFT + ACROSS * width:.0f} {2 * MARGIN + DOWN * (rows - 1) + NODE[1]}"
    said = escape(described(root))
    return f'<svg viewBox="0 0 {size}" role="img" aria-label="{said}">{labels}{parts}</svg>'


def placed(root: Node) -> tuple[Places, float]:
    """Return where each node and each branch left out is, in nodes across and down, and the width."""
    places: Places = {}

    def place(node: Node, left: float, ply: int) -> float:
        right = left
        for child in node.children:
            right = place(child, right, ply + 1)
        for column in node.left_out:
            places[node.moves + column] = (right, ply + 1)
            right += 0.5
        right = max(right, left + 1)
        places[node.moves] = ((left + right - 1) / 2, ply)
        return right

    return places, place(root, 0, 0)


def part(moves: str, places: Places, root: Node, state: str, window: str = "", value: str = "") -> str:
    """Return a node, or a branch left out, with the line that leads there."""
    left, top = corner(*places[moves])
    middle = left + (NODE[0] // 4 if state == "cut" else NODE[0] // 2)
    shapes = [] if moves == root.moves else [branch(corner(*places[moves[:-1]]), (middle, top), moves[-1])]
    if state == "cut":
        shapes.append(f'<text class="value" x="{middle:.0f}" y="{top + 12}">cut</text>')
    else:
        shapes.append(f'<rect x="{left:.0f}" y="{top}" width="{NODE[0]}" height="{NODE[1]}" rx="6"/>')
        shapes.append(f'<text class="window" x="{middle:.0f}" y="{top + 14}">{window}</text>')
        shapes.append(f'<text class="value" x="{middle:.0f}" y="{top + 33}">{value}</text>')
    return f'<g data-part="{moves}" class="{state}">{"".join(shapes)}</g>'


def branch(above: tuple[float, int], to: tuple[float, int], column: str) -> str:
    """Return the line from the corner of a node above, and the column on it."""
    x1, y1, (x2, y2) = above[0] + NODE[0] // 2, above[1] + NODE[1], to
    line = f'<line x1="{x1:.0f}" y1="{y1}" x2="{x2:.0f}" y2="{y2}"/>'
    x, y = (x1 + 2 * x2) / 3, (y1 + 2 * y2) / 3
    return f'{line}<text class="column" x="{x:.0f}" y="{y:.0f}">{column}</text>'


def corner(across: float, down: int) -> tuple[float, int]:
    """Return where the left upper corner of a node is."""
    return LEFT + ACROSS * across, MARGIN + DOWN * down


def described(root: Node) -> str:
    """Return what the drawing shows, in words."""
    tried = [f"column {each.column} is worth {turned(each)}" for each in root.children]
    nodes = sum(1 for _ in every(root))
    return f"A tree of {nodes} nodes. For {root.mover}, who is to move, {', '.join(tried)}."


def every(node: Node) -> Iterator[Node]:
    """Yield a node and all below it."""
    yield node
    for child in node.children:
        yield from every(child)
