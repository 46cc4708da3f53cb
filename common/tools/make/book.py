"""Make and check opening books: every position of a number of plies, scored by the engine.

The positions are cut into chunks. A chunk's scores are appended to a journal next to the book as soon as
they are known; a build that was ended, however rudely, continues from there, and machines that share
nothing can each do a shard of the chunks and put their journals side by side. Scores are exact, so the
book comes out the same, and the journals go when it is written.
"""

import re
from collections import ChainMap
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from c4 import engine
from c4.engine import bitboard
from c4.solver import PositionSolver
from common.book_file import write_book
from common.position import HEIGHT, WIDTH, children
from common.tools.files import open_replacement, sync_file
from common.tools.journal import Busy, open_journal, read_journal
from common.tools.pools import map_as_done
from common.tools.terminal.streams import print_if_slow

CHUNK = 64  # positions
# 256 MiB a process: neighbouring positions share much of their trees. A small board has fewer keys, though a
# table takes 65,536 entries at least.
TABLE_ENTRIES = min(33_554_393, 1 << max(16, WIDTH * (HEIGHT + 1)))

Chunks = dict[int, list[int]]
"""The scores of finished chunks, by their numbers."""


@lru_cache
def build_book_solver() -> PositionSolver:
    """Return this process's solver."""
    return PositionSolver(use_book=False, size=TABLE_ENTRIES)


def solve_chunk(positions: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the scores of positions, given as plain tuples, which can be sent to any process."""
    return [build_book_solver().solve(bitboard.Position(*position)) for position in positions]


def make_book_heading(plies: int) -> str:
    """Return the job of a journal: its book, and the size of a chunk."""
    return f"c4-book-journal {WIDTH}x{HEIGHT} plies {plies} chunk {CHUNK}"


def parse_key(key: int, plies: int) -> engine.Bitboard | None:
    """Return the position with a ternary key, None if a book of that many plies cannot have it."""

    @cache
    def build(columns: tuple[str, ...]) -> engine.Bitboard | None:
        """Return a position by the digits of its columns, None if no game gets there."""
        last = "21"[(plies - len("".join(columns))) % 2]
        for column, digits in enumerate(columns):
            if digits.endswith(last) and (
                before := build((*columns[:column], digits[:-1], *columns[column + 1 :]))
            ):
                return dict(children(before)).get(column)
        return None if any(columns) else bitboard.Position.start()

    columns = np.base_repr(key, 3).zfill(plies + WIDTH - 1).split("0")
    position = build(tuple(columns)) if len(columns) == WIDTH else None
    is_listed = position and position.ternary_key() == key and not engine.load_books().wins_at_once(position)
    return position if is_listed else None


def list_journals(path: Path) -> list[Path]:
    """Return the existing journals of a book, of all shards."""
    name = re.compile(re.escape(path.name) + r"\.\d+-of-\d+\.journal")
    return sorted(file for file in path.parent.iterdir() if name.fullmatch(file.name))


def read_journals(path: Path, plies: int) -> dict[Path, Chunks]:
    """Return the chunks in each of a book's journals that is not locked."""
    journals: dict[Path, Chunks] = {}
    for journal in list_journals(path):
        with suppress(Busy, FileNotFoundError):  # not found: another process has just finished the book
            journals[journal] = dict(read_journal(journal, make_book_heading(plies)))
    return journals


def build_book(
    path: Path,
    plies: int,
    executor: Executor,
    *,
    shard: tuple[int, int] = (1, 1),
    on_chunk: Callable[[int, int], None],
) -> bool:
    """Score the missing chunks, and write the book once none is missing; return whether it is written.

    Of shard (i, n) only every n-th chunk is scored. First, and after each chunk, `on_chunk` is
    told how many positions are scored, and how many that shard has in all.
    """
    with print_if_slow(f"listing the positions with {plies} stones ..."):
        openings = engine.load_books().openings(plies)
    positions = [tuple(position) for position in openings.values()]
    chunks = [positions[first : first + CHUNK] for first in range(0, len(positions), CHUNK)]
    mine = range(shard[0] - 1, len(chunks), shard[1])
    journal_path = path.with_name(f"{path.name}.{shard[0]}-of-{shard[1]}.journal")
    with open_journal(journal_path, make_book_heading(plies)) as journal:
        done = ChainMap(dict(journal.done), *read_journals(path, plies).values())
        total = sum(len(chunks[index]) for index in mine)
        scored = sum(len(chunks[index]) for index in mine if index in done)
        on_chunk(scored, total)
        chunks_left = {index: chunks[index] for index in mine if index not in done}
        for index, scores in map_as_done(executor, solve_chunk, chunks_left):
            journal.keep([index, scores])
            scored += len(scores)
            on_chunk(scored, total)
    return finish_book(path, plies, list(openings)) or not journal_path.exists()


def finish_book(path: Path, plies: int, keys: Sequence[int]) -> bool:
    """Write the book and delete its journals if no chunk is missing; return whether it is written."""
    journals = read_journals(path, plies)
    scores = [score for _, chunk in sorted(ChainMap(*journals.values()).items()) for score in chunk]
    if len(scores) < len(keys):
        return False
    with open_replacement(path) as unfinished:
        write_book(unfinished, plies, dict(zip(keys, scores, strict=True)))
        with unfinished.open("r+b") as file:
            sync_file(file)
    for journal in journals:
        journal.unlink(missing_ok=True)
    return True
