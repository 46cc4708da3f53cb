"""Tests of checks: mistakes of wrong programs are named, and right programs pass.

Trying the programs of all stages takes about ten minutes. A run tries those of two stages, and of the stages
that the working tree has changed.
"""

import inspect
import json
import re
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from learners import STAGES
from repository import PLAIN, ROOT, read_output, run
from wrong_programs import list_changes, list_mistakes

from common.tools.learn.checks import CHECKS
from common.tools.learn.checks.program import load_ours
from common.tools.learn.checks.tables import ask_closed
from common.tools.learn.curriculum.stages import EIGHTH, Stage
from common.tools.learn.trying import checking, diagnosis

STAGE_FILES = ROOT / "common" / "tools" / "learn" / "curriculum" / "stage_files"


def list_changed_files() -> set[Path]:
    """Return the changed files, against the target branch or else the last commit."""
    base = run(["git", "merge-base", "HEAD", "origin/main"]).stdout.strip() or "HEAD"
    return {ROOT / name for name in run(["git", "diff", "--name-only", base]).stdout.splitlines()}


def list_sources(stage: Stage) -> set[Path]:
    """Return the files of a stage: its own, those of its step, its checks, and what judges the answers."""
    asking = [checking, diagnosis, *(CHECKS[check].questions for check in stage.checks)]
    own = STAGE_FILES.glob(f"{stage.name}_*"), ROOT.glob(f"steps/{stage.name[:2]}_*/*.py")
    return {*chain(*own), *(Path(inspect.getfile(part)) for part in asking)}


ALWAYS, CHANGED = ("04a", "05b"), list_changed_files()
LEFT = pytest.mark.full("half a minute of wrong programs")
OTHERS = pytest.mark.full("a minute or more of programs in other hands")
FIRST = [name for name, stage in STAGES.items() if stage.step <= EIGHTH]


def select_stages(left: pytest.MarkDecorator, *names: str) -> list[Any]:
    """Return stages as parameters, most of them marked as left out of an ordinary run."""
    return [
        pytest.param(name, marks=() if name in ALWAYS or list_sources(STAGES[name]) & CHANGED else left)
        for name in names
    ]


@pytest.mark.parametrize("name", select_stages(LEFT, *STAGES))
def test_wrong_programs_are_named_and_right_ones_pass(name: str, snapshot: Any) -> None:
    stage = STAGES[name]
    judged = json.loads(read_output(run([sys.executable, "tests/wrong_programs.py", name], **PLAIN)))
    assert judged.pop("ours") == ""
    assert judged["before"], "a stage begins with something to do"
    expected = [mistake.says for mistake in list_mistakes(stage) for _ in mistake.apply(stage.ours())]
    assert [says for says, *_ in judged["mistakes"]] == expected
    for says, check, said in judged["mistakes"]:
        assert check, f"not caught: {says}"
        assert said == says
    assert [says for says, *_ in judged["changes"]] == [change.says for change in list_changes(name)]
    for says, check, said in judged["changes"]:
        assert bool(check) == bool(says), f"a right program is refused: {said}" if check else says
        assert says in said
    assert [*judged["asked"]] == stage.checks
    assert all(count for count, _ in judged["asked"].values())
    assert "\n".join(summarize(**judged)) == snapshot


def summarize(
    before: str, asked: dict[str, list[int]], mistakes: list[list[str]], changes: list[list[str]]
) -> Iterator[str]:
    """Yield lines with the questions of checks, and the checks that wrong programs fail."""
    yield f"the stage before fails: {before}"
    for check, (count, checksum) in asked.items():
        yield f"{check} asks {count}, checksum {checksum}"
    yield f"mistakes fail: {', '.join(check for _, check, _ in mistakes)}"
    for says, check, said in changes:
        yield f"{says or 'right'}: {check} {said.replace(says, '...')}"


@pytest.mark.parametrize("name", select_stages(OTHERS, *FIRST))
def test_mistakes_are_named_in_programs_of_other_hands(name: str) -> None:
    table = read_output(run([sys.executable, "tests/other_hands.py", name], **PLAIN)).splitlines()
    judged = [row.split(" | ")[1] for row in table]
    assert judged[:3] == ["right"] * 3
    assert len(judged) > 3
    assert not {"misnamed", "not caught"} & {*judged}, table
    assert judged[3:].count("named") >= 0.9 * len(judged[3:]), table


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_has_wrong_programs_and_asks_for_scores(name: str) -> None:
    stage = STAGES[name]
    assert len([wrong for mistake in stage.mistakes for wrong in mistake.apply(stage.ours())]) >= 3
    assert {"soon", "scores"} <= {*stage.checks}
    assert stage.checks[-1] == "random"


def test_a_missing_cut_is_told_by_its_brief() -> None:
    for claim in ask_closed(load_ours(), STAGES["11"].sample.lines()):
        asks = re.fullmatch('1, as the brief of stage (.*) asks: "(.*)"', claim.right)
        assert asks
        assert asks[2] in STAGES[asks[1]].brief
