"""Tests of the labs: committed notebooks match their sources, and their pages are light."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import matplotlib.pyplot as plt
import nbformat
import pytest
from repository import ROOT

from common.tools.make import labs
from common.tools.site.figures.pictures import render_chart
from common.tools.site.lab_pages import LABS

MOST_BYTES = 156_000
NAMES = [path.stem for path in sorted(LABS.glob("*.py"))]
TIMED = re.compile(r"perf_counter|process_time|sleep")  # the output of such a lab differs from run to run


def read_notebook(name: str) -> Any:
    return nbformat.read(LABS / f"{name}.ipynb", 4)


def list_texts(notebook: Any) -> list[Any]:
    """Return the output and results of the cells, charts by their descriptions."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output.get("text") or output["data"] for output in outputs]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_executed_once_and_does_not_say_where(name: str) -> None:
    notebook = read_notebook(name)
    nbformat.validate(notebook)
    counts = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert str(ROOT) not in nbformat.writes(notebook)


@pytest.mark.full("executes notebooks, for up to half a minute each")
def test_labs_executed_anew_say_the_same() -> None:
    again = {name: list_texts(labs.execute_lab(name)) for name in NAMES}
    for name in NAMES:
        if not TIMED.search((LABS / f"{name}.py").read_text(encoding="utf-8")):
            assert again[name] == list_texts(read_notebook(name)), name


def test_a_chart_does_not_depend_on_digits_that_it_does_not_show() -> None:
    def draw(left: float) -> str:
        figure = plt.figure()
        figure.add_axes((left, 0.1, 0.8, 0.8)).plot([1, 2])
        return render_chart(figure, "A line.")

    assert draw(0.1) == draw(0.1 + 1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_charts_and_no_ballast(site: Path, name: str) -> None:
    page = (site / "labs" / name / "index.html").read_text(encoding="utf-8")
    shown = page.partition('<div class="jupyter-wrapper">')[2].partition("</article>")[0]
    assert len(page.encode()) <= MOST_BYTES
    charts = re.findall('<figure class="chart"><svg [^>]*aria-label="[^"]+"', shown)
    assert len(charts) == shown.count('<figure class="chart">') > 0
    assert shown.count("<code>") >= sum(cell.cell_type == "code" for cell in read_notebook(name).cells)
    assert not re.search("<script|<link|clipboard|tabindex", shown)
    addresses = re.findall(r"https?://[^\s\"'<>]+", re.sub("<a [^>]*>", "", shown))
    assert {urlsplit(address).hostname for address in addresses} <= {"www.w3.org"}  # names of what is in SVG
    assert f'href="{name}.ipynb" download' in shown
    assert (site / "labs" / name / f"{name}.ipynb").read_bytes() == (LABS / f"{name}.ipynb").read_bytes()
