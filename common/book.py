"""Make and check opening books: every position of so many plies, scored by the newest step.

The positions are cut into chunks. A chunk's scores are appended to a journal beside the book as soon as
they are known; a build that was ended, however rudely, continues from there, and machines that share
nothing can each do a shard of the chunks and put their journals side by side. Scores are exact, so the
book comes out the same to the byte, and the journals go when it is written.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from functools import lru_cache
from pathlib import Path
from typing import Any

from common import course
from common.errors import UserError
from common.position import HEIGHT, WIDTH
from common.solver import Solver

CHUNK = 64  # positions
TABLE_ENTRIES = 33_554_393  # 256 MiB a process: neighbouring positions share much of their trees


class BadJournal(UserError):
    """Say why a journal does not belong to a book."""


def newest() -> course.Step:
    """Return the step that makes books."""
    return course.load(course.numbers()[-1])


@lru_cache
def solver() -> Solver[Any]:
    """Return this process's solver."""
    newest().warm()
    return newest().module.Solver(TABLE_ENTRIES, book=None)


def solve_chunk(positions: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the scores of positions, given as plain tuples that travel anywhere."""
    return [solver().solve(newest().Position(*position)) for position in positions]


def heading(plies: int) -> str:
    """Return the first line of a journal, which says what its numbers are."""
    return f"c4-book-journal {WIDTH}x{HEIGHT} plies {plies} chunk {CHUNK}"


def journals(path: Path) -> list[Path]:
    """Return the journals of a book that are there, of all shards."""
    return sorted(path.parent.glob(f"{path.name}*.journal"))


def read_journal(path: Path, plies: int, chunks: Sequence[Sequence[Any]]) -> dict[int, list[int]]:
    """Return the scores of each finished chunk; a last line cut short is passed over.

    Raise BadJournal if the journal is for another book, or damaged before its last line.
    """
    text = path.read_text()
    first, *lines = text[: text.rfind("\n") + 1].splitlines() or [heading(plies)]
    if first != heading(plies):
        raise BadJournal(f"{path} begins with {first!r}, not {heading(plies)!r}: it is for another book")
    done: dict[int, list[int]] = {}
    for number, line in enumerate(lines, 2):
        try:
            index, *scores = map(int, line.split(" "))
        except ValueError:
            raise BadJournal(f"{path}, line {number}: not a chunk's number and scores") from None
        if not 0 <= index < len(chunks) or len(scores) != len(chunks[index]):
            raise BadJournal(f"{path}, line {number}: no such chunk of this book, or cut short")
        done[index] = scores
    return done


def build(
    path: Path,
    plies: int,
    executor: Executor,
    *,
    shard: tuple[int, int] = (1, 1),
    on_chunk: Callable[[int, int, int], None],
) -> bool:
    """Score what no journal has yet, and write the book once nothing is missing; return whether it is.

    Of shard (i, n) only every n-th chunk is scored. After each chunk `on_chunk` is told how many
    positions are scored, how many that shard has in all, and how many of them were there at the start.
    """
    module = newest().module.book
    openings = module.openings(plies)
    keys, positions = list(openings), [tuple(position) for position in openings.values()]
    chunks = [positions[first : first + CHUNK] for first in range(0, len(positions), CHUNK)]
    done: dict[int, list[int]] = {}
    for journal in journals(path):
        done |= read_journal(journal, plies, chunks)
    mine = range(shard[0] - 1, len(chunks), shard[1])
    total = sum(len(chunks[index]) for index in mine)
    before = scored = sum(len(chunks[index]) for index in mine if index in done)
    on_chunk(scored, total, before)
    for index, scores in solved(executor, {index: chunks[index] for index in mine if index not in done}):
        append(journal_of(path, shard), plies, f"{index} {' '.join(map(str, scores))}")
        done[index] = scores
        scored += len(scores)
        on_chunk(scored, total, before)
    if len(done) < len(chunks):
        return False
    scores = [score for index in range(len(chunks)) for score in done[index]]
    module.write_book(path, plies, dict(zip(keys, scores, strict=True)))
    for journal in journals(path):
        journal.unlink()
    return True


def solved(executor: Executor, chunks: dict[int, list[tuple[int, ...]]]) -> Iterator[tuple[int, list[int]]]:
    """Yield each chunk's scores as they come; only a few chunks wait in the executor at a time."""
    waiting = iter(chunks.items())
    running: dict[Future[list[int]], int] = {}
    while True:
        for index, positions in waiting:
            running[executor.submit(solve_chunk, positions)] = index
            if len(running) >= 2 * (os.cpu_count() or 1):
                break
        if not running:
            return
        future = next(as_completed(running))
        yield running.pop(future), future.result()


def journal_of(path: Path, shard: tuple[int, int]) -> Path:
    """Return the journal that a shard is written to."""
    return path.with_name(f"{path.name}.{shard[0]}-of-{shard[1]}.journal")


def append(journal: Path, plies: int, line: str) -> None:
    """Append a line so that it is on the disk when this returns, after cutting off one that is not whole."""
    text = journal.read_bytes() if journal.exists() else b""
    whole = text.rfind(b"\n") + 1
    with journal.open("r+b" if text else "wb") as file:
        file.truncate(whole)
        file.seek(whole)
        file.write(f"{'' if whole else heading(plies) + chr(10)}{line}\n".encode())
        file.flush()
        os.fsync(file.fileno())
