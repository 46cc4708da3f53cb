"""Tests of the README: its commands run, its example shows their output, its figures are recorded."""

import re

import pytest
from repository import ROOT, read_output, run_python, run_shell

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


def test_python_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    printed = "18 {0: -4, 1: -3, 2: 18, 3: 2, 4: 2, 5: 18, 6: -3} [2, 5]\n3 False 2\n"
    assert run_python(example) == printed


def test_the_first_example_is_what_a_terminal_shows() -> None:
    command, shown = re.findall(r"```text\n\$ (.*)\n((?:.*\n)*?)```", README)[0]
    spawn = "import pty, sys; sys.exit(pty.spawn(['bash', '-euo', 'pipefail', '-c', sys.argv[1]]))"
    # without colours and one-time messages
    printed = re.sub(r"\x1b\[[\d;]*m|\r|compiling .*\n", "", run_python(spawn, command))
    assert re.sub(r"\d+ µs", "… µs", printed) == shown


def test_the_readme_is_short_and_has_its_pictures() -> None:
    assert len(README.splitlines()) <= 100
    for picture in re.findall(r'<[^>]* src(?:set)?="([^"]*)"', README):
        assert (ROOT / picture).exists()
