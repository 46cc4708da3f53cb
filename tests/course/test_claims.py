"""Tests of the claims: a right solver passes, and each wrong one fails in the right place."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from c4.engine import Step
from common.position import CELLS, InvalidPosition, children
from common.solver import Solver, analyze
from common.tools import claims, course, sets
from common.tools.claims import Claim

Position = course.load("04").Position
MOVES, SCORE = next(
    (line.moves, line.score)
    for line in sets.load_set("end-easy")
    if len(line.moves) == CELLS - 5 and line.score < -1
)
"""A lost position that is soon solved; its weak score differs from its score."""


class Search:
    """A solver in a few lines."""

    nodes = 0

    def reset(self) -> None:
        self.nodes = 0

    def solve(self, position: Any, weak: bool = False) -> int:
        self.nodes += 1
        if position.moves == CELLS:
            return 0
        scores = analyze(cast("Solver[Any]", self), position, weak)
        return max(score for score in scores if score is not None)


def make_program(solver: type = Search, position: Any = Position) -> Step:
    program = Step("", Path())
    vars(program)["module"] = SimpleNamespace(Position=position, Solver=solver)
    return program


def list_wrong(questions: Iterable[Claim]) -> list[str]:
    """Ask all questions; return those with wrong answers."""
    return [claim.asked for claim in questions if not claim.is_right(claim.ask())]


class OnceWeak(Search):
    """A solver that remembers a weak score as if it were the score."""

    weak = False

    def reset(self) -> None:
        self.nodes, self.weak = 0, False

    def solve(self, position: Any, weak: bool = False) -> int:
        self.weak = self.weak or weak
        return super().solve(position, self.weak)


WAITED = 0.5  # seconds; the search takes much less


class Waits(Search):
    """A solver that waits for others before it solves."""

    def solve(self, position: Any, weak: bool = False) -> int:
        if position.moves == len(MOVES):
            time.sleep(WAITED)
        return super().solve(position, weak)


class CountsAnew(Search):
    """A solver that counts each search from zero."""

    def solve(self, position: Any, weak: bool = False) -> int:
        if position.moves == len(MOVES):
            self.nodes = 0
        return super().solve(position, weak)


class Tired(Search):
    """A solver that explores more after a reset than before."""

    resets = 0

    def reset(self) -> None:
        self.nodes, self.resets = 0, self.resets + 1

    def solve(self, position: Any, weak: bool = False) -> int:
        self.nodes += self.resets
        return super().solve(position, weak)


def make_wrong(solve: Callable[[Search, Any, bool], int]) -> type[Search]:
    """Return a solver with another way to solve."""
    return type("Wrong", (Search,), {"solve": lambda self, position, weak=False: solve(self, position, weak)})


def look_once(solver: Search, *_: object) -> int:
    """Explore one node for each position."""
    solver.nodes += 1
    return SCORE


def is_first(position: Any) -> bool:
    return position.mask == make_program().parse(MOVES).mask


TooHigh = make_wrong(lambda *asked: 99 * Search.solve(*asked))  # but consistent
OneSided = make_wrong(lambda *asked: Search.solve(*asked) - is_first(asked[1]))
WeaklyWins = make_wrong(lambda *asked: 1 if asked[2] else Search.solve(*asked))
LooksOnce = make_wrong(look_once)
Ask = Callable[[Step, str], Iterator[Claim]]
WRONG: list[tuple[type, Ask, list[int]]] = [  # a solver, what it is asked, and which answers are wrong
    *[(Search, ask, []) for ask in (claims.ask_best_of_children, claims.ask_mirror_image)],
    *[(Search, ask, []) for ask in (claims.ask_weak_score, claims.ask_node_counts)],
    (TooHigh, claims.ask_best_of_children, [0]),
    (OneSided, claims.ask_best_of_children, [0]),
    (OneSided, claims.ask_mirror_image, [0]),
    (WeaklyWins, claims.ask_weak_score, [0]),
    (OnceWeak, claims.ask_weak_score, [0]),
    (LooksOnce, claims.ask_node_counts, []),
    (CountsAnew, claims.ask_node_counts, [2]),
    (Tired, claims.ask_node_counts, [4]),
]


@pytest.mark.parametrize(("solver", "ask", "wrong"), WRONG)
def test_what_is_wrong_is_asked_for(solver: type, ask: Ask, wrong: list[int]) -> None:
    asked = [claim.asked for claim in ask(make_program(), MOVES)]
    assert list_wrong(ask(make_program(solver), MOVES)) == [asked[index] for index in wrong]


@pytest.mark.parametrize("score", [3, 1])
def test_a_fickle_solver_is_noticed(score: int) -> None:
    """Make the solver say that the first column is best, for 3, and then that the second is."""
    count = len(list(children(make_program().parse(MOVES))))
    answers = iter([-3, *[-1] * (count - 1), score, -1, -5, *[-1] * (count - 2)])

    class Fickle(Search):
        def solve(self, position: Any, weak: bool = False) -> int:  # noqa: ARG002
            return next(answers)

    (claim,) = claims.ask_best_of_children(make_program(Fickle), MOVES)
    answer = claim.ask()
    assert answer == (score, 3, 1)
    assert not claim.is_right(answer)


def test_a_score_is_measured() -> None:
    program = make_program()
    answer = claims.measure_score(program, MOVES)
    assert (answer.scores, answer.nodes) == ([SCORE], program.nodes)
    assert 0 < answer.processor_seconds < 600
    if sys.platform != "win32":  # its processor time is too coarse
        waited = claims.measure_score(make_program(Waits), MOVES)
        assert 0 < waited.processor_seconds < WAITED <= waited.seconds
    solver = program.shared_solver
    program.drop_solver()
    assert program.shared_solver is not solver
    with pytest.raises(InvalidPosition):
        program.parse("1212121")


def test_wrong_rules_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = "11111144335"  # a full column
    assert list_wrong(claims.ask_rules_at(make_program(), moves)) == []
    wrong = {"moves": len(moves) + 1, "can_play": lambda *_: True, "is_winning_move": lambda *_: True}  # pyright: ignore
    for name, value in wrong.items():
        with monkeypatch.context() as patched:
            patched.setattr(Position, name, value)
            noticed = list_wrong(claims.ask_rules_at(make_program(), moves))
            assert {asked.partition("(")[0] for asked in noticed} == {name}
