"""The ladder in the page: every step's score and nodes, the time limit, stopping, and scores that differ."""

# Selenium's types are partly unknown.
# pyright: basic, reportMissingTypeStubs=false

import re
import shutil
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from common import course
from common.position import parse

ROOT = Path(__file__).parents[1]
MANY = 5_000_000  # nodes, which take any step less than a second

ROWS = """
return [...document.querySelectorAll("c4-ladder li")].map((row) =>
  ["a", ".rung-score", ".rung-nodes span", ".rung-time span"].map((part) =>
    row.querySelector(part).textContent));
"""
WIDTH = "return document.querySelector('c4-ladder li .rung-time .rung-fill').getBoundingClientRect().width"
DISAGREE = """
window.stepsWithBook = [];
window.Worker = class {
  postMessage({ step, useBook }) {
    if (useBook) window.stepsWithBook.push(step);
    const found = { score: step === "05" ? 2 : 3, nodes: 10, milliseconds: 1 };
    setTimeout(() => [found, { done: true }].forEach((data) => this.onmessage({ data })));
  }
};
"""
FIRST, GIVEN_UP = 0, "gave up after 1 s"


class Page:
    """The page, used by somebody who reads it."""

    def __init__(self, browser: webdriver.Remote, address: str) -> None:
        self.browser = browser
        self.address = f"{address}live/ladder/"

    def open(self, query: str = "") -> None:
        """Go there by an address."""
        self.browser.get(self.address + query)
        self.until(lambda: self.browser.find_elements(By.CSS_SELECTOR, "c4-ladder .run"))

    def until(self, condition: Callable[[], Any]) -> None:
        """Wait for a condition; raise TimeoutException if it does not come true."""
        WebDriverWait(self.browser, 60, 0.02).until(lambda _: condition())

    def find(self, selector: str) -> Any:
        """Return the first of the widget's elements that a selector finds."""
        return self.browser.find_element(By.CSS_SELECTOR, f"c4-ladder {selector}")

    @property
    def status(self) -> str:
        """What the status line says."""
        return self.find(".status").text

    @property
    def rows(self) -> list[list[str]]:
        """The steps: name, score, nodes and time as shown."""
        return self.browser.execute_script(ROWS)

    def run(self, limit: str = "") -> None:
        """Let the steps search, within a limit if one is given."""
        if limit:
            self.find(f"option[value='{limit}']").click()
        self.find(".run").click()

    def until_done(self) -> None:
        """Wait until the run is over."""
        self.until(lambda: self.find(".run").text == "Run")


@pytest.fixture
def page(browser: webdriver.Remote, address: str) -> Page:
    """Return the page, not yet opened."""
    return Page(browser, address)


def native(number: str, moves: str) -> tuple[int, int]:
    """Return the score that a step finds without its book, and the nodes that it takes."""
    step = course.load(number)
    solver = step.solver(use_book=False)
    return solver.solve(parse(moves, step.Position.start())), solver.nodes


def test_every_step_finds_the_native_score_with_the_native_nodes(page: Page) -> None:
    page.open()
    moves = page.find("input").get_attribute("value")
    page.run()
    page.until_done()
    rows = page.rows
    assert [row[0] for row in rows] == [f"{each} {course.load(each).name}" for each in course.numbers()]
    found = [native(number, moves) for number in course.numbers()]
    assert [row[1:3] for row in rows] == [[f"score {score}", f"{nodes:,} nodes"] for score, nodes in found]
    assert all(re.fullmatch(r"under 1 ms|[\d.]+ m?s", row[3]) for row in rows)
    fewest = min(nodes for _, nodes in found)
    assert f"with {fewest:,} nodes; step 01 took {found[0][1]:,}, which is" in page.status
    assert page.find(".contradiction").text == ""


def test_every_step_leads_to_its_lesson(page: Page) -> None:
    page.open()
    links = page.browser.find_elements(By.CSS_SELECTOR, "c4-ladder li a")
    lessons = page.browser.find_elements(By.CSS_SELECTOR, ".md-nav--primary a[href*='/lessons/']")
    expected = [lesson.get_attribute("href") for lesson in lessons]
    assert [link.get_attribute("href") for link in links] == expected


def test_a_step_gives_up_at_its_limit_and_the_next_one_can_be_stopped(page: Page) -> None:
    page.open()
    page.find("[role=group] button:nth-child(2)").click()
    page.run("1")
    page.until(lambda: "…" in page.rows[FIRST][3])
    began, widths = time.monotonic(), [page.browser.execute_script(WIDTH)]
    while page.rows[FIRST][3] != GIVEN_UP and time.monotonic() - began < 3:
        widths.append(page.browser.execute_script(WIDTH))
    assert page.rows[FIRST][3] == GIVEN_UP
    assert len(set(widths)) > 3
    assert page.rows[FIRST][1:3] == ["", ""]
    page.until(lambda: page.status == "Step 02, alpha beta, is searching …")
    page.run()
    assert page.status == "Stopped. Step 01 gave up after 1 s."
    assert page.rows[1][3].startswith("stopped after ")
    assert page.rows[2][1:] == ["", "", ""]
    page.run()
    page.until(lambda: page.status == "Step 01, minmax, is searching …")


def test_another_position_ends_the_run_and_back_restores_the_one_before(page: Page) -> None:
    page.open("?moves=44")
    page.find(".run").send_keys(Keys.ENTER)
    page.until(lambda: "…" in page.rows[FIRST][3])
    page.find(".board-columns button").send_keys("3")
    assert page.browser.current_url == f"{page.address}?moves=443"
    assert page.status == "O is to move."
    assert page.find(".run").text == "Run"
    assert {text for row in page.rows for text in row[1:]} == {""}
    page.find(".run").send_keys(Keys.ENTER)
    page.until(lambda: "…" in page.rows[FIRST][3])
    page.browser.back()
    page.until(lambda: page.status == "X is to move.")
    assert page.find("input").get_attribute("value") == "44"
    assert page.find(".run").text == "Run"


def test_what_cannot_be_searched_is_explained(page: Page) -> None:
    page.open("?moves=4444444")
    page.until(lambda: page.find("form + .complaint").text == "move 7, '4': column 4 is full")
    page.open("?moves=1212121")
    page.until(lambda: page.status == "X has won: nothing is left to search.")
    assert not page.find(".run").is_enabled()


def test_scores_that_differ_are_an_alarm(page: Page) -> None:
    page.open()
    page.browser.execute_script(DISAGREE)
    page.run()
    page.until_done()
    alarm = page.find(".contradiction")
    assert alarm.get_attribute("role") == "alert"
    assert alarm.text.startswith("The scores differ: step 01 found 3, step 05 found 2.")
    assert page.browser.execute_script("return window.stepsWithBook") == []


def gives_up(number: str, moves: str) -> bool:
    """Return whether a step's kernel finds no score within the usual limit."""
    command = ["node", str(ROOT / "tests" / "live" / "solve.mjs"), number]
    try:
        subprocess.run(command, input=f"{moves}\n", capture_output=True, text=True, timeout=3, check=True)
    except subprocess.TimeoutExpired:
        return True
    return False


@pytest.mark.skipif(not shutil.which("node"), reason="N/A: needs Node")
def test_the_examples_show_what_the_page_says() -> None:
    page = (ROOT / "docs" / "live" / "ladder.md").read_text()
    _, *examples = re.findall(r'"(\d+)"', page)
    firsts = re.findall(r"^\| \{\{.*?/(\d\d)_", page, re.MULTILINE)
    assert firsts == ["03", "06", "09"]
    for moves, number in zip(examples, firsts, strict=True):
        assert native(number, moves)[1] < MANY
    before = [f"{int(number) - 1:02}" for number in firsts]
    with ThreadPoolExecutor() as pool:
        assert all(pool.map(gives_up, before, examples))
