"""Tests of the command line, run as a user runs it."""

import argparse
import errno
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, contextmanager
from io import BytesIO, StringIO, TextIOWrapper
from itertools import chain
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from repository import C4, PLAIN, Run, check_refused, read_output, run, run_c4, run_python, start_c4

from common.position import CELLS, InvalidPosition, parse
from common.score import explain, sign
from common.tools import course, sets
from common.tools.bench.measure import EngineWorker
from common.tools.bench.sizes import find_largest_prime
from common.tools.cli import COMMANDS, GROUPS, describe_list, make_parser
from common.tools.commands.solve import (
    ENOUGH,
    count_answers,
    make_question,
    open_answers,
    open_standard_input,
    print_drawn_answer,
    read_batches,
)
from common.tools.play.arena.games import Match, play_match
from common.tools.solve.answering import Answer, Question


def test_solve_answers_line_by_line() -> None:
    lines = sets.load_set("middle-easy", 20)
    answer = run_c4("solve", "--step", "07", given="".join(f"{line.moves}\n" for line in lines))
    assert answer.returncode == 0
    for line, text in zip(lines, answer.stdout.splitlines(), strict=True):
        moves, score, nodes, microseconds = text.split(" ")
        assert (moves, int(score)) == (line.moves, line.score)
        assert int(nodes) >= 0
        assert int(microseconds) >= 0


def test_solve_answers_before_the_next_line_comes() -> None:
    with start_c4("solve", "--step", "07") as process:
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
    b"4455" + b"\r" * 41 + b"9": "move 5, '\\r'",
    b"\r" * 44 + b"555": "move 1, '\\r'",
    b"44\r\r": "move 3, '\\r'",
}


def test_solve_says_what_is_wrong_and_goes_on() -> None:
    given = b"".join(b"%s\n445544\r\n" % moves for moves in INVALID)
    answer = run_c4("solve", "--step", "07", given=given + b"4455")
    assert answer.returncode == 1
    complaints = re.findall(r"^line .*", answer.stderr, re.MULTILINE)
    for number, (complaint, why) in enumerate(zip(complaints, INVALID.values(), strict=True)):
        assert complaint.startswith(f"line {2 * number + 1}: ")
        assert why in complaint
    lines = answer.stdout.split("\n")
    assert lines[0:-2:2] == [""] * len(INVALID)
    assert all(line.startswith("445544 ") for line in lines[1:-2:2])
    assert lines[-2].startswith("4455 18 ")


def describe_line(text: str) -> str:
    """Return what is to be answered to a line: its position, or what is wrong with it."""
    try:
        return f"{parse(text, course.load('04').Position.start())}"
    except InvalidPosition as error:
        return f"{error}"


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
@example([(b"1" * (CELLS + count), b"\r\n") for count in range(6)], b"\r" * (CELLS + 4), 1)
@example([(b"1" * (CELLS + count), b"\r\n") for count in range(6)], b"\r" * (CELLS + 4), 1000)
def test_any_line_is_read_as_if_it_had_been_read_whole(
    ended: list[tuple[bytes, bytes]], last: bytes, size: int
) -> None:
    content = b"".join(line + end for line, end in ended) + last
    texts = list(chain.from_iterable(read_batches(Pieces(content, size))))
    assert all(len(text) <= ENOUGH for text in texts)
    expected = [(line + end)[:-1].removesuffix(b"\r") for line, end in ended] + [last] * bool(last)
    assert [describe_line(text) for text in texts] == [
        describe_line(line.decode(errors="replace")) for line in expected
    ]


def test_solve_takes_an_empty_line_for_the_empty_board() -> None:
    answer = run_c4("solve", "--step", "04", "--board", "4x4", given="\n", **PLAIN)
    assert read_output(answer).startswith(" 0 ")


def test_solve_reads_a_file(c4_here: Run, tmp_path: Path) -> None:
    (tmp_path / "positions").write_text("4455\n", encoding="utf-8")
    assert c4_here("solve", str(tmp_path / "positions")).stdout.startswith("4455 18 ")


@pytest.mark.parametrize(("seconds", "expected"), [(-1.0, [(1, 2), (2, 2)]), (3600.0, [])])
def test_the_answers_to_a_file_are_counted_if_they_take_long(
    seconds: float, expected: list[tuple[int, int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "positions").write_text("4\n44\n", encoding="utf-8")
    counts: list[tuple[int, int]] = []

    @contextmanager
    def show_progress(_: str) -> Generator[Callable[[int, int], None]]:
        yield lambda count, total: counts.append((count, total))

    monkeypatch.setattr("common.tools.terminal.console.show_progress", show_progress)
    monkeypatch.setattr("common.tools.commands.solve.SOON_SECONDS", seconds)
    answers: Iterator[Any] = iter([["first"], ["second"]])
    with ExitStack() as stack:
        counted = count_answers(answers, tmp_path / "positions", stack)
        assert list(counted) == [["first"], ["second"]]
    assert counts == expected


def test_the_answers_to_a_file_are_counted_once_more_than_a_second_has_gone_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "positions").write_text("4\n" * 5, encoding="utf-8")
    now, counts = [50.0], list[tuple[int, int]]()

    @contextmanager
    def show_progress(_: str) -> Generator[Callable[[int, int], None]]:
        yield lambda count, total: counts.append((count, total))

    def answer() -> Iterator[Any]:
        for seconds, part in ((50.5, ["a"]), (51.0, ["b"]), (51.25, ["c", "d"]), (51.5, ["e"])):
            now[0] = seconds
            yield part

    monkeypatch.setattr("common.tools.terminal.console.show_progress", show_progress)
    monkeypatch.setattr("common.tools.commands.solve.monotonic", lambda: now[0])
    with ExitStack() as stack:
        assert len(list(count_answers(answer(), tmp_path / "positions", stack))) == 4
    assert counts == [(4, 5), (5, 5)]


def test_solve_weakly_and_column_by_column(c4_here: Run) -> None:
    assert c4_here("solve", "--weak", given=b"445533\n").stdout.split()[1] == "1"
    scores = c4_here("solve", "--analyze", given=b"2222221111114455\n").stdout.split()[1:8]
    assert scores[:2] == ["-", "-"]
    assert max(int(score) for score in scores[2:]) > 0


def parse_solve(*words: str) -> argparse.Namespace:
    return make_parser(["solve"]).parse_args(["solve", *words])


def test_what_is_asked_of_each_line_follows_from_the_options(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    built: list[Question] = []
    monkeypatch.setattr("common.tools.solve.answering.build_solver", built.append)
    last = course.numbers()[-1]
    for words, question in (
        ([], Question(last)),
        (["--step", "7", "--weak"], Question("07", weak=True)),
        (["--analyze"], Question(last, analyze=True)),
        (["--parquet", str(tmp_path / "x")], Question(last, analyze=True)),
        (["--no-book"], Question(last, use_book=False)),
        (["--book", "x"], Question(last, options=(("book", Path("x")),))),
        (
            ["--table", "2", "--threads", "3"],  # MiB, and 8 bytes an entry
            Question(last, options=(("size", find_largest_prime(1 << 18)), ("threads", 3))),
        ),
        (["--resume", str(tmp_path / "x"), "--threads", "1"], Question(last, options=(("threads", 1),))),
    ):
        assert make_question(parse_solve(*words)) == question
        assert built[-1] == question


def test_all_cores_answer_a_file_unless_a_search_has_threads_and_one_a_pipe(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given: list[tuple[int, str | None]] = []
    path = tmp_path / "lines"
    path.touch()

    def stream(_question: object, _batches: object, *, jobs: int, dask: str | None) -> Iterator[Any]:
        given.append((jobs, dask))
        return iter(())

    monkeypatch.setattr("common.tools.solve.answering.stream_answers", stream)
    monkeypatch.setattr("os.cpu_count", lambda: 6)
    for words, jobs, dask in (
        ([str(path)], 6, None),
        ([], 1, None),
        ([str(path), "--threads", "2"], 1, None),
        ([str(path), "--jobs", "3"], 3, None),
        (["--jobs", "3"], 3, None),
        ([str(path), "--dask", "tcp://x"], 6, "tcp://x"),
    ):
        with ExitStack() as stack:
            list(open_answers(Question("07"), iter(()), parse_solve(*words), stack))
        assert given[-1] == (jobs, dask), words
    monkeypatch.setattr("os.cpu_count", lambda: None)
    with ExitStack() as stack:
        list(open_answers(Question("07"), iter(()), parse_solve(str(path)), stack))
    assert given[-1] == (1, None)


def test_solve_takes_a_table_threads_and_no_book(c4_here: Run) -> None:
    line = sets.load_set("begin-easy", 1)[0]
    for options in (["--table", "8"], ["--threads", "2"], ["--table", "1", "--threads", "3", "--no-book"]):
        answer = c4_here("solve", *options, given=line.moves.encode())
        assert answer.stdout.split()[:2] == [line.moves, str(line.score)]


def test_solve_is_ended_by_an_interrupt_in_the_middle_of_a_search() -> None:
    with start_c4("solve", "--step", "01") as process:
        process.stdin.write(f"{sets.load_set('end-easy', 1)[0].moves}\n\n")
        process.stdin.flush()
        assert process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == -signal.SIGINT


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["solve", "--board", "9x9"], "at most 63 fit"),
        (["solve", "--board", "big"], "write WIDTHxHEIGHT, such as 7x6"),
        (["solve", "--board", ""], "write WIDTHxHEIGHT, such as 7x6"),
        (["solve", "--board"], "argument --board: expected one argument"),
        (["bench", "--board", "6x5"], "the test sets are for the 7x6 board"),
        (["book", "verify", "--board", "6x5", "--oracle", "bitbully", "x"], "knows only the 7x6 board"),
    ],
)
def test_a_board_that_cannot_be_is_explained(arguments: list[str], complaint: str) -> None:
    check_refused(run_c4(*arguments, **PLAIN), complaint)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["solve", "--step", "99"], "there is no step '99'; the steps are 01, 02"),
        (["solve", "--step", ""], "there is no step ''"),
        (["solve", "--step", "04", "--threads", "2"], "step 04 cannot be told its threads"),
        (["solve", "--step", "05", "--no-book"], "step 05 has no book to leave out"),
        (["solve", "--threads", "100000"], "for each core of this machine"),
        (["solve", "--table", "0"], "0 is less than 1"),
        (["solve", "--table", "-1"], "-1 is less than 1"),
        (["solve", "--table", "9" * 20], "is not a number up to 1,048,576"),
        (["solve", "--table", "1048576"], "a table of 1048576 MiB does not fit in memory"),
        (["solve", "--book", "x", "--no-book"], "not allowed with argument"),
        (["solve", "/"], "c4 solve: /: Is a directory"),
        (["solve", "nothing"], "c4 solve: nothing: No such file or directory\n"),
        (["solve", "--book", "no.book"], "is not a book"),
        (["solve", "no.book", "--resume", "out", "--threads", "2"], "use --jobs"),
        (["bench", "--positions", "0"], "0 is less than 1"),
        (["bench", "--positions", "x"], "invalid whole number value: 'x'"),
        (["bench", "--timeout", "-1"], "-1 is less than 0"),
        (["bench", "--timeout", "nan"], "nan is not a number up to 1,000,000"),
        (["bench", "--timeout", "inf"], "inf is not a number up to 1,000,000"),
        (["bench", "--sets", "end-hard"], "there is no test set 'end-hard'; the sets are end-easy"),
        (["bench", "--sets", ""], "there is no test set ''"),
        (["bench", "--steps", ""], "there is no step ''"),
        (["bench", "--steps", "04-02"], "steps '04-02' run backwards: write 02-04"),
        (["bench", "--steps", "04,05", "--threads", "4"], "no step of 04, 05 searches with threads"),
        (["bench", "--steps", "05", "--no-book"], "no step of 05 has a book to leave out"),
        (["bench", "--peer", "stockfish"], "invalid choice"),
        (["diff", "04", "44"], "there is no step '44'"),
        (["testset", "--out", "/tmp", "end-hard"], "there is no test set 'end-hard'"),
        (["book", "info", "no.book"], "is not a book"),
        (["book", "info", "missing"], "c4 book: missing: No such file"),
        (["match", "random", "random", "--jobs", "100000"], "for each core of this machine"),
        (["match", "random", "stockfish"], "there is no player 'stockfish'; the players are human, random"),
        (["match", "random", "minimax:depth=-1"], "player minimax: depth '-1' is less than 1"),
        (["match", "random", "random", "--games", "0", "--json", "x.json"], "0 is less than 1"),
        (["match", "random", "human", "--json", "x.json"], "a human plays in c4 play, not in matches"),
        (["match", "random"], "required: B"),
        (["accuracy", "human"], "is not judged"),
        (["accuracy", "nobody"], "there is no player 'nobody'"),
        (["tournament", "nowhere.toml"], "c4 tournament: nowhere.toml: No such file or directory\n"),
        (["play", "--red", "nobody"], "c4 play: there is no player 'nobody'"),
        (["play", "--yellow", "mcts:c=x"], "c4 play: player mcts: c 'x' is not a number"),
        (["play", "--moves", "1212121"], "move 7, '1': wins the game"),
        (["serve", "--port", "65536"], "65536 is not a number up to 65,535"),
        (["learn", "check", "--memory", "1048577"], "1048577 is not a number up to 1,048,576"),
        (["frobnicate"], "invalid choice"),
        (["bench", "--steps", "05", "07", "--full"], "unrecognized arguments: 07; write --steps 05,07\n"),
        (["diff", "04", "05", "06"], "unrecognized arguments: 06\n"),
    ],
)
def test_bad_usage_is_explained_and_writes_nothing(
    c4_here: Run, arguments: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no.book").write_text("no", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    check_refused(c4_here(*arguments), complaint)
    assert [path.name for path in tmp_path.iterdir()] == ["no.book"]


def test_a_word_too_many_that_is_after_no_list_is_not_taken_for_a_part_of_one() -> None:
    assert describe_list(["bench", "--steps", "1", "2"], "2") == "; write --steps 1,2"
    assert describe_list(["bench", "word", "--steps"], "word") == ""


def test_pytest_refuses_a_number_of_positions_that_is_none() -> None:
    answer = run([sys.executable, "-m", "pytest", "--positions", "-3", "steps/01"])
    assert answer.returncode == pytest.ExitCode.USAGE_ERROR
    assert "argument --positions: -3 is less than 1" in answer.stderr


@pytest.mark.parametrize("command", [["bench"], ["match", "random", "random"], ["tournament", "x"]])
def test_a_result_that_cannot_be_written_is_refused_before_the_work(
    c4_here: Run, tmp_path: Path, command: list[str]
) -> None:
    (tmp_path / "file").touch()
    for place, reason in ((tmp_path, "is not a file"), (tmp_path / "file" / "x.json", "file: File exists")):
        check_refused(c4_here(*command, "--json", str(place)), reason)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_shows_examples(c4_here: Run, command: str) -> None:
    answer = c4_here(*command.split(), "--help")
    assert answer.returncode == 0
    assert ("examples:\n  c4 " in answer.stdout or "examples:\n  echo " in answer.stdout) == bool(command)


def test_c4_alone_shows_its_commands_in_groups(c4_here: Run) -> None:
    answer = c4_here()
    assert (answer.returncode, answer.stderr) == (0, "")
    for group, commands in GROUPS.items():
        section = answer.stdout.partition(f"\n{group}:\n")[2].partition("\n\n")[0]
        assert [line.split()[0] for line in section.splitlines()] == list(commands)


class Seat(TextIOWrapper):
    """Standard input at which somebody sits."""

    def isatty(self) -> bool:
        return True


def test_solve_says_what_it_waits_for_where_somebody_can_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind, said in ((Seat, "Write the moves of a position"), (TextIOWrapper, "")):
        monkeypatch.setattr("sys.stdin", kind(BytesIO(b"4455")))
        assert open_standard_input().read() == b"4455"
        assert capsys.readouterr().err.startswith(said)
        assert bool(said) or not capsys.readouterr().err


@pytest.mark.parametrize(("nodes", "shown"), [(1, " 1 node, "), (2, " 2 nodes, ")])
def test_nodes_are_counted_in_english(nodes: int, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_drawn_answer(Question("04"), Answer("4455", [18], nodes, 5))
    assert shown in capsys.readouterr().out


@pytest.mark.parametrize("command", ["", "solve", "bench", "diff", "serve"])
def test_help_does_not_wait_for_numba(command: str) -> None:
    program = f"import sys; from common.tools.cli import make_parser; make_parser([{command!r}])"
    imported = run_python(f"{program}; print(*sys.modules)").split()
    assert "numba" not in imported
    modules = {name for name in imported if name.startswith("common.tools.commands.")}
    assert {name.rpartition(".")[2] for name in modules if name.count(".") == 3 and ".commands." in name} == {
        command
    } - {""}


STREAMS = [  # what is done to the streams, the status, what is on standard error
    ("solve --step 07", "<&-", 2, "c4 solve: standard input is closed\n"),
    ("play", "<&-", 2, "c4 play: standard input is closed\n"),
    ("solve --step 07", ">&-", 2, "c4 solve: standard output is closed\n"),
    ("solve --step 07", "2>&-", 1, ""),
    ("solve --step 07", "<&- >&- 2>&-", 2, ""),
    ("solve --step 07", "2>/dev/full", 1, ""),
    ("solve --step 07", ">/dev/full", 2, "line 1: move 3, 'x'"),
    ("solve --step 07", "0>/dev/null", 2, "c4 solve: Bad file descriptor\n"),
    ("diff 03 04", ">/dev/full", 2, "c4 diff: No space left on device\n"),
    ("diff 03 04", ">&-", 2, "c4 diff: standard output is closed\n"),
    ("--help", ">/dev/full", 2, "c4: No space left on device\n"),
    ("frobnicate", "2>/dev/full", 2, ""),
]


@pytest.mark.parametrize(("command", "streams", "status", "said"), STREAMS)
def test_closed_and_full_streams_are_told_of(command: str, streams: str, status: int, said: str) -> None:
    redirected = ["sh", "-c", f'exec "$@" {streams}', "sh", *C4, *command.split()]
    answer = run(redirected, given="44x\n", **PLAIN, PYTHONUNBUFFERED="")
    assert answer.returncode == status
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr
    assert "Exception" not in answer.stderr


def test_who_reads_no_further_is_not_complained_to() -> None:
    with start_c4("solve", "--step", "07") as process:
        process.stdin.write("4455\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write("4455\n")
        process.stdin.close()
        assert process.wait(60) == 1
        assert process.stderr.read() in ("", "compiling step 07, once; this takes some seconds\n")


KILLED = "a process that did part of the work was ended, perhaps because memory ran out"


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (BrokenExecutor(), 1, KILLED),
        (MemoryError(), 1, "memory ran out"),
        (MemoryError("no room for 7"), 1, "memory ran out. no room for 7"),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "No space left on device"),
        (
            OSError(errno.ENOSPC, "no space", "x"),
            2,
            "x: no space. Make room there, then run this command again",
        ),
        (OSError("not readable"), 2, "not readable"),
    ],
)
def test_what_stops_a_command_is_told_in_a_line(
    c4_here: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, said: str
) -> None:
    def stop(_: object) -> int:
        raise error

    monkeypatch.setattr("common.tools.commands.diff.run", stop)
    answer = c4_here("diff", "03", "04")
    assert (answer.returncode, answer.stderr) == (status, f"c4 diff: {said}\n")


def test_a_match_or_benchmark_whose_worker_was_killed_is_broken() -> None:
    def kill_workers(_: object) -> None:
        for process in active_children():
            process.kill()

    with pytest.raises(BrokenExecutor):
        play_match(Match(("random", "forward"), 50, seed=1), 2, kill_workers)
    with EngineWorker("07", use_book=False) as worker:
        with pytest.raises(BrokenExecutor):
            worker.measure_lines(sets.load_set("end-easy", 1000), 60, kill_workers)
        with pytest.raises(BrokenExecutor):
            worker.measure_lines(sets.load_set("end-easy", 1), 60)


class Terminal(StringIO):
    """A terminal that remembers what is shown."""

    def isatty(self) -> bool:
        return True


def test_a_loss_has_not_the_colour_of_a_player(c4_here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout", terminal)
    c4_here("solve", "--step", "07", "--analyze", given=b"252122713242611343444747716165")
    printed = terminal.getvalue()
    styles = {text.strip(): style for style, text in re.findall(r"\x1b\[([\d;]+)m([^\x1b]*)", printed)}
    assert (styles["X"], styles["O"]) == ("1;31", "1;33")
    assert (styles["6"], styles["0"], styles["-2"]) == ("1;32", "1", "1;35")


@pytest.mark.parametrize("value", [-1, 0, 1])
def test_a_person_reads_who_wins_and_when(c4_here: Run, monkeypatch: pytest.MonkeyPatch, value: int) -> None:
    line = next(line for line in sets.load_set("end-easy") if sign(line.score) == value)
    number, weak_number = (f"{score:+d}" if score else "0" for score in (line.score, value))
    weak_words = {-1: "loses", 0: "draws", 1: "wins"}[value]
    monkeypatch.setenv("COLUMNS", "200")
    for options, words in (
        ([], f"{line.moves} {number} {explain(line.score, len(line.moves))}"),
        (["--weak"], f"{line.moves} {weak_number} {weak_words}"),
    ):
        terminal = Terminal()
        monkeypatch.setattr("sys.stdout", terminal)
        c4_here("solve", "--step", "07", *options, given=f"{line.moves}\n9\n".encode())
        answer, refused = re.sub(r"\x1b\[[\d;]*m", "", terminal.getvalue()).splitlines()
        assert re.fullmatch(rf"{re.escape(words)}, \d+ nodes?, \d+ µs", answer)
        assert refused == ""


def test_bench_times_threads_beside_a_single_one() -> None:
    options = ["--sets", "end-easy", "--positions", "3", "--threads", "2"]
    shown = read_output(run_c4("bench", "--steps", "21,22", *options, **PLAIN))
    assert re.findall(r"(?m)^end-easy +(.+?)  ", shown) == ["21 what matters", "22 threads", "22 x2"]
    assert shown.count(" 3/3 ") == 3


def test_the_last_step_solves_unless_another_is_named() -> None:
    assert make_parser(["solve"]).parse_args(["solve"]).step == course.numbers()[-1]


@pytest.mark.parametrize(("given", "kept"), [("", "1"), ("3", "3")])
def test_numpy_starts_no_threads_unless_told_to(
    given: str, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    environment = {"OPENBLAS_NUM_THREADS": given} if given else {}
    program = "import os, common.tools; print(os.environ['OPENBLAS_NUM_THREADS'])"
    assert run_python(program, **environment).strip() == kept


def test_bench_ends_a_search_that_takes_too_long(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    options = ["--steps", "01,07", "--sets", "begin-hard", "--positions", "2"]
    shown = read_output(run_c4("bench", *options, "--timeout", "0.1", "--json", str(path), **PLAIN))
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    assert [row["solver"] for row in rows] == ["01", "07"]
    assert {row["not_available"] for row in rows} == {"0 of 2 positions in 0.1 s"}
    assert shown.count("N/A") >= 2


def test_bench_says_what_it_measured_and_where(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    options = ["--steps", "01,07", "--sets", "end-easy", "--positions", "2", "--timeout", "600"]
    shown = read_output(run_c4("bench", *options, "--peer", "bitbully", "--json", str(path)))
    assert path.read_text(encoding="utf-8").startswith('{\n "command": "c4 bench --steps 01,07 ')
    figures = json.loads(path.read_text(encoding="utf-8"))
    rows = {row["solver"]: row for row in figures["rows"]}
    assert rows["01"]["correct"] == rows["bitbully mtdf"]["correct"] == 2
    assert rows["01"]["mean_nodes"] > rows["07"]["mean_nodes"] >= 0
    assert figures["machine"]["cores"] == os.cpu_count()
    assert set(figures["versions"]) >= {"python", "numba", "bitbully"}
    assert "\x1b" not in shown


def test_diff_shows_what_a_step_changes(c4_here: Run) -> None:
    text = c4_here("diff", "03", "04").stdout
    assert "-            position.undo(column)\n" in text
    assert "test_step" not in text
    _, *stat = c4_here("diff", "03", "04", "--stat").stdout.splitlines()
    names = {path.name for path in course.load("04").folder.glob("*.py")} - {"test_step.py"}
    assert [line.split()[0] for line in stat] == sorted(names)
