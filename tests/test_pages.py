"""Every page in a real browser: nothing from elsewhere, no error, no scrolling sideways, accessible."""

# The types of selenium's and axe's functions are partly unknown.
# pyright: basic, reportMissingTypeStubs=false

import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

DRIVER = Path("/usr/bin/chromedriver")
DESKTOP, PHONE = (1280, 900), (360, 740)
MOST_BYTES = 1_000_000
LAST_LOADED = "return performance.getEntries().some(entry => entry.name.endsWith('search_index.json'))"
LOADED = """
let sum = 0;
for (const entry of performance.getEntries()) sum += entry.encodedBodySize || 0;
return sum;
"""

pytestmark = pytest.mark.skipif(
    not DRIVER.exists(), reason="N/A: needs Chromium, apt install chromium chromium-driver"
)


class Silent(SimpleHTTPRequestHandler):
    """Serve files and say nothing."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name it has there)
        """Say nothing."""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Serve the site as plain files."""
    server = ThreadingHTTPServer(("localhost", 0), partial(Silent, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    """Start Chromium without a window."""
    options = webdriver.ChromeOptions()
    for argument in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, Service(str(DRIVER)))
    yield driver
    driver.quit()


def resize(browser: webdriver.Chrome, size: tuple[int, int]) -> None:
    """Give the browser a screen of that many pixels."""
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def colours(browser: webdriver.Chrome, scheme: str) -> None:
    """Ask for light or dark pages, as a reader's system does."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def requested(browser: webdriver.Chrome) -> list[str]:
    """Return the addresses asked for since the last call."""
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
    return [params["request"]["url"] for params in sent]


RULES = {"light": None, "dark": {"runOnly": ["color-contrast"]}}  # what is not about colours is alike


@pytest.mark.parametrize("scheme", RULES)
def test_every_page_is_sound(site: Path, address: str, browser: webdriver.Chrome, scheme: str) -> None:
    colours(browser, scheme)
    axe = Axe()
    found: list[str] = []
    for path in sorted(site.rglob("*.html")):
        page = path.relative_to(site).as_posix()
        resize(browser, DESKTOP)
        browser.get(address + page)
        found += [
            f"{page} asks for {url}" for url in requested(browser) if not re.match(rf"{address}|data:", url)
        ]
        found += [f"{page}: {entry['message']}" for entry in browser.get_log("browser")]
        WebDriverWait(browser, 10).until(lambda driver: driver.execute_script(LAST_LOADED))
        size = browser.execute_script(LOADED)
        if size > MOST_BYTES:
            found.append(f"{page} loads {size} bytes")
        browser.execute_script("document.querySelectorAll('details').forEach(each => each.open = true)")
        for violation in axe.run(browser, options=RULES[scheme])["violations"]:
            if violation["impact"] in ("serious", "critical"):
                found.append(f"{page}: {violation['id']} at {violation['nodes'][0]['html'][:200]}")
        for screen in (DESKTOP, PHONE):
            resize(browser, screen)
            width = browser.execute_script("return document.documentElement.scrollWidth")
            if width > screen[0]:
                found.append(f"{page} is {width} pixels wide on a screen of {screen[0]}")
    assert not found, "\n".join(found)
