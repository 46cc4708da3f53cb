"""Tests of the tree in lesson 02: lesson and page agree with the recorded search."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pages import WidgetPage
from repository import make_position, read_lesson
from selenium.webdriver.common.keys import Keys

import c4
from common.position import CELLS, WIDTH
from common.score import win_score

LESSON = read_lesson("02")
SAID = " ".join(LESSON.split())
(MOVES,) = re.findall(r'"search-tree", .*moves="(\d+)", search="02"', LESSON)
NUMBERS = ("zero", "one", "two", "three", "four", "five")


@pytest.fixture(scope="module")
def search(site: Path) -> dict[str, Any]:
    """Return the search as it is recorded, its columns numbered from 1."""
    trace = site / "assets" / "traces" / f"{MOVES}.json"
    searches = json.loads(trace.read_text(encoding="utf-8"))["searches"]
    (search,) = [search for search in searches if search["step"] == "02"]
    return search | {"columns": [MOVES if at is None else at + 1 for at in search["columns"]]}


def playable(moves: str) -> list[int]:
    position = make_position("01", moves)
    return [column + 1 for column in range(WIDTH) if position.can_play(column)]


def test_the_board_of_the_window_is_right() -> None:
    ((moves, scores),) = re.findall(r'board\("(\d+)", "([^"]+)", "You are X, and O has just', LESSON)
    mine = {column + 1: score for column, score in c4.analyze(moves).items()}
    assert scores.split() == [str(mine.get(column, "-")) for column in range(1, WIDTH + 1)]
    assert len(moves) % 2 == 0
    assert c4.solve(f"{moves[:-1]}1") == 5  # O's other choice
    assert (mine[1], max(mine[2], mine[3])) == (2, 2)
    assert f"Column 5 is worth {mine[5]} and reaches beta." in SAID
    assert mine[5] >= 5
    assert list(mine)[-3:] == [5, 6, 7]


def test_the_lesson_says_what_the_tree_shows(search: dict[str, Any]) -> None:
    parents, columns, betas, scores = (search[name] for name in ("parents", "columns", "betas", "scores"))
    first, second, third = (at for at, parent in enumerate(parents) if parent == 0)

    def moves(call: int | None) -> str:
        return "" if call is None else f"{moves(parents[call])}{columns[call]}"

    tried = {
        call: [at for at, parent in enumerate(parents) if parent == call] for call in range(len(parents))
    }
    cut = [at for at in tried if 0 < len(tried[at]) < len(playable(moves(at)))]
    (only,) = tried[cut[0]]
    (left,) = set(playable(moves(cut[0]))) - {columns[only]}
    highest = win_score(len(moves(cut[0])) + 2)
    for claim in (
        f"a position with {NUMBERS[CELLS - len(MOVES)]} empty cells",
        f"{NUMBERS[CELLS - len(moves(cut[0]))].title()} cells are empty there, and X cannot win at once",
        f"X's score is at most {highest}. Column {columns[only]} is worth {-scores[only]}. Column {left}",
        f"**The first move raises alpha.** It is worth {-scores[first]} to O.",
        f"From then on O is sure of {-scores[first]}, so for X beta is {betas[second]} in",
        f"**Column {columns[second]} is no better.** X wins at once there",
        f"**Column {columns[third]} is cut off.** X's first reply there is worth {scores[third]} and reaches",
        f"O has column {columns[first]}, and will not play column {columns[third]}",
    ):
        assert claim in SAID
    assert betas[cut[0]] > highest
    assert scores[second] == win_score(len(MOVES) + 1) > betas[second]
    assert betas[third] == betas[second] == scores[first] == scores[third]
    assert (cut[1], len(tried[third])) == (third, 1)


class Page(WidgetPage):
    """The lesson with its tree."""

    path, widget, opened = "lessons/02_alpha_beta/", "c4-search-tree", ".now"


def test_the_tree_opens_at_its_first_cutoff(page: Page, search: dict[str, Any]) -> None:
    def read_state() -> tuple[str, int, int]:
        return page.status, len(page.all(".tree rect")), len(page.all(".branch-cut"))

    page.open()
    words, *counts = read_state()
    assert words.endswith("Cutoff: column 5 is never looked at. X cannot get more than 0 here.")
    assert (counts, page.find(".now .value").text) == ([5, 1], "≤ 0")
    page.button("Next cutoff").send_keys(Keys.ENTER)
    assert read_state()[0].endswith("O could have had -1 with column 1, and will not let X come here.")
    page.find("input[type=range]").send_keys(Keys.HOME)
    assert read_state()[1:] == (1, 0)
    page.find("input[type=range]").send_keys(Keys.END)
    nodes = len(search["scores"])
    assert read_state() == (f"The score is -1, X wins in 2. The search took {nodes} nodes.", nodes, 2)
    assert sorted(int(value.text.split()[-1]) for value in page.all(".value")) == sorted(search["scores"])
