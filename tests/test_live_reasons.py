"""The page's scripts give the reasons, the lines of play and the words that the Python gives, case by case."""

import json
from functools import cache
from typing import Any

from node import needs_node, node

from common.position import parse
from common.tools import course, sets
from common.tools.explaining.explanation import Explanation, explain_position
from common.tools.explaining.reasons import bitboard, find_reasons
from common.tools.explaining.wording import describe_explanation

MANY = {"end-easy": 40, "middle-easy": 40, "middle-medium": 30, "begin-easy": 20, "begin-medium": 3}


def ask_page(kind: str, lines: list[str]) -> list[Any]:
    """Return what the page's scripts answer to each line."""
    return [json.loads(answer) for answer in node("explain.mjs", kind, given="".join(f"{line}\n" for line in lines))]


@needs_node
def test_the_reasons_are_those_of_the_course() -> None:
    positions = [line.moves for name in sets.KINDS for line in sets.load_set(name, 300)]
    kinds = set()
    for moves, answer in zip(positions, ask_page("reasons", positions), strict=True):
        position = parse(moves, bitboard.Position.start())
        expected = [[reason.to_json() for reason in find_reasons(position, score)] for score in (-1, 0, 1)]
        assert answer == expected, moves
        kinds |= {reason["kind"] for reasons in expected for reason in reasons}
    assert kinds == {"four", "fork", "block", "poison", "tower", "wait", "hold", "dead"}


@cache
def list_explanations() -> list[Explanation]:
    """Return the explanations of some positions of each set."""
    solver = course.thinker().solver()
    texts = [line.moves for name, number in MANY.items() for line in sets.load_set(name, number)]
    return [explain_position(text, solver) for text in texts]


@needs_node
def test_the_explanations_are_those_of_the_course() -> None:
    expected = [explanation.to_json() for explanation in list_explanations()]
    lines = [f"{one['moves']} {json.dumps(one['scores'], separators=(',', ':'))}" for one in expected]
    for answer, one in zip(ask_page("explanations", lines), expected, strict=True):
        assert answer | {"nodes": one["nodes"]} == one, one["moves"]


@needs_node
def test_the_words_are_those_of_the_course() -> None:
    explanations = list_explanations()
    lines = [json.dumps(explanation.to_json()) for explanation in explanations]
    for answer, explanation in zip(ask_page("words", lines), explanations, strict=True):
        assert answer == describe_explanation(explanation)
