"""Tests of the steps' signatures: no search changes its node counts unnoticed."""

import pytest

from common.tools import course, sets
from common.tools.testing.contract import solve_line_once
from common.tools.testing.signature import COMMAND, compute_signature, load_signatures

WITH_BOOK = [number for number in course.numbers() if number >= "08"]


@pytest.mark.parametrize("number", course.numbers())
def test_a_search_explores_the_nodes_of_its_signature(number: str) -> None:
    nodes, expected = compute_signature(number), load_signatures().get(number, "nothing")
    assert nodes == expected, (
        f"the search of step {number} explores {nodes} nodes, the signature says {expected}: "
        f"if that is meant, write it anew with `{COMMAND}` and say the new total in the commit"
    )


@pytest.mark.parametrize("number", WITH_BOOK)
def test_sets_are_solved_with_the_book(number: str) -> None:
    line = next(line for line in sets.load_set("begin-hard") if len(line.moves) == 12)
    solved = solve_line_once(number, line)
    assert solved.right
    assert solved.nodes < 50, "each question is a look at the book, a node"
