"""A board with the winning squares of whoever has just played, and the replies that they forbid: step 10."""

from common.position import HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.site.drawings.boards import CELL
from common.tools.site.frames.cells import Marks, draw_marks_on
from common.tools.site.frames.frame import Frame, draw_picture

MOVES = "44544553"  # the position of lesson 10


def record_dangers() -> list[Frame]:
    """Return one frame: the board before the reader plays on it."""
    step = course.load("10")
    module, position = step.module.position, parse(MOVES, step.Position.start())
    theirs = position.stones ^ position.mask
    dangers = module.winning_squares(theirs, position.mask)
    playable = (position.mask + module.BOTTOMS) & module.BOARD
    marks = Marks(squares=(0, dangers), forbidden=playable & ~position.replies(dangers))
    words = f"Board after the moves {MOVES}, with the winning squares of O"
    return [
        Frame(
            draw_picture(CELL * WIDTH, CELL * HEIGHT, words, draw_marks_on((position.stones, theirs), marks)),
            words,
        )
    ]
