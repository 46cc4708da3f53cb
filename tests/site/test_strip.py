"""Tests of the strip: the nodes of each step for one position, in its lesson, and those of the reader."""

import re
from pathlib import Path

import pytest
from repository import read_lesson
from syrupy.assertion import SnapshotAssertion

import c4
from common.position import CELLS
from common.score import remaining
from common.tools import course
from common.tools.learn.curriculum.sample import COURSE_POSITION


@pytest.mark.parametrize("number", course.numbers())
def test_each_lesson_shows_its_strip_once_with_its_figures(number: str) -> None:
    lesson = read_lesson(number)
    assert lesson.count("{{ strip(") == lesson.count(f'{{{{ strip("{number}") }}}}') == 1
    question, benchmark = lesson.index("## Predict"), lesson.index("{{ step_benchmark(")
    assert max(question, lesson.rfind("{{ stop(")) < benchmark < lesson.index("{{ strip(")


def test_a_strip_has_a_bar_for_each_step_so_far(site: Path, snapshot: SnapshotAssertion) -> None:
    page = (site / "lessons" / "04_bitboard" / "index.html").read_text(encoding="utf-8")
    (strip,) = re.findall('(?s)<figure class="strip">.*?</figure>', page)
    assert strip.replace("><", ">\n<") == snapshot


def test_lesson_01_says_how_the_position_ends() -> None:
    scores = c4.analyze(COURSE_POSITION)
    (column,) = [column + 1 for column, score in scores.items() if score > 0]
    stones = len(COURSE_POSITION)
    assert stones + remaining(max(scores.values()), stones) == CELLS
    shown = " ".join(f"{scores.get(at, '-')}" for at in range(7))
    says = f"O to move. Only column {column} wins, and only with the last stone that fits on the board."
    assert f'board("{COURSE_POSITION}", "{shown}", "{says}")' in read_lesson("01")
