"""Tests of pages that get wrong files: they name the fault, and go on once it is repaired."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from chromium import started
from conftest import Silent, serving
from pages import WidgetPage, until
from selenium import webdriver
from selenium.webdriver.common.by import By

FAULTS: dict[str, Callable[[bytes], tuple[int, str, bytes]]] = {
    "refused": lambda _: (403, "text/plain", b"no"),
    "a page": lambda _: (200, "text/html", b"<!doctype html><p>no"),
    "cut": lambda content: (200, "application/wasm", content[: len(content) // 2]),
}
seldom = pytest.mark.full("readers seldom get a wrong file")


class Faulty(Silent):
    """Serve files, but serve something else for one name a number of times."""

    file, fault, times, policy = "", "", 0, ""

    def send_head(self) -> Any:
        """Answer with a file, or with its faulty version."""
        kind, path = type(self), self.path.partition("?")[0]
        if not (kind.times and path.endswith(kind.file)):
            return super().send_head()
        kind.times -= 1
        status, content_type, content = FAULTS[kind.fault](Path(self.translate_path(path)).read_bytes())
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", f"{len(content)}")
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        return BytesIO(content)

    def end_headers(self) -> None:
        """Send the policy, too, if there is one."""
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()


@contextmanager
def open_badly(
    page: type[WidgetPage], query: str, chromium: webdriver.Chrome, site: Path, **faults: Any
) -> Generator[Any]:
    """Open a page of a site with a fault in a file, always or a few times, or with a policy."""
    with serving(site, type("Faulty", (Faulty,), faults)) as address:
        opened = page(chromium, address)
        opened.open(query)
        yield opened
        chromium.get("about:blank")


class Write(WidgetPage):
    """A page that loads Python."""

    path, widget, opened = "live/write/", "c4-write", ".cm-content"

    def ask(self) -> str:
        """Load Python, and return the error message, "" without an error."""
        self.press("Compare")
        self.until(lambda: self.button("Stop").get_property("disabled"))
        return self.find(".trouble").text


def spoil(file: str, fault: str, times: int = -1) -> dict[str, Any]:
    return {"file": file, "fault": fault, "times": times}


@pytest.mark.parametrize(
    ("faults", "named"),
    [
        (spoil("pyodide.asm.wasm", "cut"), ["pyodide.asm.wasm", "application/wasm", "c4 learn"]),
        (spoil("pyodide.asm.mjs", "refused"), ["pyodide.asm.mjs", "c4 learn"]),
        (spoil("pyodide.asm.wasm", "refused"), ["pyodide.asm.wasm", "403", "c4 learn"]),
        (spoil("python_stdlib.zip", "cut"), ["python_stdlib.zip", "zip", "c4 learn"]),
        (spoil("pyodide-lock.json", "a page"), ["pyodide-lock.json", "text/html", "c4 learn"]),
        ({"policy": "script-src 'self' 'unsafe-inline'"}, ["'wasm-unsafe-eval'"]),
        pytest.param(spoil("python_stdlib.zip", "cut", times=1), [], marks=seldom),
    ],
)
def test_what_bars_python_is_named_and_what_did_once_comes_the_next_time(
    faults: dict[str, Any], named: list[str], python_site: Path, chromium: webdriver.Chrome
) -> None:
    with open_badly(Write, "?stage=01", chromium, python_site, **faults) as page:
        trouble = page.ask()
        assert all(part in trouble for part in named)
        assert bool(trouble) == bool(named)


def describe_page(path: str, widget: str, opened: str = ".status") -> type[WidgetPage]:
    return type("Page", (WidgetPage,), {"path": path, "widget": widget, "opened": opened})


Play = describe_page("live/play/", "c4-play")
Puzzles = describe_page("live/puzzles/", "c4-puzzles", "> p")
Follow = describe_page("lessons/15_follow_up/", "c4-follow", "> p")
Ladder = describe_page("live/ladder/", "c4-ladder", ".run")
Explorer = describe_page("live/explorer/", "c4-explorer", ".complaint:not(:empty)")
Analysis = describe_page("live/", "c4-analysis")
Cards = describe_page("live/cards/", "c4-cards", ".complaint, .status:not(:empty)")


def test_what_came_in_the_place_of_a_file_is_named(site: Path, chromium: webdriver.Chrome) -> None:
    html, query = spoil(".wasm", "a page"), "?x=you&o=you&moves=4455"
    with open_badly(Play, query, chromium, site, **html) as page:
        page.press("Hint")
        page.until(lambda: "text/html" in page.find(".complaint").text)
        assert "assets/wasm/" in page.find(".complaint").text
    with open_badly(Explorer, "", chromium, site, **spoil("traces/index.json", "refused")) as page:
        assert "403" in page.find(".complaint").text


ASKED = {Play: "Hint", Ladder: "Run", Write: "Check stage", Puzzles: "", Follow: "", Analysis: "", Cards: ""}


@seldom
def test_without_webassembly_each_page_says_so(site: Path) -> None:
    """Chromium without a compiler has none, as on phones that are locked down."""
    with serving(site) as address, started("--js-flags=--jitless", logs=True) as browser:
        for kind, button in ASKED.items():
            page = kind(browser, address)
            page.open("?x=you&o=you&moves=4455")
            if button:
                page.press(button)
            page.until(lambda page=page: "no WebAssembly" in page.find("").text)
            assert "application/wasm" not in page.find("").text
            assert "Checking" not in page.find("").text
            assert browser.get_log("browser") == []


class Sending(Silent):
    """Serve files that browsers keep, and note those that were sent."""

    sent: set[str]

    def end_headers(self) -> None:
        """Say how long a file may be kept, as the publisher of the site does."""
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        super().copyfile(source, outputfile)
        self.sent.add(self.path.rpartition("/")[2])


@seldom
def test_a_page_goes_on_offline_or_names_the_connection(site: Path, chromium: webdriver.Chrome) -> None:
    kind = type("Kind", (Sending,), {"sent": set()})
    with serving(site, kind) as address:
        page = Play(chromium, address)
        page.open("?x=you&o=you&moves=4455")
        page.until(lambda: "7x6.book" in kind.sent)
    page.press("Hint")
    page.until(lambda: "Hint: " in page.status)
    kind.sent.clear()
    with serving(site, kind) as address:
        page = Analysis(chromium, address)
        page.open()
        page.until(lambda: "7x6.book" in kind.sent)
    page.press("Why?")
    page.until(lambda: page.all(".why p"))
    page.press("Fill the screen")
    page.until(lambda: "connection" in page.find(".complaint").text)
    with serving(site, kind) as address:
        page = Ladder(chromium, address)
        page.open()
    page.press("Run")
    page.until(lambda: "connection" in page.status)
    with serving(site, kind) as address:
        chromium.get(f"{address}lessons/05_transposition_table/")
    chromium.find_element(By.CSS_SELECTOR, "details.part:has(c4-race) > summary").click()
    until(chromium, lambda: "connection" in chromium.find_element(By.CSS_SELECTOR, "c4-race").text)
