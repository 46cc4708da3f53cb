"""The search explorer: the nodes of the real steps, moment by moment, by pointer, keyboard and address."""

import json
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from node import solve_in_node
from pages import WidgetPage
from selenium.webdriver.common.keys import Keys

from common.tools import course
from common.tools.site import traces

SHORT, OTHER, *_, LONG = traces.POSITIONS
MOST_BYTES = 100_000
STROKE = "return getComputedStyle(document.querySelector('c4-explorer .board-frame')).stroke"


class Page(WidgetPage):
    """The explorer as a reader has it."""

    path, widget, opened = "live/explorer/", "c4-explorer", ".status:not(:empty)"

    def search(self, number: str) -> Any:
        return self.find(f"option[value='{number}']")

    @property
    def moment(self) -> int:
        return int(self.find(".counter").text.split()[1])


def test_a_recorded_search_is_quickly_loaded(site: Path) -> None:
    sizes = [path.stat().st_size for path in (site / "assets" / "traces").iterdir()]
    assert len(sizes) == len(traces.POSITIONS) + 1
    assert max(sizes) < MOST_BYTES


def test_each_search_is_recorded_with_its_nodes(site: Path) -> None:
    index = json.loads((site / "assets" / "traces" / "index.json").read_text(encoding="utf-8"))
    assert index["positions"][0]["nodes"] == [nodes for _, nodes in solve_in_node(SHORT, *traces.STEPS)]


def test_a_search_shows_its_nodes(page: Page) -> None:
    page.open(f"?moves=4455&search={traces.STEPS[0]}")
    assert page.find(".complaint").text.startswith("No search after the moves '4455' was recorded")
    assert page.moment == 1
    number = traces.STEPS[-1]
    ((_, nodes),) = solve_in_node(SHORT, number)
    page.click(search := page.search(number))
    page.until(lambda: page.query.get("search") == number)
    assert search.text.endswith(f": {nodes} nodes")
    page.find("input[type=range]").send_keys(Keys.END)
    assert page.status.endswith(f"The search took {nodes} nodes.")
    assert f"{nodes} nodes of {nodes} so far" in page.find(".counter").text
    assert page.list_violations() == []


@pytest.mark.full("more of what other journeys go through")
def test_moments_come_one_after_the_other(page: Page) -> None:
    page.open(f"?moves={SHORT}&search=02")
    assert page.button("Back").get_attribute("aria-disabled") == "true"
    assert "alpha -18 to beta 18" in (start := page.status)
    assert page.browser.execute_script(STROKE) == "none"  # a board takes no style of the frames in lessons
    page.press("Next cutoff")
    cut = [box.get_attribute("aria-label") for box in page.all(".box-cut")]
    assert any(name.endswith("cut off") for name in cut)
    page.press("Last")
    assert page.browser.switch_to.active_element == page.button("Last")
    assert page.button("Forward").get_attribute("aria-disabled") == "true"
    page.press("First")
    assert page.status == start
    page.press("Play")
    page.until(lambda: page.moment > 1)
    page.press("Pause")
    assert page.button("Play")


def test_the_keyboard_is_enough(page: Page) -> None:
    page.open(f"?moves={SHORT}&search=01")
    page.all("select")[1].send_keys(Keys.ARROW_DOWN)
    page.until(lambda: page.query.get("search") == "02")
    slider = page.find("input[type=range]")
    slider.send_keys(Keys.ARROW_RIGHT)
    slider.send_keys(Keys.ARROW_RIGHT)
    assert page.moment == 3
    page.button("Back").send_keys(Keys.ENTER)
    assert page.moment == 2
    slider.send_keys(Keys.END)
    box = page.find(".tree-row:nth-child(2) .box-done")
    name = box.get_attribute("aria-label")
    box.send_keys(Keys.ENTER)
    assert box.get_attribute("aria-current") == "true"
    column = name.split()[1].rstrip(",")
    assert f"tried column {column}: " in page.status
    board = page.find("c4-board svg").get_attribute("aria-label")
    assert board.startswith(f"Board after the moves {' '.join(SHORT + column)}.")


def test_the_address_restores_what_was_shown(page: Page) -> None:
    page.open(f"?moves={LONG}&search=03&moment=7")
    before = page.status
    page.click(page.search("05"))
    page.until(lambda: page.query["search"] == "05" and page.query["moves"] == LONG)
    page.browser.back()
    page.until(lambda: page.search("03").is_selected())
    assert (page.moment, page.status) == (7, before)
    page.press("Forward")
    page.until(lambda: page.query["moment"] == "8")
    page.find(f"option[value='{SHORT}']").click()
    page.until(lambda: page.query["moves"] == SHORT)
    assert page.moment == 1


def test_an_error_leaves_the_search_that_was_shown(page: Page) -> None:
    page.open(f"?moves={SHORT}&search=02&moment=3")
    shown = page.status
    page.browser.execute_script("window.fetch = async () => new Response('', { status: 503 })")
    page.click(page.find(f"option[value='{LONG}']"))
    page.until(lambda: page.find(".complaint").text.endswith(f"{LONG}.json could not be loaded: 503"))
    assert page.find("select").get_property("value") == SHORT
    assert (page.status, page.query["moves"]) == (shown, SHORT)


def test_without_javascript_there_are_position_and_nodes(address: str) -> None:
    with urlopen(f"{address}live/explorer/") as answer:
        html = answer.read().decode()
    assert f'aria-label="Board after the moves {SHORT}"' in html
    for number in traces.STEPS:
        ((_, nodes),) = solve_in_node(SHORT, number)
        assert f"<td>{number} {course.load(number).name}</td><td>{nodes}</td>" in html
