"""The page to play in, as its tests use it."""

# Selenium's types are partly unknown.
# pyright: basic

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from selenium.webdriver.common.by import By
from waiting import address_of, until

from common.position import COLUMN_NAMES


class Page:
    """The page, used by somebody who reads the status line and the address."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser = browser
        self.address = f"{address}live/play/"

    def open(self, **query: str) -> None:
        """Go there by an address."""
        self.browser.get(self.address + "?" + "&".join(f"{name}={value}" for name, value in query.items()))
        self.until(lambda: self.all(".status", "each.textContent"))

    def until(self, condition: Callable[[], Any]) -> None:
        """Wait for a condition; raise TimeoutException if it does not come true."""
        until(self.browser, condition)

    def until_played(self, moves: int) -> None:
        """Wait until so many stones are on the board, and no level is to move."""
        self.until(lambda: len(self.moves) >= moves and "thinking" not in self.status)

    def all(self, selector: str, what: str) -> list[Any]:
        """Return what JavaScript says of each element of the widget that a selector finds."""
        found = f"[...document.querySelectorAll('c4-play {selector}')]"
        return self.browser.execute_script(f"return {found}.map(each => {what})")

    @property
    def status(self) -> str:
        """What the status line says."""
        return self.all(".status", "each.textContent")[0]

    @property
    def moves(self) -> str:
        """The moves in the address."""
        return parse_qs(urlsplit(address_of(self.browser)).query).get("moves", [""])[0]

    def button(self, name: str) -> Any:
        """Return the button of a column, or another by what is on it."""
        label = f"starts-with(@aria-label, 'Column {name}')" if name in COLUMN_NAMES else f"text()='{name}'"
        return self.browser.find_element(By.XPATH, f"//c4-play//button[{label}]")

    def press(self, *names: str) -> None:
        """Click on buttons."""
        for name in names:
            self.button(name).click()

    def seat(self, side: str) -> Any:
        """Return the select of who plays a side."""
        return self.browser.find_element(By.XPATH, f"//c4-play//select[@name='{side}']")

    def type(self, *keys: str) -> None:
        """Type keys where the focus is."""
        for key in keys:
            self.browser.switch_to.active_element.send_keys(key)
