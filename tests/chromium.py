"""Chromium for the tests."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pages import PATIENCE
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

CHROMEDRIVER = Path("/usr/bin/chromedriver")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--force-prefers-reduced-motion",  # or it draws many pictures of each stone that falls
    # A page that was left would be kept alive, and the next one would get a process of its own, which takes
    # half as long as all that the tests do.
    "--disable-features=BackForwardCache",
    "--process-per-site",
]


@contextmanager
def started(*more: str, logs: bool = False, keeps_data: bool = True) -> Generator[webdriver.Chrome]:
    """Start Chromium without a window, and end it; log the requests and errors of pages, or bar site data."""
    if not CHROMEDRIVER.exists():
        pytest.skip("N/A: needs Chromium, apt install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    for argument in (*ARGUMENTS, *more):
        options.add_argument(argument)
    if logs:
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    if not keeps_data:
        barred = {"profile.default_content_setting_values.cookies": 2}
        options.add_experimental_option("prefs", barred)
    driver = webdriver.Chrome(options, Service(str(CHROMEDRIVER)))
    driver.set_script_timeout(PATIENCE)
    yield driver
    driver.quit()


def resize(browser: webdriver.Chrome, width: int, height: int) -> None:
    """Give a page the screen of a computer, or of a phone if it is narrow."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
