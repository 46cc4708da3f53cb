"""Tests of many lines: in several processes, with a journal, and as a Parquet table."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from repository import C4, ROOT, Done, Run, check_refused, run, run_c4, wait_until

from common.errors import UserError
from common.position import WIDTH, parse
from common.solver import analyze
from common.tools import course, pools, sets
from common.tools.solve import answering as solving
from common.tools.solve import labels
from common.tools.solve.answering import Answer, Question, answer_lines, resume_answers, stream_answers

QUESTION = Question("19")
LINES = [line.moves for name in ("end-easy", "middle-easy") for line in sets.load_set(name, 300)]


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """Return a file of lines, two of which are no positions."""
    path = tmp_path / "lines"
    path.write_text("\n".join([*LINES[:200], "448", *LINES[200:], "1111111"]) + "\n", encoding="utf-8")
    return path


def drop_times(text: str) -> list[str]:
    """Return answers as a file of answers has them."""
    return [line.rpartition(" ")[0] for line in text.splitlines()]


def test_a_line_has_its_scores_and_a_refused_one_its_complaint_alone() -> None:
    """A column without room has no score, which is written as "-"."""
    filled = "44444411335577"
    answered, refused = answer_lines(Question("19", analyze=True, use_book=False), [filled, "4x"])
    assert answered.scores[3] is None
    words = answered.spell().split()
    assert (words[0], words[4], words[-1]) == (filled, "-", f"{answered.nodes}")
    assert list(map(int, words[1:4])) == answered.scores[:3]
    assert (refused.moves, refused.scores, refused.nodes, refused.microseconds) == ("4x", [], 0, 0)
    assert refused.complaint.startswith("move 2, 'x'")


def test_an_answer_that_an_earlier_run_kept_took_no_time(tmp_path: Path) -> None:
    lines = [line.moves for line in sets.load_set("begin-easy", 3)]  # some take more than a microsecond

    def answer_rest(batches: Iterator[list[str]]) -> Iterator[list[Answer]]:
        return (answer_lines(QUESTION, [line]) for lines in batches for line in lines)

    def ask() -> Generator[Answer]:
        with resume_answers(QUESTION, iter([lines]), tmp_path / "answers", answer_rest) as answers:
            yield from chain.from_iterable(answers)

    begun = ask()
    first = next(begun)
    begun.close()  # as a signal does
    again = list(ask())
    assert again[0] == first._replace(microseconds=0)
    assert [answer.moves for answer in again] == lines
    assert any(answer.microseconds for answer in again[1:])


def test_answers_are_kept_once_more_than_a_second_has_gone_by_and_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, kept = [100.0], list[int]()
    monkeypatch.setattr(solving, "monotonic", lambda: now[0])
    seconds = (0.5, 1.0, 1.25, 2.25, 2.5, 2.75)

    def answer_rest(batches: Iterator[list[str]]) -> Iterator[list[Answer]]:
        for line, when in zip(next(batches), seconds, strict=True):
            now[0] = 100.0 + when
            yield [Answer(line, [1], 2, 3)]

    path = tmp_path / "answers"
    with resume_answers(QUESTION, iter([list("123456")]), path, answer_rest) as answers:
        for _ in answers:
            kept.append(path.with_name("answers.journal").read_bytes().count(b"\n") - 1)
        kept.append(path.with_name("answers.journal").read_bytes().count(b"\n") - 1)
    assert kept == [0, 0, 0, 3, 3, 5, 5, 6]


def test_answers_are_in_the_order_of_the_pieces_whichever_ends_first() -> None:
    pieces = list(range(20 * pools.AHEAD))
    taken: list[int] = []

    def answer_slowly(piece: int) -> int:
        time.sleep(0.002 * (7 * piece % 5))
        return piece

    def note_piece(piece: int) -> int:
        taken.append(piece)
        return piece

    with ThreadPoolExecutor(4) as pool:
        answers = pools.map_in_order(pool, answer_slowly, map(note_piece, pieces))
        assert next(answers) == 0
        assert len(taken) == pools.AHEAD * (os.cpu_count() or 1)  # no more wait at a time
        assert [0, *answers] == pieces


def test_what_is_quick_needs_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "monotonic", lambda: 1e6)  # a clock that stands still
    monkeypatch.setattr(pools, "open_executor", None)  # it is not asked for
    answers = stream_answers(QUESTION, iter([LINES[:2], LINES[2:5]]), jobs=2, dask=None)
    assert [answer.moves for answer in chain.from_iterable(answers)] == LINES[:5]


def test_one_process_answers_all_however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "ALONE_SECONDS", -1)
    monkeypatch.setattr(pools, "open_executor", None)  # it is not asked for
    answers = stream_answers(QUESTION, iter([LINES[:2], LINES[2:5]]), jobs=1, dask=None)
    assert [answer.moves for answer in chain.from_iterable(answers)] == LINES[:5]


@pytest.mark.parametrize(("lines", "sits", "at_once"), [(1, False, 1), (1, True, 0), (2, False, 0)])
def test_only_a_line_for_which_nobody_sits_there_is_answered_without_a_look_at_the_clock(
    lines: int, sits: bool, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[object] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: sits, raising=False)
    monkeypatch.setattr(solving, "answer_lines", lambda *asked: called.append(asked) or [])  # pyright: ignore
    list(solving.stream_batch(QUESTION, LINES[:lines], lambda _: True))
    assert len(called) == at_once


def answer_one_by_one(
    _question: object, lines: list[str], may_go_on: Callable[[int], bool]
) -> Iterator[list[Answer]]:
    """Yield an answer to each line, until there may be no more."""
    for solved, line in enumerate(lines):
        if not may_go_on(solved):
            return
        yield [Answer(line, [], 0, 0)]


def test_the_line_that_is_being_solved_is_known_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[tuple[int, str]] = []
    monkeypatch.setattr(solving, "stream_batch", answer_one_by_one)
    monkeypatch.setattr(solving.SlowLine, "look", lambda _, *line: looks.append(line))  # pyright: ignore
    list(stream_answers(QUESTION, iter([["a", "b"], ["c"], ["d", "e"]]), jobs=1, dask=None))
    assert looks == list(enumerate("abcde", 1))


@pytest.mark.parametrize(("jobs", "dask"), [(2, None), (1, "tcp://x")])
def test_after_two_seconds_others_do_the_rest_in_pieces_of_half_a_second(
    monkeypatch: pytest.MonkeyPatch, jobs: int, dask: str | None
) -> None:
    """Let a line take 0.15 seconds: the fourteenth is begun after 1.95, and three fit into a piece."""
    now, opened, pieces = [1000.0], list[Any](), list[list[str]]()

    def answer_slowly(*asked: Any) -> Iterator[list[Answer]]:
        for answers in answer_one_by_one(*asked):
            now[0] += 0.15
            yield answers

    def open_pool(*settings: object) -> Any:
        opened.append(settings)
        return nullcontext("pool")

    def map_pieces(pool: object, _function: object, cut: Iterator[list[str]]) -> Iterator[list[Answer]]:
        assert pool == "pool"
        for piece in cut:
            pieces.append(piece)
            yield [Answer(line, [], 0, 0) for line in piece]

    monkeypatch.setattr(solving, "stream_batch", answer_slowly)
    monkeypatch.setattr(solving, "monotonic", lambda: now[0])
    monkeypatch.setattr(pools, "open_executor", open_pool)
    monkeypatch.setattr(pools, "map_in_order", map_pieces)
    lines = [f"{number}" for number in range(25)]
    answers = stream_answers(QUESTION, iter([lines[:10], lines[10:20], lines[20:]]), jobs, dask)
    assert [answer.moves for answer in chain.from_iterable(answers)] == lines
    assert opened == [(jobs, dask)]
    assert pieces == [lines[first : first + 4] for first in (14, 18, 22)]


def test_several_processes_answer_as_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [*LINES[:400], "448", *LINES[400:]]
    alone = [answer._replace(microseconds=0) for answer in answer_lines(QUESTION, lines)]
    monkeypatch.setattr(solving, "ALONE_SECONDS", 0)
    monkeypatch.setattr(solving, "LARGEST_PIECE", 50)
    answers = chain.from_iterable(stream_answers(QUESTION, iter([lines]), jobs=2, dask=None))
    together = [answer._replace(microseconds=0) for answer in answers]
    assert together == alone
    assert "there is no such column" in together[400].complaint


def test_workers_end_with_the_process_that_asks(tmp_path: Path) -> None:
    program = (
        "import os, signal; from common.tools.pools import open_executor\n"
        "if __name__ == '__main__':\n"
        "    with open_executor(2) as pool:\n"
        "        print(*{pool.submit(os.getpid).result() for _ in range(20)}, flush=True)\n"
        "        os.kill(os.getpid(), signal.SIGKILL)"
    )
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    ran = run([sys.executable, str(tmp_path / "program.py")], PYTHONPATH=path)
    assert ran.returncode == -signal.SIGKILL
    assert ran.stdout
    for pid in ran.stdout.split():
        wait_until(lambda pid=pid: not Path(f"/proc/{pid}").exists())


def test_a_killed_run_goes_on_and_ends_in_the_same_bytes(given: Path, tmp_path: Path) -> None:
    plain = run_c4("solve", str(given))
    assert plain.returncode == 1
    out, journal = tmp_path / "answers", tmp_path / "answers.journal"
    command = [*C4, "solve", "--resume", str(out), "--no-book"]
    fed = given.read_text(encoding="utf-8").splitlines()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdin
        process.stdin.write("".join(f"{line}\n" for line in fed))
        while not journal.exists() or journal.read_bytes().count(b"\n") < 2:
            fed.append(LINES[len(fed) % len(LINES)])  # its input never ends, so neither does the run
            process.stdin.write(f"{fed[-1]}\n")
            process.stdin.flush()
            time.sleep(0.01)
        process.kill()
    given.write_text("".join(f"{line}\n" for line in [*fed, *LINES[:20]]), encoding="utf-8")
    assert not out.exists()
    assert journal.read_bytes().count(b"\n") > 1
    again = run([*command, str(given)])
    assert again.returncode == 1
    assert again.stdout == ""
    assert [line.split(":")[0] for line in again.stderr.splitlines()] == ["line 201", "line 602"]
    assert not journal.exists()
    fresh = run_c4("solve", str(given), "--resume", str(tmp_path / "fresh"), "--no-book")
    assert fresh.returncode == 1
    assert out.read_bytes() == (tmp_path / "fresh").read_bytes()
    assert out.read_text(encoding="utf-8").splitlines()[:602] == drop_times(plain.stdout)


def test_a_finished_file_is_left_alone(given: Path, tmp_path: Path, c4_here: Run) -> None:
    (tmp_path / "answers").write_text("mine", encoding="utf-8")
    done = c4_here("solve", str(given), "--resume", str(tmp_path / "answers"))
    assert done.returncode == 0
    assert "is there already; delete it" in done.stderr
    assert (tmp_path / "answers").read_text(encoding="utf-8") == "mine"


def test_a_journal_of_other_lines_or_options_is_refused(
    given: Path, tmp_path: Path, c4_here: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "KEPT_SECONDS", 0)
    out = tmp_path / "answers"

    def resume(*options: str, lines: Path = given) -> Done:
        return c4_here("solve", str(lines), "--resume", str(out), *options)

    def fail(*_: object) -> object:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("common.tools.solve.labels.sync_file", fail)
        check_refused(resume(), "No space left on device")
    assert not out.exists()
    check_refused(resume("--weak"), "it is of another job")
    other = tmp_path / "other"
    other.write_text("4455\n" + given.read_text(encoding="utf-8"), encoding="utf-8")
    check_refused(resume(lines=other), "its answer 1 is not to line 1")
    assert resume().returncode == 1
    assert out.read_text(encoding="utf-8").count("\n") == 602


def test_a_parquet_table_has_the_scores_of_the_columns(
    given: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, c4_here: Run
) -> None:
    monkeypatch.setattr("common.tools.solve.labels.ROWS", 250)
    path = tmp_path / "labels.parquet"
    done = c4_here("solve", str(given), "--parquet", str(path))
    assert (done.returncode, done.stdout) == (1, "")
    rows: list[dict[str, Any]] = import_module("pyarrow.parquet").read_table(path).to_pylist()
    assert [row["moves"] for row in rows] == LINES
    step = course.load(course.numbers()[-1])
    solver = step.solver()
    for row in rows[::40]:
        solver.reset()
        scores = analyze(solver, parse(row["moves"], step.Position.start()))
        assert len(scores) == WIDTH
        assert row["scores"] == scores
        assert row["score"] == max(score for score in scores if score is not None)
        assert row["nodes"] == solver.nodes


def test_a_parquet_table_is_written_in_parts_and_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(labels, "ROWS", 3)
    scores = [None, -3, None, 2, 1, 0, -1]
    with labels.open_parquet_file(tmp_path / "table") as write_answers:
        for count in (2, 1, 5, 1):
            write_answers([Answer(f"{count}", scores, 7, 8)] * count + [Answer("x", [], 0, 0, "no")])
    file = import_module("pyarrow.parquet").ParquetFile(tmp_path / "table")
    parts = [file.metadata.row_group(index).num_rows for index in range(file.num_row_groups)]
    assert parts == [3, 5, 1]
    (row,) = file.read_row_group(2).to_pylist()
    assert row == {"moves": "1", "scores": scores, "score": 2, "nodes": 7}


def test_parquet_without_pyarrow_says_how_to_install_it(
    given: Path, monkeypatch: pytest.MonkeyPatch, c4_here: Run
) -> None:
    monkeypatch.setattr("common.tools.solve.labels.find_spec", lambda _: None)  # pyright: ignore
    done = c4_here("solve", str(given), "--parquet", f"{given}.parquet")
    check_refused(done, "connect4-step-by-step[parquet]")
    assert [path.name for path in given.parent.iterdir()] == [given.name]


def test_a_cluster_without_dask_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "find_spec", lambda _: None)  # pyright: ignore
    with pytest.raises(UserError, match=r"connect4-step-by-step\[dask\]"), pools.open_executor(1, "tcp://x"):
        pass


def test_lines_go_to_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(solving, "ALONE_SECONDS", 0)
    with distributed.LocalCluster(
        n_workers=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        batches = iter([LINES[:30], LINES[30:50]])
        answers = stream_answers(QUESTION, batches, jobs=1, dask=cluster.scheduler_address)
        assert [answer.moves for answer in chain.from_iterable(answers)] == LINES[:50]
