"""Tests of pages that get wrong files: they name the fault, and go on once it is repaired."""

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from pages import WidgetPage
from selenium import webdriver

FAULTS: dict[str, Callable[[bytes], tuple[int, str, bytes]]] = {
    "refused": lambda _: (403, "text/plain", b"no"),
    "a page": lambda _: (200, "text/html", b"<!doctype html><p>no"),
    "cut": lambda content: (200, "application/wasm", content[: len(content) // 2]),
}


class Faulty(SimpleHTTPRequestHandler):
    """Serve files, but for one name something else a number of times."""

    file, fault, times, policy = "", "", 0, ""

    def do_GET(self) -> None:
        """Serve a file, or its faulty version."""
        kind = type(self)
        path = self.path.partition("?")[0]
        if not (kind.times and path.endswith(kind.file)):
            super().do_GET()
            return
        kind.times -= 1
        status, content_type, content = FAULTS[kind.fault](Path(self.translate_path(path)).read_bytes())
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", f"{len(content)}")
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        """Send the policy, too, if there is one."""
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name it has there)
        """Say nothing."""


@contextmanager
def serving_badly(site: Path, file: str, fault: str, times: int = -1, policy: str = "") -> Generator[str]:
    """Serve the site with a fault in a file, always or a few times, or with a policy."""
    given = {"file": file, "fault": fault, "times": times if file else 0, "policy": policy}
    handler = partial(type("Faulty", (Faulty,), given), directory=str(site))
    server = ThreadingHTTPServer(("localhost", 0), handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign] (a browser ends what it no longer needs)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


class Turn(WidgetPage):
    """A page that loads Python."""

    path, widget, opened = "live/edit/", "c4-turn", ".cm-content"

    def ask(self) -> str:
        """Load Python, and return the error message, "" without an error."""
        self.click(self.button("Compare"))
        self.until(lambda: self.button("Stop").get_property("disabled"))
        return self.find(".trouble").text


@pytest.fixture
def python_site(site: Path) -> Path:
    if not (site / "assets" / "pyodide").exists():
        pytest.skip("N/A: needs Pyodide, and the site was built without npm, or offline")
    return site


@pytest.mark.parametrize(
    ("file", "fault", "named"),
    [
        ("pyodide.asm.wasm", "refused", "403"),
        ("pyodide.asm.wasm", "cut", "application/wasm"),
        ("python_stdlib.zip", "cut", "zip"),
        ("pyodide-lock.json", "a page", "text/html"),
        ("pyodide.asm.mjs", "refused", ""),
    ],
)
def test_what_comes_in_the_place_of_python_is_named(
    file: str, fault: str, named: str, python_site: Path, chromium: webdriver.Chrome
) -> None:
    with serving_badly(python_site, file, fault) as address:
        page = Turn(chromium, address)
        page.open("?stage=01")
        trouble = page.ask()
        for part in (file, named, "c4 learn"):
            assert part in trouble
        chromium.get("about:blank")


def test_a_policy_against_python_is_named(python_site: Path, chromium: webdriver.Chrome) -> None:
    with serving_badly(python_site, "", "", policy="script-src 'self' 'unsafe-inline'") as address:
        page = Turn(chromium, address)
        page.open("?stage=01")
        assert "'wasm-unsafe-eval'" in page.ask()
        chromium.get("about:blank")


def test_python_that_was_broken_once_comes_the_next_time(
    python_site: Path, chromium: webdriver.Chrome
) -> None:
    with serving_badly(python_site, "python_stdlib.zip", "cut", times=1) as address:
        page = Turn(chromium, address)
        page.open("?stage=01")
        assert page.ask() == ""
        chromium.get("about:blank")


class Play(WidgetPage):
    """A page whose hint is a search."""

    path, widget = "live/play/", "c4-play"


def test_a_hint_without_its_solver_names_what_came(site: Path, chromium: webdriver.Chrome) -> None:
    with serving_badly(site, ".wasm", "a page") as address:
        page = Play(chromium, address)
        page.open("?x=you&o=you&moves=4455")
        page.click(page.button("Hint"))
        page.until(lambda: "text/html" in page.find(".complaint").text)
        assert "assets/wasm/" in page.find(".complaint").text
        chromium.get("about:blank")
