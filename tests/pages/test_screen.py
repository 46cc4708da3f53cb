"""Tests of the screen for a class on Ask, Play and Puzzles: by mouse, touch, keys and address, from afar."""

from typing import Any

import pytest
from chromium import resize
from pages import WidgetPage, address_of
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from common.position import HEIGHT, WIDTH

WIDGETS = {"live/": "c4-analysis", "live/play/": "c4-play", "live/puzzles/": "c4-puzzles"}
QUERIES = {"live/": "moves=4455", "live/play/": "x=you&o=you&moves=4455", "live/puzzles/": "theme=fork"}
FILLS = """
const { left, top, width, height } = document.querySelector(".on-screen").getBoundingClientRect();
const isAlone = document.elementFromPoint(innerWidth / 2, 2).closest(".on-screen");
return isAlone && [left, top, width, height].join() === [0, 0, innerWidth, innerHeight].join();
"""
# The letters of a picture grow with it.
SMALL = """
const small = [];
for (const each of document.querySelectorAll(".on-screen *")) {
  const hasText = [...each.childNodes].some(({ nodeName, data }) => nodeName === "#text" && data.trim());
  const isSeen = !each.matches(".unseen") && each.checkVisibility({ visibilityProperty: true });
  if (!isSeen || !(hasText || each.matches("input"))) continue;
  const { fontSize } = getComputedStyle(each);
  const size = Number.parseFloat(fontSize) * (each.getScreenCTM?.().a ?? 1);
  if (size < innerHeight / 40) small.push(`${each.textContent}: ${size}`);
}
return small;
"""
OVERFLOWS = """
const { scrollWidth, scrollHeight } = document.querySelector(".on-screen");
return scrollWidth > innerWidth || scrollHeight > innerHeight;
"""


class Page(WidgetPage):
    """A page whose widget can fill the screen."""

    def __init__(self, browser: Any, address: str, path: str = "live/") -> None:
        self.path, self.widget = path, WIDGETS[path]
        super().__init__(browser, address)

    def fill(self, size: tuple[int, int] = (1280, 800)) -> None:
        """Open the page with some stones on its board, and have it fill a screen of a size."""
        if isinstance(self.browser, webdriver.Chrome):  # the others have the size of a computer
            resize(self.browser, *size)
        self.open(f"?{QUERIES[self.path]}&screen=1")
        self.until(lambda: self.all(".board-cover"))

    def locate(self, column: int, row: int) -> tuple[int, int]:
        """Return the point of a cell in the window."""
        board = self.find("c4-board svg").rect
        cell = board["width"] / WIDTH
        return round(board["x"] + (column - 0.5) * cell), round(board["y"] + (HEIGHT + 0.5 - row) * cell)

    @property
    def is_filled(self) -> bool:
        return bool(self.browser.find_elements(By.CSS_SELECTOR, ".on-screen"))

    @property
    def drawn(self) -> str:
        """What a screen reader hears of the marks, and what it finds on the picture of them."""
        said = self.find("c4-board [role=status]").get_attribute("textContent")
        assert said == self.find(".board-cover svg").get_attribute("aria-label")
        return said

    @property
    def stones(self) -> str:
        return self.find("c4-board svg").get_attribute("aria-label")


@pytest.mark.parametrize("path", WIDGETS)
def test_by_mouse(chromium: Any, address: str, path: str) -> None:
    page = Page(chromium, address, path)
    page.open(f"?{QUERIES[path]}")
    page.press("Fill the screen")
    page.until(lambda: chromium.execute_script("return document.fullscreenElement !== null"))
    assert chromium.execute_script(FILLS)
    assert page.query["screen"] == "1"
    assert page.button("Undo" if path != "live/puzzles/" else "Take back").is_displayed()
    stones = page.stones
    mouse = ActionChains(chromium, duration=50)
    board = page.find("c4-board svg")

    def move(column: int, row: int) -> ActionChains:
        cell = board.rect["width"] / WIDTH
        x, y = (column - (WIDTH + 1) / 2) * cell, ((HEIGHT + 1) / 2 - row) * cell
        return mouse.move_to_element_with_offset(board, round(x), round(y))

    move(4, 3).context_click().perform()
    assert page.drawn == "Marked: row 3 of column 4."
    move(2, 2).click_and_hold()
    move(2, 4)
    move(4, 4).release().perform()
    assert page.drawn == "Marked: row 3 of column 4. Arrow from row 2 of column 2 to row 4 of column 4."
    move(1, 1).click_and_hold()  # up a column, whose stone it does not play
    move(1, 6).release().perform()
    assert len(page.all(".drawn-arrow")) == 2
    move(1, 1).click_and_hold()  # off the board
    mouse.move_to_element(page.find(".status")).release().perform()
    assert len(page.all(".drawn-arrow")) == 2
    assert page.stones == stones
    chromium.execute_script("document.exitFullscreen()")  # as a browser that keeps Escape to itself
    page.until(lambda: page.drawn == "Nothing is marked.")
    assert chromium.execute_script(FILLS)
    move(7, 3).click().perform()
    page.until(lambda: page.stones != stones)
    page.type(Keys.ESCAPE)
    assert not page.is_filled
    assert "screen" not in page.query


@pytest.mark.parametrize("path", WIDGETS)
def test_by_touch(chromium: Any, address: str, path: str) -> None:
    page = Page(chromium, address, path)
    page.fill((390, 844))
    stones = page.stones

    def touch(kind: str, *points: tuple[int, int]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        chromium.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", page.locate(4, 3))
    page.until(lambda: page.all(".drawn-mark"))
    touch("touchEnd")
    assert page.drawn == "Marked: row 3 of column 4."
    touch("touchStart", page.locate(2, 2))
    touch("touchMove", page.locate(3, 3))
    touch("touchMove", page.locate(4, 4))
    touch("touchEnd")
    assert page.drawn.endswith("Arrow from row 2 of column 2 to row 4 of column 4.")
    assert page.stones == stones
    page.press("Clear the marks")
    assert page.drawn == "Nothing is marked."
    touch("touchStart", page.locate(7, 3))
    touch("touchEnd")
    page.until(lambda: page.stones != stones)
    page.press("Leave the screen")
    assert not page.is_filled


@pytest.mark.parametrize("path", WIDGETS)
def test_by_keyboard(browser: Any, address: str, path: str) -> None:
    page = Page(browser, address, path)
    page.open(f"?{QUERIES[path]}")
    page.type("b")
    page.until(lambda: page.is_filled)  # the screen is loaded when it is first asked for
    header = browser.find_element(By.CSS_SELECTOR, "header")
    assert header.get_property("inert")
    page.find(".cell-buttons [tabindex='0']").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ENTER)
    assert page.drawn == "Marked: row 2 of column 2."
    focused = browser.switch_to.active_element
    assert focused.get_attribute("aria-label").startswith("Row 2 of column 2: ")
    assert focused.get_attribute("aria-label").endswith(", marked")
    page.type("a")
    assert len(page.all(".drawn-mark")) == 2  # one shows where the arrow begins
    page.type(Keys.ARROW_RIGHT, "a")
    assert page.drawn.endswith("Arrow from row 2 of column 2 to row 2 of column 3.")
    stones = page.stones
    page.type("7")
    page.until(lambda: page.stones != stones)
    before = address_of(browser)
    page.type("n", "s")  # which lead to the next page of the course, and to the search
    assert address_of(browser) == before
    page.type(Keys.ESCAPE)
    page.until(lambda: not page.all(".drawn-mark, .drawn-arrow"))
    assert page.is_filled
    page.type("b")
    assert not page.is_filled
    assert browser.switch_to.active_element.get_attribute("aria-label") == "Fill the screen"
    assert not header.get_property("inert")


def test_a_class_guesses_before_it_sees_the_scores(browser: Any, address: str) -> None:
    page = Page(browser, address)
    page.fill()
    page.until(lambda: page.all(".spoiler"))

    def read_labels() -> list[str]:
        return [button.get_attribute("aria-label") for button in page.all(".board-columns button")]

    hidden = [f"Column {name}" for name in range(1, WIDTH + 1)]
    assert page.status == "X is to move."
    assert read_labels() == hidden
    assert not page.all(".board-columns b")
    page.press("Count hands")
    page.type("12")
    assert page.query["moves"] == "4455"
    page.type(Keys.ESCAPE)  # leaves the field, not the screen
    page.press("Show the scores")
    assert page.status == "X is to move. Best: column 3 or 6; X wins in 2."
    assert read_labels()[2] == "Column 3: 18, win; X wins in 2; best"
    assert page.find(".hands input").get_property("value") == "12"
    page.all(".board-columns button")[0].click()
    page.until(lambda: page.all(".spoiler"))
    assert page.status == "O is to move."
    assert read_labels() == hidden
    assert page.find(".hands input").get_property("value") == ""
    browser.back()
    page.until(lambda: page.query["moves"] == "4455")
    assert page.is_filled
    page.press("Leave the screen")
    page.until(lambda: "Best: column 3 or 6" in page.status)
    assert page.find(".board-columns b").text == "-4"


@pytest.mark.parametrize("path", WIDGETS)
def test_it_is_read_from_ten_metres(chromium: Any, address: str, path: str) -> None:
    page = Page(chromium, address, path)
    page.fill()
    page.press("Count hands")
    if path == "live/":
        page.until(lambda: page.all(".spoiler"))
        page.press("Show the scores")
    for size in ((1280, 800), (1400, 900), (1920, 1080), (1024, 768)):
        resize(chromium, *size)
        assert chromium.execute_script(FILLS)
        assert chromium.execute_script(SMALL) == []
        assert not chromium.execute_script(OVERFLOWS)
        assert page.find("c4-board svg").rect["height"] > 0.65 * size[1]
    assert page.list_violations() == []
