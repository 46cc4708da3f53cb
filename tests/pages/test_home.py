"""Tests of the home page: a scored board, a race that plays by itself, and links to the rest."""

import re
from pathlib import Path

import pytest
from chromium import resize
from repository import ROOT
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

HOME = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
COUNTS = "return [...document.querySelectorAll('.duel-row data')].map((count) => count.textContent)"
BOTTOM = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom"
WIDE = """
const wide = [...document.querySelectorAll(".md-typeset__scrollwrap")]
  .filter((each) => each.scrollWidth > each.clientWidth);
return wide.map((each) => {
  each.scrollLeft = 1;
  const { overflowX, backgroundAttachment } = getComputedStyle(each);
  return [each.scrollLeft, overflowX, backgroundAttachment.includes("local")];
});
"""  # a shadow that goes away at the end has a cover that moves with the table
LETTERS = """
const scale = ({ a, b }) => Math.hypot(a, b); // of letters that may be turned
const size = (text) => parseFloat(getComputedStyle(text).fontSize) * scale(text.getScreenCTM());
return [...document.querySelectorAll("figure:is(.chart, .climbed) text")].map(size);
"""
SCREENS = {"laptop": (1366, 768), "phone": (360, 640)}


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_scores_and_doors_are_on_the_first_screen(
    address: str, chromium: webdriver.Chrome, size: tuple[int, int]
) -> None:
    resize(chromium, *size)
    chromium.get(address)
    chromium.execute_script("localStorage.clear()")  # a reader who has begun is led on by another door
    chromium.refresh()
    scored = (By.CSS_SELECTOR, "c4-analysis .board-columns b")
    WebDriverWait(chromium, 60).until(lambda browser: len(browser.find_elements(*scored)) == 7)
    assert chromium.execute_script(BOTTOM, "c4-analysis .board-columns") < size[1]
    if size == SCREENS["laptop"]:
        assert chromium.execute_script(BOTTOM, ".duel") < size[1]
    doors = chromium.find_elements(By.CSS_SELECTOR, ".doors strong")
    assert [door.text for door in doors] == ["Play", "Puzzles", "Write it", "Start"]
    assert all(door.rect["y"] + door.rect["height"] < size[1] for door in doors)


@pytest.mark.parametrize("page", ["lessons/24_threads/", "players/accuracy/"])
def test_letters_of_charts_are_legible_on_phones(address: str, chromium: webdriver.Chrome, page: str) -> None:
    resize(chromium, 390, 844)
    chromium.get(f"{address}{page}")
    sizes = WebDriverWait(chromium, 60).until(lambda browser: browser.execute_script(LETTERS))
    assert min(sizes) >= 8  # pixels
    assert chromium.execute_script("return document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("page", ["start/", "benchmarks/", "reference/cli/"])
def test_wide_tables_scroll_on_phones_and_show_it(
    address: str, chromium: webdriver.Chrome, page: str
) -> None:
    resize(chromium, 390, 844)
    chromium.get(f"{address}{page}")
    wide = WebDriverWait(chromium, 60).until(lambda browser: browser.execute_script(WIDE))
    assert {tuple(each) for each in wide} == {(1, "auto", True)}


def test_a_page_from_disk_says_what_to_do(site: Path, chromium: webdriver.Chrome) -> None:
    chromium.get(f"file://{site}/live/index.html")
    assert "c4 serve" in chromium.find_element(By.CSS_SELECTOR, "article [role=alert]").text


def test_a_page_that_is_not_there_leads_home(address: str, chromium: webdriver.Chrome) -> None:
    chromium.get(f"{address}404.html")
    assert chromium.find_elements(By.CSS_SELECTOR, "nav.md-nav")
    assert not chromium.find_elements(By.CSS_SELECTOR, "article [role=alert]")
    home = chromium.find_element(By.LINK_TEXT, "home page").get_attribute("href")
    assert f"{home}".rstrip("/") == address.rstrip("/")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_race_plays_and_can_be_stopped(address: str, chromium: webdriver.Chrome, motion: str) -> None:
    features = [{"name": "prefers-reduced-motion", "value": motion}]
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    resize(chromium, 1366, 900)
    chromium.get(address)
    find_button = (By.CSS_SELECTOR, "c4-duel button")
    WebDriverWait(chromium, 60).until(lambda browser: browser.find_elements(*find_button))
    button = chromium.find_element(*find_button)
    ended = [f"{count} ✓" for count in re.findall(r'<data value="\d+">([\d,]+)</data>', HOME)]
    if motion == "reduce":
        assert (button.text, chromium.execute_script(COUNTS)) == ("Play again", ended)
        button.click()
    WebDriverWait(chromium, 60).until(lambda _: button.text == "Stop")
    assert chromium.execute_script(COUNTS)[0] != ended[0]
    button.click()
    assert (button.text, chromium.execute_script(COUNTS)) == ("Play again", ended)
