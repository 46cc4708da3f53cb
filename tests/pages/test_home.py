"""Tests of the home page: a scored board, where to go, the eight ideas, and what a phone keeps."""

import json
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

from chromium import resize
from matplotlib.image import imread
from pages import IS_IN_SIGHT, until
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

BOTTOM = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom"
GROWN = """
const board = document.querySelector("c4-analysis");
return board.offsetHeight - parseFloat(getComputedStyle(board).minHeight);
"""  # what is below moved by as much
AFTER_SENTENCE = """
const [sentence, board] = ["h1 + p", "c4-board"].map((name) => document.querySelector(`article ${name}`));
return board.getBoundingClientRect().top - sentence.getBoundingClientRect().bottom;
"""
ANSWER = "document.querySelectorAll('details.right > summary').forEach((each) => each.click())"
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


def test_board_main_button_and_eight_ideas_are_on_the_first_screen(
    address: str, chromium: webdriver.Chrome
) -> None:
    resize(chromium, *LAPTOP)
    chromium.get(address)
    chromium.execute_script("localStorage.clear()")  # a reader who has begun is led on by another name
    chromium.refresh()
    scored = (By.CSS_SELECTOR, "c4-analysis .board-columns b")
    until(chromium, lambda: len(chromium.find_elements(*scored)) == 7)
    assert not chromium.find_elements(By.CSS_SELECTOR, "c4-race .status")
    main = chromium.find_element(By.ID, "carry-on")
    assert main.text.split("\n")[0] == "Lesson 01"
    doors = chromium.find_elements(By.CSS_SELECTOR, ".doors a")
    assert [door.text.split("\n")[0] for door in doors] == ["Play", "Today's puzzle"]
    ideas = chromium.find_elements(By.CSS_SELECTOR, ".ideas li a")
    assert [idea.text[:2] for idea in ideas] == [f"{number:02}" for number in range(1, 9)]
    assert all(each.rect["y"] + each.rect["height"] < LAPTOP[1] for each in (main, *doors, *ideas))
    assert chromium.execute_script(BOTTOM, "c4-analysis .board-columns") < LAPTOP[1]
    assert chromium.execute_script(GROWN) < 1
    resize(chromium, *PHONE)
    assert 0 <= chromium.execute_script(AFTER_SENTENCE) < 20
    assert chromium.execute_script(BOTTOM, "c4-analysis .board-columns") < main.rect["y"] < PHONE[1]
    assert chromium.execute_script(IS_IN_SIGHT, main)
    assert chromium.execute_script(GROWN) < 1
    sizes = [idea.size for idea in ideas]
    ideas[0].send_keys(Keys.TAB)  # the theme marks what the keyboard has reached
    assert [idea.size for idea in ideas] == sizes
    assert chromium.execute_script(IS_IN_SIGHT, ideas[1])


def test_after_volume_one_home_leads_to_its_end(address: str, chromium: webdriver.Chrome) -> None:
    chromium.get(f"{address}lessons/08_opening_book/")
    chromium.execute_script(ANSWER)
    until(chromium, lambda: chromium.find_elements(By.CSS_SELECTOR, ".md-nav__link--active .tick"))
    chromium.get(address)
    main = chromium.find_element(By.ID, "carry-on")
    until(chromium, lambda: main.text.split("\n") == ["Carry on", "The end: your program plays"])
    assert main.get_attribute("href") == f"{address}live/end/"
    chromium.execute_script("localStorage.clear()")


def test_a_phone_can_keep_the_site(address: str, chromium: webdriver.Chrome) -> None:
    chromium.get(f"{address}lessons/02_alpha_beta/")
    manifest = chromium.execute_cdp_cmd("Page.getAppManifest", {})
    assert manifest["url"] == f"{address}app.webmanifest"
    assert not manifest["errors"]
    content = json.loads(manifest["data"])
    assert urljoin(manifest["url"], content["start_url"]) == address
    assert chromium.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"] == []
    touch = chromium.find_element(By.CSS_SELECTOR, "link[rel=apple-touch-icon]").get_attribute("href")
    assert touch == f"{address}{content['icons'][-1]['src']}"
    with urlopen(f"{touch}") as answer:
        height, width, _ = imread(BytesIO(answer.read())).shape
    assert content["icons"][-1]["sizes"] == f"{width}x{height}"


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
