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


def test_the_race_has_the_result_that_the_page_says() -> None:
    ((steps, moves),) = re.findall(r'live\("race", .*steps="(.*?)", moves="(\d+)"', HOME)
    assert steps.split() == ["03", course.ENGINE]
    for score, _ in solve_in_node(moves, *steps.split()):
        assert f"that {explain(score, len(moves))}." in PROSE


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
