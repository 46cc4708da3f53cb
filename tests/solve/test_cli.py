"""Tests of the command line as a user runs it: lines in, answers out, messages about wrong lines."""

import json
import os
import platform
import re
import shlex
import signal
import sys
import time
from concurrent.futures import BrokenExecutor
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from io import BytesIO
from itertools import chain
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from repository import C4, PLAIN, ROOT, Run, check_refused, read_output, run, run_c4, run_python, start_c4
from syrupy.assertion import SnapshotAssertion

from c4.notation import read_position
from common import CORE
from common.errors import Error
from common.position import CELLS, parse
from common.tools import course, sets
from common.tools.cli import COMMANDS, make_parser
from common.tools.commands.solve import make_question
from common.tools.learn.curriculum import stages
from common.tools.measured import index_rows
from common.tools.solve import answering
from common.tools.terminal.positions import LONGEST, read_batches

INVALID = {
    b"44a": "move 3, 'a'",
    b"0": "move 1, '0'",
    b"448": "move 3, '8'",
    b"1111111": "move 7, '1': column 1",
    b"1212121": "move 7, '1': wins",
    b"12121212": "move 7, '1': wins",
    b"737167457417142561265443556473322216621335": "the board is full",
    b"4" * 1_000_000: "column 4 is full",
    b"\xff\xfe44": "move 1",
    b"44 55": "`4455 18`",
    b"4455 18": "cut -d' ' -f1",
    b"4\x0044": "move 2",
    "4\u0664".encode(): "move 2",
    b"4" + b" " * 1_000_000 + b"5": "move 2",  # longer than any line that is read
    b"bx" + b"b" * 40: "nothing below",
}
UNTIDY = [b"\xef\xbb\xbf445544", b"4 4 5 5 4 4", b"4,4, 5,5,\t4,4 ", b"445544\r\r"]


def test_solve_answers_before_the_next_line_comes() -> None:
    with start_c4("solve", "--step", "07") as process:
        for line in sets.load_set("middle-easy", 20):
            process.stdin.write(f"{line.moves}\n")
            process.stdin.flush()
            moves, score, nodes, microseconds = process.stdout.readline().removesuffix("\n").split(" ")
            assert (moves, int(score)) == (line.moves, line.score)
            assert min(int(nodes), int(microseconds)) >= 0
        process.stdin.close()
        assert process.wait(60) == 0


def test_solve_says_what_is_wrong_and_goes_on(c4_here: Run) -> None:
    right = [*UNTIDY, *[b"445544\r"] * len(INVALID)]
    given = b"".join(b"%s\n%s\n" % lines for lines in zip(INVALID, right, strict=False))
    answer = c4_here("solve", "--step", "07", given=given + b"4455")
    assert answer.returncode == 1
    complaints = re.findall(r"^\w+ (\d+): (.*)", answer.stderr, re.MULTILINE)
    assert [int(number) for number, _ in complaints] == list(range(1, 2 * len(INVALID), 2))
    for (_, complaint), why in zip(complaints, INVALID.values(), strict=True):
        assert why in complaint
    lines = answer.stdout.split("\n")
    assert lines[0:-2:2] == [""] * len(INVALID)
    assert all(line.startswith("445544 ") for line in lines[1:-2:2])
    assert lines[-2].startswith("4455 18 ")


def describe_line(text: str) -> str:
    """Return the expected answer to a line: its position, or an empty one."""
    if len(text) > LONGEST:
        return "none"
    try:
        return f"{parse(read_position(text), course.load('04').Position.start())}"
    except Error:
        return "none"


Hostile = st.one_of(
    st.binary(max_size=2 * CELLS),
    st.text(max_size=2 * CELLS).map(str.encode),
    st.lists(st.sampled_from([b"1212", b"4", b"7", b"\r", b"\0", b"\xe2\x82", "é€𝄞".encode()])).map(b"".join),
    st.tuples(st.sampled_from(sets.load_set("end-easy", 50)), st.binary(max_size=4)).map(
        lambda pair: pair[0].moves.encode() + pair[1]
    ),
).map(lambda line: line.replace(b"\n", b""))


class Pieces(BytesIO):
    """A pipe that hands out a few bytes at a time."""

    def __init__(self, content: bytes, size: int) -> None:
        super().__init__(content)
        self.size = size

    def read1(self, _size: int | None = -1, /) -> bytes:
        """Return some bytes."""
        return super().read1(self.size)


@given(st.lists(st.tuples(Hostile, st.sampled_from([b"\n", b"\r\n"]))), Hostile, st.integers(1, 100))
@example([(b"4455" + b"\r" * 41 + b"9", b"\n"), (b"\r" * 44 + b"555", b"\r\n")], b"4455\r", 1000)
@example([(b"737167457417142561265443556473322216621335" + "𝄞".encode(), b"\n")], b"", 1000)
@example([(b"1" * (CELLS + count), b"\r\n") for count in range(6)], b"\r" * (LONGEST + 4), 1)
@example([(b"1" * (CELLS + count), b"\r\n") for count in range(6)], b"4" + b" " * LONGEST + b"4", 1000)
def test_any_line_is_read_as_if_whole(ended: list[tuple[bytes, bytes]], last: bytes, size: int) -> None:
    content = b"".join(line + end for line, end in ended) + last
    texts = list(chain.from_iterable(read_batches(Pieces(content, size))))
    assert all(len(text) <= LONGEST + 1 for text in texts)
    expected = [(line + end)[:-1].removesuffix(b"\r") for line, end in ended] + [last] * bool(last)
    assert [describe_line(text) for text in texts] == [
        describe_line(line.decode(errors="replace")) for line in expected
    ]


def test_a_row_of_the_page_of_empty_boards_is_made_again() -> None:
    page = (ROOT / "docs" / "foundations" / "empty_board.md").read_text(encoding="utf-8")
    (options,) = re.findall(r"^echo \| c4 (.*) 8x5$", page, re.MULTILINE)
    answer = read_output(run_c4(*options.split(), "4x4", given="\n", **PLAIN))
    score, nodes, _ = answer.split()
    assert f"| 4x4 | {score} | yes | {int(nodes):,} | " in page


def test_solve_takes_its_options(c4_here: Run, tmp_path: Path) -> None:
    line = sets.load_set("begin-easy", 1)[0]
    (tmp_path / "lines").write_text(f"{line.moves}\n", encoding="utf-8")
    sign = (line.score > 0) - (line.score < 0)
    for options, score in (
        ([f"{tmp_path / 'lines'}"], line.score),
        (["--step", "7"], line.score),
        (["--book", "8"], line.score),
        (["--weak"], sign),
        (["--table", "1", "--threads", "3", "--no-book"], line.score),
    ):
        answer = c4_here("solve", *options, given=line.moves)
        assert answer.stdout.split()[:2] == [line.moves, f"{score}"]
    moves, *scores = c4_here("solve", "--analyze", given="2222221111114455").stdout.split()[:8]
    assert (moves, scores) == ("2222221111114455", ["-", "-", "13", "3", "0", "12", "12"])


def test_a_folder_of_ones_own_answers_in_any_process(
    c4_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(answering, "ALONE_SECONDS", -1.0)
    folder, lines = Path("my solver"), sets.load_set("end-easy", 4)
    folder.mkdir()
    stages.write_files(folder, stages.load_stage("08").ours())
    Path("lines").write_text("".join(f"{line.moves}\n" for line in lines), encoding="utf-8")
    for jobs in ("1", "2"):
        answer = c4_here("solve", "--step", f"{folder}", "--jobs", jobs, "lines")
        assert [row.split()[1] for row in answer.stdout.splitlines()] == [f"{line.score}" for line in lines]
    (folder / "position.py").write_text("\nfrom .nothing import x\n", encoding="utf-8")
    check_refused(c4_here("solve", "--step", "./my solver", given="4455"), "./my solver: position.py, line 2")


def test_a_table_has_the_mebibytes_asked_for() -> None:
    """Eight bytes per entry, and a prime number of entries, but not the prime below a power of 2."""
    for mebibytes, size in (("1", 131_063), ("2", 262_139)):
        options = make_parser(["solve"]).parse_args(["solve", "--table", mebibytes, "--threads", "3"])
        assert dict(make_question(options).step.options) == {"size": size, "threads": 3}


def test_an_interrupt_ends_a_search() -> None:
    with start_c4("solve", "--step", "01") as process:
        process.stdin.write(f"{sets.load_set('end-easy', 1)[0].moves}\n\n")
        process.stdin.flush()
        assert process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == -signal.SIGINT


BOARDS = {
    "solve --board 9x9": "at most 63",
    "solve --board big": "such as 7x6",
    "solve --board=": "such as 7x6",
    "bench --board 6x5": "7x6",
    "solve --board 6x5 --book 8": "7x6",
}


@pytest.mark.parametrize("arguments", BOARDS)
def test_a_board_that_cannot_be_is_explained(arguments: str) -> None:
    check_refused(run_c4(*arguments.split(), **PLAIN), BOARDS[arguments])


BAD = [  # and what a message must name
    ("solve --board", "--board: expected"),
    ("book verify --board 6x5 --oracle bitbully x", "7x6"),
    ("solve --step 99", "'99'", "01, 02"),
    ("solve --step 04 --threads 2", "04", "threads"),
    ("solve --step 05 --no-book", "05", "book"),
    ("solve --threads 100000", "--threads", "from 1 to"),
    ("solve --table 0", "--table", "'0'"),
    ("solve --table 99999999", "1,048,576"),
    ("solve --table 1048576", "1048576 MiB"),
    ("solve --book x --no-book", "--no-book", "--book"),
    ("solve /", "/: Is a directory"),
    ("solve nothing", "nothing: "),
    ("solve 4455", "4455", "standard input"),
    ("solve --book no.book", "no.book is not a book"),
    ("solve --book gone", "'gone'", "'8'", "c4 book build"),
    ("solve --step 05 --book no.book", "05"),
    ("explain --book gone 44", "'gone'"),
    ("play --book gone --x random", "'gone'"),
    ("bench --book gone", "'gone'"),
    ("bench --steps 05 --book no.book", "--book", "05"),
    ("solve no.book --resume out --threads 2", "--resume", "--jobs"),
    ("bench --resume", "--json"),
    ("solve --resume out --parquet table", "--parquet", "--resume"),
    ("bench --positions 0", "--positions", "'0'"),
    ("bench --timeout inf", "--timeout", "1,000,000"),
    ("bench --sets end-hard", "'end-hard'", "end-easy"),
    ("bench --steps 04-02", "'04-02'", "02-04"),
    ("bench --steps 04,05 --threads 4", "--threads", "04, 05"),
    ("bench --steps 05 --no-book", "--no-book", "05"),
    ("bench --peer stockfish", "--peer", "stockfish"),
    ("bench --steps 05 07 --full", "arguments: 07\n"),
    ("bench --json .", "--json", "'.'"),
    ("bench --json -", "--json", "'-'"),
    ("bench --json no.book/x", "--json", "no.book: File exists"),
    ("diff 04 44", "'44'"),
    ("book verify no.book --oracle 03", "'03'", "bitbully", "04"),
    ("book info no.book", "no.book is not a book"),
    ("book info missing", "'missing'"),
    ("match random stockfish", "'stockfish'", "minimax"),
    ("match cards random --swap", "cards", "X only"),
    ("match random cards", "cards", "X only"),
    ("match human random", "c4 play"),
    ("cards check nowhere.cards", "nowhere.cards"),
    ("match random random --games 0 --json x.json", "--games", "'0'"),
    ("match random", "two players"),
    ("match random forward random", "a match of two"),
    ("match random forward nobody", "'nobody'"),
    ("play --x nobody", "'nobody'"),
    ("play --moves 1212121", "move 7, '1'"),
    ("serve --port 65536", "65,535"),
    ("learn check --memory 1048577", "1,048,576"),
    ("frobnicate", "frobnicate", "learn, grade, serve"),  # like none: what there is
    ("slove", "slove", "solve"),
    ("book inof", "inof", "info"),
    ("learn chekc", "chekc", "check"),
    ("bench --peer bitbuly", "bitbuly", "bitbully"),
    ("solve --book ''", "''", "'8'"),
    ("explain 4455 --book ''", "''", "'8'"),
    ("review 4455 --book ''", "''", "'8'"),
    ("play --book ''", "''", "'8'"),
    ("bench --steps 21 --book ''", "''", "'8'"),
    ("solve --step ./nowhere", "./nowhere", "not exist"),
    ("bench --steps 05,.", "solver.py"),
]


@pytest.mark.parametrize(("arguments", "named"), [(words, named) for words, *named in BAD])
def test_bad_usage_is_explained_and_writes_nothing(
    c4_here: Run, arguments: str, named: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no.book").write_text("no", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    check_refused(c4_here(*shlex.split(arguments)), *named)
    assert [path.name for path in tmp_path.iterdir()] == ["no.book"]


def test_pytest_refuses_a_number_that_is_none() -> None:
    answer = run([sys.executable, "-m", "pytest", "--positions", "-3", "steps/01"])
    assert answer.returncode == pytest.ExitCode.USAGE_ERROR
    assert "argument --positions: '-3'" in answer.stderr


def test_pytest_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['hypothesis'] = None; import pytest; sys.exit(pytest.main(['steps/01']))"
    )
    answer = run([sys.executable, "-c", program], PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert answer.returncode == pytest.ExitCode.USAGE_ERROR
    assert all(word in answer.stderr for word in ("hypothesis", "'.[test]'"))
    assert "Traceback" not in answer.stderr


def test_pytest_in_several_processes_gives_no_advice() -> None:
    """Nothing is timed there, and each process says which snapshots it used."""
    options = ["-n", "2", "-p", "no:cacheprovider", "--positions", "1"]
    tests = ["steps/01", "tests/bench/test_benchmarks.py", "-k", "test_scores_of_set[end-easy] or row_says"]
    answer = run([sys.executable, "-m", "pytest", *options, *tests], **PLAIN)
    assert re.search(r"\b1 snapshot passed", read_output(answer))
    assert not re.search(r"(?i)warning|disabled|recommended", answer.stdout + answer.stderr)


def test_c4_alone_shows_its_commands(c4_here: Run, snapshot: SnapshotAssertion) -> None:
    shown, all_shown = read_output(c4_here()), read_output(c4_here("--all"))
    assert max(map(len, [*shown.splitlines(), *all_shown.splitlines()])) <= 80
    assert shown == snapshot
    assert all(f"  {name} " in all_shown for name in COMMANDS)


def test_c4_says_its_version(c4_here: Run) -> None:
    assert read_output(c4_here("--version")) == f"c4 {version('connect4-step-by-step')}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_examples_and_fits(c4_here: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = read_output(c4_here(command, "--help"))
    assert re.search(r"\nexamples:\n  .*c4 ", shown)
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("commands", [[], ["bench", "diff", "serve", "solve"]])
def test_help_does_not_wait_for_numba(commands: list[str]) -> None:
    program = f"import sys; from common.tools.cli import make_parser; make_parser({commands})"
    imported = run_python(f"{program}; print(*sys.modules)").split()
    assert "numba" not in imported
    assert sorted(name[22:] for name in imported if name.startswith("common.tools.commands.")) == commands


def test_a_closed_stream_is_told_of() -> None:
    answer = run(["sh", "-c", 'exec "$@" >&-', "sh", *C4, "diff", "03", "04"])
    assert (answer.returncode, answer.stderr) == (2, "c4 diff: standard output is closed\n")


def test_who_reads_no_further_hears_nothing() -> None:
    with start_c4("solve", "--step", "07") as process:
        process.stdin.write("4455\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write("4455\n")
        process.stdin.close()
        assert process.wait(60) == 1
        assert re.fullmatch(r"(compiling step 07.*\n)?", process.stderr.read())


@pytest.mark.parametrize(
    ("error", "status", "named"),
    [
        (BrokenExecutor(), 1, "from outside"),
        (MemoryError("no room for 7"), 1, "no room for 7"),
        (OSError(28, "no space", "x"), 2, "x: no space"),
        (OSError("not readable"), 2, "not readable"),
    ],
)
def test_what_stops_a_command_is_a_line(
    c4_here: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, named: str
) -> None:
    monkeypatch.setattr("common.tools.commands.diff.run", Mock(side_effect=error))
    answer = c4_here("diff", "03", "04")
    assert (answer.returncode, answer.stdout, answer.stderr.count("\n")) == (status, "", 1)
    assert answer.stderr.startswith("c4 diff: ")
    assert named in answer.stderr


@pytest.mark.parametrize(("given", "kept"), [("", "1"), ("3", "3")])
def test_numpy_starts_no_threads_unless_told(given: str, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    environment = {"OPENBLAS_NUM_THREADS": given} if given else {}
    program = "import os, common.tools; print(os.environ['OPENBLAS_NUM_THREADS'])"
    assert run_python(program, **environment).strip() == kept


def test_bench_measures_steps_threads_books_and_peers(tmp_path: Path) -> None:
    path, book = tmp_path / "figures.json", f"{CORE / 'data' / '7x6-12.book'}"
    options = ["--sets", "end-easy", "--positions", "2", "--timeout", "600", "--threads", "2"]
    options += ["--book", book, "--peer", "bitbully", "--json", str(path)]
    shown = read_output(run_c4("bench", "--steps", "01,07,22", *options, **PLAIN))
    figures = json.loads(path.read_text(encoding="utf-8"))
    rows = {solver: row for (solver, _), row in index_rows(figures).items()}
    assert list(rows) == ["01", "07", "22", "22 x2", f"22 {book}", "bitbully mtdf", "bitbully null_window"]
    assert {row["correct"] for row in rows.values()} == {2}
    assert rows["01"]["mean_nodes"] > rows["07"]["mean_nodes"] >= 0
    assert figures["command"].startswith("c4 bench --steps 01,07,22 ")
    assert figures["settings"] == {"timeout": {"per set": 600}, "book": True}
    assert figures["date"] in {f"{datetime.now(UTC) - timedelta(days):%Y-%m-%d}" for days in (0, 1)}
    machine, versions = figures["machine"], figures["versions"]
    assert machine.pop("processor")
    assert machine == {"cores": os.cpu_count(), "system": f"{platform.system()} {platform.machine()}"}
    assert (versions["python"], versions["numpy"]) == (platform.python_version(), version("numpy"))
    assert {"numba", "bitbully"} < {*versions}
    assert shown.count(" 2/2 ") == 7
    assert "\x1b" not in shown


def test_diff_shows_what_a_step_changes(c4_here: Run) -> None:
    text = c4_here("diff", "03", "04").stdout
    assert "-            position.undo(column)\n" in text
    assert "test_step" not in text
    _, *stat = c4_here("diff", "03", "04", "--stat").stdout.splitlines()
    names = {path.name for path in course.load("04").folder.glob("*.py")} - {"test_step.py"}
    assert [line.split()[0] for line in stat] == sorted(names)


def test_the_deep_book_is_described_by_its_name(c4_here: Run) -> None:
    assert re.search(r"plies +12\n", read_output(c4_here("book", "info", "12")))
