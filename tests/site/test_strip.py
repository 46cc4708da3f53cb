"""Tests of the strip: the nodes of each step for one position, in its lesson, and those of the reader."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from repository import read_lesson
from selenium.webdriver.common.by import By
from syrupy.assertion import SnapshotAssertion
from waiting import until

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


def test_the_readers_bars_stand_beside_ours(chromium: Any, address: str) -> None:
    figures = {"nodes": 9, "seconds": 0.1, "our_nodes": 9, "our_seconds": 0.1}
    done = {
        "01": {"how": "passed", **figures, "course_nodes": 12_345},
        "02": {"how": "caught up"},
        "03": {"how": "passed", **figures, "course_nodes": 67},
    }
    kept = {"format": 1, "here": "04a", "done": done, "hints": {}, "finished": {}, "drafts": {}}
    chromium.get(address)
    chromium.execute_script("localStorage['c4-turn'] = arguments[0]", json.dumps(kept))
    chromium.get(f"{address}lessons/{course.load('04').folder.name}/")
    until(chromium, lambda: chromium.find_elements(By.CSS_SELECTOR, ".strip figcaption .own"))
    assert [own.text for own in chromium.find_elements(By.CSS_SELECTOR, ".strip g.own text")] == [
        "12,345",
        "67",
    ]
    label = chromium.find_element(By.CSS_SELECTOR, ".strip svg").get_attribute("aria-label")
    assert label.endswith(" Your programs: 01 12,345; 03 67.")
