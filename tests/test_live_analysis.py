"""The board that asks the perfect player, in real browsers."""

# Selenium's types are partly unknown.
# pyright: basic

from colorsys import rgb_to_hls
from functools import cache
from random import Random
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from waiting import address_of, never_done, until

from common.position import InvalidPosition, parse
from common.solver import analyze
from common.tools import course, sets

MANY = {"end-easy": 40, "middle-easy": 30, "middle-medium": 10, "begin-easy": 5}

ANALYZE = """
const [texts, done] = arguments;
const load = (name) => import(`${location.origin}/assets/live/${name}.js`);
Promise.all([load("analyst"), load("rules")])
  .then(async ([{ Analyst }, { Game }]) => {
    const analyst = new Analyst();
    const found = [];
    for (const text of texts) found.push(await analyst.analyze(Game.parse(text)));
    done(found);
  })
  .catch((error) => done(String(error)));
"""

PAINTED = """
document.body.dataset.mdColorScheme = arguments[0];
const paint = document.createElement("canvas").getContext("2d");
return Object.fromEntries([...document.querySelectorAll(arguments[1])].map((each) => {
  const { fill, backgroundColor } = getComputedStyle(each);
  paint.reset();
  paint.fillStyle = each instanceof SVGElement ? fill : backgroundColor;
  paint.fillRect(0, 0, 1, 1);
  return [each.classList[0], [...paint.getImageData(0, 0, 1, 1).data.slice(0, 3)]];
}));
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
    until(browser, lambda: text in widget(browser, selector).text, f"no {text!r}")


def shown(browser: webdriver.Remote) -> list[int | None]:
    """Return the scores below the columns."""
    columns = browser.find_elements(By.CSS_SELECTOR, "c4-analysis .board-columns button")
    texts = ["".join(column.text.split("\n")[1:2]) for column in columns]
    return [None if text in ("", "…") else int(text) for text in texts]


def openings(count: int) -> list[str]:
    """Return games of up to eight stones, which the book answers."""
    random, found = Random(5), [""]
    while len(found) < count:
        text = "".join(random.choices("1234567", k=random.randint(0, 8)))
        try:
            parse(text, course.thinker().Position.start())
        except InvalidPosition:
            continue
        found.append(text)
    return found


@cache
def analyzed() -> tuple[list[str], list[list[int | None]]]:
    """Return 100 positions, and the scores of all columns of each."""
    texts = openings(15) + [line.moves for name, count in MANY.items() for line in sets.load_set(name, count)]
    assert len(texts) == 100
    step = course.thinker()
    solver = step.solver()
    return texts, [analyze(solver, parse(text, step.Position.start())) for text in texts]


def test_every_column_has_the_score_that_analyze_gives(page: str, browser: webdriver.Remote) -> None:
    texts, scores = analyzed()
    browser.get(page)
    browser.set_script_timeout(300)
    assert browser.execute_async_script(ANALYZE, texts) == scores


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


def hues(browser: webdriver.Remote, scheme: str, selector: str) -> dict[str, float]:
    """Return where elements, by their class, stand on the wheel of colours: red 0, yellow 1/6, blue 4/6."""
    painted = browser.execute_script(PAINTED, scheme, selector)
    return {name: rgb_to_hls(*(value / 255 for value in colour))[0] for name, colour in painted.items()}


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_x_is_red_and_o_yellow_and_no_score_is_either(
    page: str, address: str, browser: webdriver.Remote, scheme: str
) -> None:
    browser.get(f"{page}?moves=4455")
    wait_for(browser, "best: X wins")
    live = hues(browser, scheme, "c4-board circle, .board-columns button")
    browser.get(f"{address}foundations/score/")
    drawn = hues(browser, scheme, "figure.board :is(circle, text)")
    for found in (live, drawn):
        assert min(found["disc-first"], 1 - found["disc-first"]) < 0.03
        assert 0.1 < found["disc-second"] < 0.17
        assert 0.25 < found["score-win"] < 0.5  # green
        assert 0.7 < found["score-loss"] < 0.85  # purple


def test_stones_are_played_taken_back_and_found_again(page: str, browser: webdriver.Remote) -> None:
    browser.get(page)
    wait_for(browser, "best: X wins with the 21st stone")
    widget(browser, ".board-columns button:nth-child(4)").click()
    wait_for(browser, "O is to move; best: O loses to the 20th stone")
    assert address_of(browser) == f"{page}?moves=4"
    ActionChains(browser).send_keys("3").perform()
    until(browser, lambda: address_of(browser) == f"{page}?moves=43")
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
    assert address_of(browser) == f"{page}?moves=446"
    ActionChains(browser).send_keys("5", Keys.BACKSPACE, Keys.BACKSPACE).perform()
    until(browser, lambda: address_of(browser) == f"{page}?moves=44")


def test_a_long_search_is_announced_and_can_be_stopped(page: str, browser: webdriver.Remote) -> None:
    browser.get(f"{page}?moves=4455")
    wait_for(browser, "best: X wins")
    never_done(browser, answers=2)
    widget(browser, ".board-columns button:nth-child(1)").click()
    wait_for(browser, "searching")
    until(browser, lambda: len([score for score in shown(browser) if score is not None]) == 2)
    stop = browser.find_elements(By.CSS_SELECTOR, "c4-analysis .controls button")[3]
    assert (stop.text, stop.is_displayed()) == ("Stop", True)
    stop.click()
    wait_for(browser, "Stopped; some columns have no score.")
    assert None in shown(browser)
    assert not stop.is_displayed()
    widget(browser, ".board-columns button:nth-child(1)").click()
    wait_for(browser, "searching")
