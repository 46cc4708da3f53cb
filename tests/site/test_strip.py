"""Tests of the strip: the nodes of each step for one position, in its lesson, and those of the reader."""

import pytest
from repository import read_lesson
from syrupy.assertion import SnapshotAssertion

import c4
from common.position import CELLS
from common.score import remaining
from common.tools import course
from common.tools.learn.curriculum.sample import COURSE_POSITION
from common.tools.site.searches.recording import nodes
from common.tools.site.searches.strip import read_strip, strip


@pytest.mark.parametrize("number", ["01", "05", "17", course.ENGINE])
def test_the_strip_has_the_nodes_of_the_steps(number: str) -> None:
    assert [*read_strip()] == course.numbers()
    assert nodes(number, [COURSE_POSITION]) == [read_strip()[number]]


@pytest.mark.parametrize("number", course.numbers())
def test_each_lesson_shows_its_strip_once_with_its_figures(number: str) -> None:
    lesson = read_lesson(number)
    assert lesson.count("{{ strip(") == lesson.count(f'{{{{ strip("{number}") }}}}') == 1
    question, benchmark = lesson.index("## Predict"), lesson.index("{{ step_benchmark(")
    assert max(question, lesson.rfind("{{ stop(")) < benchmark < lesson.index("{{ strip(")


def test_a_strip_has_a_bar_for_each_step_so_far(snapshot: SnapshotAssertion) -> None:
    assert strip("04").replace("><", ">\n<") == snapshot


def test_lesson_01_says_how_the_position_ends() -> None:
    scores = c4.analyze(COURSE_POSITION)
    (column,) = [column + 1 for column, score in scores.items() if score > 0]
    stones = len(COURSE_POSITION)
    assert stones + remaining(max(scores.values()), stones) == CELLS
    shown = " ".join(f"{scores.get(at, '-')}" for at in range(7))
    says = f"O to move. Only column {column} wins, and only with the last stone that fits on the board."
    assert f'board("{COURSE_POSITION}", "{shown}", "{says}")' in read_lesson("01")
