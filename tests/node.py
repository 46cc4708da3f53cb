"""Scripts run by Node: the live parts of the pages without a page."""

import shutil
import subprocess
from pathlib import Path

import pytest

LIVE = Path(__file__).parent / "live"

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="N/A: needs Node")


def node(script: str, *arguments: str, given: str) -> list[str]:
    """Return the lines that a script prints."""
    command = ["node", str(LIVE / script), *arguments]
    ran = subprocess.run(command, input=given, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()
