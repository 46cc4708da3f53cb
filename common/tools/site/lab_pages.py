"""The pages of the labs: mkdocs-jupyter makes them of executed notebooks, here they get the theme's look."""

import json
import re

from bs4 import BeautifulSoup
from bs4.filter import SoupStrainer

from common.tools.site.labs import list_labs, read_lab
from common.tools.site.macro import macro

NOTEBOOK = """\
<p>The idea is in <a href="../../lessons/{1}/">lesson {2}</a>.</p>
<p><a href="{0}" download>Download this lab as a notebook</a> to change it. To open it in Jupyter, type in the
clone <code>.venv/bin/pip install jupyterlab</code>, once, and then <code>.venv/bin/jupyter lab {0}</code>,
with the path of the file.</p>"""
BEGINNING = '<div class="jupyter-wrapper">'
CHART, PLACE = re.compile('<figure class="chart">.*?</figure>', re.DOTALL), "<figure></figure>"
LEFT_OUT = ".zeroclipboard-container, .clipboard-copy-txt, .jp-Collapser"  # the theme copies code, too


@macro
def lab_table() -> str:
    """Return the labs as a table for a page in their folder: each beside its lesson, and what it shows."""
    rows: list[str] = []
    for name in list_labs():
        title, introduction = read_introduction(name)
        number, subject = title.removeprefix("Lab ").split(": ", 1)
        lesson = f"[lesson {number}](../lessons/{name}.md)"
        rows.append(f"| [{number} {subject}]({name}.ipynb) | {lesson} | {introduction} |")
    return "\n".join(["| lab | belongs to | what it shows |", "|---|---|---|", *rows])


def read_introduction(name: str) -> tuple[str, str]:
    """Return the title of a lab and the paragraph below it."""
    title, introduction, *_ = read_lab(name).cells[0].source.split("\n\n")
    return title.removeprefix("# "), " ".join(introduction.split())


def render_head(name: str) -> str:
    """Return what mkdocs has to know of a lab's page beside what mkdocs-jupyter makes of the notebook."""
    title, introduction = read_introduction(name)
    return f"---\ndescription: {json.dumps(introduction)}\nrender_macros: false\n---\n# {title}"


def restyle_page(html: str, name: str) -> str:
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
    link = NOTEBOOK.format(f"{name}.ipynb", name, name[:2])
    soup.select(".jp-Cell")[0].insert_after(BeautifulSoup(link, "html.parser"))
    return re.sub(PLACE, lambda _: next(charts), str(soup))
