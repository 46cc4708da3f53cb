"""Tests of journals, alone and in commands: killed, doubled, damaged, on a full disk."""

import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from repository import PLAIN, Done, Run, check_refused, read_output

from common.errors import UserError
from common.tools.journal import open_journal, open_journal_of, read_journal
from common.tools.solve.answering import Question, make_heading

HEADING = "c4-test-journal seed 1"
VALUES = ["one", [2, None], {"three": -3.5}]
KEEPING = """
import sys
from itertools import count
from pathlib import Path
from common.tools.journal import open_journal
with open_journal(Path(sys.argv[1]), sys.argv[2]) as journal:
    for number in count(len(journal.done)):
        journal.keep(number)
        print(number, flush=True)
"""
HALTED = """
import os, sys
from common.tools.cli import main
from common.tools.journal import Journal
keep = Journal.keep
def keep_and_halt(journal, *values):
    Journal.keep = keep
    journal.keep(*values)
    os.killpg(0, int(sys.argv[1]))
Journal.keep = keep_and_halt
sys.exit(main(sys.argv[2:]))
"""  # a job that a signal ends or stops, with all of its processes, once it has added to its journal
LIMITED = """
import resource, sys
from common.tools.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(main(sys.argv[2:]))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "some.journal"
    with open_journal(path, HEADING) as journal:
        journal.keep(*VALUES)
    return path


def test_values_are_there_again(path: Path) -> None:
    assert read_journal(path, HEADING) == VALUES
    with open_journal(path, HEADING) as journal:
        assert journal.done == VALUES
        journal.keep("four")
    assert read_journal(path, HEADING) == [*VALUES, "four"]
    assert list(path.parent.iterdir()) == [path]


def test_a_journal_of_another_job_is_told_in_words(c4_here: Run, tmp_path: Path) -> None:
    target = tmp_path / "answers.txt"
    question = Question("07", analyze=True, use_book=False, options=(("book", "deep"),))
    with pytest.raises(KeyError), open_journal_of(target, make_heading(question)):
        raise KeyError  # it is ended
    done = c4_here("solve", "--step", "08", "--resume", f"{target}", given="4455\n")
    check_refused(done, "step 07, each column, no book, book deep", "step 08", f"{target}.journal")
    assert "Question" not in done.stderr


def test_a_kill_loses_nothing_and_frees_the_journal(tmp_path: Path) -> None:
    path, kept = tmp_path / "some.journal", 0
    command = [sys.executable, "-c", KEEPING, str(path), HEADING]
    for _ in range(3):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            assert int(process.stdout.readline()) >= kept
            process.kill()
            kept = max(map(int, process.stdout), default=kept) + 1
        done = read_journal(path, HEADING)
        assert len(done) >= kept > 0
        assert done == list(range(len(done)))


def test_a_disk_without_locks_is_named_and_does_without(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On such a disk, SQLite says of any file what it says of one that another process has locked."""
    no_locks = OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
    with open_journal(path, HEADING):
        monkeypatch.setattr("fcntl.lockf", Mock(side_effect=no_locks))
        with open_journal(path, HEADING) as journal:
            assert journal.done == VALUES
    said = capsys.readouterr().err
    assert f"{path}" in said
    assert "locks" in said


@given(back=st.integers(1, 160) | st.integers(1), byte=st.integers(1, 255), is_cut=st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damage_is_refused_or_harmless(path: Path, back: int, byte: int, is_cut: bool) -> None:
    """Half of the damage is near the end, where the values are."""
    content = path.read_bytes()
    at = -back % len(content)
    damaged = path.with_name("damaged.journal")
    damaged.write_bytes(content[:at] + (b"" if is_cut else bytes([content[at] ^ byte]) + content[at + 1 :]))
    try:
        assert read_journal(damaged, HEADING) in (VALUES, [])
    except UserError as error:
        assert damaged.name in f"{error}"


@pytest.mark.parametrize("content", [b"c4-test-journal seed 1\n0123abcd one\n", b"\0\xff\0" * 500, None])
def test_a_file_of_others_is_left_alone(path: Path, content: bytes | None) -> None:
    if content is None:
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("CREATE TABLE mine (number)")
    else:
        path.write_bytes(content)
    content = path.read_bytes()
    with pytest.raises(UserError, match=f"{path.name} is .*(delete|move)"), open_journal(path, HEADING):
        pass
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


@dataclass(frozen=True)
class Job:
    """A command with a journal, its output file, and the part of it that ignores the clock.

    With the `change`, its journal is another's.
    """

    arguments: str
    result: str
    change: str = ""
    outcome: Callable[[str], object] = str

    @property
    def journal(self) -> str:
        return f"{self.result}{'.1-of-1' if self.result.endswith('.book') else ''}.journal"

    def seen(self, folder: Path) -> object:
        return self.outcome((folder / self.result).read_text("latin-1"))


def list_nodes(text: str) -> object:
    return [(row["solver"], row["correct"], row["mean_nodes"]) for row in json.loads(text)["rows"]]


BENCH = "bench --steps 09-10 --sets end-easy --positions 60 --json {folder}/b.json"
JOBS = {
    "book": Job(
        "book build --board 4x3 --plies 5 --jobs 1 --out {folder}/x[1].book", "x[1].book", "--plies 4"
    ),
    "testset": Job(
        "testset --positions 40 --jobs 1 --out {folder} middle-medium", "middle-medium", "--seed 2"
    ),
    "bench": Job(BENCH, "b.json", "--no-book", list_nodes),
}


def start_job(job: Job, folder: Path, *python: str) -> subprocess.Popen[str]:
    """Start a job in plain Python, since Numba takes longer to start than these jobs."""
    command = [*(python or ("-m", "common.tools")), *job.arguments.format(folder=folder).split()]
    return subprocess.Popen(
        [sys.executable, *command],
        env=os.environ | PLAIN,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def run_job(job: Job, folder: Path, *python: str) -> Done:
    with start_job(job, folder, *python) as process:
        out, err = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def finish_job(job: Job, folder: Path) -> object:
    """Return the output of a job, which leaves no other files."""
    read_output(run_job(job, folder))
    assert {file.name for file in folder.iterdir()} == {job.result}
    return job.seen(folder)


def kill_job(job: Job, folder: Path) -> None:
    answer = run_job(job, folder, "-c", HALTED, str(int(signal.SIGKILL)))
    assert answer.returncode == -signal.SIGKILL, answer.stderr
    assert not (folder / job.result).exists()


@pytest.fixture(params=JOBS, scope="module")
def job(request: pytest.FixtureRequest) -> Job:
    return JOBS[request.param]


@pytest.fixture(scope="module")
def expected(job: Job, tmp_path_factory: pytest.TempPathFactory) -> object:
    """Return the output of an undisturbed job."""
    folder = tmp_path_factory.mktemp("unbroken")
    return finish_job(job, folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def test_a_killed_job_goes_on_to_the_same(job: Job, expected: object, folder: Path) -> None:
    for _ in range(2):
        kill_job(job, folder)
    assert finish_job(job, folder) == expected


def test_a_second_process_is_refused(job: Job, expected: object, folder: Path) -> None:
    with start_job(job, folder, "-c", HALTED, str(int(signal.SIGSTOP))) as process:
        assert os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED)[1])
        try:
            second = run_job(job, folder)
        finally:
            os.killpg(process.pid, signal.SIGCONT)
        check_refused(second, "another process", f"{folder / job.journal}")
        process.communicate()
    assert process.returncode == 0
    assert job.seen(folder) == expected


@pytest.mark.parametrize("job", ["book", "testset", "bench"], indirect=True)
def test_other_options_and_a_full_disk_lose_nothing(job: Job, expected: object, folder: Path) -> None:
    kill_job(job, folder)
    journal = folder / job.journal
    content = journal.read_bytes()
    other = run_job(replace(job, arguments=f"{job.arguments} {job.change}"), folder)
    check_refused(other, f"{journal} is the journal of another job")
    assert journal.read_bytes() == content
    check_refused(run_job(job, folder, "-c", LIMITED, "4096"), f"{journal}", "error")
    assert finish_job(job, folder) == expected
