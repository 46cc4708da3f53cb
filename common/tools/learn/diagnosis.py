"""Tell from wrong answers which mistake they point to.

A program that gives, question by question, the very answers of a known wrong solution has made its mistake,
or one that cannot be told from it. Where none fits, the wrong scores themselves may say something.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any, cast

from common.score import sign
from common.tools.benchmark.sets import Line
from common.tools.learn.checking import answered, measured, questions
from common.tools.testing.claims import Program

FEWEST = 3  # wrong answers that say more than one would


def answers_so(
    checks: Sequence[str], failed: str, lines: Sequence[Line], program: Program, answers: Sequence[Any]
) -> bool:
    """Tell whether a program passes the checks before one that failed, and there gives these answers."""
    earlier = checks.index(failed) if failed in checks else 0
    return same_answers(failed, lines, program, answers) and holds(checks[:earlier], lines, program)


def same_answers(check: str, lines: Sequence[Line], program: Program, answers: Sequence[Any]) -> bool:
    """Tell whether a program gives these answers to the first questions of a check."""
    if check == "nodes":
        with suppress(Exception):  # a wrong solution may do anything
            return list(measured(program, lines).nodes) == list(answers)
        return False
    asked = zip_longest(questions(check, lines, program), answers)
    for question, answer in asked:
        if answer is None:
            return True  # the answers came in time up to here
        if question is None or as_data(answered(question)[0]) != as_data(answer):
            return False
    return True


def holds(checks: Iterable[str], lines: Sequence[Line], program: Program) -> bool:
    """Tell whether a program passes checks."""
    return all(
        question.holds(answered(question)[0])
        for check in checks
        for question in questions(check, lines, program)
    )


def as_data(answer: Any) -> Any:
    """Return an answer as JSON would bring it back."""
    if isinstance(answer, tuple | list):
        return [as_data(part) for part in cast("Sequence[Any]", answer)]
    return answer


def symptom(check: str, lines: Sequence[Line], answers: Iterable[Any]) -> str:
    """Return what wrong scores have in common, "" if nothing that is known."""
    if check != "scores":
        return ""
    by_stones = sorted(lines, key=lambda line: -len(line.moves))
    pairs = [
        (came, line.score) for came, line in zip(answers, by_stones, strict=False) if isinstance(came, int)
    ]
    wrong = [(came, right) for came, right in pairs if came != right]
    if len(wrong) >= FEWEST and all(came == -right for came, right in pairs):
        return (
            "Every score has the wrong sign: what is good for one player is bad for the other, once a move."
        )
    if len(wrong) >= FEWEST and all(sign(came) == sign(right) for came, right in wrong):
        return "Who wins is right, how soon is not: look at what a win is worth, and with how many stones."
    if wrong and all(right == 0 for _, right in wrong):
        return "Only draws are wrong: a full board is worth 0."
    return ""
