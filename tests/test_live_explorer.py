"""The search explorer: the nodes of the real steps, moment by moment, by pointer, keyboard and address."""

# Selenium's types are partly unknown.
# pyright: basic, reportMissingTypeStubs=false

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from waiting import address_of, hold, release, until

from common.position import parse
from common.tools import course, sets
from common.tools.site.searches import traces

INDEX = json.loads((traces.folder() / traces.INDEX).read_text())
SHORT, OTHER, *_, LONG = (position["moves"] for position in INDEX["positions"])
MOST_BYTES = 100_000


def compiled(number: str, moves: str) -> tuple[int, int]:
    """Return the score of a position and the nodes of the compiled step."""
    step = course.load(number)
    solver = step.solver(use_book=False)
    return solver.solve(parse(moves, step.Position.start())), solver.nodes


class Page:
    """The explorer as a reader has it."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser, self.address = browser, f"{address}live/explorer/"

    def open(self, query: str = "") -> None:
        """Go there and wait for the first moment."""
        self.browser.get(self.address + query)
        self.until(lambda: self.all("c4-explorer .status") and self.said)

    def until(self, condition: Callable[[], Any]) -> None:
        """Wait until a condition holds."""
        until(self.browser, condition)

    def all(self, selector: str) -> list[Any]:
        """Return the elements that match."""
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str:
        """Return the text of the only element that matches."""
        (found,) = self.all(f"c4-explorer {selector}")
        return found.text

    def button(self, text: str) -> Any:
        """Return the button with a text."""
        (found,) = [button for button in self.all("c4-explorer .controls button") if button.text == text]
        return found

    def click(self, element: Any) -> None:
        """Click on an element, scrolled to where the theme does not cover it."""
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def radio(self, number: str) -> Any:
        """Return the radio button of a step."""
        (found,) = self.all(f"c4-explorer input[value='{number}']")
        return found

    @property
    def said(self) -> str:
        """Return the sentence about the moment."""
        return self.text(".status")

    @property
    def moment(self) -> int:
        """Return the number of the moment."""
        return int(self.text(".counter").split()[1])

    @property
    def query(self) -> dict[str, str]:
        """Return what the address says."""
        return {
            name: values[0] for name, values in parse_qs(urlsplit(address_of(self.browser)).query).items()
        }


@pytest.fixture
def page(browser: Any, address: str) -> Page:
    """Return the page, not yet opened."""
    return Page(browser, address)


@pytest.mark.parametrize("position", INDEX["positions"], ids=lambda position: position["moves"])
def test_what_is_recorded_is_what_the_compiled_step_does(position: dict[str, Any]) -> None:
    moves = position["moves"]
    found = [compiled(number, moves) for number in INDEX["steps"]]
    assert found == [(position["score"], nodes) for nodes in position["nodes"]]
    assert position["score"] == {line.moves: line.score for line in sets.load_set("end-easy")}[moves]


def test_a_recorded_search_is_quickly_loaded() -> None:
    sizes = {path.name: path.stat().st_size for path in traces.folder().glob("*.json")}
    assert len(sizes) == len(traces.POSITIONS) + 1
    assert max(sizes.values()) < MOST_BYTES


def test_each_search_shows_its_nodes(page: Page) -> None:
    page.open(f"?moves={SHORT}&search={INDEX['steps'][-1]}")
    for number in INDEX["steps"]:
        _, nodes = compiled(number, SHORT)
        radio = page.radio(number)
        page.click(radio)
        page.until(lambda number=number: page.query.get("search") == number)
        assert radio.find_element(By.XPATH, "..").text.endswith(f"{nodes} nodes")
        page.all("c4-explorer input[type=range]")[0].send_keys(Keys.END)
        assert page.said.endswith(f"The search took {nodes} nodes.")
        assert f"{nodes} nodes of {nodes} so far" in page.text(".counter")


def test_moments_come_one_after_the_other(page: Page) -> None:
    page.open(f"?moves={SHORT}&search=02")
    assert not page.button("Back").is_enabled()
    assert "alpha -18 to beta 18" in (start := page.said)
    page.click(page.button("Forward"))
    assert page.moment == 2
    assert " plays column " in page.said
    page.click(page.button("Back"))
    assert (page.moment, page.said) == (1, start)
    page.click(page.button("Next cutoff"))
    assert "which reaches beta" in page.said
    assert "never looked at" in page.said
    cut = [box.get_attribute("aria-label") for box in page.all("c4-explorer .box-cut")]
    assert any(name.endswith("cut off") for name in cut)
    page.click(page.button("Last"))
    assert not page.button("Forward").is_enabled()
    page.click(page.button("First"))
    assert page.said == start


def test_it_plays_by_itself_when_asked(page: Page) -> None:
    page.open(f"?moves={LONG}&search=01")  # with more moments than anybody waits for
    page.click(page.button("Play"))
    page.until(lambda: page.moment > 1)
    page.click(page.button("Pause"))
    assert page.button("Play")


def test_the_keyboard_is_enough(page: Page) -> None:
    page.open(f"?moves={SHORT}&search=01")
    page.radio("01").send_keys(Keys.ARROW_DOWN)
    page.until(lambda: page.query.get("search") == "02")
    (slider,) = page.all("c4-explorer input[type=range]")
    slider.send_keys(Keys.ARROW_RIGHT)
    slider.send_keys(Keys.ARROW_RIGHT)
    assert page.moment == 3
    page.button("Back").send_keys(Keys.ENTER)
    assert page.moment == 2
    slider.send_keys(Keys.END)
    box = page.all("c4-explorer .tree-row:nth-child(2) .box-done")[0]
    name = box.get_attribute("aria-label")
    box.send_keys(Keys.ENTER)
    assert box.get_attribute("aria-current") == "true"
    column = name.split()[1].rstrip(",")
    assert f"tried column {column}: " in page.said
    board = page.all("c4-explorer c4-board svg")[0].get_attribute("aria-label")
    assert board.startswith(f"Board after the moves {' '.join(SHORT + column)};")


def test_the_address_restores_what_was_shown(page: Page) -> None:
    page.open(f"?moves={LONG}&search=03&moment=7")
    before = page.said
    page.click(page.radio("05"))
    page.until(lambda: page.query["search"] == "05" and page.query["moves"] == LONG)
    page.browser.back()
    page.until(lambda: page.radio("03").is_selected())
    assert (page.moment, page.said) == (7, before)
    page.click(page.button("Forward"))
    page.until(lambda: page.query["moment"] == "8")
    page.all(f"c4-explorer option[value='{SHORT}']")[0].click()
    page.until(lambda: page.query["moves"] == SHORT)
    assert page.moment == 1


@pytest.mark.parametrize("ok", [True, False], ids=["answer", "error"])
def test_what_comes_too_late_changes_nothing(page: Page, ok: bool) -> None:
    page.open(f"?moves={SHORT}&search=02")
    hold(page.browser, LONG)
    page.click(page.all(f"c4-explorer option[value='{LONG}']")[0])
    page.click(page.all(f"c4-explorer option[value='{OTHER}']")[0])
    page.until(lambda: page.query["moves"] == OTHER)
    page.click(page.button("Forward"))
    page.until(lambda: page.query["moment"] == "2")
    shown = page.said
    release(page.browser, ok=ok)
    assert (page.said, page.moment, page.text(".complaint")) == (shown, 2, "")
    assert page.query == {"moves": OTHER, "search": "02", "moment": "2"}
    page.browser.back()
    page.until(lambda: page.query["moves"] == SHORT)


def test_an_error_leaves_the_search_that_was_shown(page: Page) -> None:
    page.open(f"?moves={SHORT}&search=02&moment=3")
    shown = page.said
    hold(page.browser, LONG)
    page.click(page.all(f"c4-explorer option[value='{LONG}']")[0])
    release(page.browser, ok=False)
    assert page.text(".complaint").endswith(f"{LONG}.json could not be loaded: 503")
    assert page.all("c4-explorer select")[0].get_property("value") == SHORT
    assert (page.said, page.query["moves"]) == (shown, SHORT)


def test_an_address_that_names_nothing_says_why(page: Page) -> None:
    page.open("?moves=4455")
    assert page.text(".complaint").startswith("No search after the moves '4455' was recorded")
    assert page.moment == 1


def test_without_javascript_there_are_a_position_and_its_nodes(address: str) -> None:
    with urlopen(f"{address}live/explorer/") as answer:
        html = answer.read().decode()
    assert f'aria-label="Board after the moves {SHORT}"' in html
    for number, nodes in zip(INDEX["steps"], INDEX["positions"][0]["nodes"], strict=True):
        assert f"<td>{number} {course.load(number).name}</td><td>{nodes}</td>" in html
