"""Tests of the parts of "Write it": stages for the page, checks by plain Python, folders, Pyodide."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import SITE_COMMANDS
from learners import FIRST, SECOND, STAGES
from repository import copy_parts, read_output, run, run_shell

import c4
from common.tools.files import write_file
from common.tools.learn import project, write
from common.tools.learn.curriculum import stages
from common.tools.site import pyodide
from common.tools.site.macros import live

LONG = "4444443265"  # past the book of 8 plies: plain Python takes minutes
DONE = {"how": "passed"}
RUN = """
import json, sys
sys.path[:0] = ["", "common/api"]
from common.tools.learn.write import answer_question
for question in json.load(sys.stdin):
    pieces = []
    answer_question(json.dumps(question), pieces.append, lambda moves: 3)
    print("[" + ",".join(pieces) + "]")
"""


def read_asset(site: Path, name: str) -> Any:
    """Return a file that the page loads."""
    return json.loads((site / "assets" / "live" / "write" / f"{name}.json").read_text(encoding="utf-8"))


def ask_plainly(site: Path, folder: Path, *questions: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Return the page's answers, from a Python with only its standard library and the page's files."""
    for name, text in read_asset(site, "program").items():
        write_file(folder / name, text)
    book = (site / "assets" / "live" / "write" / "8.book").read_bytes()
    write_file(folder / "common" / "data" / "7x6-12.book", book)
    done = run([sys.executable, "-I", "-S", "-B", "-c", RUN], folder, json.dumps(questions))
    return [json.loads(line) for line in read_output(done).splitlines()]


def test_the_page_says_what_c4_learn_says(site: Path, tmp_path: Path) -> None:
    last = list(STAGES.values())[-1]
    mistake = SECOND.mistakes[0]
    wrong = mistake.edits[0].apply(SECOND.ours())
    passed, failed, differs = ask_plainly(
        site,
        tmp_path,
        {"verb": "check", "stage": last.name, "files": last.ours(), "before": {}},
        {"verb": "check", "stage": "02", "files": wrong, "before": {}},
        {"verb": "compare", "stage": "02", "files": wrong},
    )
    done = passed[-1]["done"]
    assert (passed[-1]["event"], done["how"]) == ("Passed", "passed")
    assert done["nodes"] == done["our_nodes"] > 0
    kinds = [event["event"] for event in failed]
    assert [kind for kind in kinds if kind in ("Failure", "Explained")] == ["Failure", "Explained"]
    assert failed[-1]["idea"] == mistake.says
    removed, added = [line for line in differs[0]["text"].splitlines() if line[0] in "+-"][2:]
    assert (removed[0], added[0]) == ("-", "+")
    assert mistake.edits[0].new in removed
    assert mistake.edits[0].old in added


def test_a_stage_is_compared_with_the_one_before(site: Path, tmp_path: Path) -> None:
    question = {"verb": "check", "stage": "03", "files": STAGES["03"].ours(), "before": SECOND.ours()}
    spoilt = {"solver.py": "raise ValueError\n"}
    passed, unknown = ask_plainly(site, tmp_path, question, question | {"before": spoilt})
    assert passed[-1]["nodes_before"] > passed[-1]["nodes"] == unknown[-1]["nodes"]
    assert (unknown[-1]["event"], unknown[-1]["nodes_before"]) == ("Passed", 0)


def test_a_program_moves_with_the_pages_book_or_says_why_not(site: Path, tmp_path: Path) -> None:
    perfect = {"verb": "move", "files": STAGES["08"].ours(), "moves": "4444442"}  # the book has all replies
    spoilt = perfect | {"files": {**STAGES["08"].ours(), "solver.py": "raise ValueError('spoilt')\n"}}
    asked = perfect, perfect | {"moves": LONG}, spoilt, {**spoilt, "verb": "end", "done": {"08": DONE}}
    (_, moved), (_, late), (_, refused), (*_, failed) = ask_plainly(site, tmp_path, *asked)
    assert moved["column"] in c4.best_moves("4444442")
    assert late == {"event": "Late", "seconds": write.MOVE_SECONDS}
    assert (refused["event"], refused["reason"].count("\n")) == ("Refused", 0)
    assert "solver.py, line 1" in refused["reason"]
    assert (failed["event"], failed["came"]) == ("Failure", "ValueError: spoilt")


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_begins_with_the_one_before(site: Path, name: str) -> None:
    stage, described = STAGES[name], read_asset(site, name)
    earlier = stages.find_previous_stage(stage)
    assert described["start"] == project.Project(Path("nowhere"), name).read_program_before(stage)
    assert described["ours"] == stage.ours()
    assert described["given"].items() <= described["start"].items()
    assert bool(earlier) or described["given"] == described["start"]


def test_the_editor_opens_the_file_of_the_brief(site: Path) -> None:
    opened = {name: read_asset(site, name)["file"].removesuffix(".py") for name in STAGES if name <= "08"}
    of_board = dict.fromkeys(("04a", "04b", "05a", "07a", "07b"), "position")
    of_search = dict.fromkeys(("01", "02", "03", "05c", "06", "07c"), "solver")
    assert opened == of_board | of_search | {"05b": "table", "08": "book"}


NPM = {
    "another package": ("#!/bin/sh\necho other > pyodide.tgz\n", "pinned"),
    "offline": ("#!/bin/sh\necho part > pyodide.tgz\nexit 1\n", "npm"),
    "no npm": ("", "npm"),
}


@pytest.mark.parametrize(("script", "complaint"), NPM.values(), ids=NPM)
def test_only_the_pinned_pyodide_is_kept(
    tmp_path: Path, put_npm: Callable[[str], str], script: str, complaint: str
) -> None:
    copy = copy_parts(["common"], tmp_path / "copy")
    done = run([sys.executable, "-m", "common.tools.site.pyodide"], copy, PATH=put_npm(script))
    assert done.returncode == 1
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
    assert not list((copy / ".cache").rglob("*.*"))


def test_the_site_has_what_the_page_needs(site: Path) -> None:
    about = read_asset(site, "about")
    assert [stage["name"] for stage in about["stages"]] == [*STAGES]
    kept = {path.name for path in (site / "assets" / "pyodide").glob("*")}
    assert kept == ({*pyodide.FILES, "NOTICE.txt"} if about["python"] else set())
    assert bool(about["python"]) == bool(pyodide.list_pyodide_files())


def test_no_site_without_python_is_published(tmp_path: Path) -> None:
    folder, *_, check = tmp_path / "assets" / "pyodide", *SITE_COMMANDS
    folder.mkdir(parents=True)
    for name in pyodide.FILES[1:]:
        (folder / name).touch()
    assert run_shell(check, SITE=f"{tmp_path}").returncode != 0
    (folder / pyodide.FILES[0]).touch()
    read_output(run_shell(check, SITE=f"{tmp_path}"))


def test_the_page_begins_with_the_first_brief() -> None:
    shown = live.first_brief()
    assert f"<p>{FIRST.brief.strip().partition('.')[0]}" in shown
    assert "<code>solver.py</code>" in shown
    assert "<code>negamax</code>" in shown
    assert shown.count("<p>") == FIRST.brief.strip().count("\n\n") + 1
