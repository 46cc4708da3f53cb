"""Tests of the puzzle of the day on the home page: tries, a streak, a line to copy, the day before."""

from pages import PUZZLES, PuzzlePage
from selenium.webdriver.common.by import By

import c4
from common.position import COLUMN_NAMES

LATE = """
const [painted] = performance.getEntriesByName("first-contentful-paint");
const isLate = ({ startTime }) => startTime > painted.startTime;
return performance.getEntriesByType("resource").filter(isLate).map(({ name }) => name.split("/").at(-1));
"""
CATCH = "navigator.clipboard.writeText = async (text) => { window.copied = text; }"
YESTERDAY = """
const [day] = Object.keys(JSON.parse(localStorage["c4-days"]).days);
const days = { [day - 1]: { wrong: 2, isSolved: true }, [day - 2]: { wrong: 0, isSolved: true } };
localStorage["c4-days"] = JSON.stringify({ format: 1, days });
"""


class Page(PuzzlePage):
    """The home page, and today's puzzle on it."""

    path, widget, opened = "", "c4-today", ".puzzle-task"

    @property
    def words(self) -> str:
        return self.find(".day-words").text

    def play(self, column: str) -> None:
        """Press a column's key in the board, and wait for the reply, if there is one."""
        self.find("c4-board button:not(:disabled)").send_keys(column)
        self.until(lambda: "Checking" not in self.status)

    def solve(self) -> None:
        while "Solved!" not in self.status:
            scores = c4.analyze(self.moves)
            self.play(COLUMN_NAMES[max(scores, key=lambda column: scores[column])])


def test_todays_puzzle_takes_tries_keeps_a_streak_and_is_solved_on_puzzles_too(page: Page) -> None:
    page.open()
    page.browser.execute_script("localStorage.clear()")
    page.open()
    late = [name for name in page.browser.execute_script(LATE) if name.endswith((".js", ".css", ".json"))]
    assert {*late} >= {"today.js", "today.css", "days.js", "puzzle.js", "puzzles.json"}
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle[0] == page.moves)
    assert page.words == "Today: 3 tries left."
    assert not page.button("Copy the result").is_enabled()
    wrong = next(name for name in COLUMN_NAMES if name != f"{puzzle[1]}" and page.moves.count(name) < 6)
    page.play(wrong)
    assert page.status.startswith("With this, ")
    assert page.words == "Today: 2 tries left."
    page.browser.execute_script(YESTERDAY)  # and today was not tried
    page.open()
    page.play(wrong)
    page.press("Take back")
    assert page.moves == puzzle[0]
    page.solve()
    assert page.words == "Today: solved in 2 tries. Streak 3."
    assert "moves" not in page.query  # the page's other board has not heard the keys
    assert [each.text.split()[-1] for each in page.all(".day-strip li")[-3:]] == ["✓", "✓", "✓"]
    page.browser.execute_script(CATCH)
    page.press("Copy the result")
    page.until(lambda: page.browser.execute_script("return window.copied"))
    told, address = page.browser.execute_script("return window.copied").split("\n")
    assert told.endswith(": solved in 2 tries. Streak 3")
    assert address == page.address
    page.click(page.find("summary"))
    page.until(lambda: page.all("details figure svg"))
    assert "It is column " in page.find("details").text
    assert page.list_violations() == []
    page.browser.get(f"{page.address}live/puzzles/")
    title, words = (By.CSS_SELECTOR, "c4-puzzles .puzzle-title"), (By.CSS_SELECTOR, "c4-puzzles .day-words")
    page.until(lambda: page.browser.find_elements(*title))
    number = PUZZLES.index(puzzle) + 1
    assert page.browser.find_element(*title).text.startswith(f"Puzzle {number} of {len(PUZZLES)} · ")
    assert page.browser.find_element(*title).text.endswith("today's · solved ✓")
    assert page.browser.find_element(*words).text == "Today: solved in 2 tries. Streak 3."
    page.browser.execute_script("localStorage.clear()")
