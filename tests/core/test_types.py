"""Tests of the package on each version of Python that it names."""

import shutil
import sys
from pathlib import Path

import pytest
from repository import PLAIN, ROOT, make_python_path, read_output, run

from common.position import CELLS
from common.tools import sets

EVERY_STEP = """
import sys
from pathlib import Path
from common.position import parse
from common.tools import course

for path in [*Path("common").rglob("*.py"), *Path("steps").rglob("*.py")]:
    compile(path.read_bytes(), path, "exec")
for number in course.numbers():
    step = course.load(number)
    print(step.solver().solve(parse(sys.argv[1], step.Position.start())))
"""


def python(version: str) -> Path | None:
    found = shutil.which(f"python{version}")
    for path in [Path(found or sys.executable), *Path.home().glob(f".pyenv/versions/{version}.*/bin/python")]:
        said = run([str(path), "--version"])
        if said.stdout.startswith(f"Python {version}."):
            return path
    return None


@pytest.mark.parametrize("version", ["3.11", "3.13"])
def test_the_steps_run_on_each_version_of_python(version: str) -> None:
    """Compile every file of the package to bytecode, and solve a position by every step in plain Python."""
    path = python(version)
    if not path:
        pytest.skip(f"N/A: Python {version} is not installed")
    line = next(line for line in sets.load_set("end-easy") if len(line.moves) == CELLS - 6)
    command = [str(path), "-W", "error", "-c", EVERY_STEP, line.moves]
    solved = read_output(
        run(command, PYTHONPATH=make_python_path(ROOT), PYTHONDONTWRITEBYTECODE="1", **PLAIN)
    )
    assert set(solved.split()) == {str(line.score)}
