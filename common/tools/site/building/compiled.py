"""Compile the steps once, before labs that run beside one another would each do it."""

from pathlib import Path

from common.tools import course
from common.tools.site.building.jobs import TOGETHER


def make(number: str, path: Path) -> None:
    """Compile some steps, those from a number on, and note that they are compiled."""
    first = course.numbers().index(number)
    for number_to_compile in course.numbers()[first : first + TOGETHER]:
        course.load(number_to_compile).warm()
    path.touch()
