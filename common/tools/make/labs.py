"""The labs: docs/labs/NAME.py is the source of a notebook, docs/labs/NAME.ipynb is that notebook, executed.

`python -m common.tools.make.labs NAME` executes it.
"""

# pyright: standard
# The types of jupytext and nbformat are partly unknown.

import os
import sys
from tempfile import TemporaryDirectory

import jupytext
import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

from common.tools.files import ROOT
from common.tools.site.lab_pages import LABS

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
STARTING_SECONDS = 600  # of a kernel, where many processes run
NOT_INHERITED = ("C4_BOARD", "NUMBA_DISABLE_JIT")
INSTALL = """

To run it in Colab or JupyterLab, install the course from a clone, with what its labs draw with:
`%pip install -e 'PATH_OF_THE_CLONE[site]'` in a cell above this one, then restart the kernel."""
PLAIN = ["--InteractiveShell.colors=NoColor", "--HistoryManager.enabled=False"]  # errors can be read anywhere


def read_lab(name: str) -> nbformat.NotebookNode:
    """Return a lab as a notebook that has not been executed."""
    notebook = jupytext.read(LABS / f"{name}.py")
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL})
    notebook.cells[0].source += INSTALL
    for index, cell in enumerate(notebook.cells):
        cell.id = f"{index}"  # or they would be random
    return notebook


def execute_lab(name: str) -> nbformat.NotebookNode:
    """Return a lab with the output of its cells; raise nbclient's CellExecutionError if one raises.

    Its kernel is this Python's, whatever the user has installed and set up.
    """
    notebook = read_lab(name)
    with TemporaryDirectory() as folder:
        manager = AsyncKernelManager(
            kernel_name=KERNEL["name"],
            kernel_spec_manager=KernelSpecManager(kernel_dirs=[]),
            transport="ipc",
            connection_file=f"{folder}/kernel.json",
        )
        client = NotebookClient(
            notebook,
            km=manager,
            extra_arguments=PLAIN,
            record_timing=False,
            shutdown_kernel="immediate",
            startup_timeout=STARTING_SECONDS,
        )
        own = {"MPLBACKEND": "agg", "IPYTHONDIR": folder, "PYTHONPATH": f"{ROOT}"}
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
        client.execute(cleanup_kc=True, cwd=f"{ROOT}", env=inherited | own)
    notebook.metadata.language_info.pop("version")  # whose Python it was
    return notebook


if __name__ == "__main__":
    nbformat.write(execute_lab(sys.argv[1]), LABS / f"{sys.argv[1]}.ipynb")
