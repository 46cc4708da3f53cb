"""Edit and run, in browsers: a step runs as it is, edits are scored, and Python can be stopped."""

# Selenium's types are partly unknown.
# pyright: basic, reportMissingTypeStubs=false

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from waiting import address_of, hold, release, until

from common.tools import course
from common.tools.site import edit, pyodide

AGAIN = "document.querySelector('c4-edit').replaceWith(document.createElement('c4-edit'))"


class Page:
    """The page in a browser."""

    def __init__(self, browser: webdriver.Remote, address: str) -> None:
        self.browser = browser
        self.address = f"{address}live/edit/"

    def find(self, selector: str) -> WebElement:
        """Return an element of the cell."""
        return self.browser.find_element(By.CSS_SELECTOR, f"c4-edit {selector}")

    def button(self, name: str) -> WebElement:
        """Return a button by how its name begins."""
        return self.browser.find_element(By.XPATH, f"//c4-edit//button[starts-with(., '{name}')]")

    def click(self, element: WebElement) -> None:
        """Click a button, or an option of a choice, that the page's header does not hide."""
        script = "(arguments[0].closest('select') ?? arguments[0]).scrollIntoView({ block: 'center' })"
        self.browser.execute_script(script, element)
        element.click()

    def wait(self, condition: Callable[[], Any]) -> None:
        """Wait until a condition holds."""
        until(self.browser, condition)

    @property
    def text(self) -> str:
        """Return the text of the file that is shown."""
        return str(self.find("textarea").get_property("value"))

    @property
    def label(self) -> str:
        """Return the name of the text: its file and step."""
        return str(self.find("textarea").get_attribute("aria-label"))

    @property
    def shown(self) -> str:
        """Return the step that is chosen, whose source is the text."""
        number = str(self.find("select").get_property("value"))
        assert self.label.endswith(f" of step {number}")
        assert self.text == edit.source(number)["files"]["solver.py"]
        return number

    @property
    def status(self) -> str:
        """Return what is said below the buttons."""
        return self.find(".status").text

    def open(self, query: str = "") -> None:
        """Load the page."""
        self.browser.get(self.address + query)
        self.wait(lambda: self.browser.find_elements(By.CSS_SELECTOR, "c4-edit textarea") and self.text)

    def choose(self, step: str) -> None:
        """Choose a step, wait until it is shown, and choose its search."""
        self.click(self.find(f"option[value='{step}']"))
        self.wait(lambda: self.label.endswith(f" of step {step}"))
        self.click(self.find("option[value='solver.py']"))
        assert self.text == edit.source(step)["files"]["solver.py"]

    def replace(self, old: str, new: str) -> None:
        """Change the text as if it had been typed."""
        assert old in self.text
        script = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))"
        self.browser.execute_script(script, self.find("textarea"), self.text.replace(old, new))

    def run(self) -> str:
        """Press Run, and return what is said in the end."""
        self.click(self.button("Run"))
        self.wait(lambda: self.button("Stop").get_property("disabled"))
        return self.status


@pytest.fixture
def page(browser: webdriver.Remote, address: str, site: Path) -> Page:
    """Return the page as it was built, without Python."""
    if not (site / "assets" / "pyodide").exists():
        pytest.skip("N/A: the site was built without npm, or offline, so without Pyodide")
    return Page(browser, address)


@pytest.fixture
def python(page: Page) -> Page:
    """Return the page with Python started and no edits; it is left as it is for the next test."""
    there = address_of(page.browser).startswith(page.address)
    if not there or not page.browser.find_elements(By.XPATH, "//c4-edit//button[. = 'Run']"):
        page.open()
        page.click(page.button("Start Python"))
        page.wait(lambda: page.status.startswith("Python is ready"))
    if page.button("Reset").is_enabled():
        page.click(page.button("Reset"))
    page.choose("05")
    return page


def test_nothing_is_loaded_until_python_is_asked_for(page: Page, site: Path) -> None:
    page.open()
    loaded = page.browser.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
    assert any("assets/source/05.json" in name for name in loaded)
    assert not any("pyodide" in name for name in loaded)
    size = sum((site / "assets" / "pyodide" / name).stat().st_size for name in pyodide.FILES)
    assert page.button("Start").text == f"Start Python ({size / 1e6:.0f} MB)"
    assert not page.button("Solve").is_enabled()


@pytest.mark.parametrize("number", ["05", course.numbers()[-1]])
def test_a_step_as_it_is_finds_every_score_with_as_many_nodes(python: Page, number: str) -> None:
    python.choose(number)
    sample = edit.source(number)["sample"]
    nodes = sum(line["nodes"] for line in sample)
    assert python.run() == f"10 of 10 exact, {nodes:,} nodes, as many as step {number}."
    rows = [row.text.split() for row in python.browser.find_elements(By.CSS_SELECTOR, ".results tbody tr")]
    for line, (moves, expected, found, word, original, own, *_) in zip(sample, rows, strict=True):
        assert (moves, expected, found, word) == (line["moves"], f"{line['score']}", expected, "exact")
        assert original == own == f"{line['nodes']:,}"


def test_an_edit_that_breaks_the_search_is_not_exact(python: Page) -> None:
    python.replace("score = -negamax(", "score = negamax(")
    assert python.run().startswith("0 of 10 exact, ")
    assert "wrong" in python.find(".results tbody tr").text


def test_an_edit_of_another_file_is_run_too(python: Page) -> None:
    python.click(python.find("option[value='table.py']"))
    python.replace("8_388_593", "257")
    assert python.run().startswith("10 of 10 exact, ")
    assert "% more than step 05." in python.status
    assert python.find("option[value='table.py']").text == "table.py (edited)"


def test_errors_and_what_is_printed_are_shown(python: Page) -> None:
    python.replace('"""The search."""', 'print("hello")\nreturn')
    assert python.run() == "Python has an error to report. No position was solved."
    assert 'File "05_transposition_table/solver.py", line 2\n' in python.find(".trouble").text
    python.replace("\nreturn", "")
    assert python.run().startswith("10 of 10 exact, ")
    assert python.find(".trouble").get_property("textContent") == ""
    assert python.find(".printed").text == "hello"


def test_python_asks_only_the_site(python: Page, address: str) -> None:
    entries = "performance.getEntriesByType('resource')"
    python.replace('"""The search."""', f'import js\nfor each in js.eval("{entries}"): print(each.name)')
    python.run()
    loaded = python.find(".printed").get_property("textContent").split()  # type: ignore[union-attr]
    assert f"{address}assets/pyodide/pyodide.asm.wasm" in loaded
    assert all(name.startswith(address) for name in loaded)


def test_an_endless_loop_is_stopped(python: Page) -> None:
    python.replace("    nodes[0] += 1\n", "    while True: pass\n")
    python.click(python.button("Run"))
    assert python.browser.switch_to.active_element.text == "Stop"
    python.browser.switch_to.active_element.send_keys(Keys.ENTER)
    python.wait(lambda: python.status == "Stopped. No position was solved.")
    python.click(python.button("Reset"))
    assert python.run().startswith("10 of 10 exact, ")


def test_a_position_of_ones_own_is_solved_and_stays_in_the_address(python: Page) -> None:
    line, other = edit.source("05")["sample"][1:3]
    field, answer = python.find("input"), "form + .status"
    for each in (line, other):
        field.clear()
        field.send_keys(each["moves"], Keys.ENTER)
        said = f"Score: {each['score']}, nodes: {each['nodes']:,}, time: "
        python.wait(lambda said=said: python.find(answer).text.startswith(said))
    python.browser.back()
    python.wait(lambda: field.get_property("value") == line["moves"])
    assert address_of(python.browser).endswith(f"?step=05&moves={line['moves']}")
    field.clear()
    field.send_keys("448", Keys.ENTER)
    assert "move 3, '8': there is no such column" in python.find(answer).text


def test_steps_are_linked_by_the_address(page: Page) -> None:
    page.open("?step=07")
    assert page.text == edit.source("07")["files"]["solver.py"]
    page.choose("09")
    assert address_of(page.browser).endswith("?step=09")
    page.browser.back()
    page.wait(lambda: page.text == edit.source("07")["files"]["solver.py"])
    page.open("?step=99")
    page.wait(lambda: page.status == "There is no step 99.")


def test_a_step_that_cannot_be_loaded_leaves_the_one_before(page: Page) -> None:
    page.open("?step=02")
    hold(page.browser, "07.json")
    page.click(page.find("option[value='07']"))
    release(page.browser, ok=False)
    assert page.status.endswith("assets/source/07.json could not be loaded: 503")
    assert page.shown == "02"
    assert address_of(page.browser).endswith("?step=02")
    page.choose("09")
    assert page.shown == "09"
    page.browser.back()
    page.wait(lambda: page.shown == "02")


@pytest.mark.parametrize("ok", [True, False], ids=["answer", "error"])
def test_a_step_that_comes_too_late_changes_nothing(page: Page, ok: bool) -> None:
    page.open("?step=02")
    hold(page.browser, "07.json")
    page.click(page.find("option[value='07']"))
    page.choose("09")
    release(page.browser, ok=ok)
    assert (page.shown, page.status) == ("09", "")
    assert address_of(page.browser).endswith("?step=09")
    page.browser.back()
    page.wait(lambda: page.shown == "02")
    page.click(page.find("option[value='07']"))
    page.click(page.find("option[value='02']"))
    release(page.browser, ok=ok)
    assert (page.shown, page.status) == ("02", "")


def test_the_first_step_that_cannot_be_loaded_is_an_error(page: Page) -> None:
    page.open()
    hold(page.browser, "05.json")
    page.browser.execute_script(AGAIN)
    release(page.browser, ok=False)
    assert page.find("p").text.endswith("assets/source/05.json could not be loaded: 503")
    assert not page.browser.find_elements(By.CSS_SELECTOR, "c4-edit button")


def test_the_keyboard_gets_out_of_the_cell_and_edits_outlive_a_reload(page: Page) -> None:
    page.open("?step=02")
    page.find("textarea").send_keys("¤", Keys.TAB)
    assert page.browser.switch_to.active_element.text.startswith("Start Python")
    changed = page.text
    assert changed.replace("¤", "") == edit.source("02")["files"]["solver.py"]
    page.open("?step=02")
    assert page.text == changed
    page.click(page.button("Reset"))
    assert page.text == edit.source("02")["files"]["solver.py"]


def test_a_site_without_python_says_so(page: Page) -> None:
    page.open()
    page.browser.execute_script("window.fetch = async () => new Response('null')")
    page.browser.execute_script(AGAIN)
    page.wait(lambda: "built without Python" in page.find("p").text)
