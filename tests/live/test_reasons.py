"""Tests that the page's scripts agree with Python on reasons, explanations, words and reviews."""

import json
from functools import cache
from random import Random

from node import ask_page, needs_node

from c4.board import Board, review_game
from c4.engine import load_step
from c4.reasons import KINDS, board_bits, explain_position, find_reasons
from c4.wording import SENTENCES, Explanation, Review, describe_explanation, describe_review
from common.position import parse
from common.tools import sets
from common.tools.make.testset import play_random_game

GAMES = """
443566215144311655617747656157773343223 7543555574334225776336317716666444111122
436323334475455654664312551771227616121727 424524411451554166522115727266 1212121 44444433333355
54246551555233 4545454 4455637 452645314431363
"""
MANY = {"end-easy": 150, "middle-easy": 150, "middle-medium": 50, "begin-easy": 10, "begin-medium": 1}


@needs_node
def test_the_reasons_are_those_of_the_course() -> None:
    positions = [line.moves for name in sets.KINDS for line in sets.load_set(name, 300)]
    kinds = set()
    for moves, answer in zip(positions, ask_page("explain.mjs", "reasons", lines=positions), strict=True):
        position = parse(moves, board_bits.Position.start())
        expected = [[reason.to_json() for reason in find_reasons(position, score)] for score in (-1, 0, 1)]
        assert answer == expected, moves
        kinds |= {reason["kind"] for reasons in expected for reason in reasons}
    assert kinds == set(KINDS[1:])


@cache
def list_explanations() -> list[Explanation]:
    """Return the explanations of many positions, of each set and from games played at random."""
    solver, rng = load_step().with_options(), Random(1)
    texts = [line.moves for name, number in MANY.items() for line in sets.load_set(name, number)]
    while len(texts) < 500:
        texts.append(play_random_game(rng, rng.randrange(16, 36), careful=True))
    return [explain_position(text, solver) for text in texts]


@needs_node
def test_the_explanations_are_those_of_the_course() -> None:
    expected = [explanation.to_json() for explanation in list_explanations()]
    lines = [f"{one['moves']} {json.dumps(one['scores'], separators=(',', ':'))}" for one in expected]
    for answer, one in zip(ask_page("explain.mjs", "explanations", lines=lines), expected, strict=True):
        assert {**one, **answer} == one, one["moves"]
        assert one.keys() - answer.keys() == {"left", "nodes", "squares"}
    assert {reason["kind"] for one in expected for reason in one["reasons"]} == set(KINDS[1:])


@needs_node
def test_the_words_are_those_of_the_course() -> None:
    explanations = list_explanations()
    lines = [json.dumps(explanation.to_json()) for explanation in explanations]
    for answer, explanation in zip(ask_page("explain.mjs", "words", lines=lines), explanations, strict=True):
        assert answer == describe_explanation(explanation)


@needs_node
def test_the_reviews_are_those_of_the_course() -> None:
    solver = load_step().with_options()
    reviews = [review_game(Board(moves), solver) for moves in GAMES.split()]
    lines = [f"{one.moves} {json.dumps(list_scores(one), separators=(',', ':'))}" for one in reviews]
    for answer, review in zip(ask_page("explain.mjs", "reviews", lines=lines), reviews, strict=True):
        expected = review.to_json() | {"mistakes": list(review.mistakes)}
        del expected["explanation"]  # the page makes it when it is asked why
        assert {name: answer[name] for name in expected} == expected
        end, *others = describe_review(review)
        assert answer["end"] == end
        assert (answer["atOnce"] or None) == next((text for text in others if " let " in text), None)
        assert all(any(text.startswith(loss) for text in others) for loss in answer["losses"])
    assert {review.winner for review in reviews} == {"X", "O", None}
    assert {stone.mark for review in reviews for stone in review.stones} == {"", *SENTENCES["marks"]}


def list_scores(review: Review) -> list[int]:
    """Return the score of each position of a game, from its mover's point of view."""
    return [*(stone.best for stone in review.stones), -review.stones[-1].score]
