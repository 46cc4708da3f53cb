"""Forced replies: from a position of lesson 11 to the first one that leaves a choice."""

from common.position import COLUMN_NAMES, parse
from common.tools import course
from common.tools.site.frames.frame import Frame, Marks, frame_board, name_column

MOVES = "5332512543321"


def record_forced() -> list[Frame]:
    """Return the frames: each position with the cells where a stone would lose, until there is a choice."""
    step = course.load("11")
    module = step.module.position
    position = parse(MOVES, step.Position.start())
    frames: list[Frame] = []
    while True:
        safe = position.safe_moves()
        stones = position.stones, position.stones ^ position.mask
        squares = [module.winning_squares(each, position.mask) for each in stones]
        at = position.moves % 2
        marks = Marks(
            squares=(squares[at], squares[1 - at]),
            forbidden=(position.mask + module.BOTTOMS) & module.BOARD & ~safe,
        )
        words = f"{'XO'[at]} is to move. Only column {name_column(safe)} is safe, so nothing is looked up."
        if is_choice := safe & (safe - 1) != 0:
            words = f"{'XO'[at]} is to move, and has a choice. This position is looked up, and remembered."
        frames.append(frame_board(position, marks, words))
        if is_choice:
            return frames
        position = position.play(COLUMN_NAMES.index(name_column(safe)))
