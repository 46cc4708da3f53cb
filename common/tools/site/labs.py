"""The labs: notebooks, each run in a kernel of its own, that become pages like the others."""
# The types of nbformat's functions are partly unknown.
# pyright: basic

import json
import sys
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from common.tools.files import ROOT
from common.tools.site import jobs

AWAITED = '<p class="awaited">This lab is being run. Its charts will be here when all labs are done.</p>'
BLOCK = """\
<div data-search-exclude markdown>

```{language}
{text}
```

</div>"""


def make(name: str, path: Path) -> None:
    """Run a lab and write it with all that its cells return; end this process if one of them raises."""
    notebook = read(name)
    plain = ["--InteractiveShell.colors=NoColor"]  # so that an error can be read anywhere
    try:
        NotebookClient(notebook, timeout=None, kernel_name="python3", extra_arguments=plain).execute()
    except CellExecutionError as error:
        sys.exit(str(error))
    path.write_text(nbformat.writes(notebook))


def read(name: str) -> Any:
    """Return a lab as it is before it is run."""
    return jupytext.read(ROOT / "docs" / "labs" / f"{name}.py")


def page(name: str) -> str:
    """Return a lab as Markdown; one that has not been run says so in place of what its cells return."""
    place = jobs.find(f"lab-{name}").place
    notebook = nbformat.read(place, 4) if place.exists() else read(name)
    first, *cells = notebook.cells
    introduction = first.source.split("\n\n")[1]
    head = f"---\ndescription: {json.dumps(' '.join(introduction.split()))}\nrender_macros: false\n---"
    note = [] if place.exists() else [AWAITED]
    return "\n\n".join([head, first.source, *note, *(part for cell in cells for part in shown(cell))])


def shown(cell: Any) -> list[str]:
    """Return a cell and what it returned, each as Markdown."""
    if cell.cell_type == "markdown":
        return [cell.source]
    return [block("python", cell.source), *map(result, cell.outputs)]


def result(output: Any) -> str:
    """Return what a cell printed or ended with, as Markdown: a chart as it is, else text."""
    data = output.get("data", {})
    return data.get("text/html") or block("text", data.get("text/plain") or output.text)


def block(language: str, text: str) -> str:
    """Return a block of code, which the search of the site leaves out."""
    return BLOCK.format(language=language, text=text.rstrip())
