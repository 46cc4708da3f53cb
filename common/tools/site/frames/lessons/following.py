"""Who gets which cell of a board on which a player follows, as step 17 sees it."""

from typing import Any

from common.position import CELLS, HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.site.drawings.boards import CELL
from common.tools.site.frames.cells import Marks, draw_marks_on
from common.tools.site.frames.frame import Frame, draw_picture

EVEN, ODD = "725444136231445746", "75716242246611264331333"  # the positions of lessons 16 and 17


def record_following(moves: str) -> list[Frame]:
    """Return one frame: the board, the cells in the colour of who gets them, and where the follower waits."""
    position = parse(moves, course.load("17").Position.start())
    owners = position.stones, position.stones ^ position.mask
    shapes = draw_marks_on(owners if position.moves % 2 == 0 else owners[::-1], mark_takers(position))
    words = f"Board after the moves {moves}: who gets which cell"
    return [Frame(draw_picture(CELL * WIDTH, CELL * HEIGHT, words, shapes), words)]


def mark_takers(position: Any) -> Marks:
    """Return what is drawn of who gets which cell; the lowest cells that either may get are nobody's."""
    module = course.load("17").module.position
    threats = module.winning_squares(position.stones ^ position.mask, position.mask)
    followed = choose_followed(position, module, threats)
    empty, lowest = module.BOARD & ~position.mask, (position.mask + module.BOTTOMS) & module.BOARD
    squares = threats & followed & ~lowest
    stopped = empty & ~(empty + squares) | squares
    takers = empty & ~followed & ~stopped, empty & followed & ~stopped & ~lowest
    if position.moves % 2 == 0:  # X is to move, and O follows
        return Marks(squares=(0, squares), takers=takers, awaited=squares)
    return Marks(squares=(squares, 0), takers=takers[::-1], awaited=squares)


def choose_followed(position: Any, module: Any, threats: int) -> int:
    """Return the cells that the follower gets: with an odd number of empty cells, one column is turned."""
    if (CELLS - position.moves) % 2 == 0:
        return module.FOLLOWED
    waiting = threats & ~module.FOLLOWED & ~(position.mask + module.BOTTOMS)
    columns = [module.cells(column) for column in range(WIDTH) if waiting & module.cells(column)]
    turned = (module.FOLLOWED ^ column for column in columns)
    return min(turned, key=lambda followed: position.bound_if_followed(threats, followed))
