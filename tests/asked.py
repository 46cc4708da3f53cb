"""Record what the checks of the stages ask, so that no check asks less, or of other positions, in silence.

    python tests/asked.py

Whether a program passes says nothing of the questions that a check has lost. Of each check, in the first and
the last stage that names it, `asked.json` has how many questions there are, and a checksum of their numbers,
their boards and the answers that are right. Their words may change.
"""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from zlib import crc32

from learn_stages import load_module

from common.score import MAX_SCORE
from common.tools.claims import Program, Question
from common.tools.files import write_file
from common.tools.learn.checks import CHECKS
from common.tools.learn.checks.program import make_solver_options
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Stage
from common.tools.learn.trying.checking import is_right

RECORDED = Path(__file__).with_suffix(".json")
SCORES = range(-MAX_SCORE - 1, MAX_SCORE + 2)
TUPLES = [
    *product(range(-2, 3), repeat=2),
    *product((2, 4, 5, 9, 10, 11), repeat=2),
    *product((-2, 1, 2), repeat=4),
]
ANSWERS: list[Any] = [
    *SCORES,
    *((score, nodes) for score in SCORES for nodes in (1, 2)),
    *TUPLES,
    (2, 2, 2),
    (1, 2, 2),
]


def list_stages_by_check() -> dict[str, list[Stage]]:
    """Return the first and the last stage of each check."""
    names: dict[str, list[str]] = {}
    for name, stage in stages.load_stages().items():
        for check in stage.checks:
            names[check] = [*names.get(check, [])[:1], name]
    return {check: [*map(stages.load_stage, at)] for check, at in names.items()}


def describe_question(question: Question) -> str:
    """Return what a question is about and which answers are right, without its words."""
    numbers = re.findall(r"-?\d+", f"{question.asked}: {question.right}")
    right = "".join(f"{int(is_right(question, answer))}" for answer in (*ANSWERS, question.right))
    return " ".join([question.moves or "-", *numbers, *question.drawn, right])


def list_questions(check: str, stage: Stage) -> Iterator[Question]:
    """Return the questions that a check of a stage asks our solution."""
    module = load_module(stage.ours())
    program = Program(module, **make_solver_options(module))
    return CHECKS[check].questions(program, stage.sample.lines("a seed"))


def describe_check(check: str, stage: Stage) -> list[int]:
    """Return how many questions a check of a stage asks, and their checksum."""
    questions = [*map(describe_question, list_questions(check, stage))]
    return [len(questions), crc32("\n".join(questions).encode())]


def describe_checks() -> dict[str, dict[str, list[int]]]:
    """Return what all checks ask."""
    return {
        check: {stage.name: describe_check(check, stage) for stage in at}
        for check, at in list_stages_by_check().items()
    }


if __name__ == "__main__":
    rows = [f' "{check}": {json.dumps(asked)}' for check, asked in describe_checks().items()]
    write_file(RECORDED, "{\n" + ",\n".join(rows) + "\n}\n")
