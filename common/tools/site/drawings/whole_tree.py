"""The tree of a late position as nested lists: a box for each node, with the last cells of the board."""

from typing import Any

from c4.picture import CELL, draw_disc
from common.position import COLUMN_NAMES, HEIGHT, WIDTH, children
from common.tools import course
from common.tools.site.macro import macro

RULE = "Each box has the highest of <em>minus</em> the scores below it."


@macro
def whole_tree(moves: str) -> str:
    """Return the tree of step 01 after a move string, with its scores: a script lets the reader find them."""
    tree = draw_node(course.load("01").parse(moves), moves, "")
    return (
        f'<div data-search-exclude><ol class="whole-tree">{tree}</ol>'
        f'<p class="tree-rule">{RULE}</p><div class="tree-answers"></div></div>'
    )


def draw_node(position: Any, root: str, path: str) -> str:
    """Return the node after the columns of a path as an item of a list, with those below it."""
    wins = [
        COLUMN_NAMES[column]
        for column in range(WIDTH)
        if position.can_play(column) and position.is_winning_move(column)
    ]
    below = (
        ""
        if wins
        else "".join(
            draw_node(child, root, path + COLUMN_NAMES[column]) for column, child in children(position)
        )
    )
    player, score = "XO"[position.moves % 2], course.load("01").solve(position)
    what = f"{player} wins at {wins[0]}" if wins else f"{player} to move" if below else "full"
    move = f'<span class="edge" aria-hidden="true">{-score}</span>' if path else ""
    after = f'<span class="unseen">After {", ".join(path)}: </span>' if path else ""
    return (
        f'<li data-player="{player}" data-score="{score}">{move}'
        f'<div class="node">{after}{draw_cells(root, path)}<small>{what}</small> <b>{score}</b></div>'
        f"{below and f'<ol>{below}</ol>'}</li>"
    )


def draw_cells(root: str, path: str) -> str:
    """Return the cells that are empty after a move string, with the stones that a path puts there."""
    empty = [(name, row) for name in COLUMN_NAMES for row in range(root.count(name), HEIGHT)]
    stones = {
        (name, (root + path[:ply]).count(name)): "XO"[(len(root) + ply) % 2] for ply, name in enumerate(path)
    }
    shapes = "".join(
        draw_disc(x, 0, stones.get(cell, "."))
        + f'<text class="cell-name" x="{CELL * x + CELL // 2}" y="{CELL // 2}">{cell[0]}</text>'
        * (cell not in stones)
        for x, cell in enumerate(empty)
    )
    width = CELL * len(empty)
    return (
        f'<svg viewBox="0 0 {width} {CELL}" aria-hidden="true">'
        f'<rect class="board-frame" width="{width}" height="{CELL}" rx="8"/>{shapes}</svg>'
    )
