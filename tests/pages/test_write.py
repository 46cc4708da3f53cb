"""Write it", in browsers: a stage from its brief to the next one, also in a lesson, and errors."""

import base64
import io
import re
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

import pytest
from chromium import started
from pages import WidgetPage, address_of
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.file_detector import UselessFileDetector

import c4
from common.position import HEIGHT
from common.tools.learn import ending, project
from common.tools.learn.curriculum import stages
from common.tools.site import pyodide

pytestmark = pytest.mark.usefixtures("python_site")

STAGES = stages.load_stages()
FIRST, SECOND, THIRD = (STAGES[name] for name in ("01", "02", "03"))
MINUS, SWAPPED = FIRST.mistakes[0], SECOND.mistakes[0]
PASSED = pytest.param("passed", marks=pytest.mark.full("loads Python once more"))
LONG = "4444443265"  # past the book of 8 plies: plain Python takes minutes
SHOWN = "return document.querySelector('c4-write').textContent"
WITHOUT = """
const { fetch } = window;
window.isComing = true;
window.fetch = async (url, ...rest) => {
  const answer = await fetch(url, ...rest);
  if (!`${url}`.endsWith("about.json")) return answer;
  return Response.json({ ...(await answer.json()), python: null, isComing: window.isComing });
};
document.querySelector("c4-write").replaceWith(document.createElement("c4-write"));
"""
STORE = """
const kept = JSON.parse(localStorage["c4-write"]);
kept.drafts["02"]["solver.py"] = arguments[0];
localStorage["c4-write"] = JSON.stringify(kept);
"""  # as another tab does, of which this one has not heard yet
BYTES = """
const [link, done] = arguments;
fetch(link.href).then((answer) => answer.arrayBuffer())
  .then((bytes) => done(btoa(String.fromCharCode(...new Uint8Array(bytes)))));
"""


SNAPSHOTS = """
const [content, done] = arguments;
const sizes = async () => {
  const kept = await caches.open("c4-python");
  const addresses = await kept.keys();
  if (content) for (const address of addresses) await kept.put(address, new Response(content));
  const readSize = async (address) => (await (await kept.match(address)).arrayBuffer()).byteLength;
  return Promise.all(addresses.map(readSize));
};
sizes().then(done);
"""


class Page(WidgetPage):
    """The page in a browser."""

    path, widget, opened = "live/write/", "c4-write", ".cm-content"

    @property
    def focused(self) -> str:
        return self.browser.switch_to.active_element.text

    @property
    def text(self) -> str:
        return str(self.find("c4-editor").get_property("value"))

    @property
    def stage(self) -> str:
        """Return the chosen stage, "" until it is the one to be checked."""
        name = str(self.find("select").get_property("value"))
        return name if f"stage {name}" in self.button("Check").text else ""

    def open(self, query: str = "", **parameters: str) -> None:
        """Load the page in a browser whose storage is empty."""
        if not address_of(self.browser).startswith(self.address):
            self.browser.get(self.address)
        self.browser.execute_script("localStorage.clear(); sessionStorage.clear()")
        self.load(query, **parameters)

    def load(self, query: str = "", **parameters: str) -> None:
        """Load the page with its stored state."""
        super().open(query, **parameters)

    def choose(self, stage: str) -> None:
        self.click(self.find(f"option[value='{stage}']"))
        self.until(lambda: f"stage {stage}" in self.button("Check").text)

    def write(self, text: str, file: str = "solver.py") -> None:
        """Put text into a file as if it were typed."""
        self.click(self.find(f"option[value='{file}']"))
        script = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))"
        self.browser.execute_script(script, self.find("c4-editor"), text)

    def choose_file(self, path: Path) -> None:
        """Choose a file to import, at a path that the browser can read."""
        with self.browser.file_detector_context(UselessFileDetector):
            self.find("input[type=file]").send_keys(str(path))

    def ended(self) -> str:
        """Wait until Python is idle, and return the message."""
        self.until(lambda: self.button("Stop").get_property("disabled"))
        return self.status

    def check(self) -> str:
        self.press("Check")
        return self.ended()

    def facts(self) -> dict[str, str]:
        return {name.text: value.text for name, value in zip(self.all("dt"), self.all("dd"), strict=True)}


class Lesson(Page):
    """A lesson, with its stage folded away."""

    path = "lessons/01_minmax/"

    def unfold(self) -> None:
        """Open the editor of the stage."""
        self.click(self.browser.find_element(By.CSS_SELECTOR, "details:has(> .live > c4-write) > summary"))
        self.until(lambda: self.all(self.opened))

    @property
    def is_ours_shown(self) -> bool:
        return bool(self.browser.find_element(By.CSS_SELECTOR, "details.ours").get_property("open"))

    @property
    def done(self) -> list[str]:
        """Return the lessons that have a tick in the menu, as a screen reader says it."""
        script = "return [...document.querySelectorAll('a:has(> .tick)')].map((link) => link.textContent)"
        return [" ".join(text.split()) for text in self.browser.execute_script(script)]


@pytest.fixture
def chromium(one_chromium: webdriver.Chrome) -> webdriver.Chrome:
    """Return the Chromium, which stays on its page: Python, once loaded, serves the next test too."""
    return one_chromium


@pytest.fixture
def page(browser: webdriver.Remote, address: str) -> Page:
    """Return the page as it was built, without Python."""
    return Page(browser, address)


@pytest.fixture
def python(page: Page) -> Page:
    """Return the page with Python loaded, at the start of stage 01, whatever it has stored."""
    there = address_of(page.browser).startswith(page.address)
    if not there or not page.browser.find_elements(By.XPATH, "//c4-write//button[starts-with(., 'Check')]"):
        page.open("?stage=01")
    page.choose("01")
    page.write(FIRST.given_files()["solver.py"])
    if "loads" in page.button("Check").text:
        page.press("Compare")
        page.ended()
    return page


@pytest.mark.parametrize("how", ["done, with our program", PASSED])
def test_a_stage_done_in_its_lesson_is_kept(page: Page, address: str, how: str) -> None:
    lesson, browser = Lesson(page.browser, address), page.browser
    page.open()
    browser.get(lesson.address)
    assert not lesson.is_ours_shown
    assert lesson.done == []
    lesson.unfold()
    lesson.until(lambda: lesson.stage == "01")
    assert [name.text for name in lesson.all(".brief code")[:3]] == ["position.py", "solver.py", "negamax"]
    lesson.write(MINUS.edits[0].apply(FIRST.ours())["solver.py"])
    if how == "passed":
        assert lesson.check() == "Stage 01 is not passed yet: games that end soon."
        assert "The minus is missing" in lesson.find(".check-list").text
        assert not lesson.is_ours_shown
        lesson.write(FIRST.ours()["solver.py"])
        lesson.check()
        ours, own = browser.find_elements(By.CSS_SELECTOR, ".strip text:last-of-type")
        assert own.text == ours.text
    else:
        lesson.press("Take ours")
    lesson.until(lambda: lesson.is_ours_shown)
    assert lesson.status == f"Stage 01 is {how}."
    assert lesson.done == ["01 Minimax , done"]
    assert lesson.focused == "Read ours"
    onward = lesson.find("a.onward")
    assert onward.text == "Next stage: 02"
    assert onward.get_attribute("href") == f"{address}lessons/02_alpha_beta/"
    lesson.type(Keys.ENTER)
    assert lesson.focused == "Show ours"
    assert address_of(browser) == lesson.address
    browser.refresh()
    lesson.until(lambda: lesson.all(lesson.opened))  # it is still unfolded
    browser.get(address)
    lead = browser.find_element(By.ID, "carry-on")
    assert lead.text.split("\n") == ["Carry on", "02 Alpha-beta"]
    lead.click()
    lesson.until(lambda: "lessons/02" in address_of(browser) and lesson.done == ["01 Minimax , done"])
    assert not lesson.is_ours_shown
    for right in browser.find_elements(By.CSS_SELECTOR, "details.right > summary"):
        lesson.click(right)
    lesson.until(lambda: lesson.done == ["01 Minimax , done", "02 Alpha-beta , done"])
    browser.get(lesson.address)
    assert lesson.is_ours_shown


@pytest.mark.full("more of what other journeys go through")
@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_two_tabs_share_a_program_and_lose_nothing(page: Page) -> None:
    page.open("?stage=02")
    browser, first = page.browser, page.browser.current_window_handle
    browser.switch_to.new_window("tab")
    second = browser.current_window_handle
    page.load("?stage=02")
    page.write("# one\n")
    browser.switch_to.window(first)
    page.until(lambda: page.text == "# one\n")
    assert not page.button("Show the").is_displayed()
    browser.execute_script(STORE, "# two\n")
    page.write("# three\n")
    assert "other draft" in page.status
    page.press("Show the other draft")
    assert page.text == "# two\n"
    browser.switch_to.window(second)
    page.until(lambda: page.text == "# two\n")
    page.press("Show the other draft")
    assert page.text == "# three\n"
    browser.close()
    browser.switch_to.window(first)


def test_a_stage_is_passed_by_keyboard_alone(page: Page) -> None:
    page.open("?stage=02")
    first, *others = [each.text for each in page.all(".brief > p")]
    assert first == " ".join(SECOND.brief.partition("\n\n")[0].split())
    assert [each.get_property("textContent")[:9] for each in page.all(".brief > pre")] == ["alpha   w"]
    assert others[0].startswith("negamax(position, alpha, beta, nodes) takes this window.")
    editor = page.find("[contenteditable]")
    editor.send_keys(Keys.CONTROL, Keys.HOME)
    editor.send_keys(Keys.NULL, "if x:", Keys.ENTER, "y", Keys.TAB)
    assert page.text.startswith("if x:\n    y   ")
    assert page.all(".cm-lineNumbers .cm-gutterElement")[1].text == "1"
    page.type(Keys.ESCAPE, Keys.TAB)
    assert page.focused.startswith("Check stage 02")
    page.write(FIRST.given_files()["solver.py"])
    page.button("Check").send_keys("")
    page.type(Keys.ENTER)
    assert page.ended() == "Stage 02 is not passed yet: negamax is not written yet."
    assert "negamax is not written yet" in page.find(".failure").text
    page.until(lambda: page.focused == "Check stage 02")
    page.write(wrong := SWAPPED.edits[0].apply(SECOND.ours())["solver.py"])
    page.find("[contenteditable]").send_keys(Keys.CONTROL, Keys.ENTER)
    assert page.text == wrong
    page.until(lambda: "ends of the child's window are not swapped" in page.find(".check-list").text)
    assert page.ended() == "Stage 02 is not passed yet: games that end soon."
    facts = page.facts()
    moves, _, turn = facts["position"].partition(", ")
    assert turn == f"{'XO'[len(moves) % 2]} to move"
    label = page.find(".failure svg").get_attribute("aria-label")
    assert label.startswith(f"Board after the moves {' '.join(moves)}. {turn.replace('to', 'is to')}. Column")
    assert int(facts["got"]) != int(facts["expected"])
    page.press("Compare")
    assert page.ended() == "The differences are below."
    lines = page.find(".difference").text.splitlines()
    assert [line[0] for line in lines if line[0] in "+-"] == ["-", "+"]
    assert SWAPPED.edits[0].new in next(line for line in lines if line.startswith("-"))
    assert SWAPPED.edits[0].old in next(line for line in lines if line.startswith("+"))
    assert page.list_violations() == []
    page.button("Show hint 1").send_keys(Keys.ENTER)
    page.type(Keys.ENTER)
    assert page.focused == "Show hint 3 of 3: our code"
    page.type(Keys.ENTER)
    code = page.find(".hints pre").get_property("textContent")
    assert code == dedent(SECOND.hints[2].partition("\n\nand ")[0])  # with an empty line
    assert not page.all(".hints [aria-live] [aria-label]")  # the label would be read in place of the hint
    page.write(SECOND.ours()["solver.py"])
    page.button("Check").send_keys(Keys.ENTER)
    assert page.ended() == "Stage 02 is passed."
    rows = [row.text.split() for row in page.all(".bought tbody tr")]
    assert rows[0][2] == rows[1][1]
    assert not rows[2]  # stage 01 is not passed
    page.until(lambda: page.focused == "Next stage: 03")
    page.type(Keys.ENTER)
    page.until(lambda: page.stage == "03")
    assert page.browser.switch_to.active_element == page.find("select")
    assert page.text == SECOND.ours()["solver.py"]
    assert "1 of " in page.find(".controls").text


class End(WidgetPage):
    """The end of volume one."""

    path, widget, opened = "live/end/", "c4-end", "*"

    @property
    def report(self) -> list[str]:
        return [each.text for each in self.all(".report > p")]


class Play(WidgetPage):
    """The page where the program plays on."""

    path, widget = "live/play/", "c4-play"


@pytest.fixture
def visitor() -> Iterator[webdriver.Chrome]:
    """Start a Chromium in which nothing is stored."""
    with started() as driver:
        yield driver


def test_volume_one_goes_from_home_to_its_end(visitor: webdriver.Chrome, address: str) -> None:
    page, lesson = Page(visitor, address), Lesson(visitor, address)
    end, play = End(visitor, address), Play(visitor, address)
    play.open(x="you", o="own")
    assert "There is no player 'own'" in play.find(".complaint").text
    visitor.get(address)
    visitor.find_element(By.ID, "carry-on").click()
    for name, onward in (("01", "02"), ("02", "03")):
        lesson.until(lambda name=name: f"lessons/{name}" in address_of(visitor))
        assert visitor.execute_script("return scrollY") == 0
        lesson.unfold()
        lesson.until(lambda name=name: lesson.stage == name)
        lesson.write(STAGES[name].ours()["solver.py"])
        assert lesson.check() == f"Stage {name} is passed."
        link = lesson.find("a.onward")
        assert link.text == f"Next stage: {onward}"
        lesson.click(link)
    lesson.until(lambda: "lessons/03" in address_of(visitor))
    end.open()
    end.until(lambda: [link.text for link in end.all("a")] == ["write stage 08"])
    page.load("?stage=03")
    names = list(STAGES)
    between, eighth = names[names.index("03") : names.index(stages.EIGHTH)], STAGES[stages.EIGHTH]
    for name, onward in pairwise([*between, eighth.name]):
        page.until(lambda name=name: page.stage == name)
        page.press("Take ours and go on")
        page.until(lambda onward=onward: page.stage == onward)
    for name, text in eighth.ours().items():
        page.write(text, name)
    assert page.check() == "Stage 08 is passed."
    own, ours, before = [int(row.text.split()[-1].replace(",", "")) for row in page.all(".bought tbody tr")]
    assert own == ours < before
    assert page.all(".bought tbody th")[-1].text == "yours after stage 07c"
    page.until(lambda: page.focused == "Let your program play")
    page.type(Keys.ENTER)
    end.until(lambda: end.all(".board-columns"))
    assert not end.find(".doors").is_displayed()
    end.press("Let your program play")
    end.until(lambda: end.report)
    scores = [int(each.text) for each in end.all(".board-columns b")]
    assert scores == list(c4.analyze("").values())
    end.press("Stop")
    end.until(lambda: end.status == "Stopped.")
    end.press("Let your program play")
    for number in (1, 2):
        end.until(lambda number=number: len(end.report) > number)
    end.until(lambda: end.find(".doors").is_displayed())
    solved, *games, says, wrote = end.report
    nodes = solved.partition("(")[2].partition(" nodes")[0]
    assert "X wins with" in solved
    for game, winner in zip(games, ("your program", "perfect"), strict=True):
        assert f"{winner} wins with stone 41. " in game
        assert len(game.split()[-1]) == 41
    assert says.endswith((ending.BOTH_PERFECT, ending.SOME_PERFECT))
    assert wrote == "You wrote this."
    assert end.all(".bought tbody tr")[-1].text == f"08 opening book the empty board {nodes}"
    assert end.list_violations() == []
    assert exported(end).read("my-solver/.learn/done/08/book.py").decode() == eighth.ours()["book.py"]
    end.click(end.all(".doors a")[0])
    play.until(lambda: play.all(".status"))
    assert play.query == {"x": "you", "o": "own"}
    assert play.find("select[name=o] option:checked").text == "your program"
    play.open(x="own", o="you", moves="444444")
    play.until(lambda: len(play.query["moves"]) == 7)
    play.open(x="own", o="you", moves=LONG)
    play.until(lambda: "within 2 s" in play.find(".complaint").text)
    play.press('Let "impossible" move')
    play.until(lambda: len(play.query["moves"]) == len(LONG) + 1)


def test_errors_and_what_is_printed_are_shown(python: Page) -> None:
    text = FIRST.ours()["solver.py"]
    python.write(text.replace('"""The search."""', '"""The search."""\nprint("hello")\nimport js\njs.no'))
    assert python.check().startswith("Stage 01 is not passed yet: import")
    assert "AttributeError" in python.facts()["got"]
    assert not {"asked", "expected"} & set(python.facts())  # there was no question
    assert "Your program stopped with an error." in python.find(".failure").text
    assert "solver.py, line 4" in python.find(".failure pre").text
    assert python.find(".printed").text == "hello"


def test_python_is_kept_for_the_next_page(python: Page) -> None:
    def print_random_number() -> str:
        python.write("import random\nprint(random.random())\n")
        python.check()
        return python.find(".printed").text

    def sizes(content: str = "") -> list[int]:
        return python.browser.execute_async_script(SNAPSHOTS, content)

    numbers = {print_random_number()}
    for content in ("", "damaged"):
        (size,) = sizes(content)
        assert (size < 100) == bool(content)
        python.load("?stage=01")
        numbers.add(print_random_number())
    (size,) = sizes()
    assert size > 1e7  # anew
    assert len(numbers) == 3


def test_python_asks_only_the_site(python: Page, address: str) -> None:
    listed = "for each in js.eval(\"performance.getEntriesByType('resource')\"): print(each.name)"
    python.write(f"import js\n{listed}\n")
    python.check()
    loaded = python.find(".printed").get_property("textContent").split()  # type: ignore[union-attr]
    assert f"{address}assets/pyodide/pyodide.asm.wasm" in loaded
    assert all(name.startswith(address) for name in loaded)


def test_an_endless_loop_is_stopped_and_shown(python: Page) -> None:
    python.write(FIRST.ours()["solver.py"].replace("    nodes[0] += 1\n", "    while True: pass\n"))
    python.press("Check")
    python.until(lambda: "the board is left as it was" in python.status)
    assert python.focused == "Stop"
    python.type(Keys.ENTER)
    assert python.ended() == "Stage 01 is not passed yet: the board is left as it was."
    assert python.facts()["got"] == "no answer before it was stopped"
    assert python.find(".failure svg").is_displayed()
    assert "does not finish" in python.find(".failure").text
    python.press("Reset", "Undo the reset")
    assert "while True" in python.text
    python.press("Reset")
    assert "NotImplementedError" in python.text


def exported(page: WidgetPage) -> zipfile.ZipFile:
    page.press("Export")
    page.until(lambda: page.find("a[download]").is_displayed())
    text = page.browser.execute_async_script(BYTES, page.find("a[download]"))
    return zipfile.ZipFile(io.BytesIO(base64.b64decode(text)))


def test_the_folder_goes_out_and_comes_back(python: Page, tmp_path: Path) -> None:
    python.choose("03")
    python.write("# mine\n")
    python.press("Take ours and go on")
    python.until(lambda: python.stage == "04a")
    assert python.status.startswith("Stage 03 is done, with our program.")
    python.write("# theirs\n", "position.py")
    exported(python).extractall(tmp_path)
    mine = project.read_project(tmp_path / "my-solver")
    assert (mine.here, mine.done["03"].how) == ("04a", "caught up")
    assert project.read_program(mine.folder)["position.py"] == "# theirs\n"
    assert project.read_program(mine.locate_done(THIRD)) == THIRD.ours()
    (mine.folder / "position.py").write_text("# changed outside\n", encoding="utf-8")
    archive = tmp_path / "back.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in mine.folder.rglob("*"):
            packed.write(path, path.relative_to(tmp_path))
    python.choose_file(archive)
    python.until(lambda: python.status == "back.zip has been imported.")
    assert python.text == "# changed outside\n"
    python.choose("03")
    assert python.text == "# mine\n"
    python.press("Undo the import")
    python.until(lambda: python.status == "Your own programs are back." and python.stage == "04a")
    assert (python.stage, python.text) == ("04a", "# theirs\n")
    archive.write_bytes(b"no zip")
    python.choose_file(archive)
    python.until(lambda: "cannot be unpacked" in python.find(".trouble").text)
    assert python.text == "# theirs\n"


def test_stages_are_linked_and_texts_outlive_a_reload(page: Page) -> None:
    page.open("?step=07")
    assert page.stage == "07a"
    page.choose("03")
    assert address_of(page.browser).endswith("?stage=03")
    page.write("# mine\n")
    page.press("Show hint 1")
    page.browser.back()
    page.until(lambda: page.stage == "07a")
    page.load("?stage=03")
    assert page.text == "# mine\n"
    assert page.find(".hints section .label").text == "Hint 1 of 3"
    page.load("?step=99")
    page.until(lambda: page.status == "There is no stage of step 99.")
    assert page.stage == "03"
    page.load()
    page.choose("01")
    page.browser.back()
    page.until(lambda: page.stage == "03")
    assert address_of(page.browser).endswith("?stage=03")


def test_nothing_is_loaded_until_python_is_asked_for(page: Page, site: Path) -> None:
    page.open("?step=05")
    loaded = page.browser.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
    assert any("assets/live/write/05a.json" in name for name in loaded)
    assert not any("pyodide" in name or "program.json" in name for name in loaded)
    size = sum((site / "assets" / "pyodide" / name).stat().st_size for name in pyodide.FILES)
    assert page.button("Check").text == f"Check stage 05a (loads Python, {size / 1e6:.0f} MB)"
    assert page.text == STAGES["04b"].ours()["position.py"]


def test_without_python_the_briefs_and_hints_stay(page: Page) -> None:
    page.open("?stage=02")
    page.browser.execute_script(WITHOUT)
    for said in ("is being fetched", "built without Python"):
        page.until(lambda said=said: said in page.browser.execute_script(SHOWN))
        assert page.find(".brief > p").text.startswith(SECOND.brief[:50])
        page.browser.execute_script("window.isComing = false")
    page.press("Show hint 1")
    assert page.find(".hints section").text.startswith("Hint 1 of 3\nHow the lines go")
    page.click(page.find("option[value='03']"))
    page.until(lambda: page.find(".brief > p").text.startswith(THIRD.brief[:50]))
    assert [button.text for button in page.all("button")] == ["Show hint 1 of 3"]


def test_the_right_cells_are_marked_on_the_board(python: Page) -> None:
    stage = STAGES["07a"]
    python.choose(stage.name)
    python.write(stage.mistakes[1].edits[0].apply(stage.ours())["position.py"], "position.py")
    python.check()
    assert "marked *" in python.facts()["asked"]
    bits = [int(bit) for bit in python.facts()["expected"].split()]
    marked = python.find(".failure svg").get_attribute("aria-label").partition(". Marked: ")[2]
    parts = re.findall(r"rows? ([^a-z]*(?:and \d)?) of column (\d)", marked)
    cells = {(row, column) for rows, column in parts for row in re.findall(r"\d", rows)}
    assert cells == {(f"{bit % (HEIGHT + 1) + 1}", f"{bit // (HEIGHT + 1) + 1}") for bit in bits}
    assert len(python.all(".mark-starred")) == len(bits) > 0
