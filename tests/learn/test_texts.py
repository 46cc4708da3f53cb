"""Tests of the stages' texts: a brief or a hint names only code in the learner's folder."""

import builtins
import keyword
import re
from itertools import takewhile

import pytest

from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Stage

ALWAYS = {
    *dir(builtins),
    *dir(int),
    *keyword.kwlist,
    *["self", "cls", "common", "jit", "py", "compiled", "Position"],
}


def list_used_names(text: str) -> set[str]:
    """Return the names in a text that are those of code: quoted, called, with an underscore, in capitals."""
    text = re.sub(r"\b\w+=\.\.\.", "", text)  # an argument by its name
    quoted = " ".join(code for code in re.findall(r"`([^`]+)`", text) if not code.startswith("c4 "))
    names = re.findall(r"[A-Za-z_]\w*", quoted)
    names += re.findall(
        r"\b[A-Za-z_]\w*(?= (?:[&|^]|<<|>>) )|(?<=[&|^<>] )[A-Za-z_]\w*|(?<=~)[A-Za-z_]\w*", text
    )
    names += re.findall(
        r"\b[A-Za-z_]\w*(?=\()|\b[a-z]\w*_\w+\b|\b[A-Z]+_[A-Z]+\b", re.sub(r"\b[X_]+\b", "", text)
    )
    return set(names)


def list_introduced_names(text: str) -> set[str]:
    """Return the names that a text gives a meaning: by an equals sign, in a loop, as a function."""
    chains = re.findall(r"((?:\b\w+(?:, | = ))*\b\w+) =(?!=)", text)
    loops = re.findall(r"\bfor (\w+) in", text)
    signatures = re.findall(r"(?:def|method) (\w+\([^)]*\))", text)
    return {name for part in (*chains, *loops, *signatures) for name in re.findall(r"\w+", part)}


@pytest.mark.parametrize("stage", stages.load_stages().values(), ids=lambda stage: stage.name)
def test_a_stage_names_only_what_is_known(stage: Stage) -> None:
    sources = {**stage.begun(), "earlier": "".join(stage.begun().values())} | stage.ours()
    known = ALWAYS | {*re.findall(r"\w+", " ".join([*sources, *sources.values()]))}
    for other in takewhile(lambda other: other.name != stage.name, stages.load_stages().values()):
        known |= list_introduced_names(other.brief)
    for text in (stage.brief, *stage.hints):
        known |= list_introduced_names(text)
        assert sorted(list_used_names(text) - known) == [], text
