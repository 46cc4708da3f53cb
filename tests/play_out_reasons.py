"""Let the referee play out reasons; as a program, those of many explanations.

python tests/play_out_reasons.py --positions 2000 --seed 1
"""

import random
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator

import referee

from c4.explanation import Explanation, explain_position
from c4.reasons import Reason, bitboard, find_reason
from c4.solver import PositionSolver
from common.position import CELLS, WIDTH, parse
from common.score import sign
from common.tools import sets
from common.tools.make.test_sets import play_random_game
from common.tools.play.arena.games import Match, play_game
from common.tools.testing.contract import play_choices

EXHAUSTED = 10  # empty cells, with which all defences are played


def check_by_play(moves: str, reason: Reason, rng: random.Random, games: int) -> None:
    """Play a reason out: against every defence near the end, else against random and stubborn ones."""
    if CELLS - len(moves) <= EXHAUSTED:
        referee.check_reason(moves, reason.to_json())
        return
    for defend in (referee.defend_at_random, referee.defend_stubbornly):
        for _ in range(games):
            referee.check_reason(moves, reason.to_json(), defend(rng))


def check_random_positions(number: int, empty: int, seed: int) -> Counter[str]:
    """Play out the reasons of random positions with few empty cells; return how many of each kind."""
    rng, kinds = random.Random(seed), Counter[str]()
    for _ in range(number):
        length = CELLS - rng.randrange(1, empty)
        moves = play_choices([rng.randrange(WIDTH) for _ in range(CELLS)], length)
        if CELLS - len(moves) > empty:
            continue
        position = parse(moves, bitboard.Position.start())
        for reason in filter(None, (find_reason(position, player) for player in (0, 1))):
            referee.check_reason(moves, reason.to_json())
            kinds[reason.kind] += 1
    return kinds


def list_claims(explanation: Explanation) -> Iterator[tuple[str, int, Reason]]:
    """Yield the reasons of an explanation, with their positions and the scores there for X."""
    moves, view = explanation.moves, 1 - 2 * (len(explanation.moves) % 2)
    line = "".join(f"{stone.column + 1}" for stone in explanation.line[: explanation.shown_after])
    yield from ((moves + line, view * explanation.score, reason) for reason in explanation.reasons)
    for move in explanation.worse:
        reply = f"{moves}{move.column + 1}{move.reply + 1}"
        yield from ((reply, view * move.score, reason) for reason in move.reasons)


def check_claims(explanation: Explanation, rng: random.Random, games: int) -> Counter[str]:
    """Check that the reasons of an explanation hold and do not contradict its scores; return their kinds."""
    kinds = Counter[str]()
    for moves, score, reason in list_claims(explanation):
        own_score = score if reason.player == 0 else -score
        assert sign(reason.score) == sign(own_score), (moves, reason)
        assert reason.score <= own_score, (moves, reason)
        check_by_play(moves, reason, rng, games)
        kinds[reason.kind] += 1
    return kinds


def list_games(number: int, seed: int) -> Iterator[str]:
    """Yield positions from games between players who are far from perfect."""
    match = Match(("forward", "minimax:depth=3"), number, seed)
    for game in range(number):
        moves, rng = play_game((match, game)).moves, random.Random(f"{seed} {game}")
        yield moves[: rng.randrange(min(8, len(moves) - 1), len(moves))]


def list_positions(number: int, seed: int) -> Iterator[str]:
    """Yield positions: 3 of 20 from games, 3 of 20 from random play, and the rest from all sets."""
    rng, others = random.Random(seed), 3 * number // 20
    yield from list_games(others, seed)
    yield from (play_random_game(rng, rng.randrange(9, 36), careful=True) for _ in range(others))
    share = (number - 2 * others) // (len(sets.KINDS) + 1)
    for name in (*sets.KINDS, "validation"):
        yield from (line.moves for line in rng.sample(sets.load_set(name), share))


def main() -> None:
    """Play out the reasons of many explanations, and print the number of each kind."""
    parser = ArgumentParser()
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--games", type=int, default=10, help="of each defender, for a reason")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    solver, rng = PositionSolver(), random.Random(options.seed)
    kinds, silent, count = Counter[str](), 0, 0
    for count, moves in enumerate(list_positions(options.positions, options.seed), 1):
        explanation = explain_position(moves, solver)
        kinds += check_claims(explanation, rng, options.games)
        silent += not explanation.reasons
        if count % 100 == 0:
            print(count, silent, dict(kinds), flush=True)
    print(f"{count} positions, {kinds.total()} reasons hold: {dict(kinds)}; {silent} positions have none")


if __name__ == "__main__":
    main()
