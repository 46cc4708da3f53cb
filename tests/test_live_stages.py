"""The tree of lesson 02 in a browser: stage by stage, by keyboard, and whole without scripts."""

# Selenium's types are partly unknown.
# pyright: basic

from typing import Any
from urllib.request import urlopen

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from waiting import until

PAGE = "lessons/02_alpha_beta/"


class Page:
    """The tree as a reader has it."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser = browser
        browser.get(address + PAGE)
        until(browser, lambda: self.all(".counter"))

    def all(self, selector: str) -> list[Any]:
        """Return the elements that match."""
        return self.browser.find_elements(By.CSS_SELECTOR, f"c4-stages {selector}")

    def button(self, text: str) -> Any:
        """Return the button with a text."""
        (found,) = [button for button in self.all("button") if button.text == text]
        return found

    @property
    def said(self) -> tuple[str, str]:
        """Return which stage it is, and what happens then."""
        return self.all(".counter")[0].text, self.all(".status")[0].text

    @property
    def shown(self) -> int:
        """Return how many parts of the tree are to be seen."""
        return len(self.all("[data-part]:not(.waiting)"))


@pytest.fixture
def page(browser: Any, address: str) -> Page:
    """Return the page, at its first stage."""
    return Page(browser, address)


def test_the_tree_grows_stage_by_stage(page: Page) -> None:
    counter, words = page.said
    assert counter.startswith("Stage 1 of ")
    assert "alpha -18, beta 18" in words
    assert page.shown == 1
    page.button("Forward").send_keys(Keys.ENTER)
    assert page.said[0].startswith("Stage 2 of ")
    assert page.shown == 2
    (slider,) = page.all("input[type=range]")
    slider.send_keys(Keys.END)
    assert page.said[1].endswith("comes back, the score.")
    assert page.shown == len(page.all("[data-part]"))
    assert len(page.all(".cut")) == 2
    slider.send_keys(Keys.HOME)
    assert (page.said, page.shown) == ((counter, words), 1)


def test_the_board_has_the_stones_of_the_node(page: Page) -> None:
    page.all("input[type=range]")[0].send_keys(Keys.ARROW_RIGHT)
    (current,) = page.all(".now")
    moves = current.get_attribute("data-part")
    assert (
        page.all("c4-board svg")[0]
        .get_attribute("aria-label")
        .startswith(f"Board after the moves {' '.join(moves)};")
    )
    assert len(page.all(".disc-ring")) == 1


def test_without_javascript_there_are_all_stages_and_the_tree_at_its_end(address: str) -> None:
    with urlopen(address + PAGE) as answer:
        html = answer.read().decode()
    widget = html.partition("<c4-stages")[2].partition("</c4-stages>")[0]
    assert widget.count("<li ") > 20
    assert 'class="waiting"' not in widget
