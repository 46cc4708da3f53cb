"""Tests of the command line, run as a user runs it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from common import course
from common.benchmark import sets

C4 = [sys.executable, "-m", "common"]


def c4(*arguments: str, given: str | bytes = b"", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command line and return what came of it."""
    finished = subprocess.run(
        [*C4, *arguments],
        input=given.encode() if isinstance(given, str) else given,
        env=os.environ | environment,
        capture_output=True,
        timeout=300,
    )
    out, err = finished.stdout.decode(), finished.stderr.decode()
    return subprocess.CompletedProcess(finished.args, finished.returncode, out, err)


def test_solve_answers_line_by_line() -> None:
    lines = sets.load("middle-easy", 20)
    answer = c4("solve", "--step", "07", given="".join(f"{line.moves}\n" for line in lines))
    assert answer.returncode == 0
    for line, text in zip(lines, answer.stdout.splitlines(), strict=True):
        moves, score, nodes, microseconds = text.split(" ")
        assert (moves, int(score)) == (line.moves, line.score)
        assert int(nodes) >= 0
        assert int(microseconds) >= 0


def test_solve_answers_before_the_next_line_comes() -> None:
    command = [*C4, "solve", "--step", "07"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        for moves in ("4455", "44455554221"):
            process.stdin.write(moves + "\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(moves + " ")
        process.stdin.close()
        assert process.wait(60) == 0


INVALID = {
    b"44a": "move 3, 'a'",
    b"0": "move 1, '0': there is no such column",
    b"448": "move 3, '8': there is no such column",
    b"1111111": "move 7, '1': column 1 is full",
    b"1212121": "move 7, '1': wins the game",
    b"12121212": "move 7, '1': wins the game, yet moves follow",
    b"737167457417142561265443556473322216621335": "the position: the board is full",
    b"4" * 1_000_000: "column 4 is full",
    b"\xff\xfe44": "move 1",
    b"44 55": "move 3, ' '",
    b" 44": "move 1, ' '",
    b"4\x0044": "move 2",
    "4\u0664".encode(): "move 2",
}


def test_solve_says_what_is_wrong_and_goes_on() -> None:
    given = b"".join(b"%s\n445544\r\n" % moves for moves in INVALID)
    answer = c4("solve", "--step", "07", given=given + b"4455")
    assert answer.returncode == 1
    complaints = answer.stderr.splitlines()
    for number, (complaint, why) in enumerate(zip(complaints, INVALID.values(), strict=True)):
        assert complaint.startswith(f"line {2 * number + 1}: ")
        assert why in complaint
    lines = answer.stdout.split("\n")
    assert lines[0:-2:2] == [""] * len(INVALID)
    assert all(line.startswith("445544 ") for line in lines[1:-2:2])
    assert lines[-2].startswith("4455 18 ")


def test_solve_takes_an_empty_line_for_the_empty_board() -> None:
    answer = c4("solve", "--step", "04", "--board", "4x4", given="\n")
    assert answer.stdout.startswith(" 0 ")
    assert answer.returncode == 0


def test_solve_reads_a_file(tmp_path: Path) -> None:
    (tmp_path / "positions").write_text("4455\n")
    assert c4("solve", str(tmp_path / "positions")).stdout.startswith("4455 18 ")
    missing = c4("solve", str(tmp_path / "nothing"))
    assert missing.returncode == 2
    assert missing.stderr == f"c4 solve: {tmp_path / 'nothing'}: No such file or directory\n"


def test_solve_weakly_and_column_by_column() -> None:
    assert c4("solve", "--weak", given="445533\n").stdout.split()[1] == "1"
    moves = "111111" + "44"
    scores = c4("solve", "--analyze", given="222222" + "111111" + "4455\n").stdout.split()[1:8]
    assert scores[:2] == ["-", "-"], moves
    assert max(int(score) for score in scores[2:]) > 0


def test_solve_takes_a_table_threads_and_a_book(tmp_path: Path) -> None:
    line = sets.load("begin-easy", 1)[0]
    for options in (["--table", "8"], ["--threads", "2"], ["--table", "1", "--threads", "3", "--no-book"]):
        answer = c4("solve", *options, given=line.moves)
        assert answer.stdout.split()[:2] == [line.moves, str(line.score)]
    (tmp_path / "no.book").write_text("no")
    refused = c4("solve", "--book", str(tmp_path / "no.book"), given=line.moves)
    assert refused.returncode == 2
    assert "is not a book" in refused.stderr
    assert refused.stdout == ""


def test_solve_is_ended_by_an_interrupt_in_the_middle_of_a_search() -> None:
    command = [*C4, "solve", "--step", "01"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(sets.load("end-easy", 1)[0].moves.encode() + b"\n\n")
        process.stdin.flush()
        assert process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == -signal.SIGINT


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["solve", "--step", "99"], "there is no step '99'; the steps are 01, 02"),
        (["solve", "--board", "9x9"], "at most 63 fit"),
        (["solve", "--board", "big"], "write WIDTHxHEIGHT, such as 7x6"),
        (["solve", "--step", "04", "--threads", "2"], "step 04 cannot be told its threads"),
        (["solve", "--table", "0"], "0 is less than 1"),
        (["solve", "--book", "x", "--no-book"], "not allowed with argument"),
        (["bench", "--positions", "0"], "0 is less than 1"),
        (["bench", "--positions", "x"], "invalid whole number value: 'x'"),
        (["bench", "--timeout", "-1"], "-1 is less than 0"),
        (["bench", "--sets", "end-hard"], "there is no test set 'end-hard'; the sets are end-easy"),
        (["bench", "--board", "6x5"], "the test sets are for the 7x6 board"),
        (["bench", "--peer", "stockfish"], "invalid choice"),
        (["diff", "04", "44"], "there is no step '44'"),
        (["testset", "--out", "/tmp", "end-hard"], "there is no test set 'end-hard'"),
        (["frobnicate"], "invalid choice"),
        ([], "required: COMMAND"),
    ],
)
def test_bad_usage_is_explained(arguments: list[str], complaint: str) -> None:
    answer = c4(*arguments)
    assert answer.returncode == 2
    assert complaint in answer.stderr
    assert "Traceback" not in answer.stderr
    assert answer.stdout == ""


@pytest.mark.parametrize("command", [[], ["solve"], ["bench"], ["diff"], ["testset"]])
def test_help_shows_examples(command: list[str]) -> None:
    answer = c4(*command, "--help")
    assert answer.returncode == 0
    assert ("examples:\n  " in answer.stdout) == bool(command)


def test_bench_times_threads_beside_a_single_one() -> None:
    answer = c4("bench", "--steps", "17,18", "--sets", "end-easy", "--positions", "3", "--threads", "2")
    assert answer.returncode == 0, answer.stderr
    solvers = re.findall(r"(?m)^end-easy +(.+?)  ", answer.stdout)
    assert solvers == ["17 blocked threats", "18 threads", "18 x2"]
    assert answer.stdout.count(" 3/3 ") == 3


def test_bench_ends_a_search_that_takes_too_long(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    start = time.monotonic()
    answer = c4(
        *("bench", "--steps", "01,07", "--sets", "end-easy,begin-hard", "--positions", "2"),
        *("--timeout", "1", "--peer", "bitbully", "--json", str(path)),
    )
    assert time.monotonic() - start < 60
    assert answer.returncode == 0
    figures = json.loads(path.read_text())
    rows = {(row["set"], row["solver"]): row for row in figures["rows"]}
    assert rows["end-easy", "01"]["correct"] == 2
    assert rows["end-easy", "07"]["mean_nodes"] >= 0
    assert rows["begin-hard", "01"]["not_available"] == "0 of 2 positions in 1 s"
    assert rows["end-easy", "bitbully mtdf"]["correct"] == 2
    assert figures["machine"]["cores"] == os.cpu_count()
    assert set(figures["versions"]) >= {"python", "numba", "bitbully"}
    assert "N/A" in answer.stdout
    assert "\x1b" not in answer.stdout


def test_diff_shows_what_a_step_changes() -> None:
    text = c4("diff", "03", "04").stdout
    assert "-            position.undo(column)\n" in text
    assert "test_step" not in text
    stat = c4("diff", "03", "04", "--stat").stdout.splitlines()
    assert [line.split()[0] for line in stat[1:]] == sorted(
        {path.name for path in course.load("04").folder.glob("*.py")} - {"test_step.py"}
    )
