"""Tests of the labs' pages: mkdocs-jupyter makes them, of notebooks that were run, and they are light."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import jupytext
import nbformat
import pytest
from repository import ROOT

LABS = sorted((ROOT / "docs" / "labs").glob("*.py"))
MOST_BYTES = 150_000


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_a_lab_is_made_by_mkdocs_jupyter_without_the_weight_of_it(site: Path, path: Path) -> None:
    page = (site / "labs" / path.stem / "index.html").read_text(encoding="utf-8")
    _, begins, shown = page.partition('<div class="jupyter-wrapper">')
    shown, ends, _ = shown.partition("</article>")
    assert begins and ends
    assert len(page.encode()) <= MOST_BYTES
    assert shown.count('<figure class="chart">') > 0
    assert shown.count("<code>") >= path.read_text(encoding="utf-8").count("# %%\n")
    assert not re.search("<script|<link|clipboard", shown)
    addresses = re.findall(r"https?://[^\s\"'<>]+", re.sub("<a [^>]*>", "", shown))
    assert {urlsplit(address).hostname for address in addresses} <= {"www.w3.org"}  # names of what is in SVG


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_a_lab_offers_the_notebook_that_was_run(site: Path, path: Path) -> None:
    page = site / "labs" / path.stem / "index.html"
    (link,) = re.findall(r'<a download="" href="([^"]*)">Download', page.read_text(encoding="utf-8"))
    notebook = nbformat.read(page.parent / link, 4)
    nbformat.validate(notebook)
    assert link == f"{path.stem}.ipynb"
    assert notebook.metadata["kernelspec"]["name"] == "python3"
    cells = [(cell.cell_type, cell.source) for cell in notebook.cells]
    assert cells == [(cell.cell_type, cell.source) for cell in jupytext.read(path).cells]
    counts = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))


def test_search_finds_the_text_of_a_lab_and_not_its_code(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    labs = "".join(page["text"] for page in index["docs"] if page["location"].startswith("labs/"))
    assert "Up to its layer, the book keeps the search short" in labs
    assert "import" not in labs
