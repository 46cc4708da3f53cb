"""Tests of the live pages' addresses: a link to a section leaves a reader's position unchanged."""

from typing import Any

import pytest
from pages import WidgetPage
from selenium import webdriver
from selenium.webdriver.common.by import By

COUNT = "window.turned = 0; addEventListener('hashchange', () => { turned += 1 })"
BEGUN = {  # by the page: its widget, where it begins, what is pressed, and the button that would be lost
    "live/": ("c4-analysis", "?moves=44", "Undo", "Redo"),
    "live/bitboard/": ("c4-bitboard", "?moves=4455&column=3", "Undo", "Redo"),
    "live/edit/": ("c4-turn", "?stage=02", "Reset", "Undo the reset"),
    "live/ladder/": ("c4-ladder", "?moves=4455", "Undo", "Redo"),
    "live/play/": ("c4-play", "?x=you&o=you&moves=4455", "Undo", "Redo"),
    "live/puzzles/": ("c4-puzzles", "?puzzle=17", "Show the move", "Start over"),
}


@pytest.mark.parametrize("path", BEGUN)
def test_a_link_to_a_section_leaves_what_is_begun(
    path: str, chromium: webdriver.Chrome, address: str
) -> None:
    widget, query, pressed, kept = BEGUN[path]
    page: Any = type("Page", (WidgetPage,), {"path": path, "widget": widget, "opened": "button"})(
        chromium, address
    )
    page.open(query)
    if path == "live/edit/":
        page.until(lambda: page.all(".cm-content"))
        page.find(".cm-content").send_keys("# mine")
    page.press(pressed)
    page.until(lambda: page.button(kept).is_enabled())
    chromium.execute_script(COUNT)
    link = chromium.find_element(By.CSS_SELECTOR, "nav a[href^='#']")
    chromium.execute_script("arguments[0].click()", link)
    page.until(lambda: chromium.execute_script("return turned === 1"))
    assert page.button(kept).is_enabled()
    chromium.back()
    page.until(lambda: chromium.execute_script("return turned === 2"))
    assert page.button(kept).is_enabled()
