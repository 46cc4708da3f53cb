"""The strip: the nodes of each step on the position used throughout the course, as bars in each lesson."""

from functools import cache
from math import log

from common.tools import course
from common.tools.learn.curriculum.stages import COURSE_POSITION, name_lasts
from common.tools.searches import count_nodes
from common.tools.site.lessons import mark_outcome
from common.tools.site.macro import macro

WIDTH, ROW, LEFT, LONGEST = 440, 24, 172, 130  # pixels: of the picture, a row, where bars begin, the longest


@macro
def strip(number: str) -> str:
    """Return the nodes of the steps up to this one as bars; a script adds those of the reader's programs."""
    counts = {step: count_course_nodes(step) for step in course.numbers() if step <= number}
    titles = {step: f"{step} {course.load(step).name}" for step in counts}
    lasts, most = name_lasts(), log(max(counts.values()))
    bars = ""
    for row, (step, count) in enumerate(counts.items()):
        y, length = 13 + ROW * row, max(1, round(LONGEST * log(count) / most))
        bars += (
            f'<g data-stage="{lasts.get(step, "")}" data-nodes="{count}"><text y="{y}">{titles[step]}</text>'
            f'<rect x="{LEFT}" y="{y - 10}" width="{length}" height="12" rx="2" fill="#0072b2"/>'
            f'<text x="{LEFT + length + 8}" y="{y}">{count:,}</text></g>'
        )
    label = "; ".join(f"{titles[step]} {count:,}" for step, count in counts.items())
    drawn = (
        f'<figure class="strip" markdown><svg viewBox="0 0 {WIDTH} {ROW * len(counts)}" role="img" '
        f'aria-label="Nodes for one position: {label}.">{bars}</svg>'
        f'<figcaption markdown="span">{describe_newest(counts)}</figcaption></figure>'
    )
    return mark_outcome(number, drawn) if len(counts) > 1 else drawn


@cache
def count_course_nodes(number: str) -> int:
    """Return the nodes that a step explores on the course's position."""
    return count_nodes(number, [COURSE_POSITION])[0]


def describe_newest(counts: dict[str, int]) -> str:
    """Compare the last two steps of a strip in words, as Markdown."""
    *before, (number, count) = counts.items()
    says = f"step {number} explores {count:,} nodes"
    if before:
        earlier, other = before[-1]
        is_same = other == count
        says += f", as many as step {earlier}" if is_same else f", compared with {other:,} in step {earlier}"
    return f"On [the position of lesson 01](01_minmax.md#what-it-costs), {says}. The scale is logarithmic."
