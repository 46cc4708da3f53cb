"""Have the referee play out reasons, and those of explanations."""

import random
from collections import Counter
from collections.abc import Iterator

import referee

from c4.model import Explanation
from c4.reasons import Reason, bitboard, find_reason
from common.position import CELLS, WIDTH, parse
from common.score import sign
from common.tools.terminal.positions import convert_answer
from common.tools.testing.contract import play_choices

EXHAUSTED = 10  # empty cells, with which all defences are played


def check_by_play(moves: str, reason: Reason, rng: random.Random, games: int) -> None:
    """Play a reason out: against every defence near the end, else against random and stubborn ones."""
    if CELLS - len(moves) <= EXHAUSTED:
        referee.check_reason(moves, convert_answer(reason))
        return
    for defend in (referee.defend_at_random, referee.defend_stubbornly):
        for _ in range(games):
            referee.check_reason(moves, convert_answer(reason), defend(rng))


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
            referee.check_reason(moves, convert_answer(reason))
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
        own_score = score if reason.player == "X" else -score
        assert sign(reason.score) == sign(own_score), (moves, reason)
        assert reason.score <= own_score, (moves, reason)
        check_by_play(moves, reason, rng, games)
        kinds[reason.kind] += 1
    return kinds
