"""Tests of generated files for the pages: making them again gives the kept files."""

from pathlib import Path

import pytest
from repository import ROOT, copy_parts, make_python_path, read_output, run

from common.tools.records import find_records, list_files, split_command

QUICK = "sentences", "maps", "gains", "climb", "board", "card-pages"
"""Records that are made in seconds. The tests of labs and of signatures make theirs."""
SLOW = "session", "traces", "frames"
PARTS = "README.md", "common", "docs", "mkdocs.yml", "pyproject.toml", "steps", "test-data"
MORE = pytest.mark.full("takes seconds more, and its digest says when that is needed")


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=MORE) for name in SLOW)])
def test_what_is_made_anew_is_what_is_kept(name: str, tmp_path: Path) -> None:
    (record,) = find_records(name)
    kept = [path.relative_to(ROOT) for path in list_files(record.made)]
    copy = copy_parts(PARTS, tmp_path)
    for path in kept:
        (copy / path).unlink()
    environment, words = split_command(record.command)
    read_output(run(words, copy, PYTHONPATH=make_python_path(copy), **environment))
    for path in [*kept, Path("README.md"), Path("steps", "README.md")]:
        assert (copy / path).read_bytes() == (ROOT / path).read_bytes(), path
