"""What came of the mutants of each stage is about our programs as they are, and complete."""

import json

import pytest
from learn_mutants import COUNT, EQUIVALENT, HOLDS, RESULTS, list_mutants

from common.tools.learn.curriculum import stages

FATES: dict[str, dict[str, str]] = json.loads(RESULTS.read_text(encoding="utf-8"))


def test_every_stage_with_checks_is_listed() -> None:
    assert list(FATES) == [name for name, stage in stages.load_stages().items() if stage.checks]


@pytest.mark.parametrize("name", FATES)
def test_as_many_mutants_as_are_asked_for_are_those_of_our_program(name: str) -> None:
    new, elsewhere = list_mutants(stages.load_stage(name))
    assert FATES[name].keys() <= new.keys() | elsewhere.keys(), f"try those of stage {name} again"
    assert len(FATES[name]) == min(COUNT, len(new) + len(elsewhere))


@pytest.mark.parametrize("name", FATES)
def test_every_mutant_is_caught_or_explained(name: str) -> None:
    checks = {*stages.load_stage(name).checks, "nodes"}
    for mutant, fate in FATES[name].items():
        is_error = fate.endswith("Error")  # before any question
        is_explained = fate.startswith((EQUIVALENT, f"{HOLDS}: ")) and not fate.endswith(": ")
        assert fate in checks or is_error or is_explained, f"{mutant}: {fate}"
