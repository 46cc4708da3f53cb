"""Tests of the live parts folded away in the lessons: nothing is loaded before they are opened."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from node import solve_in_node
from pages import WidgetPage, address_of, until
from repository import LESSONS, read_lesson
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from common.tools import course

LOADED = "return performance.getEntriesByType('resource').map(each => each.name.split('/').at(-1))"


class Lesson(WidgetPage):
    """A lesson in a reader's browser."""

    widget = ""

    def __init__(self, browser: Any, address: str, number: str) -> None:
        self.path = f"lessons/{course.load(number).folder.name}/"
        super().__init__(browser, address)
        self.text = read_lesson(number)
        browser.get(self.address)

    def unfold(self, widget: str) -> None:
        """Unfold a widget with the keyboard, and wait until it has new contents."""
        assert f"{widget.split('-')[1]}.js" not in self.loaded
        self.find(f"details.part:has({widget}) > summary").send_keys(Keys.ENTER)
        self.until(lambda: self.all(f"{widget} button"))

    @property
    def loaded(self) -> list[str]:
        return self.browser.execute_script(LOADED)

    def moves(self, macro: str) -> str:
        """Return the position in a macro call of the lesson."""
        (found,) = re.findall(rf'{macro}\(.*?"(\d{{5,}})"\)', self.text)
        return found


def test_a_lesson_has_the_search_of_its_step(chromium: Any, address: str) -> None:
    lesson = Lesson(chromium, address, "07")
    lesson.unfold("c4-explorer")
    lesson.until(lambda: lesson.all("c4-explorer .status"))
    shown = [choice.get_property("value") for choice in lesson.all("c4-explorer select")]
    assert shown == [lesson.moves('"explorer", board'), "07"]
    lesson.find("c4-explorer input[type=range]").send_keys(Keys.END)
    assert "The search took" in lesson.find("c4-explorer .status").text
    assert address_of(chromium) == lesson.address


def test_lesson_04_has_board_shifts_and_carry(browser: Any, address: str) -> None:
    lesson = Lesson(browser, address, "04")
    lesson.unfold("c4-bitboard-carry")
    assert lesson.find("c4-bitboard-carry .walk-words").text.startswith("Column 4 has 2 stones.")
    for widget in ("c4-bitboard-alignment", "c4-bitboard"):
        lesson.find(f"details.part:has({widget}) > summary").send_keys(Keys.ENTER)
        assert lesson.find(f"{widget} .bits").is_displayed()
    lesson.type("3")  # beside the board, on a page about something else
    assert "moves=" not in address_of(browser)


def test_a_race_counts_the_nodes_of_both_steps(browser: Any, address: str) -> None:
    lesson = Lesson(browser, address, "05")
    lesson.unfold("c4-race")
    lesson.until(lambda: "Step 05 found the score" in lesson.find("c4-race .status").text)
    moves = lesson.moves("race")
    shown = [each.text for each in lesson.all("c4-race .rung-nodes span") if " node" in each.text]
    nodes = [nodes for _, nodes in solve_in_node(moves, "04", "05")]
    assert shown[-2:] == [f"{count:,} nodes" for count in nodes]
    styles = [bar.get_attribute("style") for bar in lesson.all(".rung-nodes .rung-fill")]
    shares = [float(re.findall(r"--share: ([\d.]+)", style)[0]) for style in styles]
    assert nodes[0] < 10 * nodes[1]  # so the bars are as long as the numbers
    assert shares == pytest.approx([1, nodes[1] / nodes[0]])
    browser.execute_script("document.querySelector('c4-race .status').textContent = ''")
    lesson.find("c4-race button").send_keys(Keys.ENTER)
    lesson.until(lambda: "Step 05 found the score" in lesson.find("c4-race .status").text)


@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.md")), ids=lambda path: path.stem)
def test_every_lesson_has_its_race(path: Path) -> None:
    number = path.name[:2]
    (part,) = re.findall(r"(?ms)^## What it (?:buys|costs)\n(.*?)(?=^## )", path.read_text(encoding="utf-8"))
    assert re.search(
        rf'\{{\{{ step_benchmark\("{number}"\) \}}\}}\n\n\{{\{{ race\("{number}", "\d+"\) \}}\}}', part
    )


PLACES = """
return [...document.querySelectorAll(".outcome")].map((part) => {
  const { height } = part.getBoundingClientRect();
  return [height, part.querySelector("figure").checkVisibility({ visibilityProperty: true })];
});
"""


def test_figures_keep_their_places_until_the_reader_has_predicted(browser: Any, address: str) -> None:
    lesson = Lesson(browser, address, "06")
    browser.execute_script("localStorage.clear()")
    browser.refresh()
    until(browser, lambda: lesson.all(".outcome > p"))
    hidden = browser.execute_script(PLACES)
    assert [is_shown for _, is_shown in hidden] == [False, False]
    assert lesson.find(".outcome > p").text == "Choose an answer under Predict, and this figure appears."
    lesson.find(".outcome a").send_keys(Keys.ENTER)
    assert address_of(browser).endswith("#predict")
    lesson.find("details.wrong > summary").send_keys(Keys.ENTER)
    shown = [[height, True] for height, _ in hidden]
    until(browser, lambda: browser.execute_script(PLACES) == shown)
    lesson.find("details.wrong > summary").send_keys(Keys.ENTER)
    assert browser.execute_script(PLACES) == shown


def test_figures_are_there_in_print_and_without_scripts(chromium: Any, address: str) -> None:
    lesson = Lesson(chromium, address, "06")
    chromium.execute_script("localStorage.clear()")
    chromium.refresh()
    until(chromium, lambda: lesson.all(".outcome > p"))
    chart = lesson.find("figure.chart")
    assert not chart.is_displayed()
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert chart.is_displayed()
    assert not lesson.find(".outcome > p").is_displayed()
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        chromium.refresh()
        assert lesson.find("figure.chart").is_displayed()
        assert not lesson.all(".outcome > p")
    finally:
        chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_the_readers_bars_stand_beside_ours(chromium: Any, address: str) -> None:
    figures = {"nodes": 9, "seconds": 0.1, "our_nodes": 9, "our_seconds": 0.1}
    done = {
        "01": {"how": "passed", **figures, "course_nodes": 12_345},
        "02": {"how": "caught up"},
        "03": {"how": "passed", **figures, "course_nodes": 67},
    }
    others = {name: {} for name in ("hints", "quizzes", "finished", "drafts", "others")}
    kept = {"format": 1, "here": "04a", "done": done, **others}
    chromium.get(address)
    chromium.execute_script("localStorage['c4-write'] = arguments[0]", json.dumps(kept))
    chromium.get(f"{address}lessons/{course.load('04').folder.name}/")
    until(chromium, lambda: chromium.find_elements(By.CSS_SELECTOR, ".strip figcaption .own"))
    chromium.find_element(By.CSS_SELECTOR, "details.wrong > summary").send_keys(Keys.ENTER)
    until(chromium, lambda: not chromium.find_elements(By.CSS_SELECTOR, ".outcome > p"))
    assert [own.text for own in chromium.find_elements(By.CSS_SELECTOR, ".strip g.own text")] == [
        "12,345",
        "67",
    ]
    label = chromium.find_element(By.CSS_SELECTOR, ".strip svg").get_attribute("aria-label")
    assert label.endswith(" Your programs: 01 12,345; 03 67.")
