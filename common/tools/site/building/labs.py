"""The labs: notebooks, each run in a process of its own, that mkdocs-jupyter makes pages of."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from bs4 import BeautifulSoup
from bs4.filter import SoupStrainer
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError

from common.tools.files import ROOT
from common.tools.site.building import jobs
from common.tools.site.macro import macro

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
STARTING_SECONDS = 600  # of a kernel, where many processes run
PLAIN = ["--InteractiveShell.colors=NoColor", "--HistoryManager.enabled=False"]  # errors can be read anywhere
AWAITED = '<p class="awaited">This lab is being run. Its charts will be here when all labs are done.</p>'
NOTEBOOK = """\
<p>The idea is in <a href="../../lessons/{1}/">lesson {2}</a>.</p>
<p><a href="{0}" download>Download this lab as a notebook</a> to change it. To open it in Jupyter, type in the
clone <code>.venv/bin/pip install jupyterlab</code>, once, and then <code>.venv/bin/jupyter lab {0}</code>,
with the path of the file.</p>"""
BEGINNING = '<div class="jupyter-wrapper">'
CHART, PLACE = re.compile('<figure class="chart">.*?</figure>', re.DOTALL), "<figure></figure>"
LEFT_OUT = ".zeroclipboard-container, .clipboard-copy-txt, .jp-Collapser"  # the theme copies code, too


def make(name: str, folder: Path) -> None:
    """Run a lab and write it with all that its cells return; end this process if one of them raises."""
    folder.mkdir()
    notebook = read_lab(name)
    notebook.metadata["kernelspec"] = KERNEL
    for index, cell in enumerate(notebook.cells):
        cell.id = f"{index}"  # or they would be random
    manager = AsyncKernelManager(
        kernel_name=KERNEL["name"],
        kernel_spec_manager=KernelSpecManager(kernel_dirs=[]),  # this Python, whatever the user has installed
        transport="ipc",
        connection_file=os.path.relpath(folder.with_name("kernel.json")),  # sockets need a short path
    )
    client = NotebookClient(
        notebook,
        km=manager,
        extra_arguments=PLAIN,
        record_timing=False,
        shutdown_kernel="immediate",
        startup_timeout=STARTING_SECONDS,
    )
    try:
        client.execute(cleanup_kc=True)
    except (CellExecutionError, DeadKernelError) as error:
        sys.exit(str(error))
    nbformat.write(notebook, folder / f"{name}.ipynb")


@macro
def lab_table() -> str:
    """Return the labs as a table for a page in their folder: each beside its lesson, and what it shows."""
    rows: list[str] = []
    for path in sorted((ROOT / "docs" / "labs").glob("*.py")):
        title, introduction = split_introduction(read_lab(path.stem))
        number, subject = title.removeprefix("# Lab ").split(": ", 1)
        lesson = f"[lesson {number}](../lessons/{path.stem}.md)"
        rows.append(f"| [{number} {subject}]({path.name}) | {lesson} | {introduction} |")
    return "\n".join(["| lab | belongs to | what it shows |", "|---|---|---|", *rows])


def split_introduction(notebook: Any) -> tuple[str, str]:
    """Return the title of a lab and the paragraph below it."""
    title, introduction, *_ = notebook.cells[0].source.split("\n\n")
    return title, " ".join(introduction.split())


def read_lab(name: str) -> Any:
    """Return a lab as it is before it is run."""
    return jupytext.read(ROOT / "docs" / "labs" / f"{name}.py")


def find_notebooks() -> dict[str, Path]:
    """Return the notebooks of the labs that have been run, by the labs' names."""
    labs = {job.name.removeprefix("lab-"): job for job in jobs.list_parts() if job.module == "building.labs"}
    return {name: job.place / f"{name}.ipynb" for name, job in labs.items() if job.is_kept()}


def render_unrun_lab(name: str) -> str:
    """Return a page for a lab that has not been run yet; one that has shares the head of it."""
    notebook = read_lab(name)
    description = json.dumps(split_introduction(notebook)[1])
    head = f"---\ndescription: {description}\nrender_macros: false\n---"
    return f"{head}\n{notebook.cells[0].source}\n\n{AWAITED}"


def restyle_page(html: str, file_name: str) -> str:
    """Return what mkdocs-jupyter has made of a lab, in the styles of the theme.

    The styles and scripts that it brings, which are most of it, are left out. The search of the site skips
    the code. Below the introduction stand the lesson, and where the notebook is, a file beside the page.
    """
    html = html[html.index(BEGINNING) :]
    charts = iter(CHART.findall(html))  # most of the page, and they stay as they are
    html = CHART.sub(PLACE, html)
    soup = BeautifulSoup(html, "html.parser", parse_only=SoupStrainer(class_="jupyter-wrapper"))
    for element in soup.select(LEFT_OUT):
        element.decompose()
    for element in soup.select("[tabindex]"):
        del element["tabindex"]  # nothing there can be used
    for link in soup.select(".anchor-link"):
        link["class"] = "headerlink"
    for text in soup.select("pre"):
        text.wrap(soup.new_tag("div", attrs={"class": "highlight", "data-search-exclude": ""}))
        code = soup.new_tag("code")
        code.extend(list(text.contents))
        text.append(code)
    name = Path(file_name).stem
    link = NOTEBOOK.format(file_name, name, name[:2])
    soup.select(".jp-Cell")[0].insert_after(BeautifulSoup(link, "html.parser"))
    return re.sub(PLACE, lambda _: next(charts), str(soup))
