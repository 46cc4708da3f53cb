"""Tests of the checks: no wrong program passes that once did, each is named, and no right one is refused."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from learn_wrong import CHANGES, of_stage

from common.tools.learn import stages

NAMES = [name for name in stages.all_stages() if list(of_stage(name))]
WITHOUT_JIT = os.environ | {"NUMBA_DISABLE_JIT": "1"}


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_program_is_caught_and_named_and_a_right_one_passes(name: str) -> None:
    ran = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("learn_wrong.py")), name],
        env=WITHOUT_JIT,
        capture_output=True,
        text=True,
        check=True,
    )
    tried = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(tried) == len(list(of_stage(name)))
    for says, check, _, said in tried:
        if says:
            assert check, f"not caught: {says}"
            assert says in said
        else:
            assert not check, f"a right program is refused: {said}"


def test_right_programs_are_written_in_other_ways_in_many_stages() -> None:
    assert len({name for change in CHANGES if not change.says for name in change.stages.split()}) >= 8
