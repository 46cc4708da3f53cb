"""Make the puzzles: positions in which only one column wins, or only one holds a draw.

Candidates are random games between careful players. Whether candidate i is a puzzle depends on the seed and i
alone, and candidates are taken in order, so the file comes out the same whatever the number of processes.

stones   of the mover until the win, the winning one included: as many puzzles of each number in STONES;
         1 if the column holds
reason   the kind of reason that shows that, see `c4.reasons`
grade    from 1 to 5: one more for each of EFFORTS that the step GRADER takes in nodes to score the columns,
         from an empty table and without a book, and one more if the win has to be waited for
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from c4.engine import Step, board_bits
from c4.reasons import explain_position, find_reason, is_only_safe
from common.errors import Error
from common.position import parse
from common.score import remaining, sign
from common.solver import analyze
from common.tools import course
from common.tools.files import write_file
from common.tools.make.testset import MOST_CANDIDATES, identify_position, play_random_game
from common.tools.pools import map_in_order, open_executor
from common.tools.terminal.console import show_progress
from common.tools.terminal.options import add_jobs_option, add_number, add_seed, parse_new_file
from common.tools.terminal.streams import run_program

CHUNK = 4  # candidates
LENGTHS = range(10, 28)
STONES = range(3, 9)
GRADER = "13"
"""A step from the middle of the course: a position that is hard for it is hard for people, too."""
EFFORTS = (300, 3_000, 30_000)
PER_HOLD = 25
"""The number of puzzles to win per puzzle to hold: a reason seldom shows that a column holds."""
FORMAT = "c4-puzzles 2"
"""In version 1 the order said nothing: a page that gets it from a browser's cache asks again."""


class Puzzle(NamedTuple):
    """A puzzle, its column counted from 1."""

    moves: str
    column: int
    stones: int
    grade: int
    reason: str


@lru_cache
def make_puzzle_solver(number: str) -> Step:
    """Return this process's solver of a step."""
    return course.load(number).with_options(use_book=False)


def find_puzzles(seed: int, chunk: int) -> list[Puzzle]:
    """Return the puzzles among the candidates of a chunk."""
    puzzles: list[Puzzle | None] = []
    for index in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        rng = random.Random(f"{seed} puzzles {index}")
        puzzles.append(make_puzzle(play_random_game(rng, LENGTHS[index % len(LENGTHS)], careful=True)))
    return list(filter(None, puzzles))


def make_puzzle(moves: str) -> Puzzle | None:
    """Return the puzzle of a position, or None unless one column alone, of several, wins or holds."""
    position, solver = parse(moves, board_bits.Position.start()), make_puzzle_solver(course.ENGINE)
    score = solver.solve(position)
    stones = (remaining(score, len(moves)) + 1) // 2 if score else 1
    if score < 0 or (score and stones not in STONES):
        return None
    weak = analyze(solver, position, weak=True)
    best = [column for column, value in enumerate(weak) if value == sign(score)]
    if len(best) > 1 or is_only_safe(position, best[0]):
        return None
    if score:
        (reason,) = explain_position(moves, solver).reasons
    else:
        reason = find_reason(position.play(best[0]), len(moves) % 2)
    if not reason or (score == 0 and reason.kind != "hold"):
        return None
    grader = make_puzzle_solver(GRADER)
    nodes = grader.ask(moves, columns=True).nodes
    grade = 1 + sum(nodes >= effort for effort in EFFORTS) + (reason.kind == "wait")
    return Puzzle(moves, best[0] + 1, stones, grade, reason.kind)


def make_puzzles(
    path: Path, *, seed: int, positions: int, jobs: int, on_accepted: Callable[[int, int], None]
) -> None:
    """Write a file of puzzles, completely or not at all: the easy ones first, then the shorter ones.

    `positions` are to be won. `on_accepted` gets the number of puzzles so far, and of all.
    """
    accepted: dict[int, Puzzle] = {}
    held: dict[int, Puzzle] = {}
    holds = positions // PER_HOLD
    of_stones: Counter[int] = Counter()
    with open_executor(jobs) as pool:
        chunks, latest = map_in_order(pool, partial(find_puzzles, seed), count()), 0
        for number, puzzles in enumerate(chunks):
            for puzzle in puzzles:
                key = identify_position(puzzle.moves)
                alike, most = (held, holds) if puzzle.reason == "hold" else (accepted, positions)
                is_wanted = alike is held or of_stones[puzzle.stones] * len(STONES) < positions
                if key in alike or not is_wanted or len(alike) == most:
                    continue
                alike[key] = puzzle
                of_stones[puzzle.stones] += 1
                on_accepted(len(accepted) + len(held), positions + holds)
                latest = number
            if len(accepted) + len(held) == positions + holds:
                break
            if (number - latest) * CHUNK >= MOST_CANDIDATES:
                raise Error(
                    f"none of {MOST_CANDIDATES:,} random positions is new; there are {len(accepted)}, "
                    f"so ask for --positions {len(accepted)}"
                )
    every = [*accepted.values(), *held.values()]
    ordered = sorted(every, key=lambda puzzle: (puzzle.grade, puzzle.stones, puzzle.moves))
    lines = ",\n".join(json.dumps(puzzle, separators=(",", ":")) for puzzle in ordered)
    write_file(path, f'{{"format": "{FORMAT}", "seed": {seed}, "puzzles": [\n{lines}\n]}}\n')


PROGRAM = "python -m common.tools.make.puzzles"


def main() -> int:
    """Make the file that is asked for."""
    example = f"example: {PROGRAM} /tmp/few.json --seed 2 --positions 60 --jobs 1"
    about = "Make puzzles: positions in which one column wins."
    parser = argparse.ArgumentParser(PROGRAM, description=about, epilog=example)
    parser.add_argument("path", type=parse_new_file, metavar="FILE", help="the output file, in JSON")
    add_seed(parser, "another seed makes other puzzles")
    add_number(parser, "--positions", "number of puzzles to win; a 25th as many are draws to hold", 400)
    add_jobs_option(parser)
    options = parser.parse_args()
    with show_progress("puzzles") as on_accepted:
        make_puzzles(**vars(options), on_accepted=on_accepted)
    print(options.path)
    return 0


if __name__ == "__main__":
    sys.exit(run_program(PROGRAM, main))
