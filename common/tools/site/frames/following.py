"""Who gets which cell of a board on which a player follows, as step 17 sees it."""

from typing import Any

from common.position import CELLS, HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.site.figures.boards import CELL
from common.tools.site.frames.cells import Marks, draw_cells
from common.tools.site.frames.frame import Frame, draw_picture

EVEN, ODD = "725444136231445746", "75716242246611264331333"  # the positions of lessons 16 and 17


def record_following(moves: str) -> list[Frame]:
    """Return one frame: the board, the cells in the colour of who gets them, and where the follower waits."""
    step = course.load("17")
    module, position = step.module.position, parse(moves, step.Position.start())
    threats = module.winning_squares(position.stones ^ position.mask, position.mask)
    followed = choose_followed(position, module, threats)
    empty, lowest = module.BOARD & ~position.mask, (position.mask + module.BOTTOMS) & module.BOARD
    squares = threats & followed & ~lowest
    stopped = empty & ~(empty + squares) | squares
    movers, followers = empty & ~followed & ~stopped, empty & followed & ~stopped & ~lowest
    owners = position.stones, position.stones ^ position.mask
    is_first = position.moves % 2 == 0  # X is to move, and O follows
    marks = Marks(
        squares=(0, squares) if is_first else (squares, 0),
        takers=(movers, followers) if is_first else (followers, movers),
        awaited=squares,
    )
    words = f"Board after the moves {moves}: who gets which cell"
    shapes = draw_cells(owners if is_first else owners[::-1], marks)
    return [Frame(draw_picture(CELL * WIDTH, CELL * HEIGHT, words, shapes), words)]


def choose_followed(position: Any, module: Any, threats: int) -> int:
    """Return the cells that the follower gets: with an odd number of empty cells, one column is turned."""
    if (CELLS - position.moves) % 2 == 0:
        return module.FOLLOWED
    waiting = threats & ~module.FOLLOWED & ~(position.mask + module.BOTTOMS)
    columns = [module.cells(column) for column in range(WIDTH) if waiting & module.cells(column)]
    turned = (module.FOLLOWED ^ column for column in columns)
    return min(turned, key=lambda followed: position.bound_if_followed(threats, followed))
