"""Tests of step 08."""

import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.position import COLUMN_NAMES, mirror, parse, rows
from common.tools import course
from common.tools.testing.contract import Contract, Moves, play_choices

step = course.load("08")
book = step.module.book


class TestContract(Contract):
    """What every step must hold."""

    step = step
    sets = {"end-easy": 1000, "middle-easy": 1000, "middle-medium": 50, "begin-easy": 300, "begin-medium": 0}
    late = 21


@pytest.fixture
def book_file(tmp_path: Path) -> Path:
    """Write a book of two plies whose scores are made up, each a different one."""
    path = tmp_path / "small.book"
    keys = book.openings(2)
    book.write_book(path, 2, {key: index - 10 for index, key in enumerate(keys)})
    return path


def test_a_book_is_read_as_it_was_written(book_file: Path) -> None:
    read = book.read_book(book_file)
    assert (read.size, read.plies) == (len(book.openings(2)), 2)
    for index, (key, position) in enumerate(book.openings(2).items()):
        assert position.ternary_key() == key
        assert read.score(read.find(key)) == index - 10
    assert read.find(0) == -1
    assert read.find(3**20) == -1


DAMAGES: list[tuple[Callable[[bytes], bytes], str]] = [
    (lambda content: b"PK" + content[2:], "is not a book"),
    (lambda content: content[:3], "is not a book"),
    (
        lambda content: content[:4] + b"\x01" + content[5:],
        "version 1 of the format, this reads 3: build it anew",
    ),
    (lambda content: content[:5] + b"\x08" + content[6:], "for the 8x6 board"),
    (lambda content: content[:7] + b"\x03" + content[8:], "is damaged, cut or padded: its checksum"),
    (lambda content: content[:7] + b"\x0f" + content[8:], "there are no 25 positions with 15 stones"),
    (lambda content: content[:11] + b"\x01" + content[12:], "there are no 16777241 positions with 2 stones"),
    (lambda content: content[:-1], "is damaged, cut or padded"),
    (lambda content: content + b"\0", "is damaged, cut or padded"),
    (lambda content: content + bytes(1000), "is damaged, cut or padded"),
    (lambda content: content[:-1] + bytes([content[-1] ^ 1]), "is damaged"),
    *[
        (
            lambda _, packed=packed: book.header(2, 25, packed) + packed,
            "is damaged: its planes are not 125 bytes",
        )
        for packed in (b"", b"not zlib's", zlib.compress(bytes(124)), zlib.compress(bytes(10**5)))
    ],
]


@pytest.mark.parametrize(("damage", "reason"), DAMAGES)
def test_a_damaged_book_is_refused_with_the_reason(
    book_file: Path, damage: Callable[[bytes], bytes], reason: str
) -> None:
    book_file.write_bytes(damage(book_file.read_bytes()))
    with pytest.raises(book.BookError, match=reason):
        step.module.Solver(book=book_file)


def test_no_changed_byte_of_a_book_goes_unseen(book_file: Path) -> None:
    content = book_file.read_bytes()
    with book_file.open("r+b", buffering=0) as file:  # to write a file anew takes longer than to read it
        for at, byte in enumerate(content):
            for changed in range(256) if at < book.HEADER.size else [byte ^ 1 << bit for bit in range(8)]:
                file.seek(at)
                file.write(bytes([changed]))
                if changed != byte:
                    with pytest.raises(book.BookError):
                        book.read_book(book_file)
            file.seek(at)
            file.write(bytes([byte]))


def test_what_is_no_file_is_refused_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(book.BookError, match="is not a file"):
            book.read_book(path)


@pytest.mark.parametrize("plies", range(5))
def test_openings_are_all_there_and_mirror_images_once(plies: int) -> None:
    boards = {
        min(tuple(rows(moves)), tuple(rows(mirror(moves))))
        for moves in map("".join, product(COLUMN_NAMES, repeat=plies))
    }
    assert len(book.openings(plies)) == len(boards)


@given(Moves, Moves, st.integers(0, 12))
def test_only_mirror_images_share_a_ternary_key(choices: list[int], others: list[int], length: int) -> None:
    keys: dict[int, str] = {}
    for moves in (
        play_choices(choices, length),
        play_choices(others, length),
        mirror(play_choices(choices, length)),
    ):
        key = parse(moves, step.Position.start()).ternary_key()
        same = keys.setdefault(key, moves)
        assert rows(moves) in (rows(same), rows(mirror(same)))


BUILD = """
import sys
from pathlib import Path
from common.tools import course
step = course.load("08")
book, without = step.module.book, step.module.Solver(book=None)
path = Path(sys.argv[1])
openings = book.openings(4)
book.write_book(path, 4, {key: without.solve(position) for key, position in openings.items()})
with_book = step.module.Solver(book=path)
for plies in range(5):
    for position in book.openings(plies).values():
        without.reset(), with_book.reset()
        assert with_book.solve(position) == without.solve(position)
        assert with_book.solve(position, weak=True) == without.solve(position, weak=True)
with_book.reset(), without.reset()
with_book.solve(step.Position.start()), without.solve(step.Position.start())
assert 0 < with_book.nodes < without.nodes / 5, (with_book.nodes, without.nodes)
"""


def test_a_small_boards_complete_book_is_right(tmp_path: Path) -> None:
    environment = os.environ | {"C4_BOARD": "4x4", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", BUILD, str(tmp_path / "4x4.book")]
    subprocess.run(command, env=environment, check=True)
