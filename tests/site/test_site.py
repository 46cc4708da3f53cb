"""Tests of the site: it shows the repository's own code, asks for nothing elsewhere, and says what is so."""

import json
import re
from functools import cache
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from conftest import PUBLISHED
from matplotlib.image import imread
from node import solve_in_node
from repository import ROOT, read_output, run

from c4.wording import join_names
from common.score import explain
from common.solver import analyze
from common.tools import course
from common.tools.diff import count_changed_lines, diff_file, list_file_names
from common.tools.learn.curriculum.stages import load_stage, load_stages
from common.tools.site.macros import code

LOADING = ("script", "img", "iframe", "source")
LEADS = {"canonical", "next", "prev"}  # relations of a link that loads nothing


class Page(HTMLParser):
    """A page's text, its anchors, its links, and the addresses that a browser loads with it.

    Building trees of all pages takes four times as long.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.html = path.read_text(encoding="utf-8")
        self.parts: list[str] = []
        self.anchors = {""}
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(self.html)
        self.close()
        self.text = "".join(self.parts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an element and its links."""
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.anchors.add(values["id"])
        if tag == "a":
            self.links.append(values.get("href", ""))
        if tag in LOADING and "src" in values:
            self.loads.append(values["src"])
        if tag == "link" and "href" in values and values.get("rel") not in LEADS:
            self.loads.append(values["href"])

    def handle_data(self, data: str) -> None:
        """Note a piece of the text; scripts and styles are not text."""
        if not self.cdata_elem:
            self.parts.append(data)


@cache
def read_pages(site: Path) -> dict[str, Page]:
    """Return the pages by their paths."""
    return {path.relative_to(site).as_posix(): Page(path) for path in sorted(site.rglob("*.html"))}


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = read_pages(site)
    assert len(pages) > len(course.numbers())
    for name, page in pages.items():
        for address in page.loads:
            assert not re.match(r"(https?:)?//", address), f"{name} loads {address}"


def test_no_link_within_the_site_is_broken(site: Path) -> None:
    check_links(site)


@pytest.mark.full("builds the site a second time")
def test_no_link_is_broken_where_pages_are_files(tmp_path: Path) -> None:
    read_output(run(["mkdocs", "build", "--quiet", "--no-directory-urls", "--site-dir", f"{tmp_path}"]))
    check_links(tmp_path)
    assert "og:image" not in (tmp_path / "index.html").read_text(encoding="utf-8")  # its address is unknown


def check_links(site: Path) -> None:
    """Check that each link within a site leads to a page and a place that are there."""
    pages = read_pages(site)
    for name, page in pages.items():
        for link in page.links:
            address, anchor = urldefrag(urljoin(f"http://site/{name}", link))
            if not address.startswith("http://site/") or link.startswith("/"):
                continue  # of another site; only the page for missing addresses has absolute links
            target = address.removeprefix("http://site/").partition("?")[0]
            target += "index.html" if not target or target.endswith("/") else ""
            assert (site / target).is_file(), f"{name} links to {link}"
            assert target not in pages or anchor in pages[target].anchors, f"{name} links to {link}"


def test_every_page_is_reached_and_described(site: Path) -> None:
    home = read_pages(site)["index.html"]
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    descriptions = {*re.findall("(?m)^site_description: (.*)", settings)}  # of pages without their own
    for name, page in read_pages(site).items():
        folder, _, file = name.rpartition("/")
        if file == "index.html":
            assert page is home or f"{folder}/" in home.links or re.match(r"labs/\d|cards_print$", folder)
            (description,) = re.findall('<meta name="description" content="([^"]+)"', page.html)
            assert description not in descriptions, name
            assert not re.search(r"(?m)^\s*(description|search): ", page.text), name
            descriptions.add(description)


def test_what_pages_say_of_sources_is_so(site: Path) -> None:
    words = {name: " ".join(page.text.split()) for name, page in read_pages(site).items()}
    workflow = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    systems = re.findall(r"(\w+)-latest", re.findall(r"system: \[(.*)\]", workflow)[0])
    said = {"ubuntu": "Linux", "macos": "macOS", "windows": "Windows"}
    assert join_names([said[system] for system in systems]) in words["start/index.html"]


def test_the_menu_has_all_lessons_in_order(site: Path) -> None:
    names = [course.load(number).folder.name for number in course.numbers()]
    home = read_pages(site)["index.html"].html
    tabs, _, menu = home.partition('<div class="md-content"')[0].partition("md-nav--primary")
    titles = re.findall(r'class="md-tabs__link">\s*(.*?)\s*</a>', tabs)
    assert titles == ["Home", "Course", "Play", "Go further", "Figures", "Reference"]
    assert re.findall(r'href="lessons/(\w+)/"', menu) == names
    assert re.findall(r"(\d\d) [^<]* \(side trip\)", menu) == [*course.SIDE_TRIPS]
    assert re.findall(r'href="labs/(\w*)/?"', menu) == [""]
    labs = read_pages(site)["labs/index.html"].links
    for name in names:
        assert {f"{name}/", f"../lessons/{name}/"} <= set(labs)
        assert f"../../labs/{name}/" in read_pages(site)[f"lessons/{name}/index.html"].links
        assert f"../../lessons/{name}/" in read_pages(site)[f"labs/{name}/index.html"].links


def follow(site: Path, folder: str, relation: str) -> str:
    """Return the page after one, or the one before, by their folders."""
    html = read_pages(site)[f"{folder}index.html"].html
    (link,) = re.findall(rf'<link rel="{relation}" href="([^"]*)"', html)
    return urljoin(f"http://site/{folder}", link).removeprefix("http://site/")


def test_next_leads_from_home_through_all_lessons_and_previous_back(site: Path) -> None:
    names = [course.load(number).folder.name for number in course.numbers()]
    lessons = [f"lessons/{name}/" for name in names]
    volumes = [*lessons[:8], "live/end/", "volume_two/", *lessons[8:]]
    way = ["", "start/", "foundations/score/", *volumes, "labs/"]
    for page, following in pairwise(way):
        assert follow(site, page, "next") == following
        assert follow(site, following, "prev") == page
    assert follow(site, "live/write/", "next") == "foundations/score/"


def test_search_finds_the_terms_of_the_steps_and_no_code_of_labs(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    for term in ("alpha-beta", "transposition table", "null window", "winning square", "bitboard"):
        assert any(term in page["text"] and "lessons/" in page["location"] for page in index["docs"]), term
    answer = "A cutoff saves not only the moves that are left"  # to a question: nobody looks for it before
    assert answer in read_pages(site)["lessons/02_alpha_beta/index.html"].text
    assert not any(answer in page["text"] for page in index["docs"])
    labs = "".join(page["text"] for page in index["docs"] if page["location"].startswith("labs/"))
    assert "Up to its layer, the book keeps the search short" in labs
    assert "import" not in labs


def test_every_board_leads_to_the_live_board(site: Path) -> None:
    drawn = {
        name: boards
        for name, page in read_pages(site).items()
        if (boards := re.findall(r'(?s)<figure class="board".*?</figure>', page.html))
    }
    assert {"lessons/07_anticipation/index.html", "foundations/score/index.html"} < {*drawn}
    for name, boards in drawn.items():
        for board in boards:
            ((words, link),) = re.findall('(?s) aria-label="([^"]*)".* href="([^"]*)"', board)
            address, _, moves = urljoin(f"http://site/{name}", link).partition("?moves=")
            assert address == "http://site/live/", name
            start = f"Board after the moves {moves}" if moves else "The empty board"
            assert re.match(rf"{start}\b", words), name


def test_what_needs_scripts_says_so_without_them(site: Path) -> None:
    pages = [page.html for name, page in read_pages(site).items() if re.match("(live/.*)?index", name)]
    assert len(pages) == 1 + len(list((ROOT / "docs" / "live").glob("*.md")))
    for html in pages:
        for widget in set(re.findall(r"<c4-(\w+)", html)):
            assert "This part of the page needs JavaScript." in html.partition(f"</c4-{widget}>")[0]


def test_our_code_is_open_without_scripts(site: Path) -> None:
    for number in {stage.step for stage in load_stages().values()}:
        html = read_pages(site)[f"lessons/{course.load(number).folder.name}/index.html"].html
        ours = html.partition('<details class="ours" open="open">')[2].partition('<h2 id="what-it-')[0]
        assert f">steps/{number}_" in ours or ">solver.py" in ours or ">position.py" in ours
        assert ours.rstrip().endswith("</details>")


@pytest.mark.parametrize("number", course.numbers()[1:])
def test_lines_of_both_steps_stand_side_by_side(number: str) -> None:
    step, before = course.load(number), course.previous(course.load(number))
    assert before
    shown = code.diff(number)
    cells = re.findall(r"<td(?: class=\"(\w+)\")?>[-+ ] ([^<]*)</td>", shown)
    for name, sign in (("removed", "-"), ("added", "+")):
        expected = [
            line[1:]
            for file in list_file_names(before, step)
            if count_changed_lines(before, step, file)[1]
            for line in diff_file(before, step, file).splitlines()[2:]
            if line.startswith(sign) and line != sign  # an empty line may stand beside another
        ]
        assert [unescape(text) for kind, text in cells if kind == name and text] == expected


def test_the_scores_below_boards_are_true() -> None:
    step = course.load(course.ENGINE)
    solver = step.solver()
    pages = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").rglob("*.md")))
    shown = set(re.findall(r'board\("(\d*)", "([- \d]+)"', pages))
    assert len(shown) > 10
    for moves, scores in shown:
        expected = analyze(solver, step.parse(moves))
        assert scores.split() == ["-" if score is None else str(score) for score in expected], moves


def test_the_race_has_the_result_that_the_page_says() -> None:
    home = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    ((steps, moves),) = re.findall(r'live\("race", .*steps="(.*?)", moves="(\d+)"', home)
    assert steps.split() == ["03", course.ENGINE]
    for score, _ in solve_in_node(moves, *steps.split()):
        assert f"that {explain(score, len(moves))}." in " ".join(home.split())


def test_home_shows_the_gains_of_volume_one_as_the_map_has_them(site: Path) -> None:
    text = (ROOT / "steps" / "README.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in row.split("|")] for row in text.splitlines() if row.startswith("| [0")]
    ideas = re.findall(r'<li><a href="lessons/(\d\d)_[^"]*">(.*?)</a>', read_pages(site)["index.html"].html)
    assert [number for number, _ in ideas] == [f"{number:02}" for number in range(1, 9)]
    widths: dict[float, int] = {}
    for (number, html), (_, name, idea, _, _, faster, kind, _) in zip(ideas, rows, strict=False):
        shown = " ".join(re.sub("<[^>]*>", "", html).split())
        (width,) = re.findall(r'<i(?: style="width: (\d+)%")?>', html) or [None]
        assert name.startswith(f"[{number}]")
        _, is_idea_shown, gained = shown.partition(f" {idea[0].upper()}{idea[1:]} ")
        assert is_idea_shown
        if not kind:
            assert (gained, width) == ("The first program", None)
        elif faster.startswith("N/A"):
            assert (gained, width) == (f"The first to solve {kind.rpartition('>')[2]}", "")
        else:
            assert gained == f"{faster} times faster on {kind}"
            widths[float(faster)] = int(width)
    assert len(widths) == 6
    assert [widths[factor] for factor in sorted(widths)] == sorted(widths.values())
    assert max(widths.values()) == 100


def test_a_shared_link_has_a_card(site: Path) -> None:
    for name, title in (("index.html", "Connect 4, step by step"), ("live/play/index.html", "Play")):
        html = read_pages(site)[name].html
        card = dict(re.findall(r'<meta property="og:(.*?)" content="(.*?)">', html))
        assert card["title"] == title
        assert f'<meta name="description" content="{card["description"]}">' in html
        assert card["url"] == PUBLISHED + name.removesuffix("index.html")
        picture = site / card["image"].removeprefix(PUBLISHED)
        height, width, _ = imread(picture).shape
        assert (width, height) == (1200, 630)


def test_the_diagnosis_has_its_size_and_words() -> None:
    page = (ROOT / "docs" / "learn.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r'src="../(.*?)" width="(\d+)" height="(\d+)" loading="lazy" alt="(.*?)"', page)
    source, *size, description = shown
    picture = (ROOT / "docs" / source).read_text(encoding="utf-8")
    (box,) = re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)
    assert [f"{float(side):.0f}" for side in box] == size
    printed = " ".join(re.sub("<[^>]+>", "\n", unescape(picture)).replace("`", "").split())
    says = load_stage("01").mistakes[0].says.replace("`", "")  # which Markdown would make elements of
    assert description.endswith(f": {says}")
    assert says in printed
