"""Tests of many lines: in several processes, on a cluster, gone on with, as a Parquet table."""

import re
import signal
import subprocess
import sys
from errno import ENOLCK
from importlib import import_module
from itertools import chain
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any
from unittest.mock import Mock

import pytest
from repository import C4, PLAIN, ROOT, Run, check_refused, make_python_path, run, run_c4, wait_until

from common.position import WIDTH
from common.solver import analyze
from common.tools import course, sets
from common.tools.learn.curriculum import stages
from common.tools.pools import open_executor
from common.tools.solve import answering
from common.tools.solve.answering import AnsweredLine, Question, answer_lines, stream_answers

QUESTION = Question(course.load(course.numbers()[-1]))
LINES = [line.moves for name in ("end-easy", "middle-easy") for line in sets.load_set(name, 300)]


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """Return a file of lines, two of which are not positions."""
    path = tmp_path / "lines"
    path.write_text("\n".join([*LINES[:200], "448", *LINES[200:], "1111111"]) + "\n", encoding="utf-8")
    return path


def drop_times(answers: list[AnsweredLine]) -> list[AnsweredLine]:
    return [answer._replace(microseconds=0) for answer in answers]


@pytest.mark.parametrize("jobs", [1, 2])
def test_several_processes_answer_as_one_does(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [*LINES[:400], "448", *LINES[400:]]
    alone = drop_times(answer_lines(QUESTION, lines))
    monkeypatch.setattr(answering, "ALONE_SECONDS", 0)
    monkeypatch.setattr(answering, "LARGEST_PIECE", 50)
    batches = iter([lines[:30], lines[30:500], lines[500:]])
    answers = list(chain.from_iterable(stream_answers(QUESTION, batches, jobs, None)))
    assert drop_times(answers) == alone
    assert "'8'" in answers[400].complaint


used = Lock()


def use_alone(_: int) -> None:
    """Fail if another thread uses what only one can use."""
    assert used.acquire(blocking=False)
    sleep(0.05)
    used.release()


def test_lines_go_to_a_cluster(
    given: Path, tmp_path: Path, c4_here: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Go on there with a file whose last line is cut; threads of a worker take turns with its solver."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(answering, "ALONE_SECONDS", 0)
    monkeypatch.setattr(answering, "LARGEST_PIECE", 20)
    out = tmp_path / "answers"
    c4_here("solve", str(given), "--resume", str(out))
    whole = out.read_bytes()
    out.write_bytes(whole[: len(whole) // 2])
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=4, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        with open_executor(1, cluster.scheduler_address) as pool:
            list(pool.map(use_alone, range(8)))
        c4_here("solve", str(given), "--resume", str(out), "--dask", cluster.scheduler_address)
    assert out.read_bytes() == whole


@pytest.mark.parametrize(
    ("package", "option"), [("distributed", "--dask=tcp://x:1"), ("pyarrow", "--parquet=x")]
)
def test_what_is_not_installed_is_named(package: str, option: str, tmp_path: Path) -> None:
    """The first answers may come before a cluster is asked for."""
    program = (
        "import importlib.util, sys; from common.tools.cli import main; find = importlib.util.find_spec\n"
        f"importlib.util.find_spec = lambda name, *more: None if name == {package!r} else find(name, *more)\n"
        "from common.tools.solve import answering; answering.ALONE_SECONDS = 0\n"
        f"sys.exit(main(['solve', '--step', '07', {option!r}]))"
    )
    done = run(
        [sys.executable, "-c", program],
        tmp_path,
        given="\n".join(LINES[:2]),
        **PLAIN,
        PYTHONPATH=make_python_path(ROOT),
    )
    assert done.returncode == 2
    extra = {"distributed": "dask", "pyarrow": "parquet"}[package]
    assert f"connect4-step-by-step[{extra}]" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_run_without_numba_says_so() -> None:
    program = (
        "import importlib.util, sys; find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *more: None if name == 'numba' else find(name, *more)\n"
        "from common.tools.cli import main; sys.exit(main(['solve', '--step', '04', '--board', '4x4']))"
    )
    done = run([sys.executable, "-c", program], given="11112222\n")
    assert done.returncode == 0
    plain = run_c4("solve", "--step", "04", "--board", "4x4", given="11112222\n", **PLAIN)
    assert done.stdout.split()[:3] == plain.stdout.split()[:3]
    assert "Numba" in done.stderr


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_the_process_that_asks(end: int, tmp_path: Path) -> None:
    program = (
        "import os, signal; from common.tools.pools import open_executor\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGINT, signal.SIG_DFL)\n"
        "    with open_executor(2) as pool:\n"
        "        print(*{pool.submit(os.getpid).result() for _ in range(20)}, flush=True)\n"
        f"        os.kill(os.getpid(), {int(end)})"
    )
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    ran = run([sys.executable, str(tmp_path / "program.py")], PYTHONPATH=make_python_path(ROOT))
    assert (ran.returncode, ran.stderr) == (-end, "")
    assert ran.stdout
    for pid in ran.stdout.split():
        wait_until(lambda pid=pid: not Path(f"/proc/{pid}").exists())


def test_a_killed_run_ends_with_the_same_bytes(given: Path, tmp_path: Path, c4_here: Run) -> None:
    out, fresh = tmp_path / "answers", tmp_path / "fresh"
    undisturbed = c4_here("solve", str(given), "--resume", str(fresh), "--no-book")
    assert (undisturbed.returncode, undisturbed.stdout) == (1, "")
    command = [*C4, "solve", "--resume", str(out), "--no-book"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdin
        process.stdin.write("".join(f"{line}\n" for line in given.read_text("utf-8").splitlines()[:300]))
        process.stdin.flush()  # its input does not end, so neither does the run
        wait_until(lambda: out.exists() and out.read_bytes().count(b"\n") == 300)
        check_refused(c4_here(*command[len(C4) :], given="4455"), f"{out}: ", "process")
        assert out.read_bytes().count(b"\n") == 300
        process.kill()
    with out.open("a", encoding="utf-8") as file:
        file.write(fresh.read_text("utf-8").splitlines()[out.read_bytes().count(b"\n")][:-1])  # it is cut
    again = c4_here("solve", str(given), "--resume", str(out), "--no-book")
    assert (again.returncode, again.stdout) == (1, "")
    assert re.findall(r"^\w+ (\d+): ", again.stderr, re.MULTILINE) == ["201", "602"]
    assert out.read_bytes() == fresh.read_bytes()
    plain = c4_here("solve", str(given), "--no-book")
    assert out.read_text("utf-8").splitlines() == [
        line.rpartition(" ")[0] for line in plain.stdout.splitlines()
    ]


ASKED = "solve", "--step", "08", "--resume", "out"
OTHERS = {  # questions, and what a message names
    "--weak": "weak",
    "--analyze": "columns",
    "--step 07": "07_",
    "--table 1": "table 131063",
    "--book 8": "book ",
    "--no-book": "no book",
}


def test_another_question_is_refused(c4_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert c4_here(*ASKED, given=LINES[0]).returncode == 0
    before = [Path(name).read_bytes() for name in ("out", "out.job")]
    for options, named in OTHERS.items():
        check_refused(c4_here(*ASKED, *options.split(), given="\n".join(LINES[:2])), "out.job ", named)
    assert before == [Path(name).read_bytes() for name in ("out", "out.job")]
    Path("out").write_bytes(b"")  # nothing is answered, so one question is as good as another
    assert c4_here(*ASKED, "--weak", given=LINES[0]).returncode == 0


def test_a_changed_step_or_board_is_another_question(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    stages.write_files(tmp_path, stages.load_stage("04b").ours() | {"lib/util.py": "FADE = 7\n"})
    with (tmp_path / "solver.py").open("a", encoding="utf-8") as file:
        file.write("from .lib import util\n")
    asked = "solve", "--step", f"{tmp_path}", "--resume", f"{tmp_path / 'out'}"
    assert run_c4(*asked, given=LINES[0], **PLAIN).returncode == 0
    check_refused(run_c4(*asked, "--board", "6x5", given=LINES[0], **PLAIN), "out.job ", "7x6", "6x5")
    (tmp_path / "lib" / "util.py").write_text("FADE = 8\n", encoding="utf-8")
    check_refused(run_c4(*asked, given=LINES[0], **PLAIN), "out.job ", "source ")


THREE = "4455\n448\n445544\n"
ANSWERS = {  # that are refused with three lines, and what is named
    "4455 18 1\n\n4466 0 1\n": ("out, line 3: '4466 0 1'", "'445544'"),
    "\n": ("out, line 1", "'4455'"),
    "4455 18 1\n\n445544 17 2\n4 1 1\n": ("out, line 4: '4 1 1'", "3 lines"),
}
UNASKED = "4455 18 1\n", "mine"  # the same without a question


def test_answers_to_other_lines_are_left_alone(
    tmp_path: Path, c4_here: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fcntl.flock", Mock(side_effect=OSError(ENOLCK, "some disks have no locks")))
    out, job = Path("out"), Path("out.job")
    assert c4_here(*ASKED, given=THREE).returncode == 1
    whole = out.read_text("utf-8")
    for content, named in [*ANSWERS.items(), *((content, ("out ", "out.job")) for content in UNASKED)]:
        if content in UNASKED:
            job.unlink(missing_ok=True)
        out.write_text(content, encoding="utf-8")
        check_refused(c4_here(*ASKED, given=THREE), *named)
        assert (out.read_text("utf-8"), job.exists()) == (content, content in ANSWERS)
    out.write_text(whole, encoding="utf-8")
    done = c4_here(*ASKED, given=THREE)
    assert (done.returncode, out.read_text("utf-8"), "line 2" in done.stderr) == (1, whole, True)
    out.unlink()
    job.write_text("a file of somebody's\n", encoding="utf-8")
    check_refused(c4_here(*ASKED, given=THREE), "out.job ")
    assert job.read_text("utf-8") == "a file of somebody's\n"


def test_a_parquet_table_has_the_scores_of_columns(given: Path, tmp_path: Path, c4_here: Run) -> None:
    path = tmp_path / "labels.parquet"
    done = c4_here("solve", str(given), "--parquet", str(path))
    assert (done.returncode, done.stdout) == (1, "")
    rows: list[dict[str, Any]] = import_module("pyarrow.parquet").read_table(path).to_pylist()
    assert [row["moves"] for row in rows] == LINES
    step = course.load(course.numbers()[-1])
    solver = step.solver()
    for row in rows[::40]:
        solver.reset()
        scores = analyze(solver, step.parse(row["moves"]))
        assert len(scores) == WIDTH
        best = max(score for score in scores if score is not None)
        assert row == {"moves": row["moves"], "scores": scores, "score": best, "nodes": solver.nodes}
