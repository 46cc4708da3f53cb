"""The ideas of volume one as a picture for the home page: a bar for each, as long as its gain in time."""

from math import log

from common.tools import course
from common.tools.learn.curriculum.stages import EIGHTH
from common.tools.measured import PROCESSOR, format_factor, gain, pair_step
from common.tools.site.figures.map import choose_sets
from common.tools.site.lessons import read_lessons
from common.tools.site.macro import macro


@macro
def render_idea_bars() -> str:
    """Return a list in Markdown: links to the lessons of volume one, each with its idea and a bar.

    A bar is the factor in time over the step before, on a logarithmic scale, on the hardest set that the map
    of the steps names. If only the new step solves that set, the bar is an outline.
    """
    steps = [course.load(number) for number in course.numbers() if number <= EIGHTH]
    gains = [measure_gain(step) for step in steps]
    longest = log(max(factor for _, factor in gains if factor))
    lessons = {lesson.name[:2]: lesson for lesson in read_lessons()}
    lines: list[str] = []
    for step, (kind, factor) in zip(steps, gains, strict=True):
        idea, lesson = course.read_idea(step), lessons[step.number]
        width = f' style="width: {max(0, 100 * log(factor) / longest):.0f}%"' if factor else ""
        bar = f"<i{width}></i>" if kind else ""
        lines.append(
            f"1. [**{lesson.title}** <span>{idea[0].upper()}{idea[1:]}</span> {bar} "
            f"<small>{describe_gain(kind, factor)}</small>](lessons/{lesson.name}.md)"
        )
    return "\n".join(lines)


def measure_gain(step: course.Step) -> tuple[str, float | None]:
    """Return the set on which a step is compared with the one before, and the factor, if both have one."""
    before = course.previous(step)
    if not before:
        return "", None
    pair = pair_step(step, before)
    kind = choose_sets(pair)[-1]
    return kind, gain(pair.rows, pair.old, pair.new, kind, PROCESSOR)


def describe_gain(kind: str, factor: float | None) -> str:
    """Return a gain in words, as Markdown."""
    if not kind:
        return "**The first program**"
    if not factor:
        return f"**The first to solve** {kind}"
    words = format_factor(factor, PROCESSOR)
    return f"**{words}{' times faster' * words[-1].isdigit()}** on {kind}"
