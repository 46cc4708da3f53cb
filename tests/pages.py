"""Pages with a widget, used as a reader does: reading, clicking, typing."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from axe_core_python.selenium import Axe
from repository import ROOT
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from common.position import COLUMN_NAMES

PUZZLES: list[list[Any]] = json.loads((ROOT / "docs/assets/live/puzzles.json").read_text())["puzzles"]
PATIENCE = 120  # seconds until something that should happen is given up
AT_REST = """
const style = document.createElement("style");
style.textContent = "* { transition: none !important; animation: none !important }";
document.head.append(style);
"""
IS_IN_SIGHT = """
const { left, right, top, bottom } = arguments[0].getBoundingClientRect();
return arguments[0].contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
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


def until(browser: Any, condition: Callable[[], Any]) -> None:
    """Wait for a condition, however slow the machine is; raise TimeoutException if it does not come true."""
    WebDriverWait(browser, PATIENCE, 0.1).until(lambda _: condition())


def address_of(browser: Any) -> str:
    """Return the address from the page itself; the driver's may be late."""
    return browser.execute_script("return location.href")


def never_done(browser: Any, answers: int = 0) -> None:
    """Answer that many more questions, and let no search finish from then on."""
    browser.execute_script(MUTE, answers)


class WidgetPage:
    """A page and its widget; subclasses name the widget, and say when it is open."""

    path: str
    widget: str
    opened = ".status"  # what is there once the widget is

    def __init__(self, browser: Any, address: str) -> None:
        self.browser = browser
        self.address = f"{address}{self.path}"

    def open(self, query: str = "", **parameters: str) -> None:
        """Open the page by an address and wait for the widget."""
        self.browser.get(self.address + (query or f"?{urlencode(parameters)}"))
        self.until(lambda: self.all(self.opened))

    def until(self, condition: Callable[[], Any]) -> None:
        """Wait for a condition; raise TimeoutException if it does not come true."""
        until(self.browser, condition)

    def all(self, selector: str) -> list[Any]:
        """Return the elements of the widget that a selector finds."""
        return self.browser.find_elements(By.CSS_SELECTOR, f"{self.widget} {selector}")

    def find(self, selector: str) -> Any:
        """Return the first element of the widget that a selector finds."""
        return self.browser.find_element(By.CSS_SELECTOR, f"{self.widget} {selector}")

    def button(self, name: str) -> Any:
        """Return a button by the beginning of its text, or of its label if it has an icon."""
        named = f"starts-with(., '{name}') or contains(@class, 'icon') and starts-with(@aria-label, '{name}')"
        return self.browser.find_element(By.XPATH, f"//{self.widget}//button[{named}]")

    def click(self, element: Any) -> None:
        """Click a button, or an option of a choice, that the page's header does not hide."""
        script = "(arguments[0].closest('select') ?? arguments[0]).scrollIntoView({ block: 'center' })"
        self.browser.execute_script(script, element)
        element.click()

    def press(self, *names: str) -> None:
        """Click buttons by their names."""
        for name in names:
            self.click(self.button(name))

    def type(self, *keys: str) -> None:
        """Type keys where the focus is."""
        for key in keys:
            self.browser.switch_to.active_element.send_keys(key)

    def list_violations(self) -> list[tuple[str, str]]:
        """Return axe's findings in the widget, in light and dark: the rule and the element."""
        self.browser.execute_script(AT_REST)
        violations = []
        for scheme in ("default", "slate"):
            self.browser.execute_script("document.body.dataset.mdColorScheme = arguments[0]", scheme)
            violations += Axe().run(self.browser, self.widget, {"resultTypes": ["violations"]})["violations"]
        return [(violation["id"], violation["nodes"][0]["html"]) for violation in violations]

    @property
    def status(self) -> str:
        """The text of the status line."""
        return self.find(".status").text

    @property
    def query(self) -> dict[str, str]:
        """The parameters in the address."""
        parameters = parse_qs(urlsplit(address_of(self.browser)).query)
        return {name: values[0] for name, values in parameters.items()}


class PuzzlePage(WidgetPage):
    """A page with a puzzle, whose moves are not in its address."""

    @property
    def moves(self) -> str:
        """The stones on the board, by its label."""
        label = self.find("c4-board svg").get_attribute("aria-label")
        return "".join(word for word in label.partition(".")[0].split() if word in COLUMN_NAMES)
