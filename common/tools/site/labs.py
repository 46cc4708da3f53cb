"""The labs: notebooks, each run in a process of its own, that become pages like the others."""
# The types of nbformat's and IPython's functions are partly unknown.
# pyright: basic

import json
import sys
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from nbformat.v4 import new_output
from traitlets.config import Config

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
    # No history is kept, and an error can be read anywhere.
    quiet = Config(HistoryManager={"enabled": False}, InteractiveShell={"colors": "NoColor"})
    shell = InteractiveShell.instance(config=quiet)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = outputs(shell, cell.source)
    path.write_text(nbformat.writes(notebook))


def outputs(shell: InteractiveShell, source: str) -> list[Any]:
    """Return what a cell prints, and then what it shows and ends with; end this process if it raises."""
    with shell.display_trap, capture_output() as captured:  # without the trap, the end would be printed
        ran = shell.run_cell(source)
    if not ran.success:
        sys.exit(captured.stdout)
    printed = [new_output("stream", text=captured.stdout)] if captured.stdout else []
    return [*printed, *(new_output("display_data", data=each.data) for each in captured.outputs)]


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
