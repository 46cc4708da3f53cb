"""Tests of the ladder: every step's score and nodes, the time limit, stopping, wrong scores."""

import re

import pytest
from node import solve_in_node
from pages import WidgetPage, address_of
from repository import ROOT
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from common.tools import course

SOURCE = (ROOT / "docs" / "live" / "ladder.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r'"(\d+)"', SOURCE)
FEW = 5_000_000  # nodes that any step explores within the usual limit

ROWS = """
return [...document.querySelectorAll("c4-ladder li")].map((row) =>
  ["a", ".rung-score", ".rung-nodes span", ".rung-time span"].map((part) =>
    row.querySelector(part).textContent));
"""
DISAGREE = """
window.Worker = class {
  postMessage({ step }) {
    const found = { score: step === "05" ? 2 : 3, nodes: 10, milliseconds: 1 };
    setTimeout(() => this.onmessage({ data: { answer: found, nodes: found.nodes } }));
  }
};
"""
FIRST = 0


class Page(WidgetPage):
    """The page for a reader."""

    path, widget, opened = "live/ladder/", "c4-ladder", ".run"

    @property
    def rows(self) -> list[list[str]]:
        return self.browser.execute_script(ROWS)

    def until_done(self) -> None:
        self.until(lambda: self.find(".run").text == "Run")


@pytest.mark.full("more of what the journey goes through")
def test_another_position_ends_the_run(page: Page) -> None:
    page.open("?moves=44")
    page.find(".run").send_keys(Keys.ENTER)
    page.until(lambda: "…" in page.rows[FIRST][3])
    page.find(".run").send_keys("3")
    assert address_of(page.browser) == f"{page.address}?moves=443"
    assert page.status.startswith("O is to move. ")
    assert "ended the run" in page.status
    assert page.find(".run").text == "Run"
    assert {text for row in page.rows for text in row[1:]} == {""}
    page.find(".run").send_keys(Keys.ENTER)
    page.until(lambda: "…" in page.rows[FIRST][3])
    page.browser.back()
    page.until(lambda: page.status.startswith("X is to move. "))
    assert page.find("input").get_attribute("value") == "44"
    assert page.find(".run").text == "Run"


def test_each_step_shows_its_kernels_score_and_nodes(page: Page) -> None:
    page.open()
    assert page.find("input").get_attribute("value") == EXAMPLES[0]  # which every step finishes
    page.find(".run").click()
    page.until_done()
    rows = page.rows
    assert [row[0] for row in rows] == [f"{each} {course.load(each).name}" for each in course.numbers()]
    found = solve_in_node(EXAMPLES[0], *course.numbers())
    assert [row[1:3] for row in rows] == [[f"score {score}", f"{nodes:,} nodes"] for score, nodes in found]
    assert all(re.fullmatch(r"under 0\.1 ms|[\d.]+ m?s", row[3]) for row in rows)
    fewest = min(nodes for _, nodes in found)
    assert f"with {fewest:,} nodes; step 01 took {found[0][1]:,}, which is" in page.status
    assert page.find(".contradiction").text == ""
    links = [link.get_attribute("href") for link in page.all("li a")]
    lessons = page.browser.find_elements(By.CSS_SELECTOR, ".md-nav--primary a[href*='/lessons/']")
    assert links == sorted(f"{lesson.get_attribute('href')}" for lesson in lessons)  # the menu has groups
    assert page.list_violations() == []


def test_scores_that_differ_are_an_alarm(page: Page) -> None:
    page.open("?moves=4444444")
    page.until(lambda: page.find("form + .complaint").text.startswith("Move 7, '4': column 4 is full"))
    page.browser.execute_script(DISAGREE)
    page.find(".run").click()
    page.until_done()
    alarm = page.find(".contradiction")
    assert alarm.get_attribute("role") == "alert"
    assert alarm.text.startswith("The scores differ: step 01 found 3, step 05 found 2.")


def test_the_examples_are_within_reach() -> None:
    """The step that the page names can solve each position within the usual limit."""
    firsts = re.findall(r"^\| \{\{.*?/(\d\d)_", SOURCE, re.MULTILINE)
    assert firsts == ["03", "06", "09"]
    for number, moves in zip(firsts, EXAMPLES[1:], strict=True):
        assert solve_in_node(moves, number)[0][1] < FEW
