"""Questions about scores of games that end soon, and of random positions, different ones each time.

Samples have few that end soon, as they cost no nodes. But an error of one stone seldom shows elsewhere.
"""

import sys
from collections.abc import Iterator
from functools import cache
from random import Random

from c4.engine import Step
from common.position import CELLS, COLUMN_NAMES, children
from common.score import remaining, sign
from common.tools import sets
from common.tools.claims import Claim, play_moves, reset_solver
from common.tools.learn.checks.program import count_nodes, load_ours
from common.tools.learn.curriculum.stages import Lines
from common.tools.sets import Line

LAST = 6  # empty cells: so few that a game ends soon, whoever wins
QUICK = 4  # stones left to play: so few that a game ends soon
NEARLY_FULL = 3  # empty cells: few enough positions are known to ask about all
OF_A_KIND = 2
GAMES = 100 if sys.platform == "emscripten" else 400  # a page's Python takes four times as long
TWICE = 4  # positions that are solved again after a reset


@cache
def list_endings(late: int) -> list[Line]:
    """Return positions that are soon over, with `late` stones or more: won, drawn and lost ones alike."""
    kinds: dict[tuple[int, int, int], list[Line]] = {}
    for line in (line for name in sets.KINDS for line in sets.load_set(name)):
        stones, left = len(line.moves), remaining(line.score, len(line.moves))
        if stones >= CELLS - LAST or (stones >= late and left <= QUICK):
            at = stones if stones >= CELLS - LAST else stones % 2 - 2
            kinds.setdefault((-at, left, sign(line.score)), []).append(line)
    return [
        line
        for kind, lines in sorted(kinds.items())
        for line in (lines if -kind[0] >= CELLS - NEARLY_FULL else lines[:OF_A_KIND])
    ]


def ask_soon(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for the scores of games that end soon, then for their weak scores."""
    for weak in (False, True):
        for moves, score in list_endings(lines.late):
            yield ask_score(program, moves, score, weak=weak)


def ask_score(program: Step, moves: str, score: int, *, weak: bool, renewed: bool = True) -> Claim:
    """Return the question for a score or its sign, with an empty memory or with the current one."""

    def ask() -> int:
        solver, position = (
            reset_solver(program) if renewed else program.shared_solver,
            play_moves(program, moves),
        )
        return solver.solve(position, weak=True) if weak else solver.solve(position)

    asked = "the weak score, from solve(position, weak=True)" if weak else "the score, from solve(position)"
    return Claim(moves, asked, ask, sign(score) if weak else score, weak=weak)


@cache
def sample_positions(seed: str, late: int) -> list[Line]:
    """Return three positions of each of many games: one with `late` stones or more, two near the end.

    Nobody plays a winning move in these games, until all moves win or the board is full.
    """
    random, ours = Random(seed), load_ours()
    stages = (range(late, CELLS - LAST), range(CELLS - LAST, CELLS - 3), range(CELLS - 3, CELLS))
    chosen: dict[str, None] = {}
    for _ in range(GAMES):
        moves, position = "", play_moves(ours, "")
        while choices := [*children(position)]:
            column, position = random.choice(choices)
            moves += COLUMN_NAMES[column]
        chosen |= dict.fromkeys(moves[: random.choice(stones)] for stones in stages)
    ongoing = (moves for moves in chosen if 0 < len(moves) < CELLS)
    return [Line(moves, ours.solve(play_moves(ours, moves))) for moves in ongoing]


def ask_random(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for scores and weak scores of random positions, in any order; at times with an empty memory."""
    random, positions = Random(lines.seed), sample_positions(lines.seed, lines.late)
    asked = "nodes after reset() and solve(position), and after both once more"
    for moves, _ in random.sample(positions, TWICE):
        yield Claim(
            moves,
            asked,
            lambda moves=moves: (count_nodes(program, moves), count_nodes(program, moves)),
            "the same number twice",
            lambda nodes: nodes[0] == nodes[1],
        )
    cases = [(line, weak, random.random() < 0.25) for line in positions for weak in (False, True)]
    random.shuffle(cases)
    for (moves, score), weak, renewed in cases:
        yield ask_score(program, moves, score, weak=weak, renewed=renewed)
