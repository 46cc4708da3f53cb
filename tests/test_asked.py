"""No check asks other questions than are recorded in silence: one that asks less lets wrong programs pass."""

import json

import pytest
from asked import RECORDED, describe_check, list_stages_by_check

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
