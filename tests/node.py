"""Run scripts in Node: the live parts of the pages without a page."""

import json
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from repository import read_output, run

LIVE = Path(__file__).parent / "live"

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="N/A: needs Node")


def node(script: str, *arguments: str, given: str) -> list[str]:
    """Return the lines that a script prints."""
    command = ["node", str(LIVE / script), *arguments]
    return read_output(run(command, given=given)).splitlines()


def ask_page(script: str, *arguments: str, lines: Iterable[str]) -> list[Any]:
    """Return the answers of the page's scripts to each line."""
    given = "".join(f"{line}\n" for line in lines)
    return [json.loads(answer) for answer in node(script, *arguments, given=given)]


@cache
def solve_in_node(moves: str, *numbers: str) -> list[tuple[int, int]]:
    """Return the score and the nodes of each step's kernel, which never change.

    Kernels are compared with their steps elsewhere; compiling the steps takes a minute.
    """
    if not shutil.which("node"):
        pytest.skip("N/A: needs Node")
    answers = node("solve.mjs", ",".join(numbers), given=f"{moves}\n")
    return [(int(score), int(nodes)) for _, score, nodes, _ in (answer.split(" ") for answer in answers)]
