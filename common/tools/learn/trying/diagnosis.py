"""Find the mistake that wrong answers point to.

A program whose search does in each call what a known wrong solution's does has made its mistake, or one that
cannot be told from it. So has one that gives, question by question, exactly the same answers. Where none
fits, the wrong scores themselves may say something.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import cast

from c4.engine import Step
from common.score import MAX_SCORE, sign
from common.tools.answers import NO_VALUE
from common.tools.claims import measure_score
from common.tools.learn.checks import CHECKS, games, search
from common.tools.learn.curriculum.stages import EIGHTH, Lines, Stage
from common.tools.learn.trying.checking import ask_check, ask_question, is_right
from common.tools.learn.trying.tracing import trace_search

UNSIGNED = (
    "The sign is right, but a weak score is only a sign: 1, 0 or -1. A search may return more, even from a "
    "narrow window, so `solve` has to return `sign(score)` if weak."
)
FEWEST = 3  # wrong answers that say more than one would


def is_about_search(stage: Stage, check: str) -> bool:
    """Return whether a check asks what the search does, in a stage where it can be watched."""
    if stage.step > EIGHTH or check in ("order", "rules"):
        return False
    modules = (games.__name__, search.__name__)
    return check == "nodes" or (check in stage.checks and CHECKS[check].questions.__module__ in modules)


def does_the_same(program: Step, trace: Sequence[object]) -> bool:
    """Return whether the search of a program leaves a trace, as far as this goes."""
    other = trace_search(program)
    return all(next(other, None) == seen for seen in trace) and next(other, None) is None


def has_same_mistake(
    checks: Sequence[str], failed_check: str, lines: Lines, program: Step, answers: Sequence[object]
) -> bool:
    """Return whether a program passes the checks before one that failed, and there gives these answers."""
    if failed_check == "nodes":
        with suppress(Exception):  # a wrong solution may do anything
            return [measure_score(program, line.moves).nodes for line in lines] == [*answers]
        return False
    asked = ask_check(failed_check, lines, program)
    for answer in answers:  # those that came in time
        claim = next(asked, None)
        if claim is None:
            return False
        came = ask_question(claim)[0]
        if failed_check == "keys":  # their numbers may be any
            came, answer = is_right(claim, came), is_right(claim, answer)
        if make_json_data(came) != make_json_data(answer):
            return False
    return all(
        is_right(claim, ask_question(claim)[0])
        for check in checks[: checks.index(failed_check)]
        for claim in ask_check(check, lines, program)
    )


def has_none(answer: object) -> bool:
    """Return whether an answer is None or contains None: no known mistake explains that."""
    return answer is None or (
        isinstance(answer, tuple | list) and any(map(has_none, cast("list[object]", answer)))
    )


def make_json_data(answer: object) -> object:
    """Return an answer as JSON would bring it back."""
    if isinstance(answer, tuple | list):
        return [make_json_data(part) for part in cast("Sequence[object]", answer)]
    return answer


def is_unsigned(answer: object) -> bool:
    """Return whether the answer about a weak score would be right if its sign were taken."""
    match answer:
        case [int(score), int(weak), int(again), int(weak_again)]:
            return score == again and sign(weak) == sign(weak_again) == sign(score)
        case _:
            return False


def describe_symptom(check: str, lines: Lines, program: Step, answers: Sequence[object]) -> str:
    """Return what wrong answers have in common, or "" if nothing is known; the program is only asked."""
    if has_none(answers):
        return NO_VALUE
    if check == "weak" and answers and all(map(is_unsigned, answers)):
        return UNSIGNED
    if check not in ("soon", "scores", "random"):
        return ""
    asked = zip(answers, ask_check(check, lines, program), strict=False)
    pairs = [(came, claim) for came, claim in asked if isinstance(came, int) and claim.judge is None]
    wrong = [(came, claim) for came, claim in pairs if came != claim.right]
    if impossible := [came for came, _ in wrong if abs(came) > MAX_SCORE]:
        return (
            f"No position can have the score {impossible[0]}: scores go from {-MAX_SCORE} to {MAX_SCORE}. "
            "Perhaps it is what the best score starts from, returned where no move has been tried."
        )
    strong = [(came, claim.right) for came, claim in pairs if not claim.weak]
    keep_sign = all(sign(came) == sign(claim.right) for came, claim in wrong)
    if wrong and keep_sign and all(claim.weak for _, claim in wrong):
        return UNSIGNED
    if len(wrong) >= FEWEST and all(came == -right for came, right in strong):
        return (
            "Every score has the wrong sign: flip it once per move, as one player's gain is the other's loss."
        )
    if len(wrong) >= FEWEST and keep_sign:
        return "The winner is right, but not how soon: look at what a win is worth, and with how many stones."
    if wrong and all(claim.right == 0 for _, claim in wrong):
        return "Only draws are wrong: a full board is worth 0."
    return ""
