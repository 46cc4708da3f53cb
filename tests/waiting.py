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
const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
let heard = 0;
Object.defineProperty(Worker.prototype, "onmessage", {
  set(listener) {
    set.call(this, (event) => {
      heard += 1;
      if (heard <= answers) listener(event);
    });
  },
});
"""


def until(browser: Any, condition: Callable[[], Any], message: str = "") -> None:
    """Wait for a condition; raise TimeoutException if it does not come true."""
    WebDriverWait(browser, PATIENCE, 0.05).until(lambda _: condition(), message)


def address_of(browser: Any) -> str:
    """Return the address as the page has it; what the driver says of it may be late."""
    return browser.execute_script("return location.href")


def hold(browser: Any, name: str) -> None:
    """Let the page wait for a file of some name until it is released."""
    browser.execute_script(HOLD, name)


def release(browser: Any, *, ok: bool) -> None:
    """Let the page have the file, or an error in its place, and return when it has dealt with that."""
    until(browser, lambda: browser.execute_script("return 'release' in window"))
    browser.execute_script("window.release(arguments[0])", ok)


def never_done(browser: Any, answers: int = 0) -> None:
    """Let searches asked for from now on answer so often at most, and never be done."""
    browser.execute_script(MUTE, answers)
