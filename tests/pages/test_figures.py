"""Tests of the figures of the lessons: they agree with the steps, and work in a page."""

import re
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from node import ask_page, needs_node
from pages import WidgetPage
from repository import read_lesson
from selenium.webdriver.common.keys import Keys

import c4
from c4.reasons import find_plan
from common.position import CELLS, HEIGHT, WIDTH, parse
from common.score import MAX_SCORE
from common.tools import course
from common.tools.sets import KINDS, load_set
from common.tools.site.figures.counts import read_counts

LATER = import_module("steps.16_zugzwang.position")


@needs_node
def test_the_page_knows_replies_and_c4_following_as_the_steps_do() -> None:
    positions = [line.moves for kind in KINDS for line in load_set(kind)[:150]]
    seen = {"wins": 0, "draws": 0, "forbidden": 0}
    number = {1 << x * (HEIGHT + 1) + y: x * HEIGHT + y for x in range(WIDTH) for y in range(HEIGHT)}
    for moves, answer in zip(positions, ask_page("rules.mjs", lines=positions), strict=True):
        position = parse(moves, LATER.Position.start())
        dangers = LATER.winning_squares(position.stones ^ position.mask, position.mask)
        playable = (position.mask + LATER.BOTTOMS) & LATER.BOARD
        safe = position.replies(dangers)
        expected = {"dangers": dangers, "safe": safe, "forbidden": playable & ~safe}
        assert answer["replies"] == {
            name: [cell for bit, cell in number.items() if bit & cells] for name, cells in expected.items()
        }, moves
        bound = position.follow_up_bound(dangers)
        plan = find_plan(position.stones, position.mask)
        assert plan.least == (-1 if bound == MAX_SCORE else -bound), moves
        seen["wins"] += bound < 0
        seen["draws"] += bound == 0
        seen["forbidden"] += playable != safe
    assert min(seen.values()) > 10, seen


class Figures(WidgetPage):
    """A lesson with its figures, and the distances that their parts have moved."""

    widget, opened = "", ".live button"

    def __init__(self, browser: Any, address: str, number: str) -> None:
        self.path = f"lessons/{course.load(number).folder.name}/"
        super().__init__(browser, address)
        self.open()

    def press_in(self, widget: str, name: str) -> None:
        """Press a button by the keyboard."""
        button = next(one for one in self.all(f"{widget} button") if one.text == name)
        button.send_keys(Keys.ENTER)


@pytest.mark.parametrize("number", sorted({*course.numbers()[8:]} - {"09", "22"}))
def test_later_lessons_move_before_the_step_is_written(number: str) -> None:
    idea = read_lesson(number).partition("{{ write(")[0]
    assert re.search(r"\{\{ (frames|live)\(", idea)


def test_a_lesson_goes_through_its_frames(chromium: Any, address: str) -> None:
    page = Figures(chromium, address, "17")
    page.until(lambda: page.all("c4-frames button"))
    for at in (1, 2):
        figure = f"div:nth-child({at} of .live:has(c4-frames)) c4-frames"
        words = [each.get_attribute("textContent") for each in page.all(f"{figure} figcaption")]
        assert page.find(f"{figure} figure.current figcaption").text == words[0]
        before = page.find(figure).size
        page.press_in(figure, "Forward")
        assert page.find(f"{figure} figure.current figcaption").text == words[1]
        assert page.find(f"{figure} [role=status]").get_attribute("textContent") == words[1]
        labels = [svg.get_attribute("aria-label") for svg in page.all(f"{figure} svg:not([aria-hidden])")]
        assert not {*labels} & {*words}  # or they would be read twice
        page.find(f"{figure} input[type=range]").send_keys(Keys.END)
        assert page.find(f"{figure} figure.current figcaption").text == words[-1]
        assert len(page.all(f"{figure} figure.current")) == 1
        assert page.find(figure).size == before


TREE = "316751643315352534463266762771217255447"
GAMES = ["4253", "4352", "5243", "5342"]  # that lead to the position of lesson 05


def score_leaf_or_position(path: str) -> int:
    """Return the score after the columns of a path in the tree of lesson 01."""
    return 0 if len(TREE + path) == CELLS else c4.solve(TREE + path)


def test_lesson_01_shows_its_whole_tree_without_scripts(site: Path) -> None:
    page = (site / "lessons" / "01_minmax" / "index.html").read_text(encoding="utf-8")
    nodes = re.findall(r'<div class="node">(?:<span class="unseen">After (.*?): )?.*?<b>(-?\d)</b>', page)
    shown = {path.replace(", ", ""): int(score) for path, score in nodes}
    assert len(nodes) == len(shown) == course.load("01").ask(TREE).nodes
    assert shown == {path: score_leaf_or_position(path) for path in shown}


def test_lesson_01_has_its_tree_filled_in_from_the_leaves_up_by_keyboard(chromium: Any, address: str) -> None:
    page = Figures(chromium, address, "01")
    page.until(lambda: page.all("c4-minimax button"))
    status, filled = page.find("c4-minimax .status"), list[str]()
    assert {each.text for each in page.all("c4-minimax b")} == {"?"}
    while page.all("c4-minimax .now"):
        said = [each.get_attribute("textContent") for each in page.all("c4-minimax .now > .node > .unseen")]
        path = "".join(re.findall(r"\d", "".join(said)))
        score = score_leaf_or_position(path)
        page.press_in("c4-minimax", f"{score + 1}")
        assert status.text.startswith(f"Not {score + 1}.")
        page.press_in("c4-minimax", f"{score}")
        assert not [done for done in filled if path.startswith(done)]  # what is above comes later
        filled.append(path)
    assert len(filled) == course.load("01").ask(TREE).nodes
    assert status.text == "8 nodes, and the score is 0: a draw."


def test_lesson_01_has_no_minus_in_the_view_of_x(chromium: Any, address: str) -> None:
    page = Figures(chromium, address, "01")
    page.until(lambda: page.all("c4-minimax button"))
    page.press_in("c4-minimax", "Fill in the rest")
    worths: list[list[str]] = []
    for view, choice in (("The mover's view", "highest of minus"), ("X's view", "O's the lowest")):
        page.press_in("c4-minimax", view)
        assert page.find('c4-minimax [aria-pressed="true"]').text == view
        assert choice in page.find("c4-minimax .tree-rule").text
        worths.append([each.text for each in page.all("c4-minimax .edge")])
    scores = [c4.solve(TREE + column) for column in "124"]
    assert [worths[0][at] for at in (0, 1, 2)] == [f"{-score}" for score in scores]
    assert [worths[1][at] for at in (0, 1, 2)] == [f"{score}" for score in scores]


def count_boards(plies: int) -> tuple[int, int]:
    """Return how many games of a few moves there are, and how many boards they lead to."""
    games = [*product(range(WIDTH), repeat=plies)]
    boards = {
        tuple(tuple(ply % 2 for ply, name in enumerate(game) if name == column) for column in range(WIDTH))
        for game in games
    }
    return len(games), len(boards)


def test_lesson_05_folds_games_into_positions(chromium: Any, address: str) -> None:
    page = Figures(chromium, address, "05")
    page.until(lambda: page.all("c4-frames button"))
    slider = page.find("c4-frames input")
    assert (slider.get_attribute("aria-label"), slider.get_attribute("aria-valuetext")) == (
        "Stones",
        "4 of 4",
    )
    slider.send_keys(Keys.HOME)
    sizes: list[str] = []
    for plies in range(5):
        words = page.find("c4-frames .current figcaption").text
        mine = [
            {game[:plies] for game in GAMES},
            {("".join(sorted(game[:plies:2])), "".join(sorted(game[1:plies:2]))) for game in GAMES},
        ]
        numbers = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", words)]
        assert numbers == [plies, *map(len, mine), *count_boards(plies)]
        sizes.append(page.find("c4-frames .current svg").get_attribute("aria-label"))
        slider.send_keys(Keys.ARROW_RIGHT)
    assert [sizes[0], sizes[-1]] == [f"Boxes from the top: 1, 2, 4, {rest}" for rest in ("4, 4", "2, 1")]


def test_lesson_08_moves_the_line_where_the_book_answers(chromium: Any, address: str) -> None:
    page = Figures(chromium, address, "08")
    page.until(lambda: page.all("c4-frames button"))
    slider, lines = page.find("c4-frames input"), list[float]()
    assert slider.get_attribute("aria-label") == "Plies of the book"
    slider.send_keys(Keys.HOME)
    for depth, counts in enumerate(read_counts()["book"]):
        words = page.find("c4-frames .current figcaption").text
        numbers = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", words)]
        assert numbers == [depth, sum(counts), counts[-1]]
        assert page.find("c4-frames [role=status]").get_attribute("textContent") in ("", words)
        lines.append(page.find("c4-frames .current .horizon").rect["y"])
        slider.send_keys(Keys.ARROW_RIGHT)
    assert lines == sorted({*lines})


def test_boards_forbid_replies_and_follow(chromium: Any, address: str) -> None:
    page = Figures(chromium, address, "10")
    page.until(lambda: page.all("c4-danger button"))
    page.find("c4-danger c4-board").find_elements("tag name", "button")[6].send_keys(Keys.ENTER)
    assert page.find("c4-danger .status").text == "O has no safe reply: X wins with the next stone."
    assert len(page.all("c4-danger .mark-forbidden")) == 7
    page = Figures(chromium, address, "16")
    page.until(lambda: page.all("c4-follow button"))
    page.find("c4-follow c4-board").find_elements("tag name", "button")[4].send_keys(Keys.ENTER)
    assert page.find("c4-follow .status").text == "X plays column 5: X has won."
    page.press_in("c4-follow", "Start over")
    assert len(page.all("c4-follow .mark-awaited")) == 1
