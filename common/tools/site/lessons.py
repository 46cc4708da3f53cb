"""The lessons as "Start here" lists them; the head of each one's file names those to read before it."""

import re
from dataclasses import dataclass
from pathlib import Path

from mkdocs.utils.meta import get_data

from common.tools import course
from common.tools.files import ROOT
from common.tools.site.macro import macro

FOLDER = ROOT / "docs" / "lessons"
WORDS_A_MINUTE = 100  # of a text with code, formulas and boards to stop at


@dataclass(frozen=True)
class Lesson:
    """A lesson: its file's name without the ending, its title, needs, text, goals, rule of its prediction."""

    name: str
    title: str
    needs: str
    text: str
    goals: tuple[str, ...] = ()
    predict: object = None

    @property
    def link(self) -> str:
        """Return a link to the lesson, from the folder of the pages; it marks side trips."""
        return f"[{self.title}{course.mark_side_trip(self.name[:2])}](lessons/{self.name}.md)"

    @property
    def minutes(self) -> int:
        """Return the reading time without solutions, in minutes, to the nearest five."""
        fold = r"^ *\?\?\? success.*?(?=^ {0,3}\S|\Z)|^///[^\n]*\n(    open: true\n)?"
        prose = re.sub(fold, "", self.text, flags=re.MULTILINE | re.DOTALL)
        return 5 * round(len(prose.split()) / WORDS_A_MINUTE / 5)


def read_lessons() -> list[Lesson]:
    """Return the lessons, by their numbers."""
    return [read_lesson(path) for path in sorted(FOLDER.glob("[!.]*.md"))]


def read_lesson(path: Path) -> Lesson:
    """Return the lesson in a file."""
    text, head = get_data(path.read_text(encoding="utf-8"))
    title = text.partition("# ")[2].partition("\n")[0]
    goals = tuple(head.get("goals", ()))
    return Lesson(path.stem, title, str(head.get("needs", "")), text, goals, head.get("predict"))


def mark_outcome(number: str, figure: str) -> str:
    """Mark a figure of what a step saves: a script hides it until the reader has predicted that.

    If the head of the lesson gives a reason why no figures decide the prediction, the figure is not marked.
    """
    lesson = read_lesson(FOLDER / f"{course.load(number).folder.name}.md")
    if isinstance(lesson.predict, str):
        return figure
    return f'<div class="outcome" markdown>\n\n{figure}\n\n</div>'


@macro
def reading_hours(first: str, last: str) -> str:
    """Return the reading time of the lessons from one step to another."""
    minutes = sum(lesson.minutes for lesson in read_lessons() if first <= lesson.name[:2] <= last)
    return f"{minutes / 60:.1f} h"
