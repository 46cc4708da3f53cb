"""Ways from a board to other pages and back: where they lead, with which position, to which return."""

import json
from typing import Any

from pages import WidgetPage
from repository import ROOT
from selenium.webdriver.common.keys import Keys

from common.tools.site import traces

SHORT, *_ = traces.POSITIONS
PUZZLES: list[list[Any]] = json.loads((ROOT / "docs/assets/live/puzzles.json").read_text())["puzzles"]


class Page(WidgetPage):
    """Any page with a board."""

    path, widget, opened = "", "article", "c4-board svg[aria-label]"

    def visit(self, address: str) -> None:
        self.browser.get(self.address + address)
        self.until(lambda: self.board)

    @property
    def board(self) -> str:
        """What a screen reader is told of the stones on the first board, and who is to move."""
        boards = self.all(self.opened)
        return f"{boards[0].get_attribute('aria-label')}".partition(". winning")[0] if boards else ""

    @property
    def ways(self) -> dict[str, Any]:
        """The links by their names."""
        return {link.text: link for link in self.all(".ways a") if link.is_displayed()}

    def follow(self, name: str) -> None:
        """Press a link with the keyboard, and wait for its page with the same board."""
        board, before = self.board, self.browser.current_url
        self.ways[name].send_keys(Keys.ENTER)
        self.until(lambda: self.browser.current_url != before)
        self.until(lambda: self.board == board)


def test_boards_lead_on_and_back(page: Page) -> None:
    everywhere = ["Analyse", "Why?", "Play from here"]
    for address, names in {
        "live/?moves=445": ["Play from here"],
        "live/play/?x=you&o=you&moves=4455": ["Analyse", "Why?"],
        "live/play/?x=you&o=you&moves=1212121": ["Analyse"],
        f"live/explorer/?moves={SHORT}&search=02&moment=3": everywhere,
        "live/ladder/?moves=37255676": everywhere,
        "live/cards/?moves=44": everywhere,
        "live/bitboard/?moves=44": everywhere,
        "lessons/10_look_ahead/": everywhere,
        "lessons/21_fading/": ["Analyse", "Play from here"],
    }.items():
        page.visit(address)
        page.until(lambda: page.ways)
        assert list(page.ways) == names
        board = page.board
        for name in names:
            page.follow(name)
            if name == "Why?":
                page.until(lambda: page.find(".why p").is_displayed())
            if name == "Play from here":
                mover = board.partition(" is to move")[0][-1].lower()
                assert page.find(f"select[name={mover}]").get_property("value") == "you"
                assert page.status.endswith("is to move.")
            page.browser.back()
            page.until(lambda board=board: page.board == board)


def test_a_puzzle_and_a_review_are_where_they_were_left(page: Page) -> None:
    number = next(index for index, puzzle in enumerate(PUZZLES, 1) if puzzle[2] == 3)
    _, column, *_ = PUZZLES[number - 1]
    page.visit(f"live/puzzles/?puzzle={number}")
    page.type(f"{column}")
    page.until(lambda: "is right" in page.status)
    right = page.board
    page.follow("Analyse")
    page.browser.back()
    page.until(lambda: page.board == right)
    page.visit("live/play/?x=you&o=you&review=1&moves=1212121")
    page.until(lambda: page.find(".review").is_displayed())
    page.click(page.all("[aria-label='Moves'] button")[3])
    shown = page.board
    page.follow("Why?")
    page.browser.back()
    page.until(lambda: page.board == shown)
    assert page.find(".review").is_displayed()
