"""The board that asks the perfect player, in a browser: scores, stones, what is typed, why it is so."""

import re
import struct
from colorsys import rgb_to_hls
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from axe_core_python.selenium import Axe
from chromium import resize
from conftest import serving
from pages import WidgetPage, address_of, never_done
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By

from c4 import Board
from c4.engine import load_step
from c4.reasons import explain_position
from c4.wording import describe_explanation

WAITING = "37255676"
DRAWN = "." * 31 + "OO.....XX.."
TRANSLATE = """
for (const score of document.querySelectorAll("figure.board [class^=score-]"))
  score.textContent = score.textContent.replace(/\\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[digit]);
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
SEEN = """
const [top, bottom] = [document.querySelector("header").getBoundingClientRect().bottom, innerHeight];
return arguments[0].map((selector) => document.querySelector(selector).getBoundingClientRect())
  .map((box) => box.top > top - 1 && Math.min(box.bottom, box.top + 200) <= bottom);
"""
EMBEDDED = """
const [done] = arguments;
navigator.clipboard.readText().then((tag) => {
  document.open();
  document.write(tag);
  document.close();
  done();
});
"""
EMBEDDED_STATUS = """
return document.querySelector("c4-board").shadowRoot?.querySelector(".status")?.textContent ?? "";
"""
NO_SOLVER = """
window.Worker = class {
  constructor() { setTimeout(() => this.onerror({})) }
  postMessage() {}
  terminate() {}
};
"""
SELECTED = """
const { value, selectionStart, selectionEnd } = document.activeElement;
return value?.slice(selectionStart, selectionEnd) ?? "";
"""
SLOW = """
const style = document.createElement("style");
style.textContent = "* { animation-duration: 1000s !important }";
document.head.append(style);
"""
FALLING = "return document.getAnimations().some(({ animationName }) => animationName === 'fall')"
TURNED = "window.turned = 0; addEventListener('hashchange', () => { turned += 1 })"


class Page(WidgetPage):
    """The board, with all its columns."""

    path, widget = "live/", "c4-analysis"

    def wait_for(self, text: str, selector: str = ".status") -> None:
        self.until(lambda: text in self.find(selector).text)

    def enter(self, text: str) -> None:
        """Type moves or a board into the field."""
        field = self.find("input")
        field.clear()
        field.send_keys(text, Keys.ENTER)

    def press_cells(self, *cells: str) -> None:
        """Press cells to set up, each by its column and row."""
        for column, row in cells:
            self.click(self.find(f"[aria-label^='Row {row} of column {column}:']"))

    @property
    def columns(self) -> list[Any]:
        return self.all(".board-columns button")

    @property
    def unseen(self) -> str:
        """The text for screen readers."""
        return self.find("c4-board [role=status]").get_attribute("textContent").strip()

    @property
    def focused(self) -> str:
        """The label or the text of what has the focus."""
        focused = self.browser.switch_to.active_element
        return focused.get_attribute("aria-label") or focused.text

    @property
    def shown(self) -> list[int | None]:
        """Return the scores below the columns."""
        texts = ["".join(column.text.split("\n")[1:2]) for column in self.columns]
        return [None if text in ("", "…") else int(text) for text in texts]

    @property
    def words(self) -> list[str]:
        """Return what the scores mean."""
        return [column.text.split("\n")[-1] for column in self.columns]

    def hues(self, scheme: str) -> dict[str, float]:
        """Return the hues of stones and scores, by their class: red 0, yellow 1/6, blue 4/6."""
        selector = "c4-board circle, .board-columns button"
        painted = self.browser.execute_script(PAINTED, scheme, selector)
        return {name: rgb_to_hls(*(value / 255 for value in colour))[0] for name, colour in painted.items()}


def test_a_stone_falls_on_while_its_scores_come(chromium: Any, address: str) -> None:
    motion = {"name": "prefers-reduced-motion", "value": "no-preference"}
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [motion]})
    page = Page(chromium, address)
    page.open("?moves=44")
    chromium.execute_script(SLOW)
    page.type("1")
    page.wait_for("O is to move. Best")
    assert chromium.execute_script(FALLING)
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_an_address_shows_the_position_and_its_scores(chromium: Any, address: str) -> None:
    page = Page(chromium, address)
    page.open("?moves=4455")
    page.wait_for("X is to move. Best: column 3 or 6; X wins in 2.")
    assert page.shown == [-4, -3, 18, 2, 2, 18, -3]
    assert page.words == ["loss", "loss", "win ★", "win", "win", "win ★", "loss"]
    labels = [column.get_attribute("aria-label") for column in page.columns]
    assert labels[2] == "Column 3: 18, win; X wins in 2; best"
    assert labels[0] == "Column 1: -4, loss; O wins in 16"
    named = Axe().run(page.browser, "c4-board", {"runOnly": ["label-content-name-mismatch"]})
    assert not named["violations"]
    for scheme in ("default", "slate"):  # no score has the colour of stones
        found = page.hues(scheme)
        assert min(found["disc-first"], 1 - found["disc-first"]) < 0.03
        assert 0.1 < found["disc-second"] < 0.17
        assert 0.25 < found["score-win"] < 0.5  # green
        assert 0.7 < found["score-loss"] < 0.85  # purple
    for size in ((1366, 768), (390, 844)):
        resize(chromium, *size)
        page.press("Undo", "Redo")
        page.wait_for("Best: column 3 or 6")
        page.press("Why?")
        page.until(lambda: page.all(".why li"))
        assert chromium.execute_script(SEEN, ["c4-board svg", ".why"]) == [True, True]


def test_stones_are_played_taken_back_and_found_again(page: Page) -> None:
    page.open()
    page.wait_for("Best: column 4; X wins in 21")
    page.columns[3].click()
    page.wait_for("O is to move. Best: column 4; X wins in 20")
    page.type("3")
    page.until(lambda: page.query == {"moves": "43"})
    page.browser.back()
    page.wait_for("O is to move. Best: column 4; X wins in 20")
    page.type(Keys.BACKSPACE)
    page.wait_for("Best: column 4; X wins in 21")
    assert not page.button("Undo").is_enabled()
    page.press("Redo")
    page.wait_for("O is to move")
    page.all(".moves-list button")[0].send_keys(Keys.ARROW_LEFT)
    page.until(lambda: page.query == {})
    current = [move.get_attribute("aria-current") for move in page.all(".moves-list button")]
    assert current == [None]
    assert page.button("To the beginning").get_attribute("aria-current") == "true"
    page.type(Keys.ARROW_RIGHT)
    page.until(lambda: page.query["moves"] == "4")
    page.find("input").send_keys("6")  # which is text there
    assert page.query["moves"] == "4"
    page.click(page.columns[2])
    page.press("Undo", "Undo")
    page.until(lambda: page.query == {})
    page.browser.back()
    page.until(lambda: page.query == {"moves": "4"})
    page.press("Redo")
    page.until(lambda: page.query == {"moves": "43"})


def test_what_is_typed_is_shown_or_explained(page: Page) -> None:
    page.open("?moves=44x")
    page.wait_for("Move 3, 'x': there is no such column, they are 1 to 7", ".complaint")
    page.enter("44556")
    page.wait_for("O is to move. All columns lead to the same: X wins in 1.")
    assert set(page.words) == {"loss"}  # and none has a star
    page.enter("4444444")
    page.wait_for("Move 7, '4': column 4 is full", ".complaint")
    assert page.find("input").get_attribute("aria-invalid") == "true"
    page.enter(DRAWN)
    page.wait_for("X is to move. Best: column 3 or 6; X wins in 2.")
    assert page.query == {"moves": "4455"}
    page.enter("https://example.org/live/?moves=445&why=1")  # as the page's own links are
    page.wait_for("O is to move.")
    assert page.query == {"moves": "445"}
    page.enter("1, 2, 1, 2 1,2,1")
    page.wait_for("X has won.")
    assert page.find(".complaint").text == ""
    assert len(page.all(".disc-ring")) == 4
    assert not any(column.is_enabled() for column in page.columns)
    label = page.find("c4-board svg").get_attribute("aria-label")
    assert label.endswith("X has won. Column 1 from the bottom: X X X X. Column 2: O O O")


def test_a_position_is_set_up_or_said_to_be_none(page: Page) -> None:
    page.open("?moves=44")
    page.button("Set up").send_keys(Keys.ENTER)
    assert page.status == "X is to move."
    assert page.focused == "Row 1 of column 1: empty"
    page.type(Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ENTER)
    assert page.find("[role=status]").get_attribute("textContent") == page.focused == "Row 2 of column 2: X"
    assert page.status == "The stone in column 2, row 2 has nothing below it."
    assert page.list_violations() == []
    page.press("Done")
    page.press_cells("22", "22", "21")
    assert page.status == "O is to move."
    page.press("Swap colours")
    assert page.status.startswith("1 stone of X and 2 of O: X, or red, moves first")
    page.press("Swap colours")
    page.press_cells("31", "31")
    page.press("Done")
    page.wait_for("X is to move. Best: column")
    label = page.find("c4-board svg").get_attribute("aria-label")
    assert label.endswith("X is to move. Column 2 from the bottom: X. Column 3: O. Column 4: X O")
    page.press("Set up", "Swap colours")
    assert page.status == "X is to move."
    page.press_cells("21", "31", "31")
    assert page.status == "Players who take turns cannot reach this board, in any order."
    page.type(Keys.ESCAPE)
    assert page.focused == "Set up a board"
    assert page.find("c4-board svg").get_attribute("aria-label") == label
    page.press("Set up")
    page.browser.back()
    page.until(lambda: page.query == {"moves": "44"})
    page.wait_for("X is to move. Best: column")


def test_a_screen_reader_hears_and_keeps_its_place(page: Page) -> None:
    page.open("?moves=33333")
    page.wait_for("O is to move. Best")
    page.columns[2].send_keys(Keys.ENTER)
    page.until(lambda: page.unseen == "O plays column 3.")
    assert page.focused.startswith("Column 2")
    page.type("3")
    assert page.unseen == "Column 3 is full."
    page.button("Winning squares").send_keys(Keys.ENTER)
    assert page.unseen == "There are no winning squares."
    page.enter("121212")
    page.press("Winning squares", "Winning squares")
    assert page.unseen == "Winning squares of X: row 4 of column 1. Winning squares of O: row 4 of column 2"
    page.columns[0].send_keys(Keys.ENTER)
    page.wait_for("X has won.")
    assert page.focused == "Undo"
    page.type("5")
    assert page.unseen == "The game is over."


@pytest.mark.full("more of what other journeys go through")
def test_a_long_search_is_stopped_and_goes_on(page: Page) -> None:
    page.open()  # an empty graph, which asks nothing
    page.wait_for("Best: column 4")
    never_done(page.browser, answers=2)
    page.columns[0].click()
    assert "Best" not in page.status
    page.wait_for("Searching")
    page.until(lambda: len([score for score in page.shown if score is not None]) == 2)
    page.button("Stop").click()
    page.wait_for("Stopped; some columns have no score.")
    known = page.shown
    assert None in known
    page.button("Continue").click()
    page.wait_for("Searching")
    assert page.shown == known


def test_why_shows_a_line_squares_and_a_rule(page: Page) -> None:
    page.open(f"?moves={WAITING}")
    page.wait_for("Best: column")
    page.button("Why?").send_keys(Keys.ENTER)
    page.until(lambda: page.all(".why li"))
    explanation = explain_position(WAITING, load_step().with_options())
    told = page.find(".why").text
    result, best, _line, reasons, *_ = describe_explanation(explanation)
    assert all(sentence in told for sentence in (result, best, reasons))
    page.all(".why [aria-label='Best play'] button")[-1].send_keys(Keys.ENTER)
    shown = WAITING + "".join(str(stone.column + 1) for stone in explanation.line)
    page.until(lambda: page.query["moves"] == shown)
    awaited = len(explanation.reasons[0].squares)
    page.until(lambda: len(page.all(".mark-awaited")) == awaited)
    assert ". Waited for: row" in page.find("c4-board svg").get_attribute("aria-label")
    page.button("Try to stop it").send_keys(Keys.ENTER)
    page.wait_for("searches nothing")
    page.type(Keys.ESCAPE)
    page.wait_for("to move. Best: column")
    page.button("Try to stop it").send_keys(Keys.ENTER)
    page.wait_for("searches nothing")
    reader = len(shown) % 2
    while "has won" not in page.status:
        moves = len(page.query["moves"])
        next(column for column in page.columns if column.is_enabled()).send_keys(Keys.ENTER)
        page.until(lambda moves=moves: "has won" in page.status or len(page.query["moves"]) == moves + 2)
    assert page.status.endswith(f"{'OX'[reader]} has won, as promised.")
    page.button("Winning squares").click()
    assert not page.all(".mark-square")
    assert page.list_violations() == []


def test_a_graph_fills_in_and_leads_to_a_move(page: Page) -> None:
    page.open("?moves=4455")
    graph = page.find(".graph")
    page.until(lambda: "at the start X wins" in graph.get_attribute("aria-label"))
    assert page.query == {"moves": "4455"}
    assert graph.get_attribute("aria-valuetext") == "after stone 4: X wins in 2"
    page.enter("33")
    page.until(lambda: "from stone 1 on a draw" in graph.get_attribute("aria-label"))
    page.enter("4455")
    graph.send_keys(Keys.HOME)
    page.until(lambda: page.query == {})
    assert graph.get_attribute("aria-valuetext") == "at the start: X wins in 21"
    page.type(Keys.ARROW_RIGHT)
    page.until(lambda: page.query == {"moves": "4"})
    assert page.browser.switch_to.active_element == graph
    page.click(graph)  # in the middle, after the last stone
    page.until(lambda: page.query == {"moves": "4455"})
    assert graph.get_attribute("aria-valuenow") == "4"
    assert page.list_violations() == []


def test_the_best_line_is_numbered_and_said(page: Page) -> None:
    page.open("?moves=4455")
    page.wait_for("Best: column 3 or 6")
    page.press("Best line")
    page.until(lambda: page.all(".mark-stone"))
    columns = re.findall(r"[XO] in column (\d)", page.unseen)
    assert [stone.text for stone in page.all(".mark-stone")] == ["1", "2", "3"]
    assert Board("4455" + "".join(columns)).outcome()
    page.click(page.columns[int(columns[0]) - 1])
    page.until(lambda: [stone.text for stone in page.all(".mark-stone")] == ["1", "2"])
    label = page.find("c4-board svg").get_attribute("aria-label")
    assert label.endswith(f"Best line: O in column {columns[1]}, X in column {columns[2]}")
    assert page.list_violations() == []
    page.press("Best line")
    assert not page.all(".mark-stone")


def test_a_best_line_that_cannot_be_found_says_why(page: Page) -> None:
    page.open("?moves=4455")
    page.wait_for("Best: column 3 or 6")
    page.browser.execute_script(NO_SOLVER)
    page.press("Best line")
    page.wait_for("check your connection")
    assert page.button("Best line").get_attribute("aria-pressed") == "false"


def test_a_board_is_saved_and_embedded(chromium: Any, address: str, tmp_path: Path) -> None:
    page = Page(chromium, address)
    chromium.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    chromium.execute_cdp_cmd("Browser.grantPermissions", {"permissions": permissions})
    page.open("?moves=4455")
    page.press("Share", "Save SVG", "Save PNG")
    svg, png = tmp_path / "connect4-4455.svg", tmp_path / "connect4-4455.png"
    page.until(lambda: svg.exists() and png.exists())
    stones = [each for each in ElementTree.parse(svg).iter() if each.get("class") == "disc-first"]
    assert ["rgb(217, 43, 43)" in stone.get("style", "") for stone in stones] == [True, True]
    assert struct.unpack(">II", png.read_bytes()[16:24]) == (1120, 960)
    page.press("Copy the tag")
    page.until(lambda: page.all(".share button")[3].text == "Copied")
    chromium.execute_async_script(EMBEDDED)
    page.until(lambda: "Best: column 3 or 6" in chromium.execute_script(EMBEDDED_STATUS))


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)  # Firefox lets a frame copy after a press
def test_a_frame_that_may_not_copy_has_the_reader_copy(page: Page, tmp_path: Path) -> None:
    (tmp_path / "frame.html").write_text(f"<iframe width=800 height=800 src='{page.address}?moves=4455'>")
    with serving(tmp_path) as other:
        page.browser.get(f"{other}frame.html")
        page.browser.switch_to.frame(0)
        page.until(lambda: page.all("[aria-live]"))
        page.press("Share")
        for name, shown in (("Copy link", "/live/?moves=4455"), ("Copy the tag", '<c4-board moves="4455">')):
            page.press(name)
            page.until(lambda shown=shown: shown in page.browser.execute_script(SELECTED))


def test_a_board_in_a_text_is_live_where_it_stands(page: Page, address: str) -> None:
    page.browser.get(how := f"{address}players/how_to_win/")
    page.browser.execute_script(TRANSLATE)  # as some browsers do: digits of another script
    for at in (3, 4):
        page.click(page.browser.find_elements(By.CSS_SELECTOR, "figcaption a")[at])
        page.until(lambda at=at: None not in page.shown and len(page.shown) == 7 * (at - 2))
    assert page.shown == [11, 11, 11, 13, 11, 11, 12, -4, -3, -2, -4, -4, 0, 16]
    page.click(page.columns[9])
    page.until(lambda: "O is to move" in page.all(".status")[1].text)
    page.type("7")
    assert [status.text[:12] for status in page.all(".status")] == ["X is to move", "X is to move"]
    assert address_of(page.browser) == how


def test_a_link_to_a_section_leaves_what_is_begun(chromium: Any, address: str) -> None:
    page = Page(chromium, address)
    page.open("?moves=44")
    page.press("Undo")
    chromium.execute_script(TURNED)
    link = chromium.find_element(By.CSS_SELECTOR, "nav a[href^='#']")
    chromium.execute_script("arguments[0].click()", link)
    page.until(lambda: chromium.execute_script("return turned === 1"))
    assert page.button("Redo").is_enabled()
    chromium.back()
    page.until(lambda: chromium.execute_script("return turned === 2"))
    assert page.button("Redo").is_enabled()
