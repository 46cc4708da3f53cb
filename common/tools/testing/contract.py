"""The contract as tests: a step's `test_step.py` names the sets it can afford; `claims` asks the questions.

    class TestContract(Contract):
        step = course.load("05")
        sets = {"end-easy": 1000, "middle-easy": 200}
        late = 22

`sets` gives the positions solved of each set, 0 for a set that takes too long for everyday runs, and is
solved only with --positions or --full; a set that is not named takes the step too long. With `late` moves or
more, any position is solved in no time, so random ones are tried.
"""

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from statistics import median
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_benchmark.fixture import BenchmarkFixture

from c4.engine import processor_clock
from common.position import CELLS, COLUMN_NAMES, WIDTH, InvalidPosition, children, parse
from common.score import remaining
from common.solver import Solver
from common.tools import claims, course, sets
from common.tools.bench.measure import BLOCK, QUICK, TURN, Result, Solved, merge_results, solve_line
from common.tools.bench.report import format_step_cells
from common.tools.claims import Claim, reset_solver
from common.tools.course import Step
from common.tools.make.signature import list_lines, load_signatures
from common.tools.measured import index_rows, read_benchmark
from common.tools.sets import KINDS
from common.tools.testing.modules import ModulesContract, prepare_step
from common.tools.testing.plugin import FIGURES

PLAIN_NODES = 500  # of a set in plain Python, some hundred times slower; 18 times as many with --full

COMPARED = 50
"""The number of lines of a set, at most, on which a step is timed and compared with the one before.

The benchmark of all steps has as many, so a step's tests and its lesson give means over the same lines.
"""
TURNS = 5
"""How often a turn of quick lines is repeated; the median time of each line counts."""

Moves = st.lists(st.integers(0, WIDTH - 1), min_size=CELLS, max_size=CELLS)

# Each step runs the same inherited tests; differing_executors warns of that.
randomly = settings(max_examples=30, suppress_health_check=[HealthCheck.differing_executors])


@cache
def solve_line_once(number: str, line: sets.Line, use_book: bool = True) -> Solved:
    """Return a step's result on a line, which it solves once for all tests."""
    return solve_line(prepare_step(number, use_book), line)


def solve_lines_once(number: str, lines: Iterable[sets.Line], use_book: bool = True) -> Result:
    """Return a step's result on lines."""
    return Result([solve_line_once(number, line, use_book) for line in lines])


def count_line_nodes(number: str, lines: Iterable[sets.Line], use_book: bool = True) -> int:
    """Return the number of nodes that a step explores for all lines, with its book or without one."""
    return sum(solve_line_once(number, line, use_book).nodes for line in lines)


def reset_step_solver(step: Step) -> Solver[Any]:
    """Reset a step's solver and return it."""
    return reset_solver(prepare_step(step.number))


def check_claims(claims: Iterable[Claim]) -> None:
    """Check claims; fail at the first wrong answer."""
    for claim in claims:
        answer = claim.ask()
        assert claim.is_right(answer), f"{claim.moves}: {claim.asked}: {answer}, not {claim.right}"


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


class Contract(ModulesContract):
    """The tests of a step."""

    sets: ClassVar[dict[str, int]]
    late: ClassVar[int]

    @pytest.mark.benchmark(timer=processor_clock)
    def test_scores_of_set(
        self,
        set_name: str,
        benchmark: BenchmarkFixture,
        record_property: Callable[[str, object], None],
        pytestconfig: pytest.Config,
    ) -> None:
        """Solve the lines of a set, time the first of them, and keep the figures for the closing table.

        A step that adds a book is asked with it, a later one without: the search is what it changes.
        """
        number, lines = self.step.number, load_reach(pytestconfig, self.sets, set_name)
        before = course.previous(self.step)
        use_book = not (before and before.knows("book"))
        result = solve_lines_once(number, lines, use_book)
        reached = load_reach(pytestconfig, load_sets(before, use_book), set_name) if before else []
        shared = [line for line in lines if line in reached]
        other = before.number if before and shared else None
        new, old = compare_steps(benchmark, number, other, (shared or lines)[:COMPARED], use_book)
        why_not = f"{before.number} is too slow" if before else "no step before"
        cells = format_step_cells(result, new, old, why_not, is_timed=benchmark.enabled)
        record_property(FIGURES, [number, set_name, *cells])
        if set_name == next(iter(self.sets)):
            for name in KINDS:
                if not load_reach(pytestconfig, self.sets, name):
                    why_not = "with --full" if name in self.sets else "out of reach"
                    record_property(FIGURES, [number, name, "N/A", why_not])
        assert result.correct == result.positions

    @pytest.mark.parametrize(
        "claim",
        [claims.ask_best_of_children, claims.ask_mirror_image, claims.ask_weak_score],
        ids=["best_of_children", "mirror_image", "weak_score"],
    )
    @randomly
    @given(choices=Moves)
    def test_scores_of_random_positions_agree_with_each_other(
        self, claim: Callable[[Step, str], Iterable[Claim]], choices: list[int]
    ) -> None:
        """Compare the score with the column scores, the mirror image's score and the weak score."""
        check_claims(claim(self.program, self.play_late_game(choices)))

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
        check_claims(claims.ask_rules_at(self.program, play_choices(choices, length)))

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
        """Ask whether a position takes the same nodes each time, added to those before."""
        lines = sets.load_set("end-easy", 100)
        moves = next(line.moves for line in lines if remaining(line.score, len(line.moves)) > 4)
        check_claims(claims.ask_node_counts(self.program, moves))

    def test_plain_python_explores_the_same_nodes(
        self, solve_plainly: Callable[[str, str], str], pytestconfig: pytest.Config
    ) -> None:
        """Run the same source without Numba, in another process: same scores, same node counts."""
        compared, is_full = 0, pytestconfig.getoption("--full")
        for set_name in self.sets:
            left = PLAIN_NODES * (18 if is_full else 1)
            for sample in sets.load_set(set_name, min(self.sets[set_name], 12)):
                solved = solve_line_once(self.step.number, sample)
                if solved.nodes <= left:
                    left -= solved.nodes
                    compared += 1
                    assert solve_plainly(self.step.number, sample.moves) == f"{sample.score} {solved.nodes}"
        assert compared

    def test_explores_the_nodes_of_its_signature(self) -> None:
        """Compare the node count on fixed positions with the recorded one: a search may change unnoticed."""
        number = self.step.number
        # No book is asked later in the game, so other tests solve these lines, too.
        nodes = sum(count_line_nodes(number, [line], len(line.moves) > 12) for line in list_lines(number))
        expected = load_signatures().get(number)
        assert nodes == expected, (
            f"the search of step {number} explores {nodes} nodes, the signature says {expected}: "
            f"if that is intended, record it anew with `python -m common.tools.make signature` "
            "and state the new total in the commit message"
        )

    @pytest.mark.about("book.py")
    @pytest.mark.parametrize("kind", ["begin-medium", "begin-hard"])
    def test_openings_are_solved_with_the_book(self, kind: str) -> None:
        """Solve the recorded lines, and compare the nodes with the record."""
        row = index_rows(read_benchmark())[f"{self.step.number} 12", kind]
        lines = sets.load_set(kind, row["positions"])
        result = solve_lines_once(self.step.number, lines)
        assert result.correct == len(lines)
        assert result.mean_nodes == pytest.approx(row["mean_nodes"], abs=0.01)

    def play_late_game(self, choices: list[int]) -> str:
        """Return a game that this step solves in no time."""
        return play_choices(choices, self.late + choices[0] % (CELLS - self.late))


def load_sets(step: Step, use_book: bool) -> dict[str, int]:
    """Return the number of positions of each test set that a step's own tests solve.

    Those of a step that adds a book use it; without it, the step is as fast as the one before.
    """
    before = course.previous(step)
    if before and not use_book and not before.knows("book"):
        step = before
    return import_module(f"{step.module.__name__}.test_step").TestContract.sets


def load_reach(config: pytest.Config, reach: dict[str, int], set_name: str) -> list[sets.Line]:
    """Return the lines of a set that a step can afford."""
    if set_name not in reach:
        return []
    count = config.getoption("--positions") or reach[set_name]
    return sets.load_set(set_name, None if config.getoption("--full") else count)


def compare_steps(
    benchmark: Any, number: str, before: str | None, lines: list[sets.Line], use_book: bool
) -> tuple[Result, Result | None]:
    """Return a step's results on lines, and those of the step before, if there is one.

    pytest-benchmark times the step, a position a round, unless it is disabled, as by xdist. The steps take
    turns of some lines; quick turns are taken several times, and the median time of each line counts.
    """
    once = solve_lines_once(number, lines, use_book)
    if not benchmark.enabled:
        benchmark.pedantic(solve_line_once, (number, lines[0], use_book))
        return once, solve_lines_once(before, lines, use_book) if before else None
    step, old = prepare_step(number, use_book), dict[sets.Line, list[Solved]]()
    size, turns = (BLOCK, TURNS) if once.mean_seconds < QUICK / BLOCK else (TURN, 1)
    rounds = [
        (line, part if line is part[0] else [])
        for start in range(0, len(lines), size)
        for part in [lines[start : start + size]] * turns
        for line in part
    ]
    coming = iter(rounds)

    def set_up() -> tuple[tuple[object], dict[str, object]]:
        line, turn = next(coming)
        if before and sum(old[line][0].seconds for line in turn if line in old) < QUICK:
            for other in turn:
                old.setdefault(other, []).append(solve_line(prepare_step(before, use_book), other))
        position = step.parse(line.moves)
        step.reset()
        if hasattr(step.shared_solver, "open_book"):
            step.shared_solver.open_book(position.moves)
        return (position,), {}

    benchmark.pedantic(step.shared_solver.solve, setup=set_up, rounds=len(rounds))
    times = {line: list[float]() for line in lines}
    for (line, _), seconds in zip(rounds, benchmark.stats.stats.data, strict=True):
        times[line].append(seconds)
    new = [
        solved._replace(processor_seconds=median(times[line]))
        for line, solved in zip(lines, once.lines, strict=True)
    ]
    return Result(new), Result([merge_results(old[line]) for line in lines]) if before else None
