"""Tests of every page in a browser: no outside requests, errors or sideways scrolling; accessible."""

import json
import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from axe_core_python.selenium import Axe
from chromium import resize, started
from matplotlib.image import imread
from pages import IS_IN_SIGHT, until
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from common.tools import course

FEW = [f"{folder}index.html" for folder in ("", "lessons/05_transposition_table/", "labs/16_zugzwang/")]
DESKTOP, PHONE = (1280, 900), (360, 740)
MOST_BYTES = 1_000_000
MOST_SHIFT = 0.02
INDEX = "search/search_index.json"
HAS_INDEX = f"return performance.getEntries().some((entry) => entry.name.endsWith('{INDEX}'))"
LOADED = """
let sum = 0;
for (const entry of performance.getEntries()) sum += entry.encodedBodySize || 0;
return sum;
"""


def list_requests(browser: webdriver.Chrome) -> list[str]:
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
    return [params["request"]["url"] for params in sent]


AT_REST = """
const style = document.createElement("style");
style.textContent = "* { transition: none !important }";
document.head.append(style);
document.querySelectorAll("details:not(.part)").forEach(each => each.open = true);
"""  # no colour on its way to another, nothing hidden but live parts, which have pages of their own
# Describing the sound elements too takes as long again; so does a path to each element.
RUN = """
window.listSerious = (where, options) =>
  axe.run(where, { ...options, resultTypes: ["violations"], selectors: false }).then(
    ({ violations }) => violations.filter(({ impact }) => ["serious", "critical"].includes(impact)),
    (error) => [{ id: `${error}`, nodes: [{ html: "" }] }]);
"""
ALL = 'listSerious("html", { rules: { "color-contrast": { enabled: false } } }).then(arguments[0]);'
CONTRAST = """
const [scheme, before, done] = arguments;
document.body.dataset.mdColorScheme = scheme;
const seen = new Set(before);
const shown = { visibilityProperty: true, opacityProperty: true };
for (const each of document.body.querySelectorAll("*")) {
  delete each.dataset.sample;
  const hasText = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  if (!hasText || !each.checkVisibility(shown)) continue;
  const { color, fontSize, fontWeight, position } = getComputedStyle(each);
  let ground = each;
  while (ground.parentElement && getComputedStyle(ground).backgroundColor === "rgba(0, 0, 0, 0)")
    ground = ground.parentElement;
  const kind = [color, fontSize, fontWeight, position, getComputedStyle(ground).backgroundColor].join();
  if (!seen.has(kind)) each.dataset.sample = "";
  seen.add(kind);
}
const kinds = [...seen].slice(before.length);
if (!kinds.length) done([kinds, []]);
else listSerious("[data-sample]", { runOnly: ["color-contrast"] }).then((pale) => done([kinds, pale]));
"""  # contrast is most of the work of axe: it sees one text of each colour, size and ground, of all pages,
# and begins in the same task, because a live page may replace a text in the next
OWN = """
const others = ".md-nav--primary .md-nav__item:not(.md-nav__item--active, .md-nav__item--active *)";
document.querySelectorAll(others).forEach((each) => each.remove());
"""  # the entries of the menu for other pages are the same everywhere
PLAIN = """
for (const code of document.querySelectorAll("pre code")) code.textContent = code.textContent;
"""  # words of code have nothing but colours


def list_violations(browser: webdriver.Chrome, seen: set[str]) -> list[str]:
    """Return axe's serious findings in the page, in both colour schemes of the theme.

    Leave out the kinds of text that an earlier page had, and what the menu of the first page had.
    """
    browser.execute_script(Axe().axe_script + RUN)
    problems: list[dict[str, Any]] = []
    if seen:
        browser.execute_script(OWN)
    for scheme in ("default", "slate"):
        kinds, pale = browser.execute_async_script(CONTRAST, scheme, list(seen))
        seen.update(kinds)
        problems += [violation | {"id": f"{violation['id']} in {scheme}"} for violation in pale]
    browser.execute_script(PLAIN)
    problems += browser.execute_async_script(ALL)
    return [f"{problem['id']} at {problem['nodes'][0]['html'][:200]}" for problem in problems]


def check_pages(pages: list[str], address: str) -> list[str]:
    """Return the faults of some pages, in a separate browser."""
    problems: list[str] = []
    seen: set[str] = set()
    # Pages at rest: composing their pictures in a separate thread takes a seventh of the processor time.
    with started("--disable-threaded-compositing", logs=True) as browser:
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})  # all is counted anew
        for page in pages:
            resize(browser, *PHONE)
            browser.get(address + page)
            others = [url for url in list_requests(browser) if not re.match(rf"{address}|data:", url)]
            problems += [f"{page} asks for {url}" for url in others]
            problems += [f"{page}: {entry['message']}" for entry in browser.get_log("browser")]
            if browser.execute_script(HAS_INDEX):
                problems.append(f"{page} loads the index of the search")
            size = browser.execute_script(LOADED)
            if size > MOST_BYTES:
                problems.append(f"{page} loads {size} bytes")
            browser.execute_script(AT_REST)
            for screen in (PHONE, DESKTOP):
                resize(browser, *screen)
                width = browser.execute_script("return document.documentElement.scrollWidth")
                if width > screen[0]:
                    problems.append(f"{page} is {width} pixels wide on a screen of {screen[0]}")
            problems += [f"{page}: {violation}" for violation in list_violations(browser, seen)]
    return problems


def test_every_page_is_sound(site: Path, address: str, pytestconfig: pytest.Config) -> None:
    """Look at a page of each kind, with --full at all of them: each takes a few seconds."""
    files = (path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    every = sorted(path for path in files if not path.startswith("assets/"))  # where parts of pages are
    pages = every if pytestconfig.getoption("--full") else FEW
    problems = check_pages(pages, address)
    assert not problems, "\n" + "\n".join(problems)


SHIFTED = """
const [done] = arguments;
const add = (sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value);
const sum = (list) => done(list.getEntries().reduce(add, 0));
new PerformanceObserver(sum).observe({ type: "layout-shift", buffered: true });
setTimeout(() => done(0), 500);
"""  # how far drawn parts moved when more came, as browsers measure it; they report nothing if nothing moved


@pytest.mark.full("looks that seldom change")
def test_live_parts_do_not_move_their_page(address: str, chromium: webdriver.Chrome) -> None:
    resize(chromium, *PHONE)
    shifts: dict[str, float] = {}
    live = (f"live/{name}/" for name in ("play", "puzzles", "write", "bitboard", "cards"))
    lessons = (f"lessons/{course.load(number).folder.name}/" for number in ("01", "05", "08"))
    for page in ("", *live, *lessons):
        chromium.get(address + page)
        until(chromium, lambda: chromium.find_elements(By.CSS_SELECTOR, ".live button"))
        shifts[page] = chromium.execute_async_script(SHIFTED)
    assert max(shifts.values()) < MOST_SHIFT, shifts


UNNAMED = """
const named = new Set([...document.querySelectorAll("link, script")].map((each) => each.href || each.src));
const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
return loaded.filter((name) => /assets\\/(?!javascripts).*\\.(js|css)$/.test(name) && !named.has(name));
"""  # but for the theme's scripts


@pytest.mark.parametrize("page", ["", "live/play/", "lessons/10_look_ahead/"])
def test_a_page_names_all_scripts_and_styles_of_its_parts(
    address: str, chromium: webdriver.Chrome, page: str
) -> None:
    """A browser that hears of them from one another fetches them one after the other."""
    chromium.get(address + page)
    chromium.execute_script("sessionStorage.clear()")  # has the folds that another test left open
    chromium.get(address + page)
    until(chromium, lambda: chromium.find_elements(By.CSS_SELECTOR, ".live button"))
    unnamed = [name.rsplit("/", 1)[-1] for name in chromium.execute_script(UNNAMED)]
    idle = {"worker.js", "c4.js"}  # of the workers, which are loaded when the page is idle
    late = {"puzzle.js", "days.js"}  # of today's puzzle, which is loaded after the first paint
    assert not {*unnamed} - idle - late


LAYOUT = """
const isSeen = (each) => each.checkVisibility({ visibilityProperty: true });
const all = (what, where = document) => [...where.querySelectorAll(what)].filter(isSeen);
const box = (each) => each.getBoundingClientRect();
const SEEN = "p, button, svg, form, summary";
const lowest = (part) => Math.max(...all(SEEN, part).map((each) => box(each).bottom));
const isCentred = (line) => line.firstChild?.data?.trim() && getComputedStyle(line).textAlign === "center";
const middle = ({ left, right }) => (left + right) / 2;
const off = (line) => middle(box(line)) - middle(box(line.parentElement));
const size = (text) => {
  const { a, b } = text.getScreenCTM();
  return Math.hypot(a, b) * parseFloat(getComputedStyle(text).fontSize);
};
return {
  blank: all(".live > :is(c4-analysis, c4-play, c4-puzzles)").map((part) => box(part).bottom - lowest(part)),
  off: all(".md-content p:not(.unseen)").filter(isCentred).map(off),
  letters: all(":is(.axis, .chart, .climbed, .whole-tree, .frames svg:has(.fold, .ply)) text").map(size),
  hidden: all(".md-typeset__scrollwrap").map((table) => table.scrollWidth - table.clientWidth),
};
"""
LAID_OUT = {
    "": "c4-analysis .board-columns b",
    "live/": "c4-analysis .board-columns b",
    "live/play/": "c4-play .status",
    "live/puzzles/": "c4-puzzles .puzzle-task",
    "live/bitboard/": ".walk-words",
    "lessons/01_minmax/": "c4-minimax .status",
    "lessons/02_alpha_beta/": "c4-search-tree .axis",
    "lessons/05_transposition_table/": "c4-frames button",
    "lessons/08_opening_book/": "c4-frames button",
    "lessons/20_promise/": "c4-analysis .board-columns b",
    "labs/21_fading/": ".chart text",
    "cards/": ".wrapped table",
}
"""Pages by a part that is there last."""


@pytest.mark.full("a quarter of a minute, for looks that seldom change")
def test_pages_have_no_blanks_and_nothing_far_off_too_small_or_hidden(
    address: str, chromium: webdriver.Chrome
) -> None:
    for page, last in LAID_OUT.items():
        chromium.get(address + page)
        until(chromium, lambda last=last: chromium.find_elements(By.CSS_SELECTOR, last))
        for width in (1400, 900, 420):
            resize(chromium, width, 900)
            laid_out = chromium.execute_script(LAYOUT)
            assert all(blank < 100 for blank in laid_out["blank"]), (page, width)
            assert all(abs(off) < 5 for off in laid_out["off"]), (page, width)
            assert all(8.9 < size < 25 for size in laid_out["letters"]), (page, width)
            assert width < 900 or not any(hidden > 2 for hidden in laid_out["hidden"]), (page, width)


CUT_OFF = """
return [...document.querySelectorAll("pre > code")]
  .filter((code) => code.scrollWidth > code.clientWidth).map((code) => code.textContent);
"""


@pytest.mark.parametrize("number", course.numbers())
def test_no_code_of_a_lesson_scrolls(address: str, chromium: webdriver.Chrome, number: str) -> None:
    resize(chromium, 1400, 900)
    chromium.get(f"{address}lessons/{course.load(number).folder.name}/")
    chromium.execute_script(AT_REST)
    assert not chromium.execute_script(CUT_OFF)


def test_a_chart_has_the_colours_of_its_page_and_no_editor_is_printed(
    address: str, chromium: webdriver.Chrome
) -> None:
    chromium.get(f"{address}lessons/05_transposition_table/")
    chromium.find_element(By.CSS_SELECTOR, "details.wrong > summary").send_keys(Keys.ENTER)  # it is hidden
    chart = chromium.find_element(By.CSS_SELECTOR, "article > .outcome > figure.chart svg")
    until(chromium, chart.is_displayed)
    for scheme, is_light in (("default", True), ("slate", False)):
        chromium.execute_script("document.body.dataset.mdColorScheme = arguments[0]", scheme)
        picture = imread(BytesIO(chart.screenshot_as_png))
        assert (picture[2, 2, :3].mean() > 0.5) == is_light
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    for part, is_printed in (("c4-write", False), ("c4-race", True)):
        fold = chromium.find_element(By.CSS_SELECTOR, f"details:has({part})")
        assert fold.is_displayed() == is_printed


HIDDEN = """
const menu = document.querySelector(".md-sidebar--primary .md-sidebar__scrollwrap");
return menu.scrollHeight - menu.clientHeight;
"""


@pytest.mark.parametrize("page", ["lessons/22_threads/", "reference/api/"])
def test_the_menu_fits_a_laptop(address: str, chromium: webdriver.Chrome, page: str) -> None:
    resize(chromium, 1366, 768)
    chromium.get(address + page)
    hidden = chromium.execute_script(HIDDEN)
    assert hidden == 0


LAB = """
const all = (what) => [...document.querySelectorAll(`.jupyter-wrapper ${what}`)];
return {
  title: document.querySelector("h1").firstChild.data,
  widths: all("figure.chart > svg").map((chart) => chart.getBoundingClientRect().width),
  code: all("pre > code").length,
  buttons: all("pre button").length,
  notebook: all("a[download]")[0].href,
};
"""


def test_a_lab_is_read_in_both_browsers(address: str, browser: webdriver.Remote) -> None:
    browser.get(f"{address}labs/16_zugzwang/")
    until(browser, lambda: browser.execute_script(LAB)["buttons"])
    lab = browser.execute_script(LAB)
    assert lab["title"] == "Lab 16: who runs out of moves"
    assert lab["buttons"] == lab["code"] > 1
    assert lab["widths"]
    assert min(lab["widths"]) > 200
    with urlopen(lab["notebook"]) as answer:
        assert json.load(answer)["nbformat"] == 4


def test_a_search_finds_a_lesson(address: str, chromium: webdriver.Chrome) -> None:
    chromium.get(address)
    assert not chromium.execute_script(HAS_INDEX)
    search(chromium)


@pytest.mark.full("starts another browser")
def test_without_site_data_a_search_works_and_nothing_is_said_to_be_kept(address: str) -> None:
    with started(keeps_data=False) as driver:
        driver.get(address)
        search(driver)
        driver.get(f"{address}live/puzzles/?theme=hold")
        until(driver, lambda: driver.find_elements(*SHOW))
        driver.find_element(*SHOW).send_keys(Keys.ENTER)
        complaint = driver.find_element(By.CSS_SELECTOR, "c4-puzzles .complaint")
        until(driver, lambda: "keeps nothing" in complaint.text)


SHOW = (By.XPATH, "//c4-puzzles//button[. = 'Show the move']")


def search(browser: webdriver.Chrome) -> None:
    """Search for a lesson, and wait until it is found."""
    for keys in ("s", "zugzwang"):  # the key that opens the search, then what is searched for
        browser.switch_to.active_element.send_keys(keys)
    hits = (By.CSS_SELECTOR, "a.md-search-result__link[href*='/lessons/16_zugzwang/']")
    until(browser, lambda: browser.find_elements(*hits))


def test_the_colours_are_those_of_the_system(address: str, chromium: webdriver.Chrome) -> None:
    chromium.get(f"{address}404.html")
    chromium.execute_script("localStorage.clear()")
    for system, scheme in (("dark", "slate"), ("light", "default")):  # also at a later visit
        features = [{"name": "prefers-color-scheme", "value": system}]
        chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        chromium.get(f"{address}404.html")
        assert chromium.execute_script("return document.body.dataset.mdColorScheme") == scheme


def test_the_cheat_sheet_prints_on_two_pages(address: str, chromium: webdriver.Chrome) -> None:
    chromium.get(f"{address}reference/cheat_sheet/")
    printed = chromium.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    assert len(re.findall(rb"/Type\s*/Page\b", b64decode(printed["data"]))) == 2


@pytest.mark.parametrize(
    ("page", "last", "width"),
    [
        ("live/?moves=4455", "c4-analysis .ways a", 900),
        ("live/ladder/", "c4-ladder .run", 900),
        ("live/explorer/", "c4-explorer .ways a", 420),
    ],
)
def test_a_board_that_stays_in_sight_hides_nothing_from_the_keyboard(
    address: str, chromium: webdriver.Chrome, page: str, last: str, width: int
) -> None:
    resize(chromium, width, 900)
    chromium.get(address + page)
    until(chromium, lambda: chromium.find_elements(By.CSS_SELECTOR, last))
    at = chromium.find_elements(By.CSS_SELECTOR, last)[-1]
    hidden = []
    while chromium.execute_script("return arguments[0].closest('.live') !== null", at):
        at.send_keys(Keys.SHIFT, Keys.TAB)
        at = chromium.switch_to.active_element
        hidden += [at.text] * (not chromium.execute_script(IS_IN_SIGHT, at))
    assert not hidden


def test_the_keyboard_reaches_the_meaning_of_a_term(address: str, chromium: webdriver.Chrome) -> None:
    chromium.get(f"{address}lessons/02_alpha_beta/")
    term = chromium.find_element(By.TAG_NAME, "abbr")
    meaning = term.get_attribute("title")
    chromium.execute_script("arguments[0].focus()", term)
    until(chromium, lambda: term.get_attribute("aria-describedby"))
    tooltip = chromium.find_element(By.ID, term.get_attribute("aria-describedby"))
    until(chromium, lambda: tooltip.text == meaning)
    assert meaning
