"""Tests of the project's files: workflows, citation, changelog, contributing."""

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml
from repository import ROOT, read_output, run, run_shell

from common import tools

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MOST_LEFT_OUT = 120
CHECKED = [
    *((path, "vendor.github-workflows") for path in WORKFLOWS),
    *((path, "custom.github-workflows-require-timeout") for path in WORKFLOWS),
    (ROOT / "CITATION.cff", "vendor.citation-file-format"),
]


@pytest.mark.parametrize(("path", "schema"), CHECKED, ids=lambda part: getattr(part, "name", part))
def test_a_file_follows_its_schema(path: Path, schema: str) -> None:
    read_output(run([sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(path)]))


def test_few_tests_are_left_to_full_runs(request: pytest.FixtureRequest) -> None:
    """In a run of all tests these are all marked ones; the plugin checks that a mark has a reason."""
    items = request.session.items
    assert sum(item.get_closest_marker("full") is not None for item in items) <= MOST_LEFT_OUT


def test_version_licence_and_holder_are_the_same_everywhere() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(\d\S*)\]", changelog, re.MULTILINE)[0] == project["version"]
    assert citation["license"] == project["license"]
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert f"Copyright (c) 2026 {citation['authors'][0]['name']}" in licence


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_to_files(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", (ROOT / name).read_text(encoding="utf-8"))
    assert links
    check_are_there(link for link in links if not link.startswith("https://"))


def check_are_there(paths: Iterable[str]) -> None:
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_contributing_names_what_exists() -> None:
    named = re.findall(r"`((?:common|docs|tests)/[^`]*)`", CONTRIBUTING)
    assert len(named) > 8
    check_are_there(named)
    rooms = {path.parent.name for path in (ROOT / "common" / "tools").glob("*/__init__.py")}
    assert {*re.findall(r"(?m)^    (\w+)/", tools.__doc__ or "")} == rooms


def test_the_commands_of_contributing_run() -> None:
    blocks = re.findall(r"```sh\n(.*?)```", CONTRIBUTING, re.DOTALL)
    for line in "".join(blocks).splitlines():
        if line.startswith("pytest tests"):  # which run anyway
            check_are_there(line.split()[1:])
        elif line != "pytest steps/05":  # README says it too
            read_output(run_shell(line))


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="N/A: needs a clone")
def test_lines_end_alike_on_all_systems() -> None:
    content = read_output(
        run(["git", "-c", "core.autocrlf=true", "archive", "HEAD", "common/data/6x4.cards"])
    )
    assert "c4-cards" in content
    assert "\r" not in content
