"""Tests of the contract itself: a step that is wrong in one way fails the test that is about it."""

import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings

from common.position import CELLS, COLUMN_NAMES, WIDTH, children
from common.tools import claims, course, sets
from common.tools.bench.measure import Solved
from common.tools.claims import Question
from common.tools.testing import contract, plugin
from common.tools.testing.contract import PLAIN_NODES, Contract, play_choices
from common.tools.testing.plugin import receive_report

DRAWN = "737167457417142561265443556473322216621335"
NOTHING_BUT_WINS = "231644211145377125734315437664377"  # follow in each column that has room
CLAIMS = [claims.ask_best_of_children, claims.ask_mirror_image, claims.ask_weak_score]
module: Any = course.load("06").module


class Held(Contract):
    """What step 06 is held to, which these tests make wrong."""

    step = course.load("06")
    sets = {"end-easy": 12, "middle-easy": 12, "begin-medium": 12, "begin-hard": 0}
    late = 36


held: Any = Held()


def list_choices(moves: str) -> list[int]:
    """Return the choices that lead to a game."""
    position, choices = course.thinker().Position.start(), list[int]()
    for name in moves:
        playable = dict(children(position))
        choices.append(list(playable).index(COLUMN_NAMES.index(name)))
        position = playable[COLUMN_NAMES.index(name)]
    return choices


LATE = list_choices(DRAWN[:-1])


def try_test(name: str, *arguments: Any) -> None:
    """Run a test of the contract, of one example if it takes many."""
    test: Any = getattr(Held, name)
    getattr(test, "hypothesis", SimpleNamespace(inner_test=test)).inner_test(held, *arguments)


def change_solve(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any, int], int]) -> None:
    """Let step 06 return other scores."""
    solve = module.Solver.solve

    def solve_otherwise(solver: Any, position: Any, weak: bool = False) -> int:
        return change(position, solve(solver, position, weak))

    monkeypatch.setattr(module.Solver, "solve", solve_otherwise)


@pytest.mark.parametrize("claim", CLAIMS)
def test_scores_that_contradict_each_other_are_noticed(
    claim: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "test_scores_of_random_positions_agree_with_each_other"
    try_test(name, claim, LATE)
    change_solve(monkeypatch, lambda position, score: score + 2 + position.mask % 5)
    with pytest.raises(AssertionError, match=", not "):
        try_test(name, claim, LATE)


def test_a_step_is_compared_with_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    load = course.load
    monkeypatch.setattr(course, "load", lambda number: loaded.append(number) or load(number.zfill(2)))
    try_test("test_agrees_with_step_before", LATE)
    assert {number.zfill(2) for number in loaded} >= {"05"}
    assert "06" not in {number.zfill(2) for number in loaded[:1]}
    change_solve(monkeypatch, lambda _, score: score + 1)
    with pytest.raises(AssertionError):
        try_test("test_agrees_with_step_before", LATE)


def test_a_drawn_game_without_its_last_move_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    change_solve(monkeypatch, lambda position, _: 0 if position.moves == CELLS - 1 else 1)
    held.test_full_board_is_refused()
    change_solve(monkeypatch, lambda *_: 1)
    with pytest.raises(AssertionError):
        held.test_full_board_is_refused()


def test_wrong_winning_moves_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.Position, "is_winning_move", lambda *_: True)
    with pytest.raises(AssertionError, match="is_winning_move"):
        try_test("test_position_knows_winning_moves", LATE, 8)


def test_nodes_that_are_not_counted_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    held.test_nodes_add_up_until_reset()
    monkeypatch.setattr(module.Solver, "nodes", 0)
    with pytest.raises(AssertionError, match="nodes after"):
        held.test_nodes_add_up_until_reset()


def test_a_wrong_answer_is_shown_beside_the_right_one() -> None:
    contract.check_questions([Question("44", "the score", lambda: 1, 1)])
    with pytest.raises(AssertionError, match=r"^44: the score: 2, not 1$"):
        contract.check_questions([Question("44", "the score", partial(int, score), 1) for score in (1, 2)])


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("nodes", [PLAIN_NODES // 2, PLAIN_NODES // 3])
def test_plain_python_is_asked_for_what_it_can_afford(
    nodes: int, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    scores = {line.moves: line.score for name in Held.sets for line in sets.load_set(name, 20)}
    counts = {"plain": nodes}

    def run(_: Sequence[str], *, input: str, env: dict[str, str], **options: bool) -> Any:  # noqa: A002
        assert env["NUMBA_DISABLE_JIT"] == "1"
        assert options == {"capture_output": True, "text": True, "check": True}
        asked[:] = input.splitlines()
        lines = [f"{moves} {scores[moves]} {counts['plain']} 1.5\n" for moves in asked]
        return SimpleNamespace(stdout="".join(lines))

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(contract, "solve_line_once", lambda *_: Solved(True, 1.0, 1.0, nodes))
    held.test_plain_python_explores_the_same_nodes(Timing(full=full))
    assert len(asked) == 3 * (PLAIN_NODES // nodes) * (3 if full else 1)
    counts["plain"] += 1
    with pytest.raises(AssertionError):
        held.test_plain_python_explores_the_same_nodes(Timing(full=full))


def test_plain_python_is_asked_for_a_dozen_lines_of_a_set_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    lines = sets.load_set("end-easy", 20)

    def run(*_: object, input: str, **__: object) -> Any:  # noqa: A002
        asked[:] = input.splitlines()
        return SimpleNamespace(stdout="".join(f"{line.moves} {line.score} 1 1.5\n" for line in lines[:12]))

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(contract, "solve_line_once", lambda *_: Solved(True, 1.0, 1.0, 1))
    monkeypatch.setattr(Held, "sets", {"end-easy": 20})
    held.test_plain_python_explores_the_same_nodes(Timing())
    assert asked == [line.moves for line in lines[:12]]


class Skipped(Exception):
    """Say why a test of the contract is skipped: pytest would skip the one that tries it, too."""


class Timing:
    """What stands for the fixtures of a test that solves a set, and notes what it does with them."""

    def __init__(
        self, *, full: bool = False, positions: int | None = None, items: Sequence[Any] = ()
    ) -> None:
        self.options = {"--full": full, "--positions": positions}
        self.session = SimpleNamespace(items=items)
        self.extra_info = dict[str, float]()
        self.reports: list[plugin.SetReport] = []
        self.seconds: list[float] = []

    def getoption(self, name: str) -> Any:
        return self.options[name]

    def pedantic(self, function: Callable[[], None], *, rounds: int) -> None:
        for _ in range(rounds):
            start = contract.clock()
            function()
            self.seconds.append(contract.clock() - start)

    def solve(self, name: str) -> None:
        def record(kind: str, fields: Any) -> None:
            assert kind == plugin.FIGURES
            self.reports.append(receive_report(*fields))

        try:
            held.test_scores_of_set(name, self, record, self, self)
        except pytest.skip.Exception as skipped:
            raise Skipped(f"{skipped}") from None


@pytest.fixture
def solved_lines(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Solved]]:
    """Return the steps and what they make of lines, which takes 1, 2, 3... seconds; none is solved really."""
    lines: list[tuple[str, Solved]] = []

    def solve(number: str, line: sets.Line) -> Solved:
        lines.append((number, Solved(line.score != 99, float(len(lines)), 0.5, 10)))
        return lines[-1][1]

    monkeypatch.setattr(contract, "solve_line_once", solve)
    return lines


def test_a_set_is_timed_line_by_line_and_compared_with_the_step_before(
    solved_lines: list[tuple[str, Solved]],
) -> None:
    timing = Timing(positions=3)
    timing.solve("end-easy")
    assert [number for number, _ in solved_lines] == [*["06"] * 3, *["05"] * 3]
    assert timing.seconds == [0.0, 1.0, 2.0]
    assert timing.extra_info == {"mean_nodes": 10, "positions": 3}
    (report,) = timing.reports
    assert report.result and report.before
    assert (report.number, report.set_name, report.why_not) == ("06", "end-easy", "")
    assert [line.seconds for line in report.before.lines] == [3.0, 4.0, 5.0]


def test_the_step_before_solves_nothing_that_it_cannot_afford_or_that_its_own_tests_solve(
    solved_lines: list[tuple[str, Solved]],
) -> None:
    tests = course.load("05").folder / "test_step.py"
    own, other = "test_scores_of_set[end-easy]", "test_full_board_is_refused"
    elsewhere = SimpleNamespace(path=course.load("04").folder / "test_step.py", name=own)
    for set_name, items, is_compared in (
        ("begin-medium", [], False),
        ("end-easy", [SimpleNamespace(path=tests, name=own)], False),
        ("end-easy", [elsewhere, SimpleNamespace(path=tests, name=other)], True),
    ):
        timing = Timing(positions=3, items=items)
        timing.solve(set_name)
        assert bool(timing.reports[0].before) == is_compared
    assert [number for number, _ in solved_lines].count("05") == 3


def test_a_wrong_score_of_a_set_is_noticed_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Solved(False, 1.0, 1.0, 10)
    monkeypatch.setattr(contract, "solve_line_once", lambda *_: wrong)
    timing = Timing(positions=1)
    with pytest.raises(AssertionError):
        timing.solve("end-easy")
    assert timing.reports[0].result
    assert list(timing.reports[0].result.lines) == [wrong]


@pytest.mark.parametrize(
    ("name", "reason"), [("begin-hard", "only with --full"), ("begin-easy", "out of reach")]
)
def test_a_set_that_is_not_solved_says_why(name: str, reason: str) -> None:
    timing = Timing()
    with pytest.raises(Skipped, match=f"N/A: {name} for step 06: {reason}"):
        timing.solve(name)
    assert timing.reports == [plugin.SetReport("06", name, None, None, reason)]


def test_options_say_how_many_positions_are_solved() -> None:
    parser = pytest.Parser(_ispytest=True)
    plugin.pytest_addoption(parser)
    assert parser.parse(["--positions", "1"]).positions == 1
    with pytest.raises(pytest.UsageError):
        parser.parse(["--positions", "0"])
    for full, positions, default, count in (
        *((False, None, 8, 8), (False, None, 0, 0), (False, 3, 0, 3), (False, 3, 8, 3)),
        *((True, None, 8, None), (True, 3, 0, None)),
    ):
        config: Any = Timing(full=full, positions=positions)
        assert contract.count_positions(config, default) == count
        assert bool(contract.describe_skip(config, {"end-easy": default}, "end-easy")) == (count == 0)
        assert contract.describe_skip(config, {"end-easy": default}, "begin-hard") == "out of reach"


def test_what_was_asked_for_may_take_any_time() -> None:
    for full, positions in ((True, None), (False, 3), (False, None)):
        marks: list[Any] = []
        item: Any = SimpleNamespace(add_marker=marks.append)
        config: Any = Timing(full=full, positions=positions)
        plugin.pytest_collection_modifyitems(config, [item])
        assert [(mark.name, mark.args) for mark in marks] == [("timeout", (0,))] * bool(full or positions)


def test_an_example_may_wait_for_a_compiler() -> None:
    assert settings().deadline is None


def test_games_of_chance_end_before_somebody_has_won_or_the_board_is_full() -> None:
    assert play_choices(LATE, CELLS) == DRAWN[:-1]
    assert play_choices(LATE, 8) == DRAWN[:8]
    assert play_choices([choice + WIDTH for choice in LATE], 2) == DRAWN[:2]
    assert play_choices([*list_choices(NOTHING_BUT_WINS), 1, 1], CELLS) == NOTHING_BUT_WINS


def test_a_late_game_has_the_stones_that_its_first_choice_says() -> None:
    for first in (0, 2, CELLS - Held.late + 1):
        game = held.play_late_game([first, *[3] * (CELLS - 1)])
        assert len(game) <= Held.late + first % (CELLS - Held.late)
    assert held.play_late_game(LATE) == DRAWN[: Held.late + LATE[0] % (CELLS - Held.late)]
