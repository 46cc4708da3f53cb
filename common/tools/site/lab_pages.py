"""The pages of the labs: mkdocs-jupyter makes them of executed notebooks, here they get the theme's look."""

import json
import re
from itertools import count

from common.tools.files import ROOT

LABS = ROOT / "docs" / "labs"
NOTEBOOK = """\
<p><a href="{1}">Lesson {2}</a> explains the idea.</p>
<p><a href="{0}" download>Download this lab as a notebook</a> to change it. To open it in Jupyter, run
<code>.venv/bin/pip install jupyterlab</code> once in the clone, and then
<code>.venv/bin/jupyter lab {0}</code>, with the path of the file.</p>"""
BEGINNING, END = '<div class="jupyter-wrapper">', "<style>"
CHART, PLACE = re.compile('<figure class="chart">.*?</figure>', re.DOTALL), "<figure></figure>"
PIECES = (  # of a page, and their replacements
    # The theme copies code, too.
    (r'<div class="zeroclipboard-container">.*?</clipboard-copy>\s*</div>\s*', ""),
    (r'<div class="clipboard-copy-txt".*?</div>\s*', ""),
    (r'<div class="jp-Collapser.*?</div>\s*', ""),
    (r' tabindex="[^"]*"', ""),  # nothing there can be used
    ('class="anchor-link"', 'class="headerlink"'),
    ("</pre>", "</code></pre></div>"),
)
CODE = '<div class="highlight" id="code-{}" data-search-exclude><pre><code>'  # the theme copies it by its id
CELL = '<div class="jp-Cell '


def read_introduction(name: str) -> tuple[str, str]:
    """Return the title of a lab and the paragraph below it."""
    cells = json.loads((LABS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    title, introduction, *_ = "".join(cells[0]["source"]).split("\n\n")
    return title.removeprefix("# "), " ".join(introduction.split())


def restyle_page(html: str, name: str, lesson: str) -> str:
    """Return the page that mkdocs-jupyter has made of a lab, in the styles of the theme.

    The styles and scripts that it brings, which are most of it, are left out. The search of the site skips
    the code. Below the introduction are a link to the lesson, and the place of the notebook, a file next to
    the page.
    """
    html = html[html.index(BEGINNING) : html.rindex(END)]
    charts = iter(CHART.findall(html))  # most of the page, and they stay as they are
    html = CHART.sub(PLACE, html)
    for pattern, replacement in PIECES:
        html = re.sub(pattern, replacement, html, flags=re.DOTALL)
    numbers = count(1)
    html = re.sub("<pre>", lambda _: CODE.format(next(numbers)), html)
    second = html.index(CELL, html.index(CELL) + 1)
    links = NOTEBOOK.format(f"{name}.ipynb", lesson, name[:2])
    return re.sub(PLACE, lambda _: next(charts), f"{html[:second]}{links}\n{html[second:]}")
