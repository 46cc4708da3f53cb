"""A question compared with a window: the same calls of steps 18 and 19, with their arguments."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from common.tools.searches import Call, record_calls, walk_calls
from common.tools.site.frames.frame import (
    MIDDLE,
    Frame,
    draw_axis,
    draw_label,
    draw_picture,
    find_x,
    name_column,
)

MOVES = "11656331264113675472554373374157"
QUESTIONS = 2  # the last ones of the root
LIMIT = 6  # of the axis of scores
ENTERED, LEFT = "entered", "left"


def record_question() -> list[Frame]:
    """Return the frames: a call with its window and its question, then its result."""
    windows, questions = (record_calls(number, MOVES, size=65_537) for number in ("18", "19"))
    pairs = list(zip(walk_calls(windows), walk_calls(questions), strict=True))
    assert all(
        (old.position, old.alpha, old.beta, old.score) == (new.position, new.beta - 1, new.beta, new.score)
        for old, new in pairs
    )
    frames: list[Frame] = []
    for root in windows[-QUESTIONS:]:
        frames += [draw_call(path, moment) for path, moment in walk_moments([root])]
    return frames


def walk_moments(path: list[Call]) -> Iterator[tuple[list[Call], str]]:
    """Yield a call, as the path to it, when it is entered and when it is left, with its own calls between."""
    yield path, ENTERED
    for child in path[-1].children:
        yield from walk_moments([*path, child])
    yield path, LEFT


def draw_call(path: list[Call], moment: str) -> Frame:
    """Return a frame: the window on an axis of scores, below it the question, and the score if it is back."""
    call = path[-1]
    mover = "XO"[call.position.moves % 2]
    columns = [name_column(old.position.mask ^ new.position.mask) for old, new in pairwise(path)]
    place = f"After column {', then '.join(columns)}" if columns else "At the root"
    if moment == ENTERED:
        words = f"{place}, {mover} is to move. Is the score at least {call.beta}?"
    else:
        answer = "yes, at least" if call.score >= call.beta else "no, at most"
        words = f"{place}: {answer} {call.score} for {mover}. Both steps return that one number."
    x = partial(find_x, limit=LIMIT)
    shapes = [
        draw_label(1, 16, f"Scores for {mover}, who is to move"),
        draw_label(1, 44, f"Step 18: alpha {call.alpha}, beta {call.beta}"),
        *draw_axis(66, LIMIT),
        f'<rect class="window" x="{x(call.alpha)}" y="60" width="{x(1) - x(0)}" height="11"/>',
        *(f'<path class="end" d="M{x(score)} 56v20"/>' for score in (call.alpha, call.beta)),
        draw_label(1, 120, f"Step 19: beta {call.beta}"),
        *draw_axis(142, LIMIT),
        f'<path class="end" d="M{x(call.beta)} 132v20"/>',
    ]
    if moment == LEFT:
        shapes += [f'<path class="returned" d="M{x(call.score)} {y - 8}l8 8-8 8-8-8z"/>' for y in (66, 142)]
    return Frame(draw_picture(2 * MIDDLE, 172, words, shapes), words)
