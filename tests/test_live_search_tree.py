"""The tree of lesson 02: the lesson says what the recorded search shows, the page draws that."""

# Selenium's types are partly unknown.
# pyright: basic

import json
import re
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from waiting import until

from common.position import CELLS, parse
from common.score import win_score
from common.tools import course
from common.tools.site.searches import traces

LESSON = (Path(__file__).parents[1] / "docs" / "lessons" / "02_alpha_beta.md").read_text()
SAID = " ".join(LESSON.split())
(MOVES,) = re.findall(r'"search-tree", .*moves="(\d+)", search="02"', LESSON)


@pytest.fixture(scope="module")
def calls() -> list[dict[str, Any]]:
    """Return the calls of the search, each with its column from 1 and the calls that it made."""
    searches = json.loads((traces.folder() / f"{MOVES}.json").read_text())["searches"]
    (search,) = [search for search in searches if search["step"] == "02"]
    names = ("parents", "columns", "alphas", "betas", "scores")
    made = [dict(zip(names, values, strict=True)) for values in zip(*map(search.get, names), strict=True)]
    for index, call in enumerate(made):
        call["children"] = [child for child in made if child["parents"] == index]
        above = made[call["parents"]]["moves"] if index else None
        call["moves"] = MOVES if above is None else f"{above}{call['columns'] + 1}"
    return made


def score(moves: str) -> int:
    """Return the score of a position, by another step."""
    step = course.load("07")
    return step.solver().solve(parse(moves, step.Position.start()))


def playable(moves: str) -> list[int]:
    """Return the columns that have room."""
    position = parse(moves, course.load("01").Position.start())
    return [column for column in range(7) if position.can_play(column)]


def test_the_board_of_the_window_from_2_to_5_is_right() -> None:
    ((moves, scores),) = re.findall(r'board\("(\d+)", "([^"]+)", "You are X', LESSON)
    mine = {column + 1: -score(f"{moves}{column + 1}") for column in playable(moves)}
    assert scores.split() == [str(mine.get(column, "-")) for column in range(1, 8)]
    assert len(moves) % 2 == 0
    assert moves[-1] == "2"
    assert "O could have played column 1 instead a ply ago, and you would get 5." in SAID
    assert score(f"{moves[:-1]}1") == 5
    assert "Columns 2 and 3 bring no more" in SAID
    assert mine[1] == 2 >= max(mine[2], mine[3])
    assert f"Column 5 is worth {mine[5]} and reaches beta." in SAID
    assert mine[5] >= 5
    assert "need not look at columns 6 and 7" in SAID
    assert list(mine)[-3:] == [5, 6, 7]


def test_the_lesson_says_what_the_tree_shows(calls: list[dict[str, Any]]) -> None:
    root = calls[0]
    first, second, third = root["children"]
    assert len(MOVES) % 2 == 1, "O is to move"
    assert f"a position with {['', '', '', '', '', 'five'][CELLS - len(MOVES)]} empty cells" in SAID
    assert f"**The first move raises alpha.** It is worth {-first['scores']} to O." in SAID
    assert f"From then on O is sure of {-first['scores']}, so for X beta is {first['scores']} in" in SAID
    assert second["betas"] == third["betas"] == first["scores"]
    assert f"**Column {second['columns'] + 1} is no better.** X wins at once there" in SAID
    assert second["scores"] == win_score(len(second["moves"])) > first["scores"]
    assert f"**Column {third['columns'] + 1} is cut off.** X's first reply there is worth 1" in SAID
    assert third["scores"] == third["betas"] == 1
    assert (len(third["children"]), len(playable(third["moves"]))) == (1, 2)
    assert f"O has column {first['columns'] + 1}, and will not play column {third['columns'] + 1}" in SAID


def test_the_lesson_says_where_the_first_cutoff_comes_from(calls: list[dict[str, Any]]) -> None:
    moved = [call for call in calls if call["children"]]
    (cut, *_) = [call for call in moved if len(call["children"]) < len(playable(call["moves"]))]
    assert "Two cells are empty there, and X cannot win at once, so X's score is at most 0." in SAID
    assert CELLS - len(cut["moves"]) == 2
    assert win_score(len(cut["moves"]) + 2) == 0 < cut["betas"]
    (tried,) = cut["children"]
    (left,) = set(playable(cut["moves"])) - {tried["columns"]}
    assert f"Column {tried['columns'] + 1} is worth {-tried['scores']}. Column {left + 1} cannot be" in SAID
    assert tried["scores"] == 0


class Page:
    """The tree as a reader has it."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser = browser
        browser.get(f"{address}lessons/02_alpha_beta/")
        until(browser, lambda: self.all(".counter") and self.said)

    def all(self, selector: str) -> list[Any]:
        """Return the elements that match."""
        return self.browser.find_elements(By.CSS_SELECTOR, f"c4-search-tree {selector}")

    def press(self, text: str) -> None:
        """Press the button with a text, by the keyboard."""
        (button,) = [button for button in self.all("button") if button.text == text]
        button.send_keys(Keys.ENTER)

    @property
    def said(self) -> str:
        """Return the sentence about the moment."""
        return self.all(".status")[0].text

    @property
    def shown(self) -> tuple[int, int]:
        """Return how many boxes and how many cut branches are drawn."""
        return len(self.all(".tree rect")), len(self.all(".branch-cut"))


@pytest.fixture
def page(browser: Any, address: str) -> Page:
    """Return the page, at its first cutoff."""
    return Page(browser, address)


def test_the_tree_opens_at_its_first_cutoff_and_grows(page: Page, calls: list[dict[str, Any]]) -> None:
    assert page.said.endswith("Cutoff: column 5 is never looked at. X cannot get more than 0 here.")
    assert page.shown == (5, 1)
    (now,) = page.all(".now .value")
    assert now.text == "≤ 0"
    page.press("Next cutoff")
    assert page.said.endswith("O could have had -1 with column 1, and will not let X come here.")
    page.press("First")
    assert "alpha -18 to beta 18" in page.said
    assert page.shown == (1, 0)
    (slider,) = page.all("input[type=range]")
    slider.send_keys(Keys.END)
    assert page.said.endswith(f"The search took {len(calls)} nodes.")
    assert page.shown == (len(calls), 2)
    values = [int(value.text.split()[-1]) for value in page.all(".value")]
    assert sorted(values) == sorted(call["scores"] for call in calls)
    (board,) = page.all("c4-board svg")
    assert board.get_attribute("aria-label").startswith(f"Board after the moves {' '.join(MOVES)};")
