"""Tests of puzzles in the page: solved by keys, refuted, shown, remembered."""

import json
from urllib.parse import urlsplit

import pytest
from pages import PUZZLES, PuzzlePage
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import c4
from common.position import COLUMN_NAMES

FLAT = """
for (const link of document.querySelectorAll(".md-nav--primary a[href$='/']")) {
  link.href = link.href.replace(/\\/$/, link.pathname.split("/").length > 3 ? ".html" : "/index.html");
}
document.querySelector(".puzzle-theme").textContent = "";
[...document.querySelectorAll("c4-puzzles button")].find(({ textContent }) => textContent === "Next").click();
"""
REVIEWED = "443566215144311655617747656157773343223"
A_DAY_LATER = """
const state = JSON.parse(localStorage["c4-mistakes"]);
for (const mistake of Object.values(state.mistakes)) mistake.due -= 1;
localStorage["c4-mistakes"] = JSON.stringify(state);
"""
ANOTHER_TAB = """
localStorage["c4-puzzles"] = arguments[0];
dispatchEvent(new StorageEvent("storage", { key: "c4-puzzles" }));
"""  # as a browser tells of what another tab has stored


class Page(PuzzlePage):
    """The page for a reader who reads the status line."""

    path, widget = "live/puzzles/", "c4-puzzles"

    @property
    def title(self) -> str:
        return self.find(".puzzle-title").text

    def date(self, days: int) -> str:
        """Return the date after some days, as the page writes it."""
        script = "const date = new Date(); date.setDate(date.getDate() + arguments[0]);"
        how = 'return date.toLocaleDateString("en-GB", { day: "numeric", month: "long" });'
        return self.browser.execute_script(script + how, days)

    def play(self, column: str) -> None:
        """Play a column and wait for the reply, if there is one."""
        self.type(column)
        self.until(lambda: "Checking" not in self.status)


def best_column(moves: str) -> str:
    scores = c4.analyze(moves)
    return COLUMN_NAMES[max(scores, key=lambda column: scores[column])]


def list_numbers(*kinds: str) -> list[int]:
    """Return the numbers of the puzzles with some kinds of reasons."""
    return [number for number, (*_, kind) in enumerate(PUZZLES, 1) if kind in kinds]


@pytest.mark.full("more of what the journey goes through")
def test_a_puzzle_of_a_theme_leads_on(page: Page) -> None:
    page.open(theme="fork")
    first, second, *_ = list_numbers("fork")
    assert page.title == f"Puzzle {first} of {len(PUZZLES)} · grade 1"
    while "Solved!" not in page.status:
        page.play(best_column(page.moves))
    assert page.find("button.primary").text == "Next"
    page.click(page.find("button.primary"))
    assert page.title == f"Puzzle {second} of {len(PUZZLES)} · grade 1"
    assert page.query["theme"] == "fork"
    assert page.find("option:checked").text == f"forks: 1 of {len(list_numbers('fork'))}"
    links = [link.get_attribute("href") for link in page.all(".puzzle-theme a")]
    assert [link.rpartition("/")[2] for link in links] == ["#two-threats-at-once-the-fork", ""]
    page.browser.execute_script(FLAT)  # as in the menu of a site whose pages end in .html
    for link in page.all("a"):
        assert urlsplit(f"{link.get_attribute('href')}").path.endswith(".html")
    page.browser.execute_script("localStorage.clear()")


def test_a_puzzle_is_refuted_solved_explained_and_kept(page: Page) -> None:
    number = next(index for index, puzzle in enumerate(PUZZLES, 1) if puzzle[2] == 3)
    moves, column, *_ = PUZZLES[number - 1]
    wrong = next(name for name in COLUMN_NAMES if name != str(column) and moves.count(name) < 6)
    page.open(puzzle=f"{number}")
    assert page.title.startswith(f"Puzzle {number} of {len(PUZZLES)}")
    assert page.moves == moves
    page.play(wrong)
    assert page.status.startswith("With this, ")
    assert page.moves[: len(moves) + 1] == moves + wrong
    assert len(page.moves) == len(moves) + 2
    page.type("1")
    assert len(page.moves) == len(moves) + 2
    assert page.find("c4-board [role=status]").get_attribute("textContent") == "No stone can be played now."
    page.type(Keys.BACKSPACE)
    assert page.moves == moves
    assert page.status.startswith("Taken back. ")
    page.play(f"{column}")
    assert page.status.startswith(f"Column {column} is right. ")
    page.play(best_column(page.moves))
    page.play(best_column(page.moves))
    assert page.status.endswith("has four in a row. Solved! Press Next.")
    page.type("1")
    assert "press Next" in page.find(".board-refusal").text
    assert "the win can be seen without a search" in page.find(".puzzle-why").text
    assert page.find(".puzzle-why svg").is_displayed()
    assert page.list_violations() == []
    page.open(puzzle=f"{number}")
    assert page.title.endswith("solved ✓")
    assert page.find("option").text == f"All themes: 1 of {len(PUZZLES)}"
    page.press("Next")
    assert f"{page.find('c4-board [role=status]').get_attribute('textContent')}".startswith(page.title)
    assert page.query == {"puzzle": f"{number + 1}"}
    page.browser.execute_script("localStorage.clear()")


def test_another_tab_is_heard(page: Page) -> None:
    page.open(puzzle="1")
    page.browser.execute_script(ANOTHER_TAB, json.dumps({"format": 1, "done": {PUZZLES[0][0]: "solved"}}))
    page.until(lambda: page.title.endswith("solved ✓"))
    assert page.find("option").text == f"All themes: 1 of {len(PUZZLES)}"
    page.browser.execute_script("localStorage.clear()")


@pytest.mark.full("more of what the journey goes through")
def test_a_puzzle_that_is_shown_is_to_be_solved_again(page: Page) -> None:
    page.open(puzzle="0")
    assert page.find(".complaint").text == f"There is no puzzle 0; they are 1 to {len(PUZZLES)}."
    number = next(index for index, puzzle in enumerate(PUZZLES, 1) if puzzle[2] > 2)
    moves, _, stones, *_ = PUZZLES[number - 1]
    page.open(puzzle=f"{number}")
    page.press("Hint")
    assert page.status.startswith("Hint: ")
    assert not page.button("Hint").is_enabled()  # there is no other
    for _ in range(stones):
        page.press("Show the move")
        page.until(lambda: "ing …" not in page.status)
    assert "Start over, and find it yourself." in page.status
    assert page.title.endswith("· shown")
    page.press("Start over")
    assert page.moves == moves
    page.browser.execute_script("localStorage.clear()")


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_a_mistake_of_a_reviewed_game_is_practised_in_two_tabs(page: Page) -> None:
    page.open()
    page.browser.execute_script("localStorage.clear()")
    page.browser.get(page.address.replace("puzzles", "play") + f"?x=you&o=medium&moves={REVIEWED}&review=1")
    page.until(lambda: page.browser.find_elements(By.CSS_SELECTOR, ".review-end"))
    review, link = (By.XPATH, "//c4-play//button[. = 'Review']"), (By.LINK_TEXT, "your mistakes")
    assert not page.browser.find_elements(*link)  # by its address, it may be the game of somebody else
    page.browser.find_element(*review).send_keys(Keys.ENTER)
    page.until(lambda: page.browser.find_elements(*link))
    page.browser.find_element(*link).send_keys(Keys.ENTER)
    page.until(lambda: page.all(".puzzle-title"))
    assert page.title == f"Your mistake · asked on {page.date(1)}"
    page.browser.execute_script(A_DAY_LATER)
    page.open()
    page.press("Your mistakes: 1, 1 due today")
    assert page.query == {"theme": "mistakes", "puzzle": "44"}
    assert page.find(".puzzle-task").text == "X is to move, and can win. Find a column that keeps the win."
    first, here = page.browser.current_window_handle, page.browser.current_url
    page.browser.switch_to.new_window("tab")
    page.browser.get(here)
    page.until(lambda: page.all(".puzzle-title"))
    assert page.title == "Your mistake · due today"
    second = page.browser.current_window_handle
    page.browser.switch_to.window(first)
    page.play("3")  # as in the game
    assert page.status.startswith("With this, O wins.")
    page.press("Take back")
    page.play("4")
    assert page.status == "X keeps the win. Solved! Press Next."
    asked_again = f"Your mistake · asked again on {page.date(3)}"
    assert page.title == asked_again
    page.browser.switch_to.window(second)
    page.until(lambda: page.title == asked_again)
    assert page.find("option:checked").text == "Your mistakes: 1"
    page.browser.close()
    page.browser.switch_to.window(first)
    page.browser.execute_script("localStorage.clear()")
