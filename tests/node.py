"""Scripts run by Node: the live parts of the pages without a page."""

import shutil
from pathlib import Path

import pytest
from repository import read_output, run

LIVE = Path(__file__).parent / "live"

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="N/A: needs Node")


def node(script: str, *arguments: str, given: str) -> list[str]:
    """Return the lines that a script prints."""
    command = ["node", str(LIVE / script), *arguments]
    return read_output(run(command, given=given)).splitlines()
