"""What every step must hold, as tests: a step's `test_step.py` says which sets it can afford.

    class TestContract(Contract):
        step = course.load("05")
        sets = {"end-easy": 1000, "middle-easy": 200}
        late = 22

`sets` gives the positions solved of each set, 0 for a set that takes too long for every day, and is solved
with --positions or --full only; a set that is not named is out of the step's reach. From
`late` moves on any position is solved in no time, so that random ones can be tried.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_benchmark.fixture import BenchmarkFixture

from common import course
from common.benchmark import sets
from common.benchmark.engines import StepEngine
from common.benchmark.measure import OutOfTime, Result, Worker, solve_line
from common.course import Step
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, InvalidPosition, children, mirror, parse
from common.pytest_plugin import SetReport, reports
from common.score import MAX_SCORE, remaining, sign
from common.solver import Solver, analyze, best_move

SET_SECONDS = 600.0  # for a set that a step says it can afford
PREVIOUS_SECONDS = 5.0  # for a set, or its figures beside this step's are N/A
PLAIN_NODES = 50_000  # for a position and a set in plain Python, which is some hundred times slower

Moves = st.lists(st.integers(0, WIDTH - 1), min_size=CELLS, max_size=CELLS)

# The first example may have to wait for a compiler, and all for a busy machine.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")

# Each step runs the same inherited tests, which is what differing_executors warns of.
randomly = settings(max_examples=30, suppress_health_check=[HealthCheck.differing_executors])


@lru_cache
def kept_solver(number: str) -> Solver[Any]:
    """Return one solver a step for all tests: handing out its table anew takes longer than they do."""
    return course.load(number).solver()


def fresh_solver(step: Step) -> Solver[Any]:
    """Return a step's solver with nothing remembered."""
    solver = kept_solver(step.number)
    solver.reset()
    return solver


def game(choices: list[int], length: int) -> str:
    """Return a game of at most so many moves that nobody has won and that is not over."""
    position, moves = course.load("04").Position.start(), ""
    for choice in choices[: min(length, CELLS - 1)]:
        playable = list(children(position))
        if not playable:
            break
        column, position = playable[choice % len(playable)]
        moves += COLUMN_NAMES[column]
    return moves


def makes_four(moves: str, column: int) -> bool:
    """Tell whether a stone in a column makes four in a row, by looking at a board of letters."""
    board: dict[tuple[int, int], str] = {}
    x, y = 0, 0
    for name in moves + COLUMN_NAMES[column]:
        x = COLUMN_NAMES.index(name)
        y = sum((x, row) in board for row in range(HEIGHT))
        board[x, y] = "XO"[len(board) % 2]
    return any(
        all(board.get((x + (i - start) * dx, y + (i - start) * dy)) == board[x, y] for i in range(4))
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        for start in range(4)
    )


class Contract:
    """The tests of a step."""

    step: ClassVar[Step]
    sets: ClassVar[dict[str, int]]
    late: ClassVar[int]

    def position(self, moves: str) -> Any:
        """Return a position of this step."""
        return parse(moves, self.step.Position.start())

    @pytest.fixture(scope="class")
    @classmethod
    def worker(cls) -> Iterator[Worker]:
        """Open the step in a process of its own: beside other steps, calling it from Python takes longer."""
        with Worker(cls.step.number, use_book=True) as worker:
            yield worker

    def test_scores_of_set(
        self, set_name: str, worker: Worker, benchmark: BenchmarkFixture, pytestconfig: pytest.Config
    ) -> None:
        """Solve the lines of a set, time it, and keep the figures for the closing table."""
        count = positions(pytestconfig, self.sets.get(set_name, 0))
        if set_name not in self.sets or count == 0:
            why_not = "only with --full" if set_name in self.sets else "out of reach"
            reports(pytestconfig).append(SetReport(self.step.number, set_name, None, None, why_not))
            pytest.skip(f"N/A: {set_name} for step {self.step.number}: {why_not}")
        lines = sets.load(set_name, count)
        timer: Any = benchmark  # the plugin has no types
        result: Result = timer.pedantic(worker.measure, (lines, SET_SECONDS), rounds=1)
        timer.extra_info |= {"mean_nodes": result.mean_nodes, "positions": result.positions}
        before = course.previous(self.step)
        reports(pytestconfig).append(
            SetReport(self.step.number, set_name, result, before and measure_in_time(before, lines))
        )
        assert result.correct == result.positions

    @randomly
    @given(Moves)
    def test_score_is_best_of_negated_scores_after_each_move(self, choices: list[int]) -> None:
        """Check a score against the scores of the columns, and the move that is called best."""
        solver, position = fresh_solver(self.step), self.position(self.late_game(choices))
        scores = analyze(solver, position)
        best = max(score for score in scores if score is not None)
        assert solver.solve(position) == best
        assert scores[best_move(solver, position)] == best
        assert -MAX_SCORE <= best <= MAX_SCORE

    @randomly
    @given(Moves)
    def test_mirror_image_scores_alike(self, choices: list[int]) -> None:
        """Solve a position and its mirror image."""
        solver, moves = fresh_solver(self.step), self.late_game(choices)
        score = solver.solve(self.position(moves))
        solver.reset()
        assert solver.solve(self.position(mirror(moves))) == score

    @randomly
    @given(Moves)
    def test_weak_score_is_sign_of_score(self, choices: list[int]) -> None:
        """Solve a position weakly and strongly, with nothing remembered and with all remembered."""
        solver, position = fresh_solver(self.step), self.position(self.late_game(choices))
        weak = solver.solve(position, weak=True)
        assert sign(solver.solve(position)) == weak
        assert solver.solve(position, weak=True) == weak

    @randomly
    @given(Moves)
    def test_agrees_with_step_before(self, choices: list[int]) -> None:
        """Solve a position by this step and the one before."""
        before = course.previous(self.step) or self.step
        moves = self.late_game(choices)
        expected = fresh_solver(before).solve(parse(moves, before.Position.start()))
        assert fresh_solver(self.step).solve(self.position(moves)) == expected

    @randomly
    @given(Moves, st.integers(0, CELLS - 1))
    def test_position_knows_winning_moves(self, choices: list[int], length: int) -> None:
        """Compare each column of a position with a board of letters."""
        moves = game(choices, length)
        position = self.position(moves)
        assert position.moves == len(moves)
        for column, name in enumerate(COLUMN_NAMES):
            assert position.can_play(column) == (moves.count(name) < HEIGHT)
            if position.can_play(column):
                assert position.is_winning_move(column) == makes_four(moves, column)

    @pytest.mark.parametrize(
        ("moves", "played", "reason"),
        [
            ("44a", 2, "no such column"),
            ("440", 2, "no such column"),
            ("448", 2, "no such column"),
            ("1111111", 6, "column 1 is full"),
            ("1212121", 6, "wins the game"),
            ("12121213", 6, "wins the game"),
        ],
    )
    def test_invalid_moves_say_why(self, moves: str, played: int, reason: str) -> None:
        """Refuse what cannot be played, and games that are over."""
        with pytest.raises(InvalidPosition, match=reason) as caught:
            self.position(moves)
        assert caught.value.played == played

    def test_full_board_is_refused(self) -> None:
        """Refuse a drawn game, where nobody is to move."""
        drawn = "737167457417142561265443556473322216621335"
        with pytest.raises(InvalidPosition, match="board is full"):
            self.position(drawn)
        with pytest.raises(InvalidPosition, match="board is full"):
            self.position(drawn + "1")
        assert fresh_solver(self.step).solve(self.position(drawn[:-1])) == 0

    def test_a_table_too_small_to_tell_keys_apart_is_refused(self) -> None:
        """Ask for a table of a single entry, of the steps that have one."""
        if hasattr(self.step.module.solver, "Table"):
            with pytest.raises(ValueError, match="a table of 1 entries"):
                self.step.module.Solver(size=1)

    def test_nodes_add_up_until_reset(self) -> None:
        """Count the same nodes for the same position, on top of those before."""
        lines = sets.load("end-easy", 100)
        moves = next(line.moves for line in lines if remaining(line.score, len(line.moves)) > 4)
        solver = fresh_solver(self.step)
        assert solver.nodes == 0
        solver.solve(self.position(moves))
        once = solver.nodes
        solver.solve(self.position(moves))
        assert solver.nodes >= once > 0
        solver.reset()
        assert solver.nodes == 0
        solver.solve(self.position(moves))
        assert solver.nodes == once

    def test_plain_python_explores_the_same_nodes(self) -> None:
        """Run the same source without Numba, in another process: same scores, same node counts."""
        engine = StepEngine(self.step.number, use_book=True)
        expected: list[str] = []
        for set_name, count in self.sets.items():
            left = PLAIN_NODES
            for sample in sets.load(set_name, min(count, 12)):
                nodes = solve_line(engine, sample).nodes
                if nodes <= left:
                    left -= nodes
                    expected.append(f"{sample.moves} {sample.score} {nodes}")
        assert expected
        command = [sys.executable, "-m", "common", "solve", "--step", self.step.number]
        answer = subprocess.run(
            command,
            input="".join(line.split()[0] + "\n" for line in expected),
            env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert [answered.rsplit(" ", 1)[0] for answered in answer.stdout.splitlines()] == expected

    def late_game(self, choices: list[int]) -> str:
        """Return a game that this step solves in no time."""
        return game(choices, self.late + choices[0] % (CELLS - self.late))


def positions(config: pytest.Config, default: int) -> int | None:
    """Return how many positions of a set to solve: what the options say, or the default."""
    if config.getoption("--full"):
        return None
    return config.getoption("--positions") or default


def measure_in_time(step: Step, lines: list[sets.Line]) -> Result | None:
    """Return what a step makes of the lines, None if that takes too long."""
    with Worker(step.number, use_book=True) as worker:
        try:
            return worker.measure(lines, PREVIOUS_SECONDS)
        except OutOfTime:
            return None
