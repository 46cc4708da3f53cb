"""Tests of the recorded benchmarks, and of what the pages say about them."""

import json
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import cast

import pytest
from common.tools.processes.workers import OutOfTime
from repository import ROOT, Run

from common.position import parse
from common.tools import course, sets
from common.tools.bench import engines, measure, report
from common.tools.bench.engines import BitBully, StepEngine
from common.tools.bench.measure import EngineWorker, Result, Solved
from common.tools.bench.report import Row, format_cells, format_time, make_record_row
from common.tools.cli import make_parser
from common.tools.commands import bench
from common.tools.measured import NODES, PROCESSOR, gain, index_rows, processor, read_record, versions
from common.tools.sets import KINDS
from common.tools.site.figures import figures

RECORDS = sorted(
    path for path in (ROOT / "docs" / "benchmarks").glob("*.json") if path.stem != "sizes"
)  # of `c4 bench`; that of `c4 sizes` is checked in test_sizes.py


def test_a_record_has_the_version_of_each_peer() -> None:
    assert set(engines.PEERS) <= set(versions())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_every_recorded_score_is_right(path: Path) -> None:
    rows = read_record(path.stem)["rows"]
    assert any("correct" in row for row in rows)
    for row in rows:
        assert row.get("correct") == row.get("positions")
        assert ("correct" in row) != ("not_available" in row)


def test_steps_are_recorded_from_the_first_on_each_with_every_set() -> None:
    pairs = {(row["solver"], row["set"]) for row in read_record()["rows"]}
    steps = sorted({number for number, _ in pairs})
    assert steps == course.numbers()[: len(steps)]
    assert pairs == {(number, name) for number in steps for name in KINDS}


def test_a_worker_returns_each_line_with_the_time_that_it_took() -> None:
    started = monotonic()
    with EngineWorker("07", use_book=False) as worker:
        result = worker.measure_lines(sets.load_set("middle-easy", 3), 600)
    assert result.correct == result.positions == 3
    assert 0 < sum(line.seconds for line in result.lines) < monotonic() - started


SOLVED = Solved(right=True, seconds=0.25, processor_seconds=0.125, nodes=7)


class Scripted:
    """A worker that notes who was asked what, and runs out of time at a line."""

    def __init__(self, name: str, questions: list[tuple[str, str]], fails_at: str = "") -> None:
        self._name, self._asked, self._fails_at = name, questions, fails_at

    def measure_lines(
        self, lines: list[sets.Line], timeout: float, on_solved: Callable[[Solved], None]
    ) -> None:
        for line in lines:
            self._asked.append((self._name, line.moves))
            if line.moves == self._fails_at:
                raise OutOfTime
            assert timeout > 0
            on_solved(SOLVED)


def test_solvers_take_turns_and_one_that_is_out_of_time_is_left_out() -> None:
    lines = [sets.Line(f"{number}", 0) for number in range(2 * bench.TURN + 1)]
    questions: list[tuple[str, str]] = []
    workers = {"quick": Scripted("quick", questions), "slow": Scripted("slow", questions, fails_at="3")}
    keys: list[str] = []

    def remember(key: str, take: bench.Turn) -> list[Solved]:
        keys.append(key)
        return take()

    quick, slow = bench.measure_set(cast("dict[str, EngineWorker]", workers), "end-easy", lines, 60, remember)
    first, later = [str(n) for n in range(bench.TURN)], [str(n) for n in range(bench.TURN, len(lines))]
    turns = [("quick", first), ("slow", list("0123")), ("quick", later)]
    assert questions == [(name, n) for name, numbers in turns for n in numbers]
    assert quick.result == Result([SOLVED] * len(lines))
    assert (slow.result, slow.why_not) == (None, f"3 of {len(lines)} positions in 60 s")
    assert keys == ["quick end-easy 0", "slow end-easy 0", "quick end-easy 10", "quick end-easy 20"]


LINES = [Solved(True, 0.5, 0.25, 1000), Solved(True, 1.5, 1.0, 3000), Solved(False, 1.0, 1.3, 2001)]


def test_a_row_says_what_its_lines_took() -> None:
    row = Row("end-easy", "07", Result(LINES))
    assert Result(LINES).knodes_per_second == pytest.approx(6.001 / 3)
    assert format_cells(row) == ["2/3", "1 s", "850.0 ms", "1 s", "2,000.3", "2"]
    assert make_record_row(row) == {
        "set": "end-easy",
        "solver": "07",
        "positions": 3,
        "correct": 2,
        "mean_microseconds": 1e6,
        "mean_processor_microseconds": 850_000,
        "median_processor_microseconds": 1e6,
        "geometric_mean_processor_microseconds": round(0.325 ** (1 / 3) * 1e6, 2),
        "mean_nodes": 2000.33,
        "knodes_per_second": 2,
    }


def test_a_row_has_hundredths_of_microseconds() -> None:
    row = make_record_row(Row("end-easy", "07", Result([Solved(True, 1 / 3, 1 / 7, 1000)])))
    assert row["mean_microseconds"] == 333333.33
    assert [figure for name, figure in row.items() if "processor" in name] == [142857.14] * 3


@pytest.mark.parametrize(("options", "book"), [([], True), (["--no-book"], False)])
def test_a_benchmark_says_what_was_asked_and_fails_if_a_score_is_wrong(
    c4_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], book: bool
) -> None:
    rows = [Row("end-easy", "08", Result(LINES[:2])), Row("end-easy", "07", None, "0 of 2 positions in 9 s")]
    path = tmp_path / "figures.json"
    monkeypatch.setattr(bench, "measure_engines", lambda *_: rows)  # pyright: ignore
    asked = [
        "bench",
        "--steps",
        "7-8",
        "--sets",
        "end-easy,middle-easy",
        "--positions",
        "2",
        "--timeout",
        "9",
    ]
    done = c4_here(*asked, *options, "--json", str(path))
    assert done.returncode == 0
    said, machine = done.stdout.splitlines()[-2:]
    assert said == f"2 positions a set, 9 s for a set{', no book' * (not book)}"
    assert machine.startswith(f"{processor()}; python ")
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["settings"] == {"timeout": 9, "book": book}
    assert written["rows"] == [make_record_row(row) for row in rows]
    rows[0] = Row("end-easy", "08", Result(LINES))
    assert c4_here(*asked).returncode == 1


def test_figures_of_two_states_of_the_source_do_not_belong_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "CORE", tmp_path)
    monkeypatch.setattr(course, "STEPS", tmp_path / "none")
    hashes: list[str] = []
    for text in ("a", "b", "a"):
        (tmp_path / "deep").mkdir(exist_ok=True)
        (tmp_path / "deep" / "file.py").write_text(text, encoding="utf-8")
        (tmp_path / "notes.txt").write_text(f"{len(hashes)}", encoding="utf-8")
        hashes.append(bench.hash_source())
    assert hashes[0] == hashes[2] != hashes[1]
    assert all(len(text) == 16 for text in hashes)


def list_asked_engines(*words: str) -> list[str]:
    return bench.list_engines(make_parser(["bench"]).parse_args(["bench", *words]))


def test_engines_are_the_steps_those_that_can_with_threads_and_the_peers_modes() -> None:
    assert list_asked_engines("--steps", "5,21-22") == ["05", "21", "22"]
    assert list_asked_engines("--steps", "5,21-22", "--threads", "2") == ["05", "21", "22", "22 x2"]
    peers = ["05", "bitbully mtdf", "bitbully null_window"]
    assert list_asked_engines("--steps", "5", "--peer", "bitbully", "--no-book") == peers
    assert list_asked_engines("--steps", "5,8", "--no-book") == ["05", "08"]


class Clockwork:
    """An engine that takes no time, and remembers what it was asked to do."""

    def __init__(self) -> None:
        self.nodes, self.asked = 7, list[str]()

    def reset(self) -> None:
        self.asked.append("reset")

    def prepare(self, moves: str) -> str:
        self.asked.append(f"prepare {moves}")
        return moves

    def solve(self, position: str) -> int:
        self.asked.append(f"solve {position}")
        return 18


def test_only_the_solving_of_a_line_is_timed_after_a_reset(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, seen = Clockwork(), list[list[str]]()

    def clock(seconds: int) -> Callable[[], int]:
        def look() -> int:
            seen.append(list(engine.asked))
            return (1 + seconds * engine.asked.count("solve 4455")) * 10**9

        return look

    monkeypatch.setattr(measure, "perf_counter_ns", clock(2))
    monkeypatch.setattr(measure, "process_time_ns", clock(5))
    assert measure.solve_line(engine, sets.Line("4455", 18)) == Solved(True, 2.0, 5.0, 7)
    assert not measure.solve_line(engine, sets.Line("4455", 17)).right
    assert engine.asked[:3] == ["reset", "prepare 4455", "solve 4455"]
    assert seen[:2] == [["reset", "prepare 4455"]] * 2


def test_a_peer_forgets_all_when_it_is_reset() -> None:
    engine = BitBully("mtdf", use_book=False)
    line = sets.load_set("middle-easy", 2)[1]
    nodes: list[int] = []
    for forget in (True, True, False):
        if forget:
            engine.reset()
        before = engine.nodes
        assert engine.solve(engine.prepare(line.moves)) == line.score
        nodes.append(engine.nodes - before)
        assert before == 0 or not forget
    assert nodes[0] == nodes[1] > nodes[2]


def test_a_peer_is_given_the_stones_that_it_would_have_played() -> None:
    engine = BitBully("mtdf", use_book=False)
    for moves in ("", "4", "44", "4455", "12345", "112233"):
        position = parse(moves, course.thinker().Position.start())
        assert engine.make_board(position.stones, position.mask) == engine.prepare(moves), moves


def test_an_engine_is_compiled_and_has_touched_its_memory_before_it_is_timed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cleared, warmed = list[int](), list[str]()
    monkeypatch.setattr("common.tools.course.Step.warm", lambda step: warmed.append(step.number))  # pyright: ignore
    monkeypatch.setattr("common.jit.clear", lambda array: cleared.append(len(array)))  # pyright: ignore
    engine = StepEngine("19", use_book=False)
    assert warmed == ["19"]
    assert max(cleared) > 8_000_000
    assert len(cleared) == sum(hasattr(value, "nbytes") for value in vars(engine.solver).values())


def test_a_row_without_a_result_says_why() -> None:
    why = "0 of 3 positions in 1 s"
    row = Row("end-easy", "07", None, why)
    assert format_cells(row) == ["N/A", why, "", "", "", ""]
    assert make_record_row(row) == {"set": "end-easy", "solver": "07", "not_available": why}


def test_a_table_has_the_solvers_set_by_set_and_marks_those_that_are_wrong() -> None:
    results = {"07": Result(LINES[:2]), "bitbully mtdf": Result(LINES), "01": None}
    rows = [Row(name, solver, result) for solver, result in results.items() for name in ("a", "b")]
    drawn = report.make_bench_table(rows)
    assert list(drawn.columns[0].cells) == ["a"] * 3 + ["b"] * 3
    assert list(drawn.columns[1].cells) == ["07 anticipation", "bitbully mtdf", "01 minmax"] * 2
    assert [row.style for row in drawn.rows] == [None, "red", "dim"] * 2
    assert [row.end_section for row in drawn.rows] == [False, False, True] * 2


def test_a_time_has_the_unit_that_suits_it() -> None:
    seconds = (75, 10, 9.994, 1, 0.25, 0.01, 0.001, 0.00099, 0)
    texts = "75.0 s, 10.0 s, 9.99 s, 1 s, 250.0 ms, 10.0 ms, 1 ms, 990.0 µs, 0.0 µs"
    assert ", ".join(map(format_time, seconds)) == texts


def test_no_table_shows_how_fast_a_wrong_solver_is() -> None:
    row = read_record()["rows"][0]
    assert "nodes" in figures.render_cell(row, PROCESSOR)
    with pytest.raises(figures.WrongScores, match=r"01 on end-easy: 49 of 50 scores are right"):
        figures.render_cell(row | {"correct": 49}, PROCESSOR)


def test_tables_say_what_their_figures_are_and_threads_are_compared_by_the_clock() -> None:
    for table in (figures.benchmark("peers"), figures.step_benchmark("04")):
        assert "Time and nodes are means over the positions of a set; half of them take the median" in table
        assert "the clock's" not in table
    for name in ("book", "threads"):
        table = figures.benchmark(name)
        assert "Mean times are the clock's" in table
        for row in read_record(name)["rows"]:
            assert format_time(row["mean_microseconds"] / 1e6) in table


EARNS = 1.1
SINGLE = [number for number in course.numbers() if "09" <= number <= course.THINKER]


@pytest.mark.parametrize("number", SINGLE)
def test_a_step_earns_its_folder_on_some_recorded_set(number: str) -> None:
    """Look for a set on which it takes less time or explores fewer nodes than the step before."""
    before = course.previous(course.load(number))
    assert before
    best = 0.0
    for name in ("steps", "begin-hard-steps", "empty-5x5", "empty-6x5"):
        rows = index_rows(read_record(name))
        for solver, kind in rows:
            if solver == number:
                gains = (gain(rows, before.number, number, kind, figure) for figure in (PROCESSOR, NODES))
                best = max(best, *(times or 0 for times in gains))
    assert best >= EARNS


def test_each_peer_is_opened_by_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(engines.BitBully):
        """A second peer."""

    monkeypatch.setitem(engines.PEERS, "other", Other)
    assert type(engines.make_engine("other mtdf", use_book=False)) is Other
    assert type(engines.make_engine("bitbully mtdf", use_book=False)) is engines.BitBully
