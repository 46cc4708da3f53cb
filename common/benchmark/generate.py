"""Make the test sets: random play, labelled by an independent solver.

Candidate i of a set depends on the seed, the set and i alone, and candidates are taken in order, so a set
comes out the same whatever the number of processes and however often the work is interrupted. What has
been labelled is kept in a journal beside the set until the set is whole.
"""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path

from common import course
from common.benchmark.engines import BitBully
from common.benchmark.sets import KINDS, Kind, Line
from common.files import write_whole
from common.position import COLUMN_NAMES, WIDTH, children, mirror, parse
from common.score import remaining

CHUNK = 256


def random_game(rng: random.Random, length: int, *, careful: bool) -> str:
    """Return a game of so many moves that nobody has won; if careful, no threat is left unblocked."""
    start = course.load("04").Position.start()
    while True:
        position, moves = start, ""
        while len(moves) < length:
            choices = dict(children(position))
            if careful:
                other = position._replace(stones=position.stones ^ position.mask)
                threats = [column for column in choices if other.is_winning_move(column)]
                won = any(position.can_play(x) and position.is_winning_move(x) for x in range(WIDTH))
                choices = {} if won else {column: choices[column] for column in threats[:1] or choices}
            if not choices:
                break
            column = rng.choice(list(choices))
            position, moves = choices[column], moves + COLUMN_NAMES[column]
        else:
            return moves


def candidate(seed: int, name: str, index: int) -> str:
    """Return a position of a length that the set asks for, its moves left unknown yet.

    Every other position comes from players who overlook neither a win nor a threat, or most positions
    would be decided by the next stone.
    """
    rng = random.Random(f"{seed} {name} {index}")
    lengths = KINDS[name].played
    return random_game(rng, lengths[index % len(lengths)], careful=index // len(lengths) % 2 == 0)


def labelled(seed: int, name: str, index: int) -> Line:
    """Return a candidate with its score."""
    moves = candidate(seed, name, index)
    return Line(moves, labeller().solve(labeller().prepare(moves)))


@lru_cache
def labeller() -> BitBully:
    """Return this process's independent solver."""
    return BitBully("mtdf", use_book=True)


def belongs(line: Line, kind: Kind) -> bool:
    """Tell whether a position has the moves left that the set asks for."""
    return remaining(line.score, len(line.moves)) in kind.left


def identity(moves: str) -> int:
    """Return a number that only positions equal to this one or its mirror image have."""
    start = course.load("05").Position.start()
    return min(parse(moves, start).key(), parse(mirror(moves), start).key())


def read_journal(path: Path) -> list[Line]:
    """Return the candidates labelled so far; a last line cut short is dropped."""
    if not path.exists():
        return []
    text = path.read_text()
    whole = text[: text.rfind("\n") + 1]
    path.write_text(whole)
    return [Line(moves, int(score)) for moves, score in (line.split(" ") for line in whole.splitlines())]


def all_labelled(seed: int, name: str, journal: Path, pool: ProcessPoolExecutor) -> Iterator[Line]:
    """Yield every candidate with its score, from the journal first, then new ones as they are labelled."""
    done = read_journal(journal)
    yield from done
    with journal.open("a") as file:
        for first in count(len(done), CHUNK):
            indices = range(first, first + CHUNK)
            for line in pool.map(partial(labelled, seed, name), indices, chunksize=16):
                file.write(f"{line.moves} {line.score}\n")
                yield line
            file.flush()


def generate(
    name: str, folder: Path, *, seed: int, positions: int, jobs: int, on_accepted: Callable[[], None]
) -> None:
    """Write a test set, whole or not at all; call `on_accepted` for each position found."""
    journal = folder / f".{name}.{seed}.partial"
    accepted: dict[int, Line] = {}
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for line in all_labelled(seed, name, journal, pool):
            key = identity(line.moves)
            if belongs(line, KINDS[name]) and key not in accepted:
                accepted[key] = line
                on_accepted()
            if len(accepted) == positions:
                break
    lines = list(islice(accepted.values(), positions))
    random.Random(f"{seed} {name}").shuffle(lines)
    write_whole(folder / name, "".join(f"{line.moves} {line.score}\n" for line in lines))
    journal.unlink()
