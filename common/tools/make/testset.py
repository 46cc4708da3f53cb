"""Make the test sets: random play, labelled by an independent solver.

Candidate i of a set depends on the seed, the set and i alone, and candidates are taken in order, so a set
comes out the same whatever the number of processes and however often the work is interrupted. Labelled
positions are kept in a file beside the set until the set is whole.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import lru_cache, partial
from itertools import count
from pathlib import Path

from c4.engine import board_bits
from common.errors import Error
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, children, mirror, parse
from common.score import remaining
from common.tools import course
from common.tools.bench.entrants import BitBully
from common.tools.files import write_file
from common.tools.parts import Keep, Parts, open_parts
from common.tools.pools import open_executor
from common.tools.sets import MADE, Line
from common.tools.terminal.console import show_progress
from common.tools.terminal.options import add_jobs_option, add_number, add_seed
from common.tools.terminal.streams import print_message, run_program

CHUNK = 64  # candidates
MOST_GAMES = 100_000
"""The number of random games after which no game of the wanted length is expected."""
MOST_CANDIDATES = 200_000
"""The number of candidates in a row that a set may refuse."""

build_labeller = lru_cache(BitBully)  # one per process


def play_random_game(rng: random.Random, length: int, *, careful: bool) -> str:
    """Return a game of that length without a winner; careful players leave no threat unblocked.

    Raise Error if there is none on this board, or none comes up.
    """
    start = course.make_quick_board()
    for _ in range(MOST_GAMES if length < CELLS else 0):
        position, moves = start, ""
        while len(moves) < length:
            choices = dict(children(position))
            if careful:
                other = type(position)(position.stones ^ position.mask, position.mask, position.moves)
                threats = [column for column in choices if other.is_winning_move(column)]
                won = any(position.can_play(x) and position.is_winning_move(x) for x in range(WIDTH))
                choices = {} if won else {column: choices[column] for column in threats[:1] or choices}
            if not choices:
                break
            column = rng.choice(list(choices))
            position, moves = choices[column], moves + COLUMN_NAMES[column]
        else:
            return moves
    tried = f"in {MOST_GAMES:,} random games" if length < CELLS else f"with its {CELLS} cells"
    raise Error(f"on the {WIDTH}x{HEIGHT} board no game is still going on after {length} stones, {tried}")


def label_candidate(seed: int, name: str, index: int) -> Line:
    """Return a position of a length in the set's range, scored by an independent solver.

    Every other position comes from players who overlook neither a win nor a threat; otherwise the next stone
    would decide most positions.
    """
    rng, lengths = random.Random(f"{seed} {name} {index}"), MADE[name].played
    moves = play_random_game(rng, lengths[index % len(lengths)], careful=index // len(lengths) % 2 == 0)
    labeller = build_labeller("mtdf", use_book=True)
    return Line(moves, labeller.solve(parse(moves, course.make_quick_board())))


def identify_position(moves: str) -> int:
    """Return a key shared only by this position and its mirror image."""
    start = board_bits.Position.start()
    return min(parse(moves, start).key(), parse(mirror(moves), start).key())


def label_candidates(seed: int, name: str, pool: Executor, parts: Parts, keep: Keep) -> Iterator[Line]:
    """Yield every candidate with its score, chunk by chunk, those of an earlier run first."""
    for chunk in parts:
        yield from (Line(*line) for line in chunk)
    for first in count(CHUNK * len(parts), CHUNK):
        lines = list(pool.map(partial(label_candidate, seed, name), range(first, first + CHUNK), chunksize=8))
        keep(lines)
        yield from lines


def make_test_set(
    path: Path, *, seed: int, positions: int, jobs: int, on_accepted: Callable[[int, int], None]
) -> None:
    """Write a test set completely or not at all; `on_accepted` gets the number of lines so far and in all."""
    accepted: dict[int, Line] = {}
    name = path.name
    job = f"the test set {name}, {WIDTH}x{HEIGHT}, seed {seed}, in chunks of {CHUNK}"
    with open_executor(jobs) as pool, open_parts(path, job) as (parts, keep):
        in_vain = 0
        for line in label_candidates(seed, name, pool, parts, keep):
            key = identify_position(line.moves)
            in_vain += 1
            if remaining(line.score, len(line.moves)) in MADE[name].left and key not in accepted:
                accepted[key] = line
                on_accepted(len(accepted), positions)
                in_vain = 0
            elif in_vain == MOST_CANDIDATES:
                raise Error(
                    f"none of {MOST_CANDIDATES:,} random positions is new to {name}; it has {len(accepted)}, "
                    f"so ask for --positions {len(accepted)}"
                )
            if len(accepted) == positions:
                break
        lines = list(accepted.values())
        random.Random(f"{seed} {name}").shuffle(lines)
        write_file(path, "".join(f"{line.moves} {line.score}\n" for line in lines))


PROGRAM = "python -m common.tools.make.testset"


def main() -> int:
    """Make each set that is asked for and not there yet."""
    example = f"example: {PROGRAM} --out /tmp/sets begin-hard --seed 2 --positions 200"
    about = "Make the test sets: random positions, scored by bitbully."
    parser = argparse.ArgumentParser(PROGRAM, description=about, epilog=example)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"from {', '.join(MADE)} (default: all)")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="folder for the sets")
    add_seed(parser, "another seed makes other sets")
    add_number(parser, "--positions", "positions of each set", 1000)
    add_jobs_option(parser)
    given = vars(parser.parse_args())
    names, folder = given.pop("sets") or list(MADE), given.pop("out")
    for name in names:
        if name not in MADE:
            raise Error(f"there is no test set {name!r} to make; the sets are {', '.join(MADE)}")
    folder.mkdir(parents=True, exist_ok=True)
    for path in (folder / name for name in names):
        if path.exists():
            print_message(f"{path} already exists; delete it to make it again")
            continue
        with show_progress(path.name) as on_accepted:
            make_test_set(path, **given, on_accepted=on_accepted)
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(run_program(PROGRAM, main))
