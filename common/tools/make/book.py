"""Make and check opening books: every position of a number of plies, scored by the engine.

The positions are cut into chunks. A chunk's scores go into a file next to the book as soon as they are known;
a build that was stopped, however abruptly, goes on from there. Scores are exact, so the book comes out the
same.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from c4 import engine
from c4.engine import Step, board_bits, load_step
from common.book_file import write_book
from common.position import HEIGHT, WIDTH, children
from common.tools.files import open_replacement, sync_file
from common.tools.parts import open_parts
from common.tools.pools import map_as_done
from common.tools.terminal.streams import print_if_slow

CHUNK = 64  # positions
# 256 MiB a process: neighbouring positions share much of their trees. A small board has fewer keys, though a
# table takes 65,536 entries at least.
TABLE_ENTRIES = min(33_554_393, 1 << max(16, WIDTH * (HEIGHT + 1)))


@lru_cache
def make_book_solver() -> Step:
    """Return this process's solver."""
    return load_step().with_options(use_book=False, size=TABLE_ENTRIES)


def solve_chunk(positions: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the scores of positions, given as plain tuples, which can be sent to any process."""
    return [make_book_solver().solve(board_bits.Position(*position)) for position in positions]


def parse_key(key: int, plies: int) -> engine.EnginePosition | None:
    """Return the position with a ternary key, or None if a book of that many plies cannot have it."""

    @cache
    def build(columns: tuple[str, ...]) -> engine.EnginePosition | None:
        """Return the position whose columns have these digits, or None if no game reaches it."""
        last = "21"[(plies - len("".join(columns))) % 2]
        for column, digits in enumerate(columns):
            if digits.endswith(last) and (
                before := build((*columns[:column], digits[:-1], *columns[column + 1 :]))
            ):
                return dict(children(before)).get(column)
        return None if any(columns) else board_bits.Position.start()

    columns = np.base_repr(key, 3).zfill(plies + WIDTH - 1).split("0")
    position = build(tuple(columns)) if len(columns) == WIDTH else None
    books = engine.load_step().module.book
    is_listed = position and books.ternary_key(position) == key and not books.wins_at_once(position)
    return position if is_listed else None


def build_book(path: Path, plies: int, executor: Executor, on_chunk: Callable[[int, int], None]) -> None:
    """Score the missing chunks, and write the book.

    First, and after each chunk, `on_chunk` gets the number of scored positions, and of all.
    """
    with print_if_slow(f"listing the positions with {plies} stones ..."):
        openings = engine.load_step().module.book.openings(plies)
    positions = [tuple(position) for position in openings.values()]
    chunks = {first: positions[first : first + CHUNK] for first in range(0, len(positions), CHUNK)}
    job = f"a book of {plies} plies, {WIDTH}x{HEIGHT}, in chunks of {CHUNK}"
    with open_parts(path, job) as (parts, keep):
        done: dict[int, list[int]] = dict(parts)
        missing = {first: chunk for first, chunk in chunks.items() if first not in done}
        scored = sum(map(len, done.values()))
        on_chunk(scored, len(positions))
        for first, scores in map_as_done(executor, solve_chunk, missing):
            keep([first, scores])
            done[first] = scores
            scored += len(scores)
            on_chunk(scored, len(positions))
        in_order = [score for _, chunk in sorted(done.items()) for score in chunk]
        with open_replacement(path) as unfinished:
            write_book(unfinished, plies, dict(zip(openings, in_order, strict=True)))
            with unfinished.open("r+b") as file:
                sync_file(file)
