"""The board that asks the perfect player, in real browsers."""

# Selenium's types are partly unknown.
# pyright: basic

from random import Random
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from common.benchmark import sets
from common.book import newest
from common.position import InvalidPosition, parse
from common.solver import analyze

HARD = "177173772"  # beyond the book, and the search takes seconds
MANY = {"end-easy": 60, "middle-easy": 50, "middle-medium": 30, "begin-easy": 30}

ANALYZE = """
const [texts, done] = arguments;
const load = (name) => import(`${location.origin}/assets/live/${name}.js`);
Promise.all([load("solver"), load("rules")])
  .then(async ([{ Solver }, { Game }]) => {
    const solver = new Solver();
    const found = [];
    for (const text of texts) found.push(await solver.analyze(Game.parse(text)));
    done(found);
  })
  .catch((error) => done(String(error)));
"""


@pytest.fixture
def page(address: str) -> str:
    """Return the address of the board."""
    return f"{address}live/"


def widget(browser: webdriver.Remote, selector: str) -> Any:
    """Return what is there of the widget."""
    return browser.find_element(By.CSS_SELECTOR, f"c4-analysis {selector}")


def wait_for(browser: webdriver.Remote, text: str, selector: str = ".status") -> None:
    """Wait until the widget says something."""
    WebDriverWait(browser, 30, 0.05).until(lambda _: text in widget(browser, selector).text, f"no {text!r}")


def shown(browser: webdriver.Remote) -> list[int | None]:
    """Return the scores below the columns."""
    columns = browser.find_elements(By.CSS_SELECTOR, "c4-analysis .board-columns button")
    return [int(text) if (text := "".join(column.text.split("\n")[1:2])) else None for column in columns]


def openings(count: int) -> list[str]:
    """Return games of up to eight stones, which the book answers."""
    random, found = Random(5), [""]
    while len(found) < count:
        text = "".join(random.choices("1234567", k=random.randint(0, 8)))
        try:
            parse(text, newest().Position.start())
        except InvalidPosition:
            continue
        found.append(text)
    return found


def test_every_column_has_the_score_that_analyze_gives(page: str, browser: webdriver.Remote) -> None:
    texts = openings(30) + [line.moves for name, count in MANY.items() for line in sets.load(name, count)]
    assert len(texts) == 200
    browser.get(page)
    browser.set_script_timeout(300)
    step = newest()
    solver = step.solver()
    expected = [analyze(solver, parse(text, step.Position.start())) for text in texts]
    assert browser.execute_async_script(ANALYZE, texts) == expected


def test_a_shared_address_shows_the_position_and_its_scores(page: str, browser: webdriver.Remote) -> None:
    browser.get(f"{page}?moves=4455")
    wait_for(browser, "X is to move; best: X wins with the 2nd stone from now.")
    assert shown(browser) == [-4, -3, 18, 2, 2, 18, -3]
    columns = browser.find_elements(By.CSS_SELECTOR, "c4-analysis .board-columns button")
    assert columns[2].get_attribute("aria-label") == "Column 3: X wins with the 2nd stone from now, best"
    assert columns[0].get_attribute("aria-label") == "Column 1: X loses to the 16th stone from now"
    assert [column.text.split("\n")[-1] for column in columns] == [
        "loss", "loss", "win ★", "win", "win", "win ★", "loss",
    ]  # fmt: skip


def test_stones_are_played_taken_back_and_found_again(page: str, browser: webdriver.Remote) -> None:
    browser.get(page)
    wait_for(browser, "best: X wins with the 21st stone")
    widget(browser, ".board-columns button:nth-child(4)").click()
    wait_for(browser, "O is to move; best: O loses to the 20th stone")
    assert browser.current_url == f"{page}?moves=4"
    ActionChains(browser).send_keys("3").perform()
    WebDriverWait(browser, 10).until(lambda _: browser.current_url == f"{page}?moves=43")
    browser.back()
    wait_for(browser, "O is to move; best: O loses to the 20th stone")
    undo, redo, _ = browser.find_elements(By.CSS_SELECTOR, "c4-analysis .controls button")[:3]
    undo.click()
    wait_for(browser, "best: X wins with the 21st stone")
    assert not undo.is_enabled()
    redo.click()
    wait_for(browser, "O is to move")
    browser.refresh()
    wait_for(browser, "O is to move; best: O loses to the 20th stone")


def test_moves_that_cannot_be_are_explained(page: str, browser: webdriver.Remote) -> None:
    browser.get(f"{page}?moves=44x")
    wait_for(browser, "move 3, 'x': there is no such column, they are 1 to 7", ".complaint")
    field = widget(browser, "input")
    field.clear()
    field.send_keys("4444444", Keys.ENTER)
    wait_for(browser, "move 7, '4': column 4 is full", ".complaint")
    assert field.get_attribute("aria-invalid") == "true"
    field.clear()
    field.send_keys("1212121", Keys.ENTER)
    wait_for(browser, "X has won.")
    assert widget(browser, ".complaint").text == ""
    assert len(browser.find_elements(By.CSS_SELECTOR, "c4-analysis .disc-ring")) == 4
    assert not any(
        column.is_enabled()
        for column in browser.find_elements(By.CSS_SELECTOR, "c4-analysis .board-columns button")
    )


def test_the_keyboard_alone_will_do(page: str, browser: webdriver.Remote) -> None:
    browser.get(f"{page}?moves=44")
    wait_for(browser, "X is to move; best")
    browser.execute_script("document.querySelector('c4-analysis button').focus()")
    ActionChains(browser).send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ENTER).perform()
    wait_for(browser, "O is to move; best")
    assert browser.current_url == f"{page}?moves=446"
    ActionChains(browser).send_keys("5", Keys.BACKSPACE, Keys.BACKSPACE).perform()
    WebDriverWait(browser, 10).until(lambda _: browser.current_url == f"{page}?moves=44")


def test_a_long_search_is_announced_and_can_be_stopped(page: str, browser: webdriver.Remote) -> None:
    browser.get(f"{page}?moves={HARD}")
    wait_for(browser, "searching")
    stop = browser.find_elements(By.CSS_SELECTOR, "c4-analysis .controls button")[3]
    assert (stop.text, stop.is_displayed()) == ("Stop", True)
    stop.click()
    wait_for(browser, "Stopped; some columns have no score.")
    assert None in shown(browser)
    assert not stop.is_displayed()
    widget(browser, ".board-columns button:nth-child(1)").click()
    wait_for(browser, "searching")
