"""What wrong answers point to, where no known mistake gives the same."""

import re
from pathlib import Path

import pytest
from learners import FIRST, find_failure

from common.tools.learn.trying.checking import find_node_excess
from common.tools.source import Edit

SYMPTOMS = [  # a change of our first program, and what is said of it
    ("return sign(score) if weak else score", "return sign(score) if weak else -score", "wrong sign"),
    ("return sign(score) if weak else score", "return sign(score) if weak else 2 * score", "how soon is not"),
    ("return sign(score) if weak else score", "return sign(score) if weak else score or 1", "Only draws"),
    ("return sign(score) if weak else score", "return score", "only the sign"),
    ("return sign(score) if weak else score", "return 42 * sign(score)", "score 42,"),
]


@pytest.mark.parametrize(("old", "new", "idea"), SYMPTOMS, ids=[idea[:15] for *_, idea in SYMPTOMS])
def test_wrong_scores_have_their_symptom(old: str, new: str, idea: str, tmp_path: Path) -> None:
    failure = find_failure(tmp_path, Edit("solver.py", old, new).apply(FIRST.ours()))
    assert failure.kind == "wrong"
    assert idea in failure.idea


@pytest.mark.parametrize(("theirs", "is_too_many"), [([80, 30], False), ([80, 31], True), ([111, 0], True)])
def test_a_tenth_more_nodes_are_not_too_many(theirs: list[int], is_too_many: bool) -> None:
    failure = find_node_excess(["1", "22"], theirs, [80, 20])
    assert bool(failure) == is_too_many
    if failure:
        worst = 0 if theirs[0] > 80 else 1
        assert failure.moves == ["1", "22"][worst]
        assert {"111", f"{theirs[worst]}"} <= set(re.findall(r"\d+", failure.came))
        assert {"110", "100", f"{[80, 20][worst]}"} <= set(re.findall(r"\d+", failure.right))
