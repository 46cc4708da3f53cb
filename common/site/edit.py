"""What the page "Edit and run" is made of: each step's source, positions to score an edit on, and Python.

For each step a file assets/source/05.json: the name of its folder, its `files` to edit, the `rest` that they
import, and a `sample` of positions with their scores and the nodes that the step explores. What Python
there is says assets/source/python.json, which is null if there is none.
"""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from mkdocs.structure.files import File

from common import course
from common.benchmark import sets
from common.benchmark.engines import StepEngine
from common.benchmark.measure import solve_line
from common.map import ROOT
from common.site import pyodide

CORE = ("__init__.py", "errors.py", "jit.py", "position.py", "score.py")
SETS = {"01": "end-easy", "02": "end-easy", "03": "end-easy", "04": "middle-easy"}
OTHERS = "middle-medium"
POSITIONS = 10
FEWEST_STONES = 22
NODES = range(100, 4000)  # enough for an idea to show, and a fraction of a second in plain Python


def generated(config: Any) -> Iterator[File]:
    """Yield the files that the site gets for this page."""
    for number in course.numbers():
        yield written(config, f"source/{number}.json", source(number))
    python = pyodide.files()
    size = sum(path.stat().st_size for path in python)
    about = {"version": pyodide.VERSION, "megabytes": round(size / 1e6)} if python else None
    yield written(config, "source/python.json", about)
    for path in python:
        yield File.generated(config, f"assets/pyodide/{path.name}", abs_src_path=str(path))
    if python:
        yield File.generated(config, "assets/pyodide/NOTICE.txt", content=pyodide.NOTICE)


def written(config: Any, path: str, value: Any) -> File:
    """Return a value as a file of the site's assets."""
    return File.generated(config, f"assets/{path}", content=json.dumps(value))


@cache
def source(number: str) -> dict[str, Any]:
    """Return a step as the page takes it."""
    folder = course.load(number).folder
    paths = [path for path in sorted(folder.glob("*.py")) if not path.name.startswith("test_")]
    edited = [path for path in paths if path.name != "__init__.py"]
    edited.sort(key=lambda path: path.name != "solver.py")
    rest = [*(ROOT / "common" / name for name in CORE), folder.parent / "__init__.py", folder / "__init__.py"]
    return {
        "folder": folder.name,
        "files": {path.name: path.read_text() for path in edited},
        "rest": {path.relative_to(ROOT).as_posix(): path.read_text() for path in rest},
        "sample": list(sample(number)),
    }


def sample(number: str) -> list[dict[str, Any]]:
    """Return positions with many stones that a step does not see through at once, nor needs long for."""
    engine = StepEngine(number, use_book=False)
    found: list[dict[str, Any]] = []
    for line in sets.load(SETS.get(number, OTHERS)):
        if len(line.moves) >= FEWEST_STONES and len(found) < POSITIONS:
            nodes = solve_line(engine, line).nodes
            if nodes in NODES:
                found.append({"moves": line.moves, "score": line.score, "nodes": nodes})
    return found
