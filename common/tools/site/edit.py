"""What the page "Edit and run" is made of: each step's source, positions to score an edit on, and Python.

Each step has a file such as assets/source/05.json: the name of its folder, its `files` to edit, the `rest`
that they import, and a `sample` of positions with their scores and the nodes that the step explores. The
file assets/source/python.json says which Python there is; it is null if there is none.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

from common.tools import course
from common.tools.benchmark import sets
from common.tools.benchmark.engines import StepEngine
from common.tools.benchmark.measure import solve_line
from common.tools.files import CORE, ROOT
from common.tools.site import jobs, pyodide

SETS = {"01": "end-easy", "02": "end-easy", "03": "end-easy", "04": "middle-easy"}
OTHERS = "middle-medium"
POSITIONS = 10
FEWEST_STONES = 22
NODES = range(100, 4000)  # enough for an idea to show, and a fraction of a second in plain Python


def generated(config: Any) -> Iterator[File]:
    """Yield the files that the site gets for this page, without the steps whose sample is missing."""
    for number in course.numbers():
        if jobs.find(f"sample-{number}").place.exists():
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


def source(number: str) -> dict[str, Any]:
    """Return a step as the page takes it."""
    folder = course.load(number).folder
    paths = [path for path in sorted(folder.glob("*.py")) if not path.name.startswith("test_")]
    edited = [path for path in paths if path.name != "__init__.py"]
    edited.sort(key=lambda path: path.name != "solver.py")
    rest = [*sorted(CORE.glob("*.py")), folder.parent / "__init__.py", folder / "__init__.py"]
    return {
        "folder": folder.name,
        "files": {path.name: path.read_text() for path in edited},
        "rest": {path.relative_to(ROOT).as_posix(): path.read_text() for path in rest},
        "sample": json.loads(jobs.made(f"sample-{number}").read_text()),
    }


def make(number: str, path: Path) -> None:
    """Write late positions that take a step some search, but not much."""
    engine = StepEngine(number, use_book=False)
    found: list[dict[str, Any]] = []
    for line in sets.load(SETS.get(number, OTHERS)):
        if len(line.moves) >= FEWEST_STONES and len(found) < POSITIONS:
            nodes = solve_line(engine, line).nodes
            if nodes in NODES:
                found.append({"moves": line.moves, "score": line.score, "nodes": nodes})
    path.write_text(json.dumps(found))
