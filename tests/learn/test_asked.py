"""No check asks other questions than are recorded in silence: one that asks less lets wrong programs pass."""

import json
import re
from typing import Any

import pytest
from asked import RECORDED, describe_check, list_questions, list_stages_by_check

from common.tools.learn.checks import entries, program

STAGES = list_stages_by_check()
ASKED = json.loads(RECORDED.read_text(encoding="utf-8"))


def test_every_check_is_recorded() -> None:
    assert {check: [stage.name for stage in at] for check, at in STAGES.items()} == {
        check: [*asked] for check, asked in ASKED.items()
    }


@pytest.mark.parametrize("check", STAGES)
def test_a_check_asks_what_is_recorded(check: str) -> None:
    asked = {stage.name: describe_check(check, stage) for stage in STAGES[check]}
    assert asked == ASKED[check], "if that is meant, write it anew with `python tests/asked.py`"


@pytest.mark.parametrize("check", ["bounds", "closed", "probes"])
def test_a_search_has_the_window_that_its_question_names(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    windows: list[tuple[int, ...]] = []
    named: list[tuple[int, ...]] = []
    run_search = program.run_search

    def run_and_note(*given: Any, **window: int) -> Any:
        windows.append(tuple(window.values()))
        return run_search(*given, **window)

    monkeypatch.setattr(entries, "run_search", run_and_note)
    for question in (question for stage in STAGES[check] for question in list_questions(check, stage)):
        if low := re.search(r"question whether the score is more than (-?\d+)", question.asked):
            named.append((int(low[1]), int(low[1]) + 1))
            question.ask()
    assert windows == named
    assert named
