"""Questions about positions that are drawn at random, others each time: our last solver has their scores."""

from collections.abc import Iterator
from functools import cache
from random import Random

from common.jit import COMPILED
from common.position import CELLS, COLUMN_NAMES, children
from common.score import sign
from common.tools import course
from common.tools.claims import Program, Question
from common.tools.learn.checks.program import count_nodes, make_solver_options
from common.tools.learn.checks.soon import LAST, make_score_question
from common.tools.learn.curriculum.sample import Lines
from common.tools.sets import Line

GAMES = 400
PLAIN_SOLVER = "18"  # the last before lanes, which are slow in plain Python
TWICE = 4  # positions that are solved again after a reset


@cache
def load_ours() -> Program:
    """Return the program that knows: the quickest of our solvers that needs no threads."""
    step = course.load(PLAIN_SOLVER)
    if COMPILED:
        step = course.load(course.ENGINE)
        step.warm()
    return Program(step.module, **make_solver_options(step.module))


def play_quiet_game(random: Random) -> str:
    """Return a game in which nobody plays a winning move, up to where all moves win or the board is full."""
    moves, position = "", course.make_quick_board()
    while choices := list(children(position)):
        column, position = random.choice(choices)
        moves += COLUMN_NAMES[column]
    return moves


@cache
def sample_positions(seed: str, late: int) -> list[Line]:
    """Return three positions of each of many games: one with `late` stones or more, two near the end."""
    random = Random(seed)
    stages = (range(late, CELLS - LAST), range(CELLS - LAST, CELLS - 3), range(CELLS - 3, CELLS))
    moves = dict.fromkeys(
        played[: random.choice(stones)]
        for played in (play_quiet_game(random) for _ in range(GAMES))
        for stones in stages
    )
    ended = {played for played in moves if len(played) in (0, CELLS)}
    return [
        Line(played_moves, load_ours().solver.solve(load_ours().play_moves(played_moves)))
        for played_moves in moves
        if played_moves not in ended
    ]


def ask_random(program: Program, lines: Lines) -> Iterator[Question]:
    """Ask for scores and weak scores of random positions, in any order; at times with nothing remembered."""
    random, positions = Random(lines.seed), sample_positions(lines.seed, lines.late)
    asked = "nodes after reset() and solve(position), and after both once more"
    for moves, _ in random.sample(positions, TWICE):
        yield Question(
            moves,
            asked,
            lambda moves=moves: (count_nodes(program, moves), count_nodes(program, moves)),
            "the same number twice",
            lambda nodes: nodes[0] == nodes[1],
        )
    cases = [(line, weak, random.random() < 0.25) for line in positions for weak in (False, True)]
    random.shuffle(cases)
    for (moves, score), weak, renewed in cases:
        yield make_score_question(program, moves, sign(score) if weak else score, weak, renewed)
