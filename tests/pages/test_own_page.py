"""Tests of the solver and the board in another site's page, and of the page that describes this."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Silent, serving
from pages import WidgetPage
from repository import ROOT

import c4

ASSETS = ROOT / "docs" / "assets"
ASKED = """
const [address, games, done] = arguments;
(async () => {
const { load, analyze, solve } = await import(`${address}live/c4.js`);
const ask = (question, moves) => { try { return question(moves) } catch (error) { return error.message } };
const early = ask(solve, "");
await load();
done([early, games.map((moves) => [ask(solve, moves), ask(analyze, moves)])]);
})();
"""
INNER = "return [...document.querySelector('c4-board').shadowRoot?.querySelectorAll(arguments[0]) ?? []]"
OUTER = "return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(arguments[1])"

FRAMED = """
const { contentDocument, contentWindow } = document.querySelector("iframe");
return contentWindow.getComputedStyle(contentDocument.body).color;
"""


class Open(Silent):
    """Serve files to scripts of pages from elsewhere, too."""

    def end_headers(self) -> None:
        """Allow other pages to use the files."""
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


@pytest.fixture(scope="module")
def assets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the files named on the course's page, from another address."""
    folder = tmp_path_factory.mktemp("assets")
    for name in ("live", "wasm", "sentences.js", "board.css", "7x6.book"):
        (folder / name).symlink_to(ASSETS / name)
    with serving(folder, Open) as address:
        yield address


class Page(WidgetPage):
    """A page with a board; the styles of page and board must not affect each other."""

    path, widget, opened = "games/mine.html", "c4-board", ""

    def all(self, selector: str) -> list[Any]:
        """Return the contents of the board."""
        return self.browser.execute_script(INNER, selector)

    def text(self, selector: str) -> str:
        """Return the text of the first match in the board, "" without one."""
        return "".join(each.text for each in self.all(selector)[:1])

    @property
    def body(self) -> str:
        """The text of the page or of a frame in it."""
        return self.browser.find_element("tag name", "body").text


@pytest.fixture
def own(chromium: Any, assets: str, tmp_path: Path) -> Iterator[Page]:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "mine.html").write_text(
        "<!doctype html><style>button { color: rgb(1, 2, 3) }</style>"
        f'<script type="module" src="{assets}live/board.js"></script>'
        '<p class="controls">My page <button>Mine</button></p><c4-board moves="4455"></c4-board>',
        encoding="utf-8",
    )
    with serving(tmp_path) as address:
        page = Page(chromium, address)
        chromium.get(page.address)
        yield page


def test_a_board_has_scores_and_reasons_and_keeps_to_itself(own: Page) -> None:
    own.until(lambda: "Best" in own.text(".status"))
    assert [each.text for each in own.all(".board-columns b")] == [
        f"{score}" for score in c4.analyze("4455").values()
    ]
    own.all(".controls button")[0].click()
    own.until(lambda: own.text(".why"))
    assert own.browser.execute_script(OUTER, "p.controls", "display") == "block"
    own.all(".board-columns button")[2].click()
    own.until(lambda: "O is to move" in own.text(".status"))
    own.browser.execute_script("document.documentElement.dir = 'rtl'")
    columns, buttons = own.all(".board-column"), own.all(".board-columns button")
    for column, button in zip(columns, buttons, strict=True):
        assert abs(column.rect["x"] - button.rect["x"]) < column.rect["width"] / 4  # from right to left, too
    own.browser.execute_script("document.querySelector('c4-board').setAttribute('moves', '4459')")
    own.until(lambda: "'9'" in own.text("[role=alert]"))
    own.browser.execute_script("document.querySelector('c4-board').setAttribute('moves', '1212121')")
    own.until(lambda: "X has won" in own.text(".status"))


def test_a_module_solves_for_another_page(own: Page, assets: str) -> None:
    right, wrong = ["4455", ""], ["44444444", "1212121", "4x"]
    early, answers = own.browser.execute_async_script(ASKED, assets, right + wrong)
    assert "load" in early
    assert answers[:2] == [[c4.solve(moves), list(c4.analyze(moves).values())] for moves in right]
    for score, scores in answers[2:]:
        assert isinstance(score, str)
        assert score == scores


def test_the_page_that_tells_of_it_shows_both(chromium: Any, address: str) -> None:
    page = Page(chromium, address)
    chromium.get(f"{address}reference/page/")
    shown = f"{c4.solve('4455')}, by columns {','.join(map(str, c4.analyze('4455').values()))}"
    for at, shows in enumerate((lambda: "Best" in page.text(".status"), lambda: shown in page.body)):
        chromium.switch_to.frame(at)
        page.until(shows)
        chromium.switch_to.default_content()
    for scheme, colour in (("slate", "rgb(255, 255, 255)"), ("default", "rgb(0, 0, 0)")):
        chromium.execute_script("document.body.dataset.mdColorScheme = arguments[0]", scheme)
        page.until(lambda colour=colour: chromium.execute_script(FRAMED) == colour)
