"""Tests of the solver and the board in another site's page, and of the page that describes this."""

from collections.abc import Iterator
from operator import contains
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
SHOWN = "return [...document.querySelectorAll('c4-board')].map((each) => each.shadowRoot?.textContent ?? '')"
OUTER = "return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(arguments[1])"

SCRIPT = '<script type="module" src="ASSETS/live/board.js"></script>'
BOARD = '<c4-board moves="4455"></c4-board>'
CHANGED = """
<script>
  const { postMessage } = Worker.prototype;
  let boards;
  Worker.prototype.postMessage = function (...message) {
    postMessage.apply(this, message);
    if (boards || !message[0].what) return;
    boards = document.querySelectorAll("c4-board");
    boards[0].remove();
    boards[1].setAttribute("moves", "44");
    document.querySelector("i").append(boards[2]);
  };
</script>
"""  # once the first board has asked
POLICY = '<meta http-equiv="Content-Security-Policy" content="{}">'
ALLOWED = """default-src 'none'; style-src ASSETS/; connect-src ASSETS/; worker-src blob: ASSETS/;
script-src ASSETS/ 'wasm-unsafe-eval'"""
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
def own(chromium: Any, assets: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open a page with a board, or with what a test says."""
    (tmp_path / "games").mkdir()
    content = (
        f"{getattr(request, 'param', '')}{BOARD}{SCRIPT}<p class='controls'>My page <button>Mine</button>"
    )
    (tmp_path / "games" / "mine.html").write_text(
        f"<!doctype html><style>button {{ color: rgb(1, 2, 3) }}</style>{content}".replace("ASSETS/", assets),
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
    own.all(".alternatives button")[0].click()
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


@pytest.mark.parametrize("own", [f"{CHANGED}<c4-board></c4-board>{BOARD}<i></i>"], indirect=True)
def test_each_of_several_boards_is_answered_whatever_becomes_of_the_others(own: Page) -> None:
    def wait_for(*parts: str) -> None:
        own.until(lambda: all(map(contains, own.browser.execute_script(SHOWN), parts)))

    wait_for("Best: column 4; X wins in 20.", "Best: column 3 or 6; X wins in 2.")
    own.browser.execute_script("boards[1].removeAttribute('moves'); document.body.append(boards[0])")
    wait_for("X wins in 21.", "X wins in 2.", "X wins in 21.")


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (POLICY.format("worker-src 'none'"), "worker-src blob: ASSETS"),
        (POLICY.format("worker-src blob:"), "worker-src blob: ASSETS"),
        (POLICY.format("connect-src 'none'"), "connect-src ASSETS"),
        (POLICY.format("script-src ASSETS/; worker-src blob: ASSETS/"), "'wasm-unsafe-eval'"),
        (POLICY.format(ALLOWED), "Best"),
    ],
    indirect=["own"],
)
def test_a_policy_against_the_solver_is_named(own: Page, said: str, assets: str) -> None:
    own.until(lambda: said.replace("ASSETS", assets.rstrip("/")) in own.text(".status"))


@pytest.mark.parametrize(
    "own", [f"<iframe sandbox='allow-scripts' srcdoc='{SCRIPT}{BOARD}'></iframe>"], indirect=True
)
def test_a_frame_in_a_sandbox_has_its_board(own: Page) -> None:
    own.browser.switch_to.frame(0)
    own.until(lambda: "Best" in own.text(".status"))


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
