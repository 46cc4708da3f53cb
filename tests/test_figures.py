"""The figures of lessons 09 to 22 know what the steps know, and work in a page."""

import json
from importlib import import_module

from node import needs_node, node

from common.position import parse
from common.score import MAX_SCORE
from common.tools.sets import KINDS, load_set

LATER = import_module("steps.17_zugzwang.position")


@needs_node
def test_the_page_knows_safe_replies_and_follows_as_the_steps_do() -> None:
    positions = [line.moves for kind in KINDS for line in load_set(kind)[:150]]
    answers = node("following.mjs", given="".join(f"{moves}\n" for moves in positions))
    seen = {"wins": 0, "draws": 0, "forbidden": 0}
    for moves, answer in zip(positions, map(json.loads, answers), strict=True):
        position = parse(moves, LATER.Position.start())
        dangers = LATER.winning_squares(position.stones ^ position.mask, position.mask)
        playable = (position.mask + LATER.BOTTOMS) & LATER.BOARD
        safe = position.replies(dangers)
        expected = {"dangers": dangers, "safe": safe, "forbidden": playable & ~safe}
        assert {name: int(answer[name]) for name in expected} == expected, moves
        bound = position.follow_up_bound(dangers)
        assert answer["score"] == (None if bound == MAX_SCORE else -bound), moves
        seen["wins"] += bound < 0
        seen["draws"] += bound == 0
        seen["forbidden"] += playable != safe
    assert min(seen.values()) > 10, seen
