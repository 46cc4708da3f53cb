"""The strip: what each step makes of the position that goes through the course, as bars in each lesson.

`python -m common.tools.site.searches.strip` counts the nodes, which are kept in docs/assets/strip.json.
"""

import json

from common.tools import course
from common.tools.files import ROOT, write_file
from common.tools.learn.curriculum.sample import COURSE_POSITION
from common.tools.learn.curriculum.stages import name_lasts
from common.tools.learn.ending import ROW, draw_bars
from common.tools.site.macro import macro
from common.tools.site.searches.recording import nodes

STRIP = ROOT / "docs" / "assets" / "strip.json"
WIDTH, LONGEST = 440, 130  # pixels: of the picture, and of the longest bar


@macro
def strip(number: str) -> str:
    """Return the nodes of the steps up to this one as bars; progress.js adds the reader's."""
    counts = {step: count for step, count in read_strip().items() if step <= number}
    titles = {f"{step} {course.load(step).name}": count for step, count in counts.items()}
    lasts, rows = name_lasts(), draw_bars(titles, LONGEST)
    bars = "".join(
        f'<g data-stage="{lasts.get(step, "")}" data-nodes="{count}">{row}</g>'
        for (step, count), row in zip(counts.items(), rows, strict=True)
    )
    label = "; ".join(f"{title} {count:,}" for title, count in titles.items())
    return (
        f'<figure class="strip" markdown><svg viewBox="0 0 {WIDTH} {ROW * len(rows)}" role="img" '
        f'aria-label="Nodes for one position: {label}.">{bars}</svg>'
        f'<figcaption markdown="span">{describe_newest(counts)}</figcaption></figure>'
    )


def read_strip() -> dict[str, int]:
    """Return the recorded nodes by the steps' numbers."""
    return json.loads(STRIP.read_text(encoding="utf-8"))


def describe_newest(counts: dict[str, int]) -> str:
    """Compare the last two steps of a strip in words, as Markdown."""
    *before, (number, count) = counts.items()
    says = f"step {number} explores {count:,} nodes"
    if before:
        earlier, other = before[-1]
        is_same = other == count
        says += f", as many as step {earlier}" if is_same else f", where step {earlier} explored {other:,}"
    return f"On [the position of lesson 01](01_minmax.md#what-it-costs), {says}. The bars are logarithmic."


if __name__ == "__main__":
    every = {number: nodes(number, [COURSE_POSITION])[0] for number in course.numbers()}
    write_file(STRIP, json.dumps(every, indent=1) + "\n")
