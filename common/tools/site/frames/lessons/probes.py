"""The table entries of the children of a position in lesson 13, looked up one after the other."""

from collections.abc import Callable

from common.position import parse
from common.tools import course
from common.tools.searches import Given, watch_search
from common.tools.site.frames.frame import Frame, Marks, frame_board

ROOT, MOVES = "2133651173113757", "21336511731137575562"
ALPHA = 2


def record_probes() -> list[Frame]:
    """Return the frames: the question, then each move with the table entry of the position after it."""
    step = course.load("13")
    solver, module = step.module.solver, step.module.position
    watched = parse(MOVES, step.Position.start())
    order = sorted(
        (column for column in solver.COLUMN_ORDER if watched.safe_moves() & module.cells(column)),
        key=lambda column: -module.count(watched.threats(watched.safe_moves() & module.cells(column))),
    )
    known: list[int] = []

    def see(call: Given, search: Callable[[], int]) -> int:
        if not known and (call["position"], call["alpha"]) == (watched, ALPHA):
            known.extend(call["table"].get(watched.play(column).symmetric_key()) for column in order)
        return search()

    watch_search("13", ROOT, see)
    frames = [
        frame_board(watched, Marks(), f"X is to move. Is the score more than {ALPHA}? Ask the table first.")
    ]
    for column, value in zip(order, known, strict=True):
        child = watched.play(column)
        marks = Marks(chosen=child.mask & ~watched.mask)
        if not value:
            frames.append(
                frame_board(child, marks, f"Column {column + 1}: the table knows nothing of this position.")
            )
            continue
        lowest, highest = (value >> 8) - solver.OFFSET, (value & 255) - solver.OFFSET
        words = f"Column {column + 1}: from {lowest} to {highest} for O, so at least {-highest} for X. "
        frames.append(
            frame_board(child, marks, f"{words}That is enough: a cutoff, and no node was explored.")
        )
        return frames
    raise AssertionError("no child is known")
