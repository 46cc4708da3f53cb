"""Tests of play in the page: games against the perfect player, undo, address, hints, keyboard."""

import json
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from chromium import resize
from matplotlib.image import imread
from pages import IS_IN_SIGHT, WidgetPage, never_done
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import c4
from c4.board import Board, review_game
from c4.engine import load_step
from c4.reasons import explain_position
from c4.wording import describe_explanation, describe_review
from common.position import COLUMN_NAMES
from common.tools.play.players.registry import PLAYERS

TRANSLATE = """
for (const option of document.querySelectorAll("option"))
  option.textContent = option.textContent.replace("easy", "leicht").replace("you", "Sie");
"""
LIFT = """
document.body.dataset.mdColorScheme = "default";
document.querySelector("c4-board .disc-first").parentNode.style.translate = `0 ${-arguments[0]}px`;
"""
LOST = "443566215144311655617747656157773343223"


class Page(WidgetPage):
    """The page for a reader who reads the status line and the address."""

    path, widget = "live/play/", "c4-play"

    def until_played(self, moves: int) -> None:
        self.until(lambda: len(self.moves) >= moves and "thinking" not in self.status)

    def read(self, selector: str, what: str) -> list[Any]:
        """Return the value of a JavaScript expression for each selected element of the widget."""
        elements = f"[...document.querySelectorAll('{self.widget} {selector}')]"
        return self.browser.execute_script(f"return {elements}.map(each => {what})")

    @property
    def moves(self) -> str:
        return self.query.get("moves", "")

    def button(self, name: str) -> Any:
        """Return the button of a column, or another by its text."""
        column = f"button[aria-label^='Column {name}']"
        return self.find(column) if name in COLUMN_NAMES else super().button(name)

    def seat(self, side: str) -> Any:
        return self.find(f"select[name='{side}']")


def test_the_levels_are_those_of_the_course_in_any_language(page: Page) -> None:
    page.open()
    page.browser.execute_script("localStorage.clear()")  # of readers whose program may play
    page.open(x="you", o="you", moves="44")
    temperatures = json.loads(page.read("", "each.getAttribute('levels')")[0])
    assert temperatures == {name: PLAYERS[name][1]["temperature"] for name in temperatures}
    for options in page.read("select", "[...each.options].map(option => option.value)"):
        assert options == ["you", *temperatures] == ["you", "easy", "medium", "hard", "impossible"]
    page.browser.execute_script(TRANSLATE)
    page.click(page.seat("o").find_element(By.XPATH, "option[. = 'leicht']"))
    assert page.query["o"] == page.seat("o").get_property("value") == "easy"


def test_back_leads_before_a_persons_move(page: Page) -> None:
    page.open(x="you", o="impossible")
    boards: list[str] = []
    for column in "42":
        boards.append(page.moves)
        page.press(column)
        page.until_played(len(boards[-1]) + 2)
    boards.append(page.moves)
    for moves in boards[1::-1]:
        page.browser.back()
        page.until(lambda moves=moves: page.moves == moves)
        assert page.status.endswith("X is to move.")
    page.browser.forward()
    page.until(lambda: page.moves == boards[1])
    page.press("1")
    page.until_played(4)
    assert page.moves.startswith(boards[1] + "1")


@pytest.mark.full("more of what other journeys go through")
def test_an_address_is_a_game_that_goes_on(page: Page) -> None:
    page.open(x="impossible", o="you", moves="44")
    page.until_played(3)
    scores = c4.analyze("44")
    assert page.moves in [f"44{COLUMN_NAMES[at]}" for at in scores if scores[at] == max(scores.values())]
    assert page.read("select", "each.value") == ["impossible", "you"]
    page.open(moves="4444444")
    (complaint,) = page.read(".complaint", "each.textContent")
    assert "column 4 is full" in complaint
    assert "first 6 moves" in complaint
    page.press("1")
    page.until_played(8)
    assert page.read(".complaint", "each.textContent") == [""]
    played = page.moves
    page.press("Undo")
    assert page.moves == "444444"
    page.press("Redo")
    assert page.moves == played
    page.open(x="impossible", o="you", moves="44x")
    assert page.status == "O plays column 4. X is to move: press Continue."
    page.open(x="hard", o="god", moves="44")
    assert page.read("select", "each.value") == ["hard", "medium"]
    assert page.moves == "44"
    (complaint,) = page.read(".complaint", "each.textContent")
    assert "'god'" in complaint
    assert "move" not in complaint


def test_a_long_search_shows_its_time_and_stops(page: Page) -> None:
    page.open(x="impossible", o="you", moves="445")
    never_done(page.browser)
    page.press("4")
    page.until(lambda: "X is thinking, " in page.status)
    page.browser.back()
    page.until(lambda: page.moves == "445")
    assert page.status.endswith("O is to move.")
    page.browser.forward()
    page.until(lambda: "X is thinking, " in page.status)
    page.press("Stop")
    assert page.status == "O plays column 4. X is to move: press Continue."
    page.press("Continue")
    page.until(lambda: "X is thinking, " in page.status)
    page.press("Undo")
    assert page.moves == "445"


def test_hints_give_a_nudge_a_reason_a_column(page: Page) -> None:
    page.open(x="you", o="you", moves="4455")
    page.press("Hint")
    page.until(lambda: "Hint" in page.status)
    assert "X wins in 2; " in page.status
    assert "olumn" not in page.status
    assert page.read(".board-columns b", "each.textContent") == []
    page.press("Hint: why")
    page.until(lambda: "After 1 more stone" in page.find(".reason").text)
    explanation = replace(explain_position("4455", load_step().with_options()), shown_after=0)
    assert page.find(".reason").text.partition(" stone: ")[2] in describe_explanation(explanation)
    page.press("Hint: column")
    page.until(lambda: "Best" in page.status)
    assert page.status == "X is to move. Best: column 3 or 6; X wins in 2."
    shown = page.read(".board-columns button", "each.querySelector('b').textContent")
    assert [int(score) for score in shown] == list(c4.analyze("4455").values())
    page.press("3")
    assert page.read(".board-columns b", "each.textContent") == []
    assert page.button("Hint").text == "Hint"


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_a_stone_falls_behind_the_holes_of_the_board(page: Page, chromium: Any) -> None:
    resize(chromium, 1280, 900)
    page.open(x="you", o="you", moves="4")
    red, green, blue = range(3)

    def look(lifted: int, *heights: int) -> list[Any]:
        """Return the colours at heights, with the stone lifted."""
        page.browser.execute_script(LIFT, lifted)
        picture = imread(BytesIO(page.find("c4-board svg").screenshot_as_png))
        scale = picture.shape[1] / 280
        return [picture[int(height * scale), int(140 * scale)] for height in heights]

    (in_hole_above,) = look(60, 170)
    assert in_hole_above[red] > 2 * in_hole_above[blue]
    in_frame, in_hole, below = look(20, 200, 214, 228)  # half of a cell
    assert in_frame[blue] > in_frame[red]
    assert in_hole[red] > 2 * in_hole[blue]
    assert min(below[red], below[green], below[blue]) > 0.9  # the page, where the stone will be


def test_a_game_is_reviewed_with_marks_and_reasons(page: Page) -> None:
    page.open(x="you", o="you", moves=LOST)
    page.button("Review").send_keys(Keys.ENTER)
    page.until(lambda: page.all(".review .graph"))
    review = review_game(Board(LOST), load_step().with_options())
    stones = [f"{each.number} {each.player}{each.column + 1}{each.mark}" for each in review.stones]
    assert [button.text for button in page.all("[aria-label='Moves'] button")] == ["", *stones, ""]
    assert page.find(".review-end").text == describe_review(review)[0]
    assert len(page.all(".review-mistakes li")) == len(review.mistakes)
    losing = review.losing_stone
    assert losing
    assert review.explanation
    page.button(f"Why {losing.number} ").send_keys(Keys.ENTER)
    page.until(lambda: page.all(".why p"))
    said = [text for text in describe_explanation(review.explanation)[2:] if "Best play: " not in text]
    assert said[0] in page.find(".why").text
    (current,) = page.all("[aria-label='Moves'] [aria-current]")
    assert current.text == ["", *stones][losing.number - 1]
    page.type(Keys.ARROW_RIGHT)
    (current,) = page.all("[aria-label='Moves'] [aria-current]")
    assert current.text == stones[losing.number - 1]
    assert page.status.startswith(f"{losing.player} plays column {losing.column + 1}. ")
    assert page.list_violations() == []
    page.browser.refresh()  # the address leads others to the review
    page.until(lambda: page.all(".review .graph"))
    page.press("New game")
    assert not page.find(".review").is_displayed()
    assert "review" not in page.query


def test_moves_are_gone_along_and_played_from(page: Page) -> None:
    page.open(x="you", o="impossible", moves="1212121")
    page.press("Rematch")
    page.until(lambda: page.query == {"x": "impossible", "o": "you", "moves": "4"})
    page.open(x="you", o="impossible", moves="4433")
    page.type(Keys.ARROW_LEFT)
    assert page.status.endswith("O is to move: press Continue.")
    assert [button.text for button in page.all("[aria-current]")] == ["3 X3"]
    page.type(Keys.ARROW_LEFT)
    assert page.moves == "44"
    page.press("4 O3")
    assert page.moves == "4433"
    page.press("2 O4", "5")
    page.until_played(4)
    assert page.moves.startswith("445")


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_clicks_count_and_a_held_key_plays_one_stone(page: Page, chromium: Any) -> None:
    page.open(x="you", o="you", moves="111111")
    first, second = page.all(".board-column")[:2]
    page.click(first)
    said = page.find(".board-refusal")
    assert said.text == "Column 1 is full."
    assert said.get_attribute("role") == "status"
    ActionChains(page.browser).double_click(second).perform()
    assert page.moves == "11111122"
    assert not page.all(".board-refusal")
    ActionChains(page.browser).double_click(page.button("2")).perform()
    assert page.moves == "1111112222"
    page.button("3").send_keys("")
    for key, moves in (("4", "11111122224"), ("Enter", "111111222243")):
        pressed = {"key": key, "text": key.replace("Enter", "\r"), "windowsVirtualKeyCode": 13}
        for repeats in (False, True, True):
            how = {"type": "keyDown", "autoRepeat": repeats}
            chromium.execute_cdp_cmd("Input.dispatchKeyEvent", pressed | how)
        chromium.execute_cdp_cmd("Input.dispatchKeyEvent", pressed | {"type": "keyUp"})
        assert page.moves == moves
    resize(chromium, 390, 844)
    page.press("3 X1")
    assert page.status == "X plays column 1. O is to move."
    assert chromium.execute_script(IS_IN_SIGHT, page.find(".status"))


def test_keys_are_enough(page: Page) -> None:
    page.open(x="you", o="you", moves="11111")
    page.button("1").send_keys(Keys.ENTER)
    assert page.moves == "111111"
    assert page.browser.switch_to.active_element == page.button("2")  # the first is full
    page.type("2", Keys.BACKSPACE, "3", "4", Keys.ARROW_LEFT, "3")
    assert page.moves == "11111133"
    page.type("2", "3", "2", "3")
    assert page.status == "O plays column 3. X is to move."
    page.type("2", "4", "2")
    assert page.status == "X plays column 2. X has won."
    assert not page.button("Rematch").is_displayed()  # the sides would be the same
    page.type(Keys.ENTER)
    assert page.moves == ""
    page.seat("x").send_keys("i")
    page.button("Start").send_keys(Keys.ENTER)
    page.until(lambda: "X plays column 4. O is to move." in page.status)
