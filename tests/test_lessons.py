"""Tests of the lessons' exercises: commands and whole programs of the solutions run."""

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
LESSONS = sorted((ROOT / "docs" / "lessons").glob("*.md"))
OWN_STEP = r"\b19\b"  # the number of a copy that the reader makes and changes


def solutions(path: Path) -> list[str]:
    """Return the solutions of a lesson's exercises."""
    return [
        dedent(text)
        for text in re.findall(r'\?\?\? success "Solution"\n((?:        .*\n|\n)+)', path.read_text())
    ]


def commands(path: Path) -> list[str]:
    """Return the commands of a lesson's solutions that the repository as it is can run."""
    text = "\n".join(solutions(path))
    found = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    prose = " ".join(re.sub(r"```.*?```", "", text, flags=re.DOTALL).split())
    found += re.findall(r"`((?:echo|head|c4 book|for) [^`]*)`", prose)
    return [command for command in found if not re.search(OWN_STEP, command)]


def programs(path: Path) -> list[str]:
    """Return the whole programs of a lesson's solutions; a part of one does not begin with an import."""
    blocks = re.findall(r"```python\n(.*?)```", "\n".join(solutions(path)), re.DOTALL)
    return [block for block in blocks if re.match(r"from|import", block)]


def run(command: list[str], folder: Path, **environment: str) -> str:
    """Run a command as a reader of the lesson would, and return what it prints."""
    (folder / "test-data").symlink_to(ROOT / "test-data")
    finished = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"} | environment,
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.mark.parametrize(
    ("name", "command"), [(path.stem, each) for path in LESSONS for each in commands(path)]
)
def test_commands_of_the_solutions_run(name: str, command: str, tmp_path: Path) -> None:
    del name
    assert run(["bash", "-euo", "pipefail", "-c", command], tmp_path)


@pytest.mark.parametrize(
    ("name", "program"), [(path.stem, each) for path in LESSONS for each in programs(path)]
)
def test_programs_of_the_solutions_run(name: str, program: str, tmp_path: Path) -> None:
    watches = "negamax" in program or ".load =" in program
    del name
    assert run([sys.executable, "-c", program], tmp_path, NUMBA_DISABLE_JIT=str(int(watches)))


def test_every_lesson_has_exercises() -> None:
    assert all(len(solutions(path)) >= 3 for path in LESSONS)
