"""What each program is told, as it is recorded: wrong ones are named, and right ones are not refused."""

import json
import re
from typing import Any

import pytest
from learners import STAGES
from repository import PLAIN, run_python
from verdicts import CHANGES, COUNT, EXPLAINED, list_changes, list_mistakes, list_mutants, read_record

from common.tools.learn.checks.drawn import load_ours
from common.tools.learn.checks.entries import ask_closed
from common.tools.records import is_fresh

TRIED = ["04a", "07b"]  # in the quick line, to show that the record is what the program says
ASK = """
import json, sys
sys.path.insert(0, "tests")
from verdicts import describe_check, stages
asked = {}
for name in sys.argv[1:]:
    stage = stages.load_stage(name)
    asked[name] = {check: describe_check(check, stage) for check in stage.checks}
print(json.dumps(asked))
"""
DESCRIBE = """
import json, sys
sys.path.insert(0, "tests")
import verdicts
print(json.dumps(verdicts.describe_programs(verdicts.stages.load_stage(sys.argv[1]))))
"""


@pytest.fixture(params=STAGES)
def name(request: pytest.FixtureRequest) -> str:
    """Return the name of each stage with checks."""
    return request.param


def test_ours_passes_and_the_stage_before_does_not(name: str) -> None:
    record = read_record(name)
    assert record["ours"] == ""
    assert record["before"], "a stage begins with something to do"


def test_every_known_mistake_is_told(name: str) -> None:
    stage, rows = STAGES[name], read_record(name)["mistakes"]
    assert len(stage.mistakes) >= 3 or len(rows) >= 3
    expected = [mistake.says for mistake in list_mistakes(stage) for _ in mistake.apply(stage.ours())]
    assert [says for says, *_ in rows] == expected
    for says, check, said in rows:
        assert check, f"not caught: {says}"
        assert said == says


def test_wrong_programs_are_named_and_right_ones_pass(name: str) -> None:
    rows = read_record(name)["changes"]
    assert [says for says, *_ in rows] == [change.says for change in list_changes(name)]
    for says, check, said in rows:
        assert bool(check) == bool(says), f"a right program is refused: {said}" if check else says
        assert says in said


def test_every_mutant_is_caught_or_explained(name: str) -> None:
    stage, fates = STAGES[name], read_record(name)["mutants"]
    new, elsewhere = list_mutants(stage)
    assert fates.keys() <= new.keys() | elsewhere.keys()
    assert len(fates) == min(COUNT, len(new) + len(elsewhere))
    passing = {mutant for mutant, fate in fates.items() if not fate}
    assert passing == EXPLAINED.get(name, {}).keys(), "verdicts.toml says why these pass"
    assert all(fate in {*stage.checks, "nodes", ""} or fate.endswith("Error") for fate in fates.values())


def test_every_check_is_recorded(name: str) -> None:
    asked: dict[str, Any] = read_record(name)["asked"]
    assert [*asked] == STAGES[name].checks
    assert all(count > 0 for count, _ in asked.values())
    assert {"soon", "scores", "random"} <= asked.keys()
    assert STAGES[name].checks[-1] == "random"


def test_checks_ask_what_is_recorded(pytestconfig: pytest.Config) -> None:
    is_full = pytestconfig.getoption("--full")
    if not (stale := [name for name in STAGES if is_full or not is_fresh(f"verdicts-{name}")]):
        pytest.skip("N/A: recorded; a changed source or --full computes it")
    asked = {name: read_record(name)["asked"] for name in stale}
    assert json.loads(run_python(ASK, *stale, **PLAIN)) == asked


@pytest.mark.parametrize(
    "name", [name if name in TRIED else pytest.param(name, marks=pytest.mark.full) for name in STAGES]
)
def test_the_record_is_what_the_program_says(name: str) -> None:
    record = read_record(name)
    del record["mutants"]
    assert json.loads(run_python(DESCRIBE, name, **PLAIN)) == record


def test_many_stages_are_tried_with_right_programs() -> None:
    right = [change for change in CHANGES if not change.says]
    assert len({name for change in right for name in change.stages.split()}) >= 8


def test_a_missing_cut_is_told_by_its_brief() -> None:
    for question in ask_closed(load_ours(), STAGES["12"].sample.lines()):
        asks = re.fullmatch('1, as the brief of stage (.*) asks: "(.*)"', question.right)
        assert asks
        assert asks[2] in STAGES[asks[1]].brief
