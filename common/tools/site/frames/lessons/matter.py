"""What matters: two positions that share a key of step 21, read from the key itself."""

from collections.abc import Sequence
from types import ModuleType

from c4.engine import Bitboard
from c4.picture import CELL
from c4.text import join_names
from common.position import HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.site.frames.frame import Frame, Marks, draw_cells, draw_picture

# The positions of lesson 21.
PAIR = ("3522615551474314564733633421411", "3522615551474314564733633421415")
WHOLE_COLUMN = (1 << HEIGHT) - 1


def record_matter() -> list[Frame]:
    """Return the frames: both boards in full, and the parts of them that are in their key."""
    step = course.load("21")
    module = step.module.position
    positions = [parse(moves, step.Position.start()) for moves in PAIR]
    keys: list[tuple[int, int]] = []
    for position in positions:
        stones = position.stones, position.stones ^ position.mask
        keys.append(position.live_key(*(module.winning_squares(each, position.mask) for each in stones)))
    assert keys[0] == keys[1]
    stones, squares, dead_columns = read_key(keys[0], module)
    live = stones[0] | stones[1]
    squares = squares[1], squares[0]
    faded = [position.mask & ~live for position in positions]
    dead = [dead_columns & ~position.mask for position in positions]
    rest = [stones | cells for stones, cells in zip(faded, dead, strict=True)]
    one, two = (f"{part:,}" for part in keys[0])
    last = [
        draw_cells(position, Marks(squares=squares, closed=gone))
        for position, gone in zip(positions, rest, strict=True)
    ]
    assert last[0] == last[1]
    taken = positions[0].mask
    pale = (
        f"{(taken & ~live).bit_count()} of {taken.bit_count()} stones are on no line that can still be "
        "completed. They fade: whose they are no longer matters."
    )
    columns = [f"{column + 1}" for column in range(WIDTH) if dead_columns >> column * (HEIGHT + 1) & 1]
    closed = (
        f"In columns {join_names(columns)} no empty cell matters. They are closed: the number of stones "
        "says how many of these cells are left."
    )
    same = "The winning squares that can still decide the game are the same in both."
    left = f"The rest is the same, and so is the key: {one} and {two}."
    return [
        draw_pair(positions, "Two positions of 31 stones. O is to move."),
        draw_pair(positions, same, squares),
        draw_pair(positions, pale, squares, faded),
        draw_pair(positions, closed, squares, faded, dead),
        draw_pair(positions, left, squares, closed=rest),
    ]


def read_key(key: tuple[int, int], module: ModuleType) -> tuple[list[int], list[int], int]:
    """Return the contents of a key: each player's stones and squares, the mover first, and dead columns.

    A column has its stones, the lowest bit set in both planes, and its squares.
    """
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
    return stones, squares, dead


def draw_pair(
    positions: list[Bitboard],
    words: str,
    squares: tuple[int, int] = (0, 0),
    faded: Sequence[int] = (0, 0),
    closed: Sequence[int] = (0, 0),
) -> Frame:
    """Return a frame with both boards, and the squares of X and of O."""
    pictures: list[str] = []
    for position, pale, gone, moves in zip(positions, faded, closed, PAIR, strict=True):
        shapes = draw_cells(position, Marks(squares=squares, faded=pale, closed=gone))
        label = f"Board after the moves {moves}. {words}"
        pictures.append(draw_picture(CELL * WIDTH, CELL * HEIGHT, label, shapes))
    return Frame(f'<div class="pair">{"".join(pictures)}</div>', words)
