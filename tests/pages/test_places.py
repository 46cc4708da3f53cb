"""A test of the pages about a board: nothing that can be pressed moves when a button is pressed."""

from typing import Any

import pytest
from chromium import resize
from pages import WidgetPage

MOST = 4  # pixels
PLACES = """
const told = "[popover], .review, .why, .puzzle-why, .puzzle-theme"; // which comes after all else
const inList = ".moves-list *"; // which is scrolled to the move that is shown
window.listPlaces = () => {
  scrollTo(0, 0);
  const all = [...document.querySelectorAll(".live :is(button, select, input, a, .graph, .moves-list)")];
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true });
  const seen = all.filter((each) => isSeen(each) && !each.closest(`${told}, ${inList}`));
  return new Map(seen.map((each) => {
    const { x, y } = each.getBoundingClientRect();
    return [each, [x, y]];
  }));
};
window.before = listPlaces();
const isColumn = (each) => each.closest(".board-columns") !== null;
const buttons = [...before.keys()].filter((each) => each.matches("button:not(.to-screen)"));
window.toPress = [...buttons.filter((each) => !isColumn(each)), ...buttons.filter(isColumn)];
return toPress.length;
"""
PRESS = """
const each = toPress[arguments[0]];
if (each.disabled || !each.checkVisibility({ visibilityProperty: true })) return false;
window.before = listPlaces();
each.click();
return true;
"""
MOVED = """
const after = listPlaces();
const far = (at, [x, y]) => Math.max(Math.abs(at[0] - x), Math.abs(at[1] - y)) > arguments[0];
const moved = [...before].filter(([each, at]) => after.has(each) && far(at, after.get(each)));
const spell = ([each, at]) => `${each.ariaLabel ?? each.textContent} from ${at} to ${after.get(each)}`;
document.querySelector(":popover-open")?.hidePopover();
document.querySelector(".setup > .controls > :last-child")?.click();
return moved.map(spell);
"""


def describe(path: str, widget: str, query: str) -> Any:
    kind = type("Page", (WidgetPage,), {"path": path, "widget": widget, "query": query})
    return pytest.param(kind, query, id=path + query)


@pytest.mark.parametrize("size", [(360, 740), (1400, 900)], ids=["phone", "desktop"])
@pytest.mark.parametrize(
    ("kind", "query"),
    [
        describe("live/", "c4-analysis", "?moves=4455"),
        describe("live/play/", "c4-play", "?x=you&o=you&moves=4455"),
        describe("live/play/", "c4-play", "?x=you&o=impossible&moves=1212121"),
        describe("live/puzzles/", "c4-puzzles", "?puzzle=1"),
        describe("live/puzzles/", "c4-puzzles", ""),  # today's
    ],
)
def test_no_button_moves_what_can_be_pressed(
    kind: type[WidgetPage], query: str, size: tuple[int, int], chromium: Any, address: str
) -> None:
    resize(chromium, *size)
    page = kind(chromium, address)
    page.open(query)
    page.until(lambda: "…" not in page.find(".said").text)
    count = chromium.execute_script(PLACES)
    assert count > len("1234567")
    moved: list[str] = []
    for at in range(count):
        for _ in range(3):  # as often as a hint goes on
            if not chromium.execute_script(PRESS, at):
                break
            page.until(lambda: "…" not in page.find(".said").text)
            moved += chromium.execute_script(MOVED, MOST)
    assert not moved, "\n".join(moved)
    chromium.execute_script("localStorage.clear()")
