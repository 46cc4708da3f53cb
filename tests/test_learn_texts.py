"""Tests of what stages say: a brief or a hint names nothing that a learner's folder does not have."""

import ast
import builtins
import keyword
import re
from collections.abc import Iterable

import pytest

from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Stage

ALWAYS = {
    *dir(builtins),
    *dir(int),
    *keyword.kwlist,
    "self",
    "cls",
    "common",
    "jit",
    "py",
    "compiled",
    "Position",
}
GIVEN = {"Lanes", "union"}  # by the core: the brief says what they are


def list_definitions(texts: Iterable[str]) -> set[str]:
    """Return the names that programs define for all to use: functions and their parameters, constants."""
    names: set[str] = set()
    for node in (node for text in texts for node in ast.walk(ast.parse(text))):
        match node:
            case ast.FunctionDef(name=name, args=arguments):
                names |= {name, *(argument.arg for argument in arguments.args)}
            case ast.ClassDef(name=name, body=body):
                names |= {
                    name,
                    *(
                        statement.target.id
                        for statement in body
                        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
                    ),
                }
            case ast.Module(body=body):
                names |= {
                    target.id
                    for statement in body
                    if isinstance(statement, ast.Assign)
                    for target in statement.targets
                    if isinstance(target, ast.Name)
                }
            case ast.alias(name=name):
                names.add(name)
            case _:
                pass
    return names


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
    names = {name for chain in chains for name in re.findall(r"\w+", chain)} | set(
        re.findall(r"\bfor (\w+) in", text)
    )
    return names | {
        name
        for signature in re.findall(r"(?:def|method) (\w+\([^)]*\))", text)
        for name in re.findall(r"\w+", signature)
    }


@pytest.mark.parametrize(
    "stage", [stage for stage in stages.load_stages().values() if stage.checks], ids=lambda stage: stage.name
)
def test_a_stage_names_only_what_the_folder_has_or_its_text_explains(stage: Stage) -> None:
    earlier = stages.find_previous_stage(stage)
    folder = (earlier.ours() if earlier else {}) | stage.given_files()
    known = (
        ALWAYS
        | GIVEN
        | list_definitions(folder.values())
        | {name.removesuffix(".py") for name in stage.ours()}
    )
    for name in list(stages.load_stages())[: list(stages.load_stages()).index(stage.name)]:
        known |= list_introduced_names(stages.load_stage(name).brief)
    known |= set(re.findall(r"\w+", stage.brief)) & list_definitions(
        stage.ours().values()
    )  # what the brief asks for
    for text in (stage.brief, *stage.hints):
        known |= list_introduced_names(text)
        assert sorted(list_used_names(text) - known) == [], text
