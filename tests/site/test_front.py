"""Tests of the home page, with its race and its budget of lines, and of the shown diagnosis."""

import re
from html import unescape

from node import solve_in_node
from repository import ROOT

from common.score import explain
from common.tools import course
from common.tools.learn.curriculum.stages import load_stage

DOCS = ROOT / "docs"
HOME = (DOCS / "index.md").read_text(encoding="utf-8")
PROSE = " ".join(HOME.split())
LANE = re.compile(r'<span>Step (\d\d), (.+)</span><data value="(\d+)">([\d,]+)</data>')


def test_the_race_counts_what_its_steps_explore() -> None:
    (moves,) = re.findall(r'<div class="duel">\{\{ board\("(\d+)"\) \}\}', HOME)
    lanes = LANE.findall(HOME)
    assert [lane[0] for lane in lanes] == ["03", course.ENGINE]
    explored: list[int] = []
    for number, *lane in lanes:
        ((score, nodes),) = solve_in_node(moves, number)
        assert f"that {explain(score, len(moves))}." in PROSE
        assert lane == [course.load(number).name, f"{nodes}", f"{nodes:,}"]
        explored.append(nodes)
    most, least = explored
    times = f"{most:,}, which is {most / least:,.0f} times as many"
    assert f"Step {course.ENGINE} looks at {least} positions, step 03 at {times}" in PROSE


def test_the_diagnosis_has_its_size_and_words() -> None:
    page = (DOCS / "learn.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r'src="../(.*?)" width="(\d+)" height="(\d+)" loading="lazy" alt="(.*?)"', page)
    source, *size, description = shown
    picture = (DOCS / source).read_text(encoding="utf-8")
    (box,) = re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)
    assert [f"{float(side):.0f}" for side in box] == size
    printed = " ".join(re.sub("<[^>]+>", "\n", unescape(picture)).replace("`", "").split())
    says = load_stage("01").mistakes[0].says.replace("`", "")  # which Markdown would make elements of
    assert description.endswith(f": {says}")
    assert says in printed
