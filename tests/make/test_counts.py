"""Tests of the recorded counts: counted again, with the books that there are."""

from math import isqrt
from pathlib import Path

import pytest
from repository import ROOT

from common.book_file import count_plies
from common.tools import course
from common.tools.make import counts
from common.tools.searches import count_nodes
from common.tools.site.figures.counts import MOVES, OWN, read_counts

BOOKS = [
    ROOT / path for path in ("common/data/7x6-8.book", "docs/assets/7x6.book", "common/data/7x6-12.book")
]


def test_nodes_by_slots_are_those_of_the_steps() -> None:
    recorded = read_counts()["slots"]
    assert recorded["without"] == count_nodes("04", [MOVES])[0] > recorded["primes"][f"{OWN}"]
    for kind in ("primes", "powers"):
        for size, nodes in recorded[kind].items():
            assert nodes == count_nodes("05", [MOVES], size=int(size))[0], size
            is_prime = all(int(size) % divisor for divisor in range(2, isqrt(int(size)) + 1))
            assert is_prime == (kind == "primes")


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.name)
def test_nodes_by_plies_are_those_with_a_book(book: Path) -> None:
    step = course.load("08").with_options(book=book)
    assert step.ask("").nodes == sum(read_counts()["book"][count_plies(book)])


@pytest.mark.parametrize("depth", range(7))
def test_nodes_with_shallow_books_are_counted_again(depth: int) -> None:
    assert counts.count_by_ply(depth) == read_counts()["book"][depth]
