"""Tests of the recorded benchmarks, and of the pages about them."""

import json
import platform
import re
import shlex
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from importlib import metadata
from io import StringIO
from multiprocessing import active_children
from pathlib import Path
from statistics import fmean
from time import monotonic
from unittest.mock import Mock

import psutil
import pytest
from repository import C4, ROOT, Done, run
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from common.errors import Error
from common.tools import course, sets
from common.tools.bench import entrants, measure, report
from common.tools.bench.entrants import BitBully, Program
from common.tools.bench.measure import Result, Solved, Worker
from common.tools.bench.report import Row, make_json_row
from common.tools.cli import make_parser
from common.tools.commands import bench
from common.tools.learn.curriculum import stages
from common.tools.measured import NODES, PROCESSOR, Setup, gain, index_rows, read_benchmark, versions
from common.tools.sets import KINDS
from common.tools.site.figures.climb import DRAWN, draw_climb
from common.tools.terminal.console import make_console
from common.tools.testing.contract import COMPARED

RECORDS = sorted((ROOT / "docs" / "benchmarks").glob("*.json"))


def test_a_benchmark_has_the_version_of_each_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(entrants.PEERS) <= set(versions())
    monkeypatch.setattr(metadata.Distribution, "from_name", Mock(side_effect=metadata.PackageNotFoundError))
    python = platform.python_version()
    assert versions() == dict.fromkeys(versions(), "not installed") | {"python": python}
    assert set(entrants.PEERS) <= set(versions())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_every_recorded_score_is_right(path: Path) -> None:
    rows = read_benchmark(path.stem)["rows"]
    assert any("correct" in row for row in rows)
    for row in rows:
        assert row.get("correct") == row.get("positions")
        assert ("correct" in row) != ("not_available" in row)


def test_every_step_is_recorded_with_every_set() -> None:
    with_book = [f"{number} 12" for number in course.numbers() if course.load(number).knows("book")]
    assert {*index_rows(read_benchmark())} == {
        (solver, name) for solver in [*course.numbers(), *with_book] for name in KINDS
    }


@pytest.mark.parametrize("number", course.numbers())
def test_the_lessons_have_the_nodes_that_a_steps_tests_count(number: str) -> None:
    row = index_rows(read_benchmark())[number, "end-easy"]
    assert row["positions"] == COMPARED
    step = course.load(number).with_options(use_book=False)
    nodes = [step.ask(line.moves).nodes for line in sets.load_set("end-easy", COMPARED)]
    assert row[NODES] == pytest.approx(fmean(nodes), abs=0.01)


def test_an_entrants_process_is_timed_ended_and_restarted() -> None:
    """Step 01 cannot finish the empty board."""
    easy, hard = sets.load_set("end-easy", 3), sets.Line("", 1)
    with Worker("01", course.load("01")) as worker:
        started = monotonic()
        solved = worker.solve_lines(easy, 600)
        assert all(line.right and line.nodes for line in solved)
        assert 0 < sum(line.seconds for line in solved) < monotonic() - started
        assert len(worker.solve_lines([easy[0], hard, easy[1]], 2)) == 1
        assert worker.solve_lines([sets.Line("", 1)], -1) == []
        assert [line.nodes for line in worker.solve_lines(easy, 600)] == [line.nodes for line in solved]
        for process in active_children():
            process.kill()
            process.join()
        for _ in range(2):
            with pytest.raises(BrokenExecutor):
                worker.solve_lines(easy, 600)


def test_an_entrant_that_cannot_be_prepared_says_why() -> None:
    with pytest.raises(Error, match=r"^05 tiny: .* 1 entries is too small"):
        Worker("05 tiny", course.load("05").with_options(size=1))


def test_a_folder_of_ones_own_is_an_entrant(tmp_path: Path) -> None:
    stages.write_files(tmp_path, stages.load_stage("04b").ours())
    lines = sets.load_set("end-easy", 2)
    with Worker("mine", course.choose(f"{tmp_path}")) as worker:
        assert all(line.right for line in worker.solve_lines(lines, 600))
    assert list_asked_entrants("--steps", f"5,{tmp_path}") == ["05", f"{tmp_path}"]
    (tmp_path / "solver.py").write_text("\nraise ValueError\n", encoding="utf-8")
    with pytest.raises(Error, match=r"^mine: .*: solver\.py, line 2.*ValueError$"):
        Worker("mine", course.choose(f"{tmp_path}"))
    with pytest.raises(Error, match=rf"^{re.escape(f'{tmp_path}')}: solver\.py, line 2.*ValueError$"):
        Worker(f"{tmp_path}", course.choose(f"{tmp_path}"))


def test_a_book_that_was_read_before_is_kept() -> None:
    step = course.load("08").with_options()
    step.shared_solver.open_book(0)
    book = step.memory["book"]
    first = book.score(0)
    step.prepare()
    assert book.score(0) == first


def test_an_entrant_that_does_not_get_ready_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may loop while it is compiled; this one only takes its time."""
    monkeypatch.setattr(measure, "START_SECONDS", 0.01)
    before = {*active_children()}
    with pytest.raises(Error, match=r"^01 .* 0\.01 s"):
        Worker("01", course.load("01"))
    assert {*active_children()} <= before


def test_entrants_take_turns_and_slow_ones_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick lines are asked again, all in one turn; the slow entrant solves 12 lines in its time."""
    monkeypatch.setattr(bench, "QUICK", 0.05)
    monkeypatch.setattr(bench, "ROUNDS", 2)
    asked, turns = sets.load_set("end-easy", 24), list[str]()

    def make_worker(name: str, seconds_each: float) -> Worker:
        def solve_lines(lines: Sequence[sets.Line], seconds: float) -> list[Solved]:
            turns.append(f"{name} {asked.index(lines[0])}")
            return [Solved(True, seconds_each, seconds_each, 1, 0)] * min(
                len(lines), int(seconds / seconds_each)
            )

        return Mock(Worker, solve_lines=solve_lines)

    workers = {Setup("slow"): make_worker("slow", 0.4), Setup("quick"): make_worker("quick", 0.001)}
    rows = bench.measure_set(workers, "some", asked, 5)
    taken = "slow 0, quick 0, slow 10, quick 0, quick 0"
    assert ", ".join(turns) == taken
    assert (rows[0].result, rows[0].why_not) == (None, "12 of 24 positions in 5 s")
    assert rows[1].result
    assert rows[1].result.correct == 24


LINES = [Solved(True, 0.5, 0.25, 1000, 2), Solved(True, 1.5, 1.0, 3000, 2), Solved(False, 1.0, 1.3, 2001, 2)]


def test_a_row_says_what_its_lines_took(snapshot: SnapshotAssertion) -> None:
    thirds = Solved(True, 1 / 3, 1 / 7, 1000, 2)
    rows = [
        Row("end-easy", Setup("07", threads=2), Result(LINES)),
        Row("end-easy", Setup("bitbully", "mtdf"), Result([thirds])),
        Row("end-easy", Setup("01"), None, "0 of 3 positions in 1 s"),
    ]
    assert Result(LINES).knodes_per_second == pytest.approx(6.001 / 3)
    out = StringIO()
    make_console(out).print(report.make_bench_table(rows))
    assert (out.getvalue(), [make_json_row(row) for row in rows]) == snapshot
    Console(file=out, force_terminal=True, color_system="standard").print(report.make_bench_table(rows))
    red = [line for line in out.getvalue().splitlines() if "\x1b[31m" in line]
    assert [re.findall(r"\d/\d", line) for line in red] == [["2/3"]]


def test_another_source_is_another_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash is of all Python source, and of nothing else."""
    monkeypatch.setattr(bench, "CORE", tmp_path)
    monkeypatch.setattr(course, "STEPS", tmp_path / "none")
    hashes: list[str] = []
    for text in ("a", "b", "a"):
        (tmp_path / "file.py").write_text(text, encoding="utf-8")
        (tmp_path / "notes.txt").write_text(f"{len(hashes)}", encoding="utf-8")
        hashes.append(bench.hash_source())
    assert hashes[0] == hashes[2] != hashes[1]


def list_asked_entrants(*words: str) -> list[str]:
    return [*map(str, bench.list_entrants(make_parser(["bench"]).parse_args(["bench", *words])))]


def test_entrants_are_steps_threaded_steps_and_peers_modes() -> None:
    assert list_asked_entrants("--steps", "5,21-22") == ["05", "21", "22"]
    assert list_asked_entrants("--steps", "5,21-22", "--threads", "2") == ["05", "21", "22", "22 x2"]
    peers = ["05", "bitbully mtdf", "bitbully null_window"]
    assert list_asked_entrants("--steps", "5", "--peer", "bitbully", "--no-book") == peers
    both = list_asked_entrants("--steps", "5", "--peer", "python 'my solver' 64", "--peer", "bitbully")
    assert both == ["05", "python 'my solver' 64", *peers[1:]]
    assert list_asked_entrants("--steps", "5,8", "--no-book") == ["05", "08"]
    assert list_asked_entrants("--steps", "5,8", "--book", "8") == ["05", "08", "08 8"]


def test_a_peer_forgets_all_between_questions() -> None:
    peer, line = BitBully("mtdf", use_book=False), sets.load_set("middle-easy", 2)[1]
    answers = [peer.ask(line.moves) for _ in range(2)]
    assert [answer.scores for answer in answers] == [[line.score]] * 2
    assert answers[0].nodes == answers[1].nodes > 0


def run_bench(*words: str) -> Done:
    return run([*C4, "bench", "--steps", "05", *words])


def test_a_file_of_ones_own_is_measured_and_a_wrong_score_is_said(tmp_path: Path) -> None:
    path, record = tmp_path / "end-easy", tmp_path / "figures.json"
    (right,) = sets.load_set("end-easy", 1)
    text = f"\ufeff{right.moves} {right.score}\r\n\r\n 4455  17 \r\n4455 18"
    path.write_text(text, encoding="utf-8", newline="")
    done = run_bench("--steps", "07,21", "--file", str(path), "--no-book", "--json", str(record))
    assert done.returncode == 1
    assert f"{path}, line 3: 4455 scores 17 there, 18 by 07, 21" in done.stdout.replace("\n", " ")
    rows = json.loads(record.read_text(encoding="utf-8"))["rows"]
    assert [(row["set"], row["correct"], row["positions"]) for row in rows] == [(str(path), 2, 3)] * 2


def test_a_file_beside_the_set_of_its_name_has_a_row_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("end-easy").write_text("4455 18\n" * 30, encoding="utf-8")
    words = ["bench", "--sets", "end-easy", "--file", "end-easy", "--positions", "25"]
    lines = bench.load_lines(make_parser(["bench"]).parse_args(words))
    assert {name: len(part) for name, part in lines.items()} == {"end-easy": 25, "./end-easy": 25}
    assert list(bench.load_lines(make_parser(["bench"]).parse_args(words[:1]))) == list(KINDS)
    assert list(bench.load_lines(make_parser(["bench"]).parse_args([words[0], *words[3:5]]))) == [
        "./end-easy"
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4455 18\n\n4455\n", "line 3: '4455' is not"),
        ("4455 18 4\n", "line 1: '4455 18 4' is not"),
        ("4455 18\n4444444 1\n", "line 2: .*column 4 is full"),
        ("11223344 1\n", "line 1: .*wins the game"),
        ("\0\1", "line 1"),
        ("\n", "no lines"),
    ],
)
def test_a_file_with_a_line_that_is_none_is_refused_before_anything_is_timed(
    tmp_path: Path, text: str, reason: str
) -> None:
    path = tmp_path / "lines"
    path.write_text(text, encoding="utf-8")
    done = run_bench("--file", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(f"{re.escape(str(path))}.*{reason}", done.stderr)


def test_a_program_is_asked_on_the_same_lines(tmp_path: Path) -> None:
    record = tmp_path / "figures.json"
    command = shlex.join([*C4, "solve", "--step", "05"])
    done = run_bench("--sets", "end-easy", "--positions", "3", "--peer", command, "--json", str(record))
    assert done.returncode == 0, done.stderr
    step, peer = json.loads(record.read_text(encoding="utf-8"))["rows"]
    assert shlex.split(f"{peer['solver']} {peer['mode']}") == shlex.split(command)
    assert (peer["correct"], peer["mean_nodes"]) == (3, step["mean_nodes"])
    assert peer["mean_microseconds"] > 0
    if sys.platform == "linux":  # its process does more than its clock says
        assert peer["mean_processor_microseconds"] > peer["mean_microseconds"]


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("", "ended before"),
        ("print(input(), 1)", "1' to .* microseconds"),
        ("print('44 18 1 2')", "'44 18 1 2' to"),
    ],
)
def test_a_program_that_does_not_answer_is_said(program: str, reason: str) -> None:
    with (
        pytest.raises(Error, match=reason),
        Worker("it", Program(shlex.join([sys.executable, "-c", program]))),
    ):
        pass


def test_a_program_that_takes_less_than_a_microsecond_has_a_row(tmp_path: Path) -> None:
    (line,) = sets.load_set("end-easy", 1)
    path, record = tmp_path / "peer.py", tmp_path / "figures.json"
    path.write_text(f"while True: print(input(), {line.score}, 1, 0, flush=True)", encoding="utf-8")
    command = shlex.join([sys.executable, str(path)])
    done = run_bench("--sets", "end-easy", "--positions", "1", "--peer", command, "--json", str(record))
    assert done.returncode == 0, done.stderr
    assert 0 < json.loads(record.read_text(encoding="utf-8"))["rows"][1]["mean_microseconds"] < 1


def test_a_program_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    program = f"""
import os, time
open({str(path)!r}, "w").write(f"{{os.getpid()}}")
print(input(), "1 1 1", flush=True)
input()
time.sleep(600)
"""
    with Worker("it", Program(shlex.join([sys.executable, "-c", program]))) as worker:
        first = path.read_text(encoding="utf-8")
        assert worker.solve_lines(sets.load_set("end-easy", 1), 0.1) == []
        assert not psutil.pid_exists(int(first))


def test_a_solver_that_is_too_slow_is_not_asked_on_harder_sets() -> None:
    done = run_bench("--steps", "01,07", "--sets", "middle-easy,begin-easy", "--timeout", "0.5,begin-easy=60")
    assert re.search(r"begin-easy\n01 +too slow +N/A\n07 +20/20", done.stdout)


SINGLE = [number for number in course.numbers() if "09" <= number <= course.ENGINE]


@pytest.mark.parametrize("number", SINGLE)
def test_a_step_earns_its_folder_on_some_set(number: str) -> None:
    """Look for a set on which it takes less time or explores fewer nodes than the step before."""
    before = course.previous(course.load(number))
    assert before
    best = 0.0
    for name in ("steps", "empty-5x5", "empty-6x5"):
        rows = index_rows(read_benchmark(name))
        for solver, kind in rows:
            if solver == number:
                gains = (gain(rows, before.number, number, kind, figure) for figure in (PROCESSOR, NODES))
                best = max(best, *(times or 0 for times in gains))
    assert round(best, 2) >= 1.1  # as the map shows it


def test_the_climb_names_each_set_with_its_nodes_and_each_step() -> None:
    benchmark = read_benchmark()
    rows, svg = index_rows(benchmark), draw_climb(benchmark)
    for kind in KINDS:
        solved = [rows[number, kind][NODES] for number in DRAWN if NODES in rows[number, kind]]
        assert f"{kind} from {solved[0]:,.0f} nodes" in svg
        assert svg.count(f">{kind}<") == 2  # its lines in both pictures
    for number in course.numbers():
        assert (f">{number} {course.load(number).name}<" in svg) == (number in DRAWN)
