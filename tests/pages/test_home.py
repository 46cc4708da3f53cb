"""Tests of the home page: where to go, the eight steps, and a scored board."""

from pathlib import Path

from chromium import resize
from pages import until
from selenium import webdriver
from selenium.webdriver.common.by import By

BOTTOM = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom"
GROWN = """
const board = document.querySelector("c4-analysis");
return board.offsetHeight - parseFloat(getComputedStyle(board).minHeight);
"""  # what is below moved by as much
WIDE = """
const wide = [...document.querySelectorAll(".md-typeset__scrollwrap")]
  .filter((each) => each.scrollWidth > each.clientWidth);
return wide.map((each) => {
  each.scrollLeft = 1;
  const { overflowX, backgroundAttachment } = getComputedStyle(each);
  return [each.scrollLeft, overflowX, backgroundAttachment.includes("local")];
});
"""  # a shadow that goes away at the end has a cover that moves with the table
LAPTOP, PHONE = (1366, 768), (360, 640)


def test_doors_and_the_eight_are_on_the_first_screen(address: str, chromium: webdriver.Chrome) -> None:
    resize(chromium, *LAPTOP)
    chromium.get(address)
    chromium.execute_script("localStorage.clear()")  # a reader who has begun is led on by another door
    chromium.refresh()
    scored = (By.CSS_SELECTOR, "c4-analysis .board-columns b")
    until(chromium, lambda: len(chromium.find_elements(*scored)) == 7)
    assert chromium.execute_script(BOTTOM, "c4-analysis .board-columns") < LAPTOP[1]
    assert not chromium.find_elements(By.CSS_SELECTOR, "c4-race .status")
    for size in (LAPTOP, PHONE):
        resize(chromium, *size)
        doors = chromium.find_elements(By.CSS_SELECTOR, ".doors strong")
        assert [door.text for door in doors] == ["Lesson 01", "Set up", "Play", "Puzzles"]
        eight = chromium.find_elements(By.CSS_SELECTOR, ".front td a")
        assert [link.text[:2] for link in eight] == [f"{number:02}" for number in range(1, 9)]
        assert all(each.rect["y"] + each.rect["height"] < size[1] for each in (*doors, *eight))
        assert chromium.execute_script(GROWN) < 1


def test_wide_tables_scroll_on_phones_and_show_it(address: str, chromium: webdriver.Chrome) -> None:
    resize(chromium, 390, 844)
    chromium.get(f"{address}reference/cli/")
    until(chromium, lambda: chromium.execute_script(WIDE))
    assert {tuple(each) for each in chromium.execute_script(WIDE)} == {(1, "auto", True)}


def test_a_page_from_disk_says_what_to_do(site: Path, chromium: webdriver.Chrome) -> None:
    chromium.get(f"file://{site}/live/index.html")
    assert "c4 serve" in chromium.find_element(By.CSS_SELECTOR, "article [role=alert]").text


def test_a_page_that_is_not_there_leads_home(address: str, chromium: webdriver.Chrome) -> None:
    chromium.get(f"{address}404.html")
    assert chromium.find_elements(By.CSS_SELECTOR, "nav.md-nav")
    assert not chromium.find_elements(By.CSS_SELECTOR, "article [role=alert]")
    home = chromium.find_element(By.LINK_TEXT, "home page").get_attribute("href")
    assert f"{home}".rstrip("/") == address.rstrip("/")
