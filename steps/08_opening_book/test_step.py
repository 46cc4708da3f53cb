"""Tests of step 08."""

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.book_file import BookError, write_book
from common.position import COLUMN_NAMES, mirror, parse, rows
from common.tools import course
from common.tools.testing.contract import Contract, Moves, play_choices

step = course.load("08")
book = step.module.book


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 50,
        "begin-easy": 300,
        "begin-medium": 50,
        "begin-hard": 50,
    }
    late = 21


@pytest.fixture
def book_file(tmp_path: Path) -> Path:
    """Write a book of two plies with scores made up, all of them different."""
    path = tmp_path / "small.book"
    keys = book.openings(2)
    write_book(path, 2, {key: index - 10 for index, key in enumerate(keys)})
    return path


def test_a_book_is_read_as_it_was_written(book_file: Path) -> None:
    read = book.read_book(book_file)
    assert (read.size, read.plies) == (len(book.openings(2)), 2)
    for index, (key, position) in enumerate(book.openings(2).items()):
        assert book.ternary_key(position) == key
        assert read.score(read.find(key)) == index - 10
    assert read.find(0) == -1
    assert read.find(3**20) == -1


def test_a_damaged_book_is_refused_when_the_solver_is_made(
    book_file: Path,
) -> None:
    book_file.write_bytes(book_file.read_bytes()[:-1])
    with pytest.raises(BookError, match=r"small\.book is damaged"):
        step.module.Solver(book=book_file)


@pytest.mark.parametrize("plies", range(5))
def test_openings_are_all_there_and_mirror_images_once(plies: int) -> None:
    boards = {
        min(tuple(rows(moves)), tuple(rows(mirror(moves))))
        for moves in map("".join, product(COLUMN_NAMES, repeat=plies))
    }
    assert len(book.openings(plies)) == len(boards)


@given(Moves, Moves, st.integers(0, 12))
def test_only_mirror_images_share_a_ternary_key(
    choices: list[int], others: list[int], length: int
) -> None:
    keys: dict[int, str] = {}
    for moves in (
        play_choices(choices, length),
        play_choices(others, length),
        mirror(play_choices(choices, length)),
    ):
        key = book.ternary_key(parse(moves, step.Position.start()))
        same = keys.setdefault(key, moves)
        assert rows(moves) in (rows(same), rows(mirror(same)))


BUILD = """
import sys
from pathlib import Path
from common.book_file import write_book
from common.tools import course
step = course.load("08")
book, without = step.module.book, step.module.Solver(book=None)
path = Path(sys.argv[1])
openings = book.openings(4)
scores = {key: without.solve(child) for key, child in openings.items()}
write_book(path, 4, scores)
with_book = step.module.Solver(book=path)
for plies in range(5):
    for position in book.openings(plies).values():
        without.reset(), with_book.reset()
        assert with_book.solve(position) == without.solve(position)
        weak = without.solve(position, weak=True)
        assert with_book.solve(position, weak=True) == weak
with_book.reset(), without.reset()
with_book.solve(step.Position.start()), without.solve(step.Position.start())
assert 0 < with_book.nodes < without.nodes / 5
"""


@pytest.mark.full("a quarter of a minute for a whole book")
def test_a_small_boards_complete_book_is_right(tmp_path: Path) -> None:
    environment = os.environ | {"C4_BOARD": "4x4", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", BUILD, str(tmp_path / "4x4.book")]
    subprocess.run(command, env=environment, check=True)
