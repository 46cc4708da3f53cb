"""Tests of books as files: each kind of damage is refused and named."""

import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from common.book_file import HEADER, BookError, make_header, read_entries, write_book
from common.tools import course

step = course.load(course.ENGINE)


@pytest.fixture
def book_file(tmp_path: Path) -> Path:
    """Write a book of two plies."""
    path = tmp_path / "small.book"
    write_book(path, 2, dict.fromkeys(step.module.book.openings(2), 1))
    return path


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
            lambda _, packed=packed: make_header(2, 25, packed) + packed,
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
    with pytest.raises(BookError, match=reason):
        read_entries(book_file)


def test_no_changed_byte_of_a_book_goes_unseen(book_file: Path) -> None:
    content = book_file.read_bytes()
    with book_file.open("r+b", buffering=0) as file:  # to write a file anew takes longer than to read it
        for at, byte in enumerate(content):
            for changed in range(256) if at < HEADER.size else [byte ^ 1 << bit for bit in range(8)]:
                file.seek(at)
                file.write(bytes([changed]))
                if changed != byte:
                    with pytest.raises(BookError):
                        read_entries(book_file)
            file.seek(at)
            file.write(bytes([byte]))


def test_what_is_no_file_is_refused_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(BookError, match="is not a file"):
            read_entries(path)
