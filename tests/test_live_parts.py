"""The live parts that are folded away in the lessons: nothing is loaded before they are opened."""

# Selenium's types are partly unknown.
# pyright: basic

import re
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from waiting import address_of, until

from common.position import parse
from common.tools import course

LESSONS = Path(__file__).parents[1] / "docs" / "lessons"
LOADED = "return performance.getEntriesByType('resource').map(each => each.name.split('/').at(-1))"


class Lesson:
    """A lesson as a reader has it."""

    def __init__(self, browser: Any, address: str, number: str) -> None:
        self.browser = browser
        self.text = (LESSONS / f"{course.load(number).folder.name}.md").read_text()
        self.address = f"{address}lessons/{course.load(number).folder.name}/"
        browser.get(self.address)

    def all(self, selector: str) -> list[Any]:
        """Return the elements that match."""
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def open(self, widget: str) -> None:
        """Unfold a widget by the keyboard, and wait until something is in it besides what was there."""
        assert f"{widget.split('-')[1]}.js" not in self.loaded
        (summary,) = self.all(f"details.part:has({widget}) > summary")
        summary.send_keys(Keys.ENTER)
        until(self.browser, lambda: self.all(f"{widget} button"))

    @property
    def loaded(self) -> list[str]:
        """Return the names of the files that the page has loaded."""
        return self.browser.execute_script(LOADED)

    def moves(self, macro: str) -> str:
        """Return the position that a macro of the lesson is given."""
        (found,) = re.findall(rf'{macro}\(.*?"(\d{{5,}})"\)', self.text)
        return found


@pytest.mark.parametrize("number", ["01", "02", "05", "06", "07"])
def test_a_lesson_has_the_search_of_its_step(chromium: Any, address: str, number: str) -> None:
    lesson = Lesson(chromium, address, number)
    lesson.open("c4-explorer")
    until(chromium, lambda: lesson.all("c4-explorer input[type=radio]:checked"))
    (radio,) = lesson.all("c4-explorer input[type=radio]:checked")
    assert radio.get_attribute("value") == number
    (shown,) = lesson.all("c4-explorer select")
    assert shown.get_property("value") == lesson.moves('folded.*"explorer", board')
    lesson.all("c4-explorer input[type=range]")[0].send_keys(Keys.END)
    assert "The search took" in lesson.all("c4-explorer .status")[0].text
    assert address_of(chromium) == lesson.address


def test_lesson_04_has_its_board_its_shifts_and_its_carry(browser: Any, address: str) -> None:
    lesson = Lesson(browser, address, "04")
    lesson.open("c4-bitboard-carry")
    assert lesson.all("c4-bitboard-carry .walk-words")[0].text.startswith("Column 4 has 2 stones.")
    for widget in ("c4-bitboard-alignment", "c4-bitboard"):
        (summary,) = lesson.all(f"details.part:has({widget}) > summary")
        summary.send_keys(Keys.ENTER)
        assert lesson.all(f"{widget} .bits")[0].is_displayed()


def test_a_race_counts_the_nodes_of_both_steps(browser: Any, address: str) -> None:
    lesson = Lesson(browser, address, "05")
    lesson.open("c4-race")
    until(browser, lambda: "Step 05 found the score" in lesson.all("c4-race .status")[0].text)
    moves = lesson.moves("race")
    shown = [each.text for each in lesson.all("c4-race .rung-nodes span") if " node" in each.text]
    expected: list[str] = []
    for number in ("04", "05"):
        solver = course.load(number).solver(use_book=False)
        solver.solve(parse(moves, course.load(number).Position.start()))
        expected.append(f"{solver.nodes:,} nodes")
    assert shown[-2:] == expected
    lesson.all("c4-race button")[0].send_keys(Keys.ENTER)
    until(browser, lambda: lesson.all("c4-race .status")[0].text == "")


@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.md")), ids=lambda path: path.stem)
def test_every_lesson_has_its_race_where_it_says_what_it_buys(path: Path) -> None:
    number = path.name[:2]
    (part,) = re.findall(r"(?ms)^## What it (?:buys|costs)\n(.*?)(?=^## )", path.read_text())
    assert re.search(rf'\{{\{{ beside\("{number}"\) \}}\}}\n\n\{{\{{ race\("{number}", "\d+"\) \}}\}}', part)
