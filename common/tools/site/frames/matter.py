"""What matters: two positions that share a key of step 21, read from the key itself."""

from typing import Any, NamedTuple

from common.position import HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.site.figures.boards import CELL
from common.tools.site.frames.cells import Marks, draw_cells
from common.tools.site.frames.frame import Frame, draw_picture
from common.tools.words import join_names

# The positions of lesson 21.
PAIR = ("3522615551474314564733633421411", "3522615551474314564733633421415")
WHOLE_COLUMN = (1 << HEIGHT) - 1


class Known(NamedTuple):
    """What a key holds of each player, the mover first, and columns where nothing matters, as bitboards."""

    stones: tuple[int, int]
    squares: tuple[int, int]
    dead: int


def record_matter() -> list[Frame]:
    """Return the frames: both boards as they are, and what of them is in their key."""
    step = course.load("21")
    module = step.module.position
    positions = [parse(moves, step.Position.start()) for moves in PAIR]
    keys = [make_key(position, module) for position in positions]
    assert keys[0] == keys[1]
    known = read_key(keys[0], module)
    taken = [position.mask for position in positions]
    live = known.stones[0] | known.stones[1]
    marks = [
        ([0, 0], (0, 0), "Two positions of 31 stones. O is to move. They differ in columns 1 and 5."),
        ([0, 0], known.squares, "Winning squares that can still decide: the same in both."),
        ([mask & ~live for mask in taken], known.squares, count_faded(taken[0], live)),
        ([mask & ~live | known.dead for mask in taken], known.squares, describe_dead(known.dead)),
    ]
    frames = [draw_pair(positions, *each) for each in marks]
    one, two = (f"{part:,}" for part in keys[0])
    words = f"What is left is one key for both, two integers: {one} and {two}."
    return [*frames, draw_pair(positions, *marks[-1][:2], words)]


def make_key(position: Any, module: Any) -> tuple[int, int]:
    """Return the key of a position."""
    stones = position.stones, position.stones ^ position.mask
    return position.live_key(*(module.winning_squares(each, position.mask) for each in stones))


def read_key(key: tuple[int, int], module: Any) -> Known:
    """Return what a key says: in each column the stones, the lowest bit set in both planes, the squares."""
    stones, squares, dead = [0, 0], [0, 0], 0
    for column in range(WIDTH):
        shift = column * (HEIGHT + 1)
        planes = [plane >> shift & module.COLUMN for plane in key]
        both = planes[0] & planes[1]
        height = both & -both
        dead |= WHOLE_COLUMN << shift if height == 1 << HEIGHT else 0
        for player, plane in enumerate(planes):
            stones[player] |= (plane & height - 1) << shift
            squares[player] |= (plane & ~(2 * height - 1)) >> 1 << shift
    return Known((stones[0], stones[1]), (squares[0], squares[1]), dead)


def count_faded(taken: int, live: int) -> str:
    """Say how many stones no longer matter."""
    return (
        f"{(taken & ~live).bit_count()} of {taken.bit_count()} stones are on no line that can still be "
        "completed. They fade: whose they are no longer matters."
    )


def describe_dead(dead: int) -> str:
    """Say which columns are dead."""
    columns = [f"{column + 1}" for column in range(WIDTH) if dead >> column * (HEIGHT + 1) & 1]
    return (
        f"In columns {join_names(columns)} nothing matters at all, so they fade whole. "
        "The number of stones says how many cells are left there."
    )


def draw_pair(positions: list[Any], faded: list[int], squares: tuple[int, int], words: str) -> Frame:
    """Return a frame with both boards; the mover is O."""
    pictures: list[str] = []
    for position, pale, moves in zip(positions, faded, PAIR, strict=True):
        stones = position.stones ^ position.mask, position.stones
        marks = Marks(squares=squares[::-1], faded=pale)
        label = f"Board after the moves {moves}. {words}"
        pictures.append(draw_picture(CELL * WIDTH, CELL * HEIGHT, label, draw_cells(stones, marks)))
    return Frame(f'<div class="pair">{"".join(pictures)}</div>', words)
