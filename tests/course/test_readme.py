"""Tests of what the README says: its commands run, its example is what they print, its map is new."""

import re

import pytest
from repository import ON_PATH, ROOT, read_output, run_python, run_shell

from common.tools import course
from common.tools.site.drawings import session
from common.tools.site.figures.map import BOARD, CLIMB, make_derived_texts

README = (ROOT / "README.md").read_text(encoding="utf-8")
SET_UP, CHECK, *OTHERS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)


def test_the_checks_are_those_that_run_everywhere() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert SET_UP.strip() in script
    assert CHECK.strip() in script


@pytest.mark.parametrize(
    "command", [line for part in OTHERS for line in part.splitlines() if not line.startswith("pytest")]
)
def test_commands_run(command: str) -> None:
    assert read_output(run_shell(command))


def test_pytest_takes_the_number_of_a_step() -> None:
    assert any("pytest steps/05\n" in part for part in OTHERS)
    collected = read_output(run_shell("pytest steps/05 --collect-only -q -p no:cacheprovider"))
    assert "steps/05_transposition_table/test_step.py" in collected
    unknown = run_shell("pytest steps/99")
    assert unknown.returncode == 4
    assert "there is no step '99'; the steps are 01, 02" in unknown.stderr


def test_python_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert run_python(example).startswith("18 ")


def on_terminal(command: str) -> str:
    """Run a shell command of the README in a terminal and return what it shows, without colours."""
    status, shown = session.run_in_terminal(["bash", "-euo", "pipefail", "-c", command], ROOT, **ON_PATH)
    assert status == 0
    return re.sub(r"\x1b\[[\d;]*m", "", shown)


def test_the_first_example_is_what_a_terminal_shows() -> None:
    command, shown = re.findall(r"```text\n\$ (.*)\n((?:.*\n)*?)```", README)[0]
    timed = re.compile(r"\d+ µs")
    assert len(timed.findall(shown)) == 1
    assert timed.sub("", on_terminal(command)) == timed.sub("", shown)


def test_the_map_and_the_pictures_are_up_to_date() -> None:
    for name, text in make_derived_texts().items():
        assert (ROOT / name).read_text(encoding="utf-8") == text, (
            f"{name} is old: run python -m common.tools.site.figures.map"
        )
    assert re.findall(r'<img src="([^"]*)"', README) == [BOARD, session.SESSION, CLIMB]


def test_the_readme_is_short_and_links_each_step() -> None:
    for number in course.numbers():
        assert f"(steps/{course.load(number).folder.name})" in README
    assert len(README.splitlines()) <= 100
