"""Four lanes: `winning_squares` of step 18, one line of code at a time, with the contents of each lane."""

import ast
import re
from html import escape
from inspect import getsource

from c4.engine import board_bits
from c4.reasons import list_cells
from common.jit import Lanes
from common.position import HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.site.frames.frame import Frame, draw_label, draw_picture, draw_squares

MOVES = "445445537"  # the position of lesson 10 after X's best move
LANES = ("up", "right, down", "right", "right, up")
SIZE = 11  # of a cell
BOARD = SIZE * WIDTH + 8  # of a board, with the gap to the next
WORDS = {
    "before": "Cells that come after a stone in that direction. One instruction shifts all four lanes.",
    "after": "Cells that come before a stone.",
    "two_before": "Cells that come two steps after a stone.",
    "two_after": "Cells that come two steps before a stone.",
    "squares": "Cells that make four, by the patterns {}. Those that are taken are still among them.",
}


def record_lanes() -> list[Frame]:
    """Return the frames: the stones in all lanes, each line of the function, and the union."""
    step = course.load("18")
    module, position = step.module.position, parse(MOVES, step.Position.start())
    stones, mask = position.stones ^ position.mask, position.mask
    names = {**vars(module), "stones": stones, "mask": mask}
    stored = Lanes(*[stones] * len(LANES))
    frames = [draw_lanes("stones", stored, mask, "X's stones, four times: a board in each lane.")]
    source = getsource(module.winning_squares)
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    (patterns,) = re.findall("# (.*)", source)
    pattern = iter(patterns.split(", "))
    for statement in function.body[1:-1]:
        exec(compile(ast.Module([statement], []), "<step 18>", "exec"), names)
        line = ast.get_source_segment(source, statement) or ""
        targets, sign, values = re.split(r" (\|?=) ", line)
        for name, value in zip(targets.split(", "), values.split(", "), strict=True):
            words = WORDS[name].format(next(pattern) if name == "squares" else "")
            frames.append(draw_lanes(f"{name} {sign} {value}", names[name], mask, words))
    last = function.body[-1]
    assert isinstance(last, ast.Return)
    assert last.value
    squares = eval(compile(ast.Expression(last.value), "<step 18>", "eval"), names)
    assert squares == module.winning_squares(stones, mask)
    words = f"The union of all lanes, without the taken cells: {squares.bit_count()} winning squares of X."
    return [*frames, draw_lanes(source.splitlines()[last.lineno - 1].strip(), Lanes(squares), mask, words)]


def draw_lanes(code: str, lanes: Lanes, mask: int, words: str) -> Frame:
    """Return a frame: the line of code, and a small board for each lane with the bits that are set."""
    shapes: list[str] = []
    for index, number in enumerate(lanes.numbers):
        left = BOARD * index + 1
        name = LANES[index] if len(lanes.numbers) > 1 else "union"
        shapes.append(draw_label(left, 12, name, "lane"))
        for bits, kind in ((~mask, "slot"), (mask, "slot slot-taken"), (number, "slot slot-cached")):
            cells = list_cells(bits & board_bits.BOARD)
            places = [(left + SIZE * column, 20 + SIZE * (HEIGHT - 1 - row)) for column, row in cells]
            shapes.append(draw_squares(places, SIZE, kind))
    picture = draw_picture(BOARD * len(LANES), 20 + SIZE * HEIGHT + 2, words, shapes)
    return Frame(f"<p><code>{escape(code)}</code></p>{picture}", words)
