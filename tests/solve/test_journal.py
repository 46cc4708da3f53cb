"""Tests of journals, alone and under the commands that keep one: killed, doubled, on a full disk."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from repository import PLAIN, Done, check_refused, read_output

from common.tools import journal as journals
from common.tools.files import describe_os_error, name_file_in_errors, sync_file, write_file
from common.tools.journal import BadJournal, Busy, open_journal, open_journal_of, read_journal

HEADING = "c4-test-journal seed 1"
LINES = ["one", "two 2", "three -3"]
TOURNAMENT = 'players = ["mcts:iterations=20", "forward", "random"]\ngames = 2\nseed = 3\n'
HALTED = """
import os, sys
from common.tools.cli import main
from common.tools.journal import Journal
append = Journal.append
def append_and_halt(journal, *lines):
    Journal.append = append
    journal.append(*lines)
    os.killpg(0, int(sys.argv[1]))
Journal.append = append_and_halt
sys.exit(main(sys.argv[2:]))
"""  # a job that a signal ends or stops, with all of its processes, once it has added to its journal
LIMITED = """
import resource, sys
from common.tools.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(main(sys.argv[2:]))
"""
HOLDING = """
import sys, time
from pathlib import Path
from common.tools.journal import open_journal
with open_journal(Path(sys.argv[1]), sys.argv[2]):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "some.journal"
    with open_journal(path, HEADING) as journal:
        journal.append(*LINES)
    return path


def test_lines_are_there_when_the_journal_is_opened_again(path: Path) -> None:
    assert read_journal(path, HEADING) == LINES
    with open_journal(path, HEADING) as journal:
        assert journal.done == LINES
        journal.append("four")
        assert read_journal(path, HEADING) == [*LINES, "four"]  # while it is still held
    assert list(path.parent.iterdir()) == [path]


def test_whatever_of_a_journal_is_cut_off_it_goes_on_to_the_same_bytes(path: Path) -> None:
    content = path.read_bytes()
    for length in range(len(content)):
        path.write_bytes(content[:length])
        with open_journal(path, HEADING) as journal:
            assert journal.done == LINES[: max(0, content[:length].count(b"\n") - 1)]
            journal.append(*LINES[len(journal.done) :])
        assert path.read_bytes() == content


def test_a_changed_byte_is_refused_or_makes_a_torn_line(path: Path) -> None:
    content = path.read_bytes()
    for at, byte in enumerate(content):
        for changed in (0, 10, 13, 32, 49, 0x85, 255):
            if changed == byte:
                continue
            path.write_bytes(content[:at] + bytes([changed]) + content[at + 1 :])
            if at == len(content) - 1:
                assert read_journal(path, HEADING) == LINES[:-1]
            else:
                with pytest.raises(BadJournal):
                    read_journal(path, HEADING)


@pytest.mark.parametrize("added", [b"four\n", b"\n", b"\xff\xfe\n", b"01234567 four\n"])
def test_a_line_that_is_not_the_journals_own_is_refused_with_its_number(path: Path, added: bytes) -> None:
    path.write_bytes(path.read_bytes() + added)
    check_refused_and_left_alone(path, r"some\.journal, line 5: its checksum is wrong")


def check_refused_and_left_alone(path: Path, complaint: str) -> None:
    content = path.read_bytes()
    with pytest.raises(BadJournal, match=complaint), open_journal(path, HEADING):
        pass
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_a_line_of_another_job_is_refused(path: Path) -> None:
    with open_journal(path.with_name("other"), "c4-test-journal seed 2") as other:
        other.append("four")
    path.write_bytes(path.read_bytes() + other.path.read_bytes().splitlines(keepends=True)[1])
    other.path.unlink()
    check_refused_and_left_alone(path, "line 5: its checksum is wrong")


@pytest.mark.parametrize("content", [b"c4-test-journal seed 2\n", b"notes", b"\0\xff\0"])
def test_another_file_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    check_refused_and_left_alone(path, r"begins with .*, not 'c4-test-journal seed 1'")


def test_the_journal_of_a_file_is_beside_it_in_a_folder_that_is_made_and_goes_when_all_is_done(
    tmp_path: Path,
) -> None:
    target = tmp_path / "new" / "folders" / "file"
    for _ in range(2):
        with open_journal_of(target, HEADING) as journal:
            assert journal.path == target.with_name("file.journal")
            assert journal.path.exists()
        assert list(target.parent.iterdir()) == []


def test_of_another_file_no_more_than_the_beginning_is_shown(path: Path) -> None:
    path.write_bytes(b"x" * 121 + b"\n")
    with pytest.raises(BadJournal, match=f"begins with '{'x' * 120}', not "):
        read_journal(path, HEADING)


def test_a_lock_is_not_waited_for_unless_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []

    class Lock:
        """A lock in name only."""

        def __init__(self, lock_file: str, timeout: float) -> None:
            self.lock_file = lock_file
            done.append((Path(lock_file).name, timeout))

        def acquire(self) -> None:
            """Note that it is asked for."""
            done.append("acquire")

        def release(self) -> None:
            """Note that it is given back."""
            done.append("release")

    monkeypatch.setattr(journals, "FileLock", Lock)
    for wait in ((), (journals.FOREVER,)):
        with journals.hold_lock(tmp_path / "file", *wait):
            done.append("held")
    held = ["acquire", "held", "release"]
    assert done == [("file.lock", 0), *held, ("file.lock", -1), *held]


def test_a_journal_is_held_by_one_process_until_it_is_killed(path: Path) -> None:
    command = [sys.executable, "-c", HOLDING, str(path), HEADING]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        with pytest.raises(Busy, match="another process is making this"), open_journal(path, HEADING):
            pass
        process.kill()
    with open_journal(path, HEADING) as journal:
        assert journal.done == LINES


def test_a_file_that_cannot_be_written_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "folders" / "some.json"
    write_file(path, "old")

    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space left") as caught:
        write_file(path, "new")
    assert caught.value.filename == str(path)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(path.parent.iterdir()) == [path]


def test_an_error_of_the_system_says_what_where_and_what_to_do() -> None:
    described = {
        "odd": OSError("odd"),
        "No entry": OSError(2, "No entry"),
        "x: No entry": OSError(2, "No entry", "x"),
        "x: Full. Make room there, then run this command again": OSError(28, "Full", "x"),
    }
    assert {describe_os_error(error) for error in described.values()} == set(described)


def test_what_is_synced_is_handed_to_the_system_and_then_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[int, bytes]] = []
    path = tmp_path / "file"
    monkeypatch.setattr(os, "fsync", lambda number: synced.append((number, path.read_bytes())))  # pyright: ignore
    with path.open("wb") as file:
        file.write(b"content")
        sync_file(file)
        assert synced == [(file.fileno(), b"content")]


def test_an_error_that_names_its_file_keeps_the_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught, name_file_in_errors(tmp_path / "other"):
        (tmp_path / "missing").read_bytes()
    assert caught.value.filename == str(tmp_path / "missing")


@dataclass(frozen=True)
class Job:
    """A command that keeps a journal, what it writes, and what of that does not depend on the clock."""

    arguments: str
    result: str
    outcome: Callable[[str], object] = str

    @property
    def journal(self) -> str:
        return f"{self.result}{'.1-of-1' if self.result.endswith('.book') else ''}.journal"

    def seen(self, folder: Path) -> object:
        return self.outcome((folder / self.result).read_text("latin-1"))


def drop_times(text: str) -> object:
    """Return a tournament's JSON without the seconds that moves took, and without where it was played."""
    record = json.loads(text)
    for match in record["matches"]:
        del match["seconds_per_move"]
    return {key: record[key] for key in ("settings", "ratings", "matches")}


def list_nodes(text: str) -> object:
    return [(row["solver"], row["correct"], row["mean_nodes"]) for row in json.loads(text)["rows"]]


JOBS = {
    "book": Job("book build --board 4x3 --plies 5 --jobs 1 --out {folder}/x[1].book", "x[1].book"),
    "testset": Job("testset --positions 40 --jobs 1 --out {folder} middle-medium", "middle-medium"),
    "tournament": Job("tournament {folder}/t.toml --json {folder}/t.json", "t.json", drop_times),
    "bench": Job(
        "bench --steps 09-10 --sets end-easy --positions 60 --json {folder}/b.json", "b.json", list_nodes
    ),
}


def start_job(job: Job, folder: Path, *python: str) -> subprocess.Popen[str]:
    """Start a job, in plain Python, as Numba takes longer to start than these jobs take."""
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
    """Return what comes out of a job, which leaves nothing else."""
    read_output(run_job(job, folder))
    assert {file.name for file in folder.iterdir()} == {"t.toml", job.result}
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
    """Return what comes out of a job that nothing disturbs."""
    folder = tmp_path_factory.mktemp("unbroken")
    (folder / "t.toml").write_text(TOURNAMENT, encoding="utf-8")
    return finish_job(job, folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "t.toml").write_text(TOURNAMENT, encoding="utf-8")
    return tmp_path


def test_a_job_that_is_killed_goes_on_and_comes_out_the_same(
    job: Job, expected: object, folder: Path
) -> None:
    for _ in range(2):
        kill_job(job, folder)
    with (folder / job.journal).open("ab") as journal:
        journal.write(b"9 1 2")  # as if the machine had stopped in the middle of a line
    assert finish_job(job, folder) == expected


def test_a_second_process_is_refused_and_the_first_does_the_job(
    job: Job, expected: object, folder: Path
) -> None:
    with start_job(job, folder, "-c", HALTED, str(int(signal.SIGSTOP))) as process:
        assert os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED)[1])
        try:
            second = run_job(job, folder)
        finally:
            os.killpg(process.pid, signal.SIGCONT)
        holder = f"another process is making this: it holds {folder / job.journal}.lock"
        check_refused(second, f"c4 {job.arguments.split()[0]}: {holder}\n")
        process.communicate()
    assert process.returncode == 0
    assert job.seen(folder) == expected


CHANGES = [
    ("book", "--plies 4", "begins with 'c4-book-journal 4x3 plies 5 chunk 64'"),
    ("testset", "--seed 2", "begins with 'c4-testset-journal 7x6 middle-medium seed 1'"),
    ("bench", "--no-book", 'begins with "c4-bench-journal 7x6, 60 of end-easy, 3 s '),
]


@pytest.mark.parametrize(("job", "change", "heading"), CHANGES, indirect=["job"])
def test_the_journal_of_a_job_with_other_options_is_refused(
    job: Job, change: str, heading: str, folder: Path
) -> None:
    kill_job(job, folder)
    content = (folder / job.journal).read_bytes()
    other = run_job(replace(job, arguments=f"{job.arguments} {change}"), folder)
    check_refused(other, f"{folder / job.journal} begins with ", heading, "it is of another job")
    assert (folder / job.journal).read_bytes() == content
    assert not (folder / job.result).exists()


@pytest.mark.parametrize("job", ["book", "bench"], indirect=True)
def test_on_a_full_disk_nothing_is_lost(job: Job, expected: object, folder: Path) -> None:
    kill_job(job, folder)
    had = (folder / job.journal).read_bytes()
    answer = run_job(job, folder, "-c", LIMITED, str(len(had) + 10))
    check_refused(answer, f"{folder / job.journal}: File too large\n")
    assert (folder / job.journal).read_bytes().startswith(had[: had.rfind(b"\n") + 1])
    assert finish_job(job, folder) == expected
