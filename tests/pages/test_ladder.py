"""The ladder in the page: every step's score and nodes, the time limit, stopping, and scores that differ."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from pages import WidgetPage
from repository import ROOT, run_python, solve_without_book
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from waiting import address_of

from common.tools import course

SOURCE = (ROOT / "docs" / "live" / "ladder.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r'"(\d+)"', SOURCE)
FEW, MANY = 5_000_000, 100_000_000  # nodes that any step explores in the usual limit, and that none does

ROWS = """
return [...document.querySelectorAll("c4-ladder li")].map((row) =>
  ["a", ".rung-score", ".rung-nodes span", ".rung-time span"].map((part) =>
    row.querySelector(part).textContent));
"""
WIDTH = "return document.querySelector('c4-ladder li .rung-time .rung-fill').getBoundingClientRect().width"
HELD = """
window.clock = 0;
performance.now = () => window.clock;
const { setTimeout } = window;
window.setTimeout = (call, wait) => {
  if (!(wait >= 1000)) return setTimeout(call, wait);
  window.passLimit = call;
};
"""  # the time passes when the test says so
DISAGREE = """
window.stepsWithBook = [];
window.Worker = class {
  postMessage({ step, useBook }) {
    if (useBook) window.stepsWithBook.push(step);
    const found = { score: step === "05" ? 2 : 3, nodes: 10, milliseconds: 1 };
    setTimeout(() => this.onmessage({ data: { answer: found, nodes: found.nodes } }));
  }
};
"""
FIRST = 0


class Page(WidgetPage):
    """The page, used by somebody who reads it."""

    path, widget, opened = "live/ladder/", "c4-ladder", ".run"

    def open(self, query: str = "", **parameters: str) -> None:
        """Go there by an address; no time passes until the test says so."""
        super().open(query, **parameters)
        self.browser.execute_script(HELD)

    @property
    def rows(self) -> list[list[str]]:
        return self.browser.execute_script(ROWS)

    def run(self, limit: str = "") -> None:
        if limit:
            self.find(f"option[value='{limit}']").click()
        self.find(".run").click()

    def width_after(self, milliseconds: int, said: str) -> float:
        """Return how wide the bar of the first step's time is after so long."""
        self.browser.execute_script("window.clock = arguments[0]", milliseconds)
        self.until(lambda: self.rows[FIRST][3] == f"{said} …")
        return self.browser.execute_script(WIDTH)

    def until_done(self) -> None:
        self.until(lambda: self.find(".run").text == "Run")


def test_a_step_gives_up_at_its_limit_and_the_next_one_can_be_stopped(page: Page) -> None:
    page.open("?moves=44")
    page.run("1")
    page.width_after(0, "0.0 ms")
    widths = [page.width_after(10, "10 ms"), page.width_after(100, "100 ms"), page.width_after(1000, "1.0 s")]
    assert widths[2] - widths[1] == pytest.approx(widths[1] - widths[0], abs=0.1)
    assert widths[1] > widths[0] + 10
    page.browser.execute_script("window.passLimit()")
    page.until(lambda: page.status == "Step 02, alpha beta, is searching …")
    assert page.rows[FIRST][1:] == ["", "", "gave up after 1 s"]
    page.run()
    assert page.status == "Stopped. Step 01 gave up after 1 s."
    assert page.rows[1][3].startswith("stopped after ")
    assert page.rows[2][1:] == ["", "", ""]
    page.run()
    page.until(lambda: page.status == "Step 01, minmax, is searching …")


def test_every_step_finds_the_native_score_with_the_native_nodes(page: Page) -> None:
    page.open()
    assert page.find("input").get_attribute("value") == EXAMPLES[0]
    moves = EXAMPLES[0]  # which every step finishes
    page.run()
    page.until_done()
    rows = page.rows
    assert [row[0] for row in rows] == [f"{each} {course.load(each).name}" for each in course.numbers()]
    found = [solve_without_book(number, moves) for number in course.numbers()]
    assert [row[1:3] for row in rows] == [[f"score {score}", f"{nodes:,} nodes"] for score, nodes in found]
    assert all(re.fullmatch(r"under 0\.1 ms|[\d.]+ m?s", row[3]) for row in rows)
    fewest = min(nodes for _, nodes in found)
    assert f"with {fewest:,} nodes; step 01 took {found[0][1]:,}, which is" in page.status
    assert page.find(".contradiction").text == ""


def test_every_step_leads_to_its_lesson(page: Page) -> None:
    page.open()
    links = page.all("li a")
    lessons = page.browser.find_elements(By.CSS_SELECTOR, ".md-nav--primary a[href*='/lessons/']")
    expected = sorted(f"{lesson.get_attribute('href')}" for lesson in lessons)  # the menu has groups
    assert [link.get_attribute("href") for link in links] == expected


def test_another_position_ends_the_run_and_back_restores_the_one_before(page: Page) -> None:
    page.open("?moves=44")
    page.find(".run").send_keys(Keys.ENTER)
    page.until(lambda: "…" in page.rows[FIRST][3])
    page.find(".board-columns button").send_keys("3")
    assert address_of(page.browser) == f"{page.address}?moves=443"
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


SEARCH = """
import sys
from threading import Thread
from common.position import parse
from common.tools import course

number, moves, most = sys.argv[1:]
step = course.load(number)
solver = step.solver(use_book=False)
search = Thread(target=solver.solve, args=[parse(moves, step.Position.start())], daemon=True)
search.start()
while search.is_alive() and solver.nodes < int(most):
    search.join(0.1)
print(solver.nodes)
"""  # a search runs without Python's lock, so another thread can read its count


def nodes_up_to(most: int, number: str, moves: str) -> int:
    return int(run_python(SEARCH, number, moves, str(most)))


@pytest.mark.full  # it can only change with the nodes of a step, which tests/signature.json has
def test_the_examples_show_what_the_page_says() -> None:
    firsts = re.findall(r"^\| \{\{.*?/(\d\d)_", SOURCE, re.MULTILINE)
    assert firsts == ["03", "06", "09"]
    examples = EXAMPLES[1:]
    assert all(
        solve_without_book(number, moves)[1] < FEW for number, moves in zip(firsts, examples, strict=True)
    )
    before = [f"{int(number) - 1:02}" for number in firsts]
    with ThreadPoolExecutor() as pool:
        assert min(pool.map(nodes_up_to, [MANY] * len(before), before, examples)) >= MANY
