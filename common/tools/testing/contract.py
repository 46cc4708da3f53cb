"""The contract as tests: a step's `test_step.py` names the sets it can afford; `claims` asks the questions.

    class TestContract(Contract):
        step = course.load("05")
        sets = {"end-easy": 1000, "middle-easy": 200}
        late = 22

`sets` gives the positions solved of each set, 0 for a set that takes too long for every day, and is solved
with --positions or --full only; a set that is not named is out of the step's reach. A run of all tests solves
`DRAWN` of these. From `late` moves on any position is solved in no time, so that random ones can be tried.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_benchmark.fixture import BenchmarkFixture

from common.position import CELLS, COLUMN_NAMES, WIDTH, InvalidPosition, children, parse
from common.score import remaining
from common.solver import Solver
from common.tools import claims, course, sets
from common.tools.bench.engines import StepEngine
from common.tools.bench.measure import Result, Solved, solve_line
from common.tools.bench.report import format_step_cells
from common.tools.claims import Program, Question
from common.tools.course import Step
from common.tools.sets import KINDS
from common.tools.testing.parts import PartsContract, build_step_program
from common.tools.testing.plugin import DAY, FIGURES

PLAIN_NODES = 500  # of a set in plain Python, some hundred times slower; 18 times as many with --full

DRAWN = {"end-easy": 200, "middle-easy": 200, "middle-medium": 30, "begin-easy": 150, "begin-medium": 8}
"""The number of positions drawn from each set in a run of all tests."""

ELAPSED = [0.0]
"""The clock of the benchmarks, in seconds: it advances while a position is searched, and at no other time."""

Moves = st.lists(st.integers(0, WIDTH - 1), min_size=CELLS, max_size=CELLS)

# Each step runs the same inherited tests; differing_executors warns of that.
randomly = settings(max_examples=30, suppress_health_check=[HealthCheck.differing_executors])


@cache
def build_engine(number: str, use_book: bool = True) -> StepEngine:
    """Return one engine per step for all tests: allocating its table again takes longer than they do."""
    return StepEngine(number, use_book=use_book)


@cache
def solve_line_once(number: str, line: sets.Line, use_book: bool = True) -> Solved:
    """Return a step's result on a line, which it solves once for all tests."""
    return solve_line(build_engine(number, use_book), line)


def solve_lines_once(number: str, lines: Iterable[sets.Line]) -> Result | None:
    """Return a step's result on lines, or None without lines."""
    solved = [solve_line_once(number, line) for line in lines]
    return Result(solved) if solved else None


def count_line_nodes(number: str, lines: Iterable[sets.Line], use_book: bool = True) -> int:
    """Return the number of nodes that a step explores for all lines, with its book or without one."""
    return sum(solve_line_once(number, line, use_book).nodes for line in lines)


def reset_step_solver(step: Step) -> Solver[Any]:
    """Reset a step's solver and return it."""
    return build_step_program(step.number).reset_solver()


def check_questions(questions: Iterable[Question]) -> None:
    """Ask all questions; fail at the first wrong answer."""
    for question in questions:
        answer = question.ask()
        assert question.is_right(answer), (
            f"{question.moves}: {question.asked}: {answer}, not {question.right}"
        )


def play_choices(choices: list[int], length: int) -> str:
    """Return a game of at most that many moves that is not over."""
    position, moves = course.make_quick_board(), ""
    for choice in choices[: min(length, CELLS - 1)]:
        playable = list(children(position))
        if not playable:
            break
        column, position = playable[choice % len(playable)]
        moves += COLUMN_NAMES[column]
    return moves


class Contract(PartsContract):
    """The tests of a step."""

    sets: ClassVar[dict[str, int]]
    late: ClassVar[int]

    @pytest.mark.benchmark(timer=lambda: ELAPSED[-1])
    def test_scores_of_set(
        self,
        set_name: str,
        benchmark: BenchmarkFixture,
        record_property: Callable[[str, object], None],
        pytestconfig: pytest.Config,
    ) -> None:
        """Solve the lines of a set, time each, and keep the figures for the closing table."""
        number, lines = self.step.number, draw_lines(pytestconfig, self.sets, set_name)
        result = Result([solve_line_once(number, line) for line in lines])
        before = solve_before(self.step, lines, set_name, pytestconfig)
        record_property(FIGURES, [number, set_name, *format_step_cells(result, before)])
        if set_name == next(iter(self.sets)):
            for name in KINDS:
                if not draw_lines(pytestconfig, self.sets, name):
                    why_not = "with --full" if name in self.sets else "out of reach"
                    record_property(FIGURES, [number, name, "N/A", why_not])
        lines_left = iter(result.lines)
        timer: Any = benchmark  # the plugin has no types
        timer.pedantic(lambda: ELAPSED.append(ELAPSED[-1] + next(lines_left).seconds), rounds=len(lines))
        timer.extra_info |= {"mean_nodes": result.mean_nodes, "positions": result.positions}
        assert result.correct == result.positions

    @pytest.mark.parametrize(
        "claim",
        [claims.ask_best_of_children, claims.ask_mirror_image, claims.ask_weak_score],
        ids=["best_of_children", "mirror_image", "weak_score"],
    )
    @randomly
    @given(choices=Moves)
    def test_scores_of_random_positions_agree_with_each_other(
        self, claim: Callable[[Program, str], Iterable[Question]], choices: list[int]
    ) -> None:
        """Compare the score with those of the columns, of the mirror image, and with the weak score."""
        check_questions(claim(self.program, self.play_late_game(choices)))

    @randomly
    @given(Moves)
    def test_agrees_with_step_before(self, choices: list[int]) -> None:
        """Solve a position by this step and the one before; the first step has none."""
        before = course.load(f"{max(1, int(self.step.number) - 1)}")
        moves = self.play_late_game(choices)
        expected = reset_step_solver(before).solve(parse(moves, before.Position.start()))
        assert reset_step_solver(self.step).solve(self.parse_position(moves)) == expected

    @randomly
    @given(Moves, st.integers(0, CELLS - 1))
    def test_position_knows_winning_moves(self, choices: list[int], length: int) -> None:
        """Compare each column of a position with a board of letters."""
        check_questions(claims.ask_rules_at(self.program, play_choices(choices, length)))

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
        """Refuse moves that cannot be played, and games that are over."""
        with pytest.raises(InvalidPosition, match=reason) as caught:
            self.parse_position(moves)
        assert caught.value.played == played

    def test_full_board_is_refused(self) -> None:
        """Refuse a drawn game, in which no player is to move."""
        drawn = "737167457417142561265443556473322216621335"
        with pytest.raises(InvalidPosition, match="board is full"):
            self.parse_position(drawn)
        with pytest.raises(InvalidPosition, match="board is full"):
            self.parse_position(drawn + "1")
        assert reset_step_solver(self.step).solve(self.parse_position(drawn[:-1])) == 0

    def test_nodes_add_up_until_reset(self) -> None:
        """Count the same nodes for the same position, added to those before."""
        lines = sets.load_set("end-easy", 100)
        moves = next(line.moves for line in lines if remaining(line.score, len(line.moves)) > 4)
        check_questions(claims.ask_node_counts(self.program, moves))

    def test_plain_python_explores_the_same_nodes(self, pytestconfig: pytest.Config) -> None:
        """Run the same source without Numba, in another process: same scores, same node counts."""
        expected: list[str] = []
        is_full = pytestconfig.getoption("--full")
        names = [name for name in self.sets if is_full or self.step.number < "09" or name[:5] != "begin"]
        for set_name in names:  # reading a book takes a second, by the code of 08 in each later step
            left = PLAIN_NODES * (18 if is_full else 1)
            for sample in sets.load_set(set_name, min(self.sets[set_name], 12)):
                solved = solve_line_once(self.step.number, sample)
                if solved.nodes <= left:
                    left -= solved.nodes
                    expected.append(f"{sample.moves} {sample.score} {solved.nodes}")
        assert expected
        command = [sys.executable, "-m", "common.tools", "solve", "--step", self.step.number]
        answer = subprocess.run(
            command,
            input="".join(line.split()[0] + "\n" for line in expected),
            env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert [answered.rsplit(" ", 1)[0] for answered in answer.stdout.splitlines()] == expected

    def play_late_game(self, choices: list[int]) -> str:
        """Return a game that this step solves in no time."""
        return play_choices(choices, self.late + choices[0] % (CELLS - self.late))


def load_reach(config: pytest.Config, reach: dict[str, int], set_name: str) -> list[sets.Line]:
    """Return the lines of a set that a step can afford."""
    if set_name not in reach:
        return []
    count = config.getoption("--positions") or reach[set_name]
    return sets.load_set(set_name, None if config.getoption("--full") else count)


def draw_lines(config: pytest.Config, reach: dict[str, int], set_name: str) -> list[sets.Line]:
    """Return the affordable lines that a step solves in this run, in the order of the set."""
    lines = load_reach(config, reach, set_name)
    count = DRAWN.get(set_name, len(lines))
    runs_all = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    is_drawn = runs_all and not config.getoption("--positions") and not config.getoption("--full")
    if not is_drawn or count >= len(lines):
        return lines
    return [lines[at] for at in sorted(Random(os.environ[DAY]).sample(range(len(lines)), count))]


def solve_before(step: Step, lines: list[sets.Line], set_name: str, config: pytest.Config) -> Result | None:
    """Return the result of the step before on the lines that it can afford, or None."""
    before = course.previous(step)
    if not before:
        return None
    reached = set(load_reach(config, before.sets, set_name))
    return solve_lines_once(before.number, [line for line in lines if line in reached])
