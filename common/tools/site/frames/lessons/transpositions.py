"""The games that lead to the position of lesson 05, folded ply by ply into the positions on the way."""

from collections.abc import Iterator
from itertools import permutations
from statistics import mean
from typing import Any

from common.position import children, parse
from common.tools import course
from common.tools.site.drawings.marks import KINDS
from common.tools.site.frames.frame import Frame, draw_dots, draw_letters, draw_path, draw_picture

MOVES = "4352"
CELL, GAP, DOWN = 18, 10, 62  # pixels: a cell, between two boxes, from a ply to the next
COLUMNS = sorted(MOVES)  # those that a box shows; each gets one stone
BOX = CELL * len(COLUMNS)


def record_transpositions() -> list[Frame]:
    """Return the frames: the tree of games, with those that reach one position joined down to each ply."""
    games = list_games()
    everywhere = count_games(len(MOVES))
    return [draw_tree(games, ply, *everywhere[ply]) for ply in range(len(MOVES) + 1)]


def list_games() -> list[str]:
    """Return the games that lead to the position, as each player may play their own stones in any order."""
    orders = (permutations(MOVES[player::2]) for player in (0, 1))
    firsts, seconds = map(list, orders)
    return sorted(f"{a}{b}{c}{d}" for a, c in firsts for b, d in seconds)


def count_games(plies: int) -> list[tuple[int, int]]:
    """Return the number of games and that of positions for each number of stones, on the whole board."""
    counts: dict[Any, int] = {course.load("05").Position.start(): 1}
    numbers = [(1, 1)]
    for _ in range(plies):
        after: dict[Any, int] = {}
        for position, count in counts.items():
            for _, child in children(position):
                after[child] = after.get(child, 0) + count
        counts = after
        numbers.append((sum(counts.values()), len(counts)))
    return numbers


def draw_tree(games: list[str], joined: int, everywhere: int, different: int) -> Frame:
    """Return the frame in which the games are joined down to a ply, given the numbers of all boards there."""

    def name_box(game: str, ply: int) -> object:
        """Return what the boxes of games have in common that are drawn as one."""
        if ply <= joined:
            return parse(game[:ply], course.load("05").Position.start())
        return name_box(game, joined), game[joined:ply]

    places: list[dict[object, tuple[float, str]]] = []
    for ply in range(len(MOVES) + 1):
        names = [name_box(game, ply) for game in games]
        places.append(
            {
                name: (
                    mean((BOX + GAP) * at + BOX / 2 for at, other in enumerate(names) if other == name),
                    games[names.index(name)][:ply],
                )
                for name in names
            }
        )
    lines = {
        (places[ply][name_box(game, ply)][0], ply, places[ply + 1][name_box(game, ply + 1)][0])
        for game in games
        for ply in range(len(MOVES))
    }
    way = "".join(
        f"M{top:g} {DOWN * ply + CELL}L{bottom:g} {DOWN * (ply + 1)}" for top, ply, bottom in sorted(lines)
    )
    boxes = [(x, ply, moves) for ply, row in enumerate(places) for x, moves in row.values()]
    shapes = [draw_path(way, "edge"), *draw_boxes(boxes, joined)]
    here = describe(len({game[:joined] for game in games}), len(places[joined]))
    after = f"After {count_noun(joined, 'stone')}: {here}."
    words = f"{after} On the whole board: {describe(everywhere, different)}."
    label = f"Boxes from the top: {', '.join(f'{len(row)}' for row in places)}"
    size = len(games) * (BOX + GAP) - GAP, DOWN * len(MOVES) + CELL
    return Frame(draw_picture(*size, label, shapes), words)


def describe(games: int, positions: int) -> str:
    """Say how many games there are, and how many positions they lead to."""
    return f"{count_noun(games, 'game')}, {count_noun(positions, 'position')}"


def count_noun(count: int, noun: str) -> str:
    """Say how many there are of something."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def draw_boxes(boxes: list[tuple[float, int, str]], marked: int) -> Iterator[str]:
    """Draw boxes, given their middles, plies and moves: the lowest cells of the columns; a ply is marked."""
    for kind, plies in (("fold", {*range(len(MOVES) + 1)}), ("fold fold-now", {marked})):
        places = [(x - BOX / 2, DOWN * ply) for x, ply, _ in boxes if ply in plies]
        yield draw_path("".join(f"M{x:g} {y}h{BOX}v{CELL}h-{BOX}z" for x, y in places), kind)
    cells = {
        (x + CELL * (at + 0.5) - BOX / 2, DOWN * ply + CELL / 2): moves.find(name)
        for x, ply, moves in boxes
        for at, name in enumerate(COLUMNS)
    }
    yield draw_dots(cells, "cells fold-cells")
    for player, (letter, kind) in enumerate(KINDS.items()):
        centres = [centre for centre, played in cells.items() if played >= 0 and played % 2 == player]
        yield draw_dots(centres, f"cells cells-{kind} fold-cells")
        yield draw_letters(centres, letter * len(centres), f"disc-letter-{kind}")
