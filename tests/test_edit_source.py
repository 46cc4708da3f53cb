"""What "Edit and run" is made of: the steps' source as plain Python, what becomes of edits, and Pyodide."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from common.errors import UserError
from common.tools import course
from common.tools.site import edit, jobs, pyodide

ROOT = Path(__file__).parents[1]
GLUE = ROOT / "docs" / "assets" / "live" / "run_step.py"
RUN = """
import json, sys
source, asked = sys.argv[1], json.load(sys.stdin)
exec(compile(open(source).read(), source, "exec"))
for files, folder, positions in asked:
    answers = []
    print(json.dumps([run(files, folder, positions, lambda *answer: answers.append(answer)), answers]))
"""
CUTOFF = "            if score >= beta:\n"
PUT = "                table.put(key, score + OFFSET)\n"
EDITS = {  # of the page's list: the file and what is replaced in it, how many are exact, whether nodes grow
    "no order": ("solver.py", "sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH))",
                 "range(WIDTH)", 10, True),
    "small table": ("table.py", "8_388_593", "257", 10, True),
    "no minus": ("solver.py", "score = -negamax(", "score = negamax(", 0, False),
    "wrong bound": ("solver.py", CUTOFF, CUTOFF + PUT, 9, False),
}  # fmt: skip


def edited(number: str, file: str = "solver.py", old: str = "", new: str = "") -> tuple[dict[str, str], str]:
    """Return a step's files as the page hands them to Python, and its folder, with an edit."""
    source = edit.source(number)
    assert old in source["files"][file]
    own = {name: text.replace(old, new) if name == file else text for name, text in source["files"].items()}
    folder = source["folder"]
    return source["rest"] | {f"steps/{folder}/{name}": text for name, text in own.items()}, folder


def plainly(folder: Path, *asked: tuple[dict[str, str], str, list[str]]) -> list[Any]:
    """Return the answers of the page's Python, run by one that has nothing but its standard library."""
    command = [sys.executable, "-I", "-S", "-c", RUN, str(GLUE)]
    given = json.dumps(asked)
    ran = subprocess.run(command, input=given, capture_output=True, text=True, cwd=folder, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_the_steps_need_nothing_else_and_count_as_compiled(tmp_path: Path) -> None:
    lines: dict[str, list[Any]] = {number: [] for number in course.numbers()}
    for number in ("01", "05", course.numbers()[-1]):
        lines[number] = sorted(edit.source(number)["sample"], key=lambda line: line["nodes"])[:2]
    asked = [(*edited(number), [line["moves"] for line in few]) for number, few in lines.items()]
    for few, (error, answers) in zip(lines.values(), plainly(tmp_path, *asked), strict=True):
        assert error == ""
        assert [answer[:2] for answer in answers] == [[line["score"], line["nodes"]] for line in few]


@pytest.mark.parametrize("number", course.numbers())
def test_a_sample_is_of_late_positions_that_take_some_search(number: str) -> None:
    sample = edit.source(number)["sample"]
    assert len({line["moves"] for line in sample}) == edit.POSITIONS
    assert all(len(line["moves"]) >= edit.FEWEST_STONES and line["nodes"] in edit.NODES for line in sample)
    assert {-1, 1} <= {(line["score"] > 0) - (line["score"] < 0) for line in sample}


@pytest.mark.parametrize("name", EDITS)
def test_the_edits_to_try_do_what_the_page_says(tmp_path: Path, name: str) -> None:
    file, old, new, exact, more = EDITS[name]
    sample = edit.source("05")["sample"]
    asked = (*edited("05", file, old, new), [line["moves"] for line in sample])
    [[error, answers]] = plainly(tmp_path, asked)
    assert error == ""
    assert sum(answer[0] == line["score"] for answer, line in zip(answers, sample, strict=True)) == exact
    assert (sum(answer[1] for answer in answers) > sum(line["nodes"] for line in sample)) == more


def test_errors_are_told_by_the_lines_of_the_step(tmp_path: Path) -> None:
    position = edit.source("05")["sample"][0]["moves"]
    edits = {
        "(": ("nodes[0] += 1", "nodes[0] += ("),
        "stones": ("nodes[0] += 1", "position.stone"),
        "None": ("return sign(score) if weak else score", "return None"),
        "deep": ("nodes[0] += 1", "negamax(position, alpha, beta, table, nodes)"),
    }
    asked = [(*edited("05", "solver.py", *each), [position]) for each in edits.values()]
    told = dict(zip(edits, [error for error, _ in plainly(tmp_path, *asked)], strict=True))
    lines = edit.source("05")["files"]["solver.py"].splitlines()
    line = lines.index("    nodes[0] += 1") + 1
    assert f'File "05_transposition_table/solver.py", line {line}\n' in told["("]
    assert "SyntaxError: '(' was never closed" in told["("]
    assert f'File "05_transposition_table/solver.py", line {line}, in negamax' in told["stones"]
    assert "AttributeError: 'Position' object has no attribute 'stone'" in told["stones"]
    assert told["None"] == "TypeError: solve returned None, which is not a score\n"
    assert "RecursionError" in told["deep"]
    assert len(told["deep"].splitlines()) < 15
    assert not any(str(tmp_path) in text or GLUE.name in text for text in told.values())


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> Path:
    """Let a script stand in for npm; return where Pyodide may be put."""
    (folder / "bin").mkdir()
    (folder / "bin" / "npm").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "bin" / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}:/usr/bin:/bin")
    return folder / "pyodide"


def test_another_package_than_the_pinned_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = stand_in(tmp_path, monkeypatch, 'echo other > "$4/pyodide.tgz"')
    with pytest.raises(UserError, match=r"pyodide [\d.]+ from npm is not the pinned one: sha512-"):
        pyodide.make("", place)


def test_a_site_is_built_without_what_npm_cannot_fetch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = stand_in(tmp_path, monkeypatch, 'echo part > "$4/pyodide.tgz"; exit 1')
    pyodide.make("", place)
    assert not place.exists()
    assert "no Python in the page: npm could not fetch Pyodide" in capsys.readouterr().out
    monkeypatch.setattr(jobs, "CACHE", tmp_path)
    assert pyodide.files() == []
    assert "pyodide" in {job.name for job in jobs.missing()}
    monkeypatch.setenv("PATH", "")
    assert "pyodide" not in {job.name for job in jobs.missing()}
