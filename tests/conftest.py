"""What several tests share: the built site, served as plain files, and browsers."""

# Selenium's types are partly unknown.
# pyright: basic

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from chromium import started
from marionette import firefox
from selenium import webdriver

ROOT = Path(__file__).parents[1]
FIREFOX = Path("/usr/bin/firefox-esr")


def pytest_sessionstart() -> None:
    """Let a pytest that a test starts know nothing of the process that runs the test."""
    os.environ.pop("PYTEST_XDIST_WORKER", None)


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the folder of the site; it is built, any warning an error, if anything in it has changed.

    Processes that ask for it at the same time wait for the first to build it.
    """
    command = [sys.executable, "-m", "common.tools.site.build"]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return Path(built.stdout.strip())


class Silent(SimpleHTTPRequestHandler):
    """Serve files and say nothing."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name it has there)
        """Say nothing."""


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Serve the site as plain files."""
    server = ThreadingHTTPServer(("localhost", 0), partial(Silent, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def kept_chromium() -> Iterator[webdriver.Remote]:
    """Start a Chromium for several tests."""
    with started() as driver:
        yield driver


@pytest.fixture
def chromium(kept_chromium: webdriver.Remote) -> Iterator[webdriver.Remote]:
    """Return the Chromium; leave the page afterwards, or it would go on searching beside other tests."""
    yield kept_chromium
    kept_chromium.get("about:blank")


@pytest.fixture
def fresh_chromium() -> Iterator[webdriver.Chrome]:
    """Start a Chromium that remembers nothing, such as the colours that a reader chose."""
    with started() as driver:
        yield driver


@pytest.fixture(scope="session")
def kept_firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Remote]:
    """Start Firefox without a window."""
    if not FIREFOX.exists():
        pytest.skip("N/A: needs Firefox, apt install firefox-esr")
    driver = firefox(FIREFOX, tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()
    driver.command_executor.close()  # type: ignore[union-attr]


@pytest.fixture
def firefox_esr(kept_firefox: webdriver.Remote) -> Iterator[webdriver.Remote]:
    """Return the Firefox; leave the page afterwards."""
    yield kept_firefox
    kept_firefox.get("about:blank")


@pytest.fixture(params=["chromium", "firefox_esr"])
def browser(request: pytest.FixtureRequest) -> webdriver.Remote:
    """Return each of the browsers in turn."""
    return request.getfixturevalue(request.param)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave Firefox the first test of each file, which opens the page and uses it; all with --full.

    What it does as Chromium does would take minutes more.
    """
    seen: set[Path] = set()
    for item in items:
        if "firefox_esr" in item.name:
            if item.path in seen and not config.getoption("--full"):
                item.add_marker(pytest.mark.skip(reason="N/A: in Firefox only with --full"))
            seen.add(item.path)
