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
    """A solver in a few lines. What it counts besides nodes is for wrong ones."""

    nodes, weak, resets = 0, False, 0

    def reset(self) -> None:
        self.nodes, self.weak, self.resets = 0, False, self.resets + 1

    def solve(self, position: Any, weak: bool = False) -> int:
        self.nodes += 1
        if position.moves == CELLS:
            return 0
        scores = analyze(cast("Solver[Any]", self), position, weak)
        return max(score for score in scores if score is not None)


Solve = Callable[[Search, Any, bool], int]


def make_program(solve: Solve = Search.solve) -> Step:
    """Return a program whose solver solves in some way."""
    own = {"solve": lambda self, position, weak=False: solve(self, position, weak)}
    program = Step("", Path())
    vars(program)["module"] = SimpleNamespace(Position=Position, Solver=type("Wrong", (Search,), own))
    return program


def list_wrong(questions: Iterable[Claim]) -> list[str]:
    """Ask all questions; return those with wrong answers."""
    return [claim.asked for claim in questions if not claim.is_right(claim.ask())]


def is_first(position: Any) -> bool:
    return position.mask == make_program().parse(MOVES).mask


WAITED = 0.5  # seconds; the search takes much less


def wait(solver: Search, position: Any, weak: bool) -> int:
    """Wait for others before a position is solved."""
    if is_first(position):
        time.sleep(WAITED)
    return Search.solve(solver, position, weak)


def remember_weak(solver: Search, position: Any, weak: bool) -> int:
    """Take a weak score for the score until the next reset."""
    solver.weak = solver.weak or weak
    return Search.solve(solver, position, solver.weak)


def count_anew(solver: Search, position: Any, weak: bool) -> int:
    """Count each search from zero."""
    solver.nodes *= not is_first(position)
    return Search.solve(solver, position, weak)


def tire(solver: Search, position: Any, weak: bool) -> int:
    """Explore more after a reset than before."""
    solver.nodes += solver.resets
    return Search.solve(solver, position, weak)


def look_once(solver: Search, *_: object) -> int:
    """Explore one node for each position."""
    solver.nodes += 1
    return SCORE


def solve_too_high(*asked: Any) -> int:
    """Return scores that are consistent and out of bounds."""
    return 99 * Search.solve(*asked)


def solve_one_side(solver: Search, position: Any, weak: bool) -> int:
    """Score a position lower than its mirror image and what its columns are worth."""
    return Search.solve(solver, position, weak) - is_first(position)


def win_weakly(solver: Search, position: Any, weak: bool) -> int:
    return 1 if weak else Search.solve(solver, position, weak)


Ask = Callable[[Step, str], Iterator[Claim]]
WRONG: list[tuple[Solve, Ask, list[int]]] = [  # how it solves, what it is asked, and which answers are wrong
    *[(Search.solve, ask, []) for ask in (claims.ask_best_of_children, claims.ask_mirror_image)],
    *[(Search.solve, ask, []) for ask in (claims.ask_weak_score, claims.ask_node_counts)],
    (solve_too_high, claims.ask_best_of_children, [0]),
    (solve_one_side, claims.ask_best_of_children, [0]),
    (solve_one_side, claims.ask_mirror_image, [0]),
    (win_weakly, claims.ask_weak_score, [0]),
    (remember_weak, claims.ask_weak_score, [0]),
    (look_once, claims.ask_node_counts, []),
    (count_anew, claims.ask_node_counts, [2]),
    (tire, claims.ask_node_counts, [4]),
]


@pytest.mark.parametrize(("solve", "ask", "wrong"), WRONG)
def test_what_is_wrong_is_asked_for(solve: Solve, ask: Ask, wrong: list[int]) -> None:
    asked = [claim.asked for claim in ask(make_program(), MOVES)]
    assert list_wrong(ask(make_program(solve), MOVES)) == [asked[index] for index in wrong]


@pytest.mark.parametrize("score", [3, 1])
def test_a_fickle_solver_is_noticed(score: int) -> None:
    """Make the solver say that the first column is best, for 3, and then that the second is."""
    count = len(list(children(make_program().parse(MOVES))))
    answers = iter([-3, *[-1] * (count - 1), score, -1, -5, *[-1] * (count - 2)])
    (claim,) = claims.ask_best_of_children(make_program(lambda *_: next(answers)), MOVES)
    answer = claim.ask()
    assert answer == (score, 3, 1)
    assert not claim.is_right(answer)


def test_a_score_is_measured() -> None:
    program = make_program()
    answer = claims.measure_score(program, MOVES)
    assert (answer.scores, answer.nodes) == ([SCORE], program.nodes)
    assert 0 < answer.processor_seconds < 600
    if sys.platform != "win32":  # its processor time is too coarse
        waited = claims.measure_score(make_program(wait), MOVES)
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
