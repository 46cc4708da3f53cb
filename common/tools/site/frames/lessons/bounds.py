"""Both bounds of an entry: the visits of a position in lesson 11 close in on its score."""

from collections.abc import Callable
from itertools import pairwise

from common.position import parse
from common.score import win_score
from common.tools import course
from common.tools.searches import Given, watch_search
from common.tools.site.frames.frame import MIDDLE, Frame, draw_axis, draw_label, draw_picture, find_x

ROOT, MOVE = "36253146526515143371755", "6"
LIMIT = 9  # of the axis of scores


def record_bounds() -> list[Frame]:
    """Return the frames: each question with the entry before it, then the answer with the entry after it."""
    step = course.load("11")
    solver = step.module.solver
    watched = parse(ROOT + MOVE, step.Position.start())
    entries = [(-win_score(watched.moves + 3), win_score(watched.moves + 2))]  # the rules, before any entry
    visits: list[tuple[int, int, bool]] = []

    def see(call: Given, search: Callable[[], int]) -> int:
        before = call["nodes"][0]
        score = search()
        if call["position"] == watched:
            value = call["table"].get(watched.key())
            entries.append(((value >> 8) - solver.OFFSET, (value & 255) - solver.OFFSET))
            visits.append((call["alpha"], score, call["nodes"][0] == before + 1))
        return score

    watch_search("11", ROOT, see)
    frames: list[Frame] = []
    for number, ((alpha, score, is_known), (old, new)) in enumerate(
        zip(visits, pairwise(entries), strict=True), 1
    ):
        question = (
            f"Visit {number}: is the score more than {alpha}? So far it lies from {old[0]} to {old[1]}."
        )
        frames.append(draw_entry(old, alpha, None, question))
        answer = f"Yes, at least {score}" if score > alpha else f"No, at most {score}"
        how = (
            "The entry shows this, so nothing is searched"
            if is_known
            else f"Now the entry gives {new[0]} to {new[1]}"
        )
        frames.append(draw_entry(new, alpha, score, f"{answer}. {how}."))
    return frames


def draw_entry(entry: tuple[int, int], alpha: int, score: int | None, words: str) -> Frame:
    """Return a frame: the bounds of the score as a bar on an axis, the question, any answer."""
    left, right, asked = (find_x(one, LIMIT) for one in (*entry, alpha))
    unit = find_x(1, LIMIT) - find_x(0, LIMIT)
    shapes = [
        draw_label(1, 16, "The score for X, who is to move"),
        *draw_axis(56, LIMIT),
        f'<rect class="window" x="{left}" y="50" width="{right - left}" height="11"/>',
        f'<path class="end" d="M{asked + unit // 2} 40v32"/>',
    ]
    if score is not None:
        shapes.append(f'<path class="returned" d="M{find_x(score, LIMIT) - 8} 56l8 8 8-8-8-8z"/>')
    return Frame(draw_picture(2 * MIDDLE, 86, words, shapes), words)
