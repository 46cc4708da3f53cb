"""Waiting for pages, however slow the machine is, and pages that wait for the test."""

from collections.abc import Callable
from typing import Any

from selenium.webdriver.support.wait import WebDriverWait

PATIENCE = 120  # seconds until something that should happen is given up
HOLD = """
const [name] = arguments;
const { fetch } = window;
window.fetch = async (url) => {
  const response = await fetch(url);
  if (!`${url}`.includes(name)) return response;
  const data = await response.json();
  return new Promise((resolve) => {
    window.release = (ok) => resolve({ ok, url, status: 503, json: async () => data });
  });
};
"""
MUTE = """
const [answers] = arguments;
const { postMessage } = Worker.prototype;
let asked = 0;
Worker.prototype.postMessage = function (message, ...rest) {
  if (message.what) asked += 1;
  if (!message.what || asked <= answers) postMessage.call(this, message, ...rest);
};
"""


def until(browser: Any, condition: Callable[[], Any], message: str = "") -> None:
    """Wait for a condition; raise TimeoutException if it does not come true."""
    WebDriverWait(browser, PATIENCE, 0.1).until(lambda _: condition(), message)


def address_of(browser: Any) -> str:
    """Return the address from the page itself; the driver's may be late."""
    return browser.execute_script("return location.href")


def hold(browser: Any, name: str) -> None:
    """Make the page wait for a file of a given name until it is released."""
    browser.execute_script(HOLD, name)


def release(browser: Any, *, ok: bool) -> None:
    """Give the page the file, or an error instead, and return when it has handled that."""
    until(browser, lambda: browser.execute_script("return 'release' in window"))
    browser.execute_script("window.release(arguments[0])", ok)


def never_done(browser: Any, answers: int = 0) -> None:
    """Answer that many more questions, and let no search finish from then on."""
    browser.execute_script(MUTE, answers)
