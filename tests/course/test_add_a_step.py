"""Tests of the page on adding a step, followed to the letter in a copy of the repository.

Every command of the page is run, in its order. SHORTER names those that take minutes, and what is run in
their place, so that the whole takes about a minute of processor time. Every other line is run as it is.
"""

import re
from pathlib import Path

import pytest
from repository import ROOT, Done, copy_parts, make_python_path, read_output, run_shell

from common.tools import course

FILES = ["mkdocs.yml", "pyproject.toml", "README.md"]
COPIED = [".ci", ".github", "common", "docs", "steps", "test-data", "tests", *FILES]
LAST = course.load(course.numbers()[-1])
NEXT = f"{int(LAST.number) + 1:02}"


def read_blocks() -> list[str]:
    """Return the commands of the page, with the course's last step in place of the page's."""
    page = (ROOT / "docs" / "reference" / "add_a_step.md").read_text(encoding="utf-8")
    (folder,) = re.findall(r"cp -r steps/(\S+)", page)
    names = {folder: LAST.folder.name, folder[:2]: LAST.number, f"{int(folder[:2]) + 1:02}": NEXT}
    page = page.replace("{% raw %}", "").replace("{% endraw %}", "")
    page = re.sub(rf"{folder}|(?<!\d)\d\d(?!\d)", lambda name: names.get(name[0], name[0]), page)
    return re.findall(r"```sh\n(.*?)```", page, re.DOTALL)


BLOCKS = read_blocks()
SHORTER = {
    # The rest of the contract and of the copied tests is as for the last step.
    f"pytest steps/{NEXT}": f"pytest steps/{NEXT} --positions 2 -k 'easy or very_nodes'",
    # All of it is run on the fresh copy.
    "pytest tests/course/test_course.py": f"pytest tests/course/test_course.py -k {NEXT}",
    # Solutions of lessons are run by the course's own tests, including those that were copied.
    "pytest tests/site/test_lessons.py": (
        f"pytest tests/site/test_lessons.py -k '({NEXT}_my_idea or hunk and {NEXT}) and not _run'"
    ),
    # Anything that all steps share would be made again for each of them. Here the new one is asked.
    "python -m common.tools.make": f"python -m common.tools.make wasm-{NEXT} signature",
    "pytest tests/course/test_records.py tests/course/test_readme.py tests/bench/test_benchmarks.py": (
        "pytest tests/bench/test_benchmarks.py -k 'recorded and not every_set'"
    ),
    # The site is slow to build. This makes what the lesson shows.
    "c4 serve": "",
    "pytest tests/site/test_site.py": f"pytest tests/site/test_site.py -k 'side_by_side and {NEXT}'",
    # These are measurements, of minutes.
    f"c4 bench --steps {LAST.number},{NEXT} --no-book --positions 100 --timeout 30": (
        f"c4 bench --steps {LAST.number},{NEXT} --sets end-easy --no-book --positions 5"
    ),
    "python -m common.tools.make benchmark-steps": "",
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the repository, with its compiled code."""
    return copy_parts(COPIED, tmp_path_factory.mktemp("copy"))


def run_block(command: str, folder: Path) -> Done:
    """Run commands of the page in the copy, until one fails."""
    return run_shell(command, folder, PYTHONPATH=make_python_path(folder), MPLBACKEND="agg")


def shorten(block: str) -> str:
    return "\n".join(SHORTER.get(line, line) for line in block.splitlines())


def test_the_page_has_what_is_run_in_part() -> None:
    lines = [line for block in BLOCKS for line in block.splitlines()]
    assert set(SHORTER) <= set(lines)


@pytest.mark.full("a minute for a page that seldom changes")
def test_following_the_page_ends_in_green(copy: Path) -> None:
    first, *others = BLOCKS
    read_output(run_block(shorten(first), copy))

    fresh = run_block("pytest tests/course/test_course.py", copy)
    failed = re.findall(r"^FAILED (\S+)", fresh.stdout, re.MULTILINE)
    little = "tests/course/test_course.py::test_the_search_changes_little_from_step_to_step"
    assert failed == [f"{little}[{LAST.number}-{NEXT}]"], "one test fails on the fresh copy, the page says"

    for block in others:
        done = run_block(shorten(block), copy)
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
    assert f"- lessons/{NEXT}_my_idea.md\n" in (copy / "mkdocs.yml").read_text(encoding="utf-8")
    read_output(run_block("ruff check steps docs && ruff format --check steps docs", copy))
