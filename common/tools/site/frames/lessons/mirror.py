"""A game next to its mirror image, and the groups of their keys, for lesson 12."""

from c4.engine import EnginePosition
from c4.picture import CELL
from common.position import HEIGHT, WIDTH, mirror, parse
from common.tools import course
from common.tools.site.drawings.marks import find_centre
from common.tools.site.frames.frame import Frame, Marks, draw_cells, draw_label, draw_picture

MOVES = "432332"
LINE = 32  # below the board, for the groups of the key


def record_mirror() -> list[Frame]:
    """Return the frames: both boards after each stone, each column's group of the key below it."""
    step = course.load("12")
    frames: list[Frame] = []
    for count in range(1, len(MOVES) + 1):
        games = MOVES[:count], mirror(MOVES[:count])
        positions = [parse(moves, step.Position.start()) for moves in games]
        keys = [position.key() for position in positions]
        (shared,) = {position.symmetric_key() for position in positions}
        words = f"After {games[0]} and {games[1]} the groups stand in opposite order. "
        words += f"The smaller key, {shared:,}, is the key of both."
        if keys[0] == keys[1]:
            words = f"After {games[0]}, the board is its own mirror image, and so is its row of groups."
        pictures = [
            draw_board(position, f"Board after the moves {moves}, with the key {key:,}")
            for moves, key, position in zip(games, keys, positions, strict=True)
        ]
        frames.append(Frame(f'<div class="pair">{"".join(pictures)}</div>', words))
    return frames


def draw_board(position: EnginePosition, label: str) -> str:
    """Return a board, and below each column its group of the key."""
    column_mask = course.load("12").module.position.COLUMN
    groups = [
        draw_label(
            find_centre(column, 0)[0],
            CELL * HEIGHT + LINE * 3 // 4,
            f"{position.key() >> column * (HEIGHT + 1) & column_mask}",
            "group",
        )
        for column in range(WIDTH)
    ]
    shapes = [*draw_cells(position, Marks()), *groups]
    return draw_picture(CELL * WIDTH, CELL * HEIGHT + LINE, label, shapes)
