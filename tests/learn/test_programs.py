"""Tests of learners' programs: the reason for a stop is named, and child processes end too."""

import fcntl
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from learners import FIRST, PATIENT, STAGES, find_failure, make_program, start_folder
from repository import PLAIN, Run, read_output, run_c4, start_c4, wait_until

from common.score import MAX_SCORE
from common.tools import answers
from common.tools.learn import project
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Stage
from common.tools.learn.trying import runner
from common.tools.learn.trying.checking import find_node_excess
from common.tools.learn.trying.runner import Limits
from common.tools.solve import answering

COMPILED = Limits(seconds=120.0, memory=8192, compiled=True, quiet=True)
ODD = """\
import contextlib, os
class Nameless:
    def __repr__(self): raise KeyError("no name")
def pass_oneself():
    for number in range(3, 20):
        with contextlib.suppress(OSError):
            os.write(number, b'{"event": "Passed"}\\n{"event": "Finished"}\\n')
"""
STOPS = [
    ("raise ValueError('\\x1b[31mred\\x1b[0m \\x07 \\ud800')", "crashed", "ValueError: red \\x07 \\ud800"),
    ("return Nameless()", "crashed", "KeyError: 'no name'"),
    ("return -10 ** 5000", "wrong", "5,001 digits"),
    ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "crashed", "SIGSEGV"),
    ("import os; os._exit(3)", "crashed", "exit status 3"),
    ("return negamax(position, nodes)", "crashed", "RecursionError"),
    ("memory = [[0] * 10**6 for _ in range(10**6)]; return 0", "crashed", "memory ran out"),
    ("return None", "wrong", "None"),
    ("print('[1, 2' * 1000); raise KeyError(1)", "crashed", "KeyError: 1"),
    ("while True: nodes[0] += 1", "hung", "within 1 s"),
    ("pass_oneself(); return 0", "crashed", "pipe"),
]


@pytest.mark.parametrize(("body", "kind", "came"), STOPS, ids=[body[-40:] for body, *_ in STOPS])
def test_what_stopped_a_program_is_named(body: str, kind: str, came: str, tmp_path: Path) -> None:
    limits = Limits(seconds=1.0, memory=512, quiet=True) if kind == "hung" else PATIENT
    failure = find_failure(tmp_path, make_program(body, ODD), limits)
    assert (failure["kind"], came in failure["came"]) == (kind, True), failure["came"]
    assert failure["came"].isprintable()
    assert failure["moves"]
    assert all(line.startswith("solver.py, line") for line in failure["trace"])
    assert len(failure["trace"]) <= 6
    assert (answers.NO_VALUE in failure["idea"]) == (came == "None")
    assert (answers.ENDLESS in failure["idea"]) == (came == "RecursionError")


@pytest.mark.parametrize(
    ("text", "kind", "came"),
    [
        ("x = 1\ndef search(:\n", "crashed", "SyntaxError"),
        ("\nimport nothing_of_that_name\n", "crashed", "nothing_of_that_name"),
        ("\nraise SystemExit(3)\n", "crashed", "SystemExit: 3"),
        ("class Solver: pass\n", "missing", "reset"),
        ("\nfrom position import Position\n", "crashed", "from .position import"),
        ("", "crashed", "solver.py is empty"),
    ],
)
def test_files_that_cannot_be_used_say_why(text: str, kind: str, came: str, tmp_path: Path) -> None:
    failure = find_failure(tmp_path, FIRST.ours() | {"solver.py": text})
    assert (failure["kind"], came in failure["came"]) == (kind, True), failure["came"]
    assert [line.partition(":")[0].partition(", in")[0] for line in failure["trace"]] == (
        ["solver.py, line 2"] if text[:1] in ("\n", "x") else []
    )


def test_what_numba_cannot_compile_is_named(tmp_path: Path) -> None:
    stages.write_files(tmp_path, make_program("return nodes[0].bit_count()"))
    *events, failure = runner.check_folder(tmp_path, FIRST, COMPILED)
    assert {event["step"] for event in events if event["event"] == "Compiling"} == {1, -1}
    assert (failure["kind"], failure["idea"]) == ("uncompiled", answers.NUMBA)
    assert "'bit_count' of type int64" in failure["came"]
    (line,) = failure["trace"]
    assert line.startswith("solver.py, line ")
    assert line.endswith(": return nodes[0].bit_count()")


SLOW = """\
from time import sleep
from numba.extending import overload
def wait(): pass
@overload(wait)
def find_wait():
    sleep(4)
    return lambda: None
"""


@pytest.mark.full("waits for Numba, and then some seconds more")
def test_an_answer_has_its_time_once_it_is_compiled(tmp_path: Path) -> None:
    stage, files = STAGES["04a"], STAGES["04a"].ours()
    wrong = files["position.py"].replace("return 1 << column", "wait(); return 2 << column")
    stages.write_files(tmp_path, files | {"position.py": SLOW + wrong})
    events = runner.check_folder(tmp_path, stage, replace(COMPILED, seconds=3.0))
    failure = next(event for event in events if event["event"] == "Failure")
    assert (failure["kind"], failure["asked"]) == ("wrong", "bottom(0)")


@pytest.mark.full("compiles all programs, which are tried in plain Python")
def test_our_programs_pass_compiled(tmp_path: Path) -> None:
    for stage in STAGES.values():
        stages.write_files(tmp_path, stage.ours())
        *_, last = runner.check_folder(tmp_path, stage, COMPILED)
        assert last["event"] == "Passed", last
        assert last["nodes"] == last["our_nodes"]


HANGING = [stage for stage in STAGES.values() if any(mistake.hangs for mistake in stage.mistakes)]
OTHERS = pytest.mark.full("waits for loops of other stages")


@pytest.mark.parametrize("stages_tried", [HANGING[:1], pytest.param(HANGING[1:], marks=OTHERS)])
def test_an_endless_loop_is_ended_and_named(stages_tried: list[Stage], tmp_path: Path) -> None:
    for stage in stages_tried:
        for mistake in (mistake for mistake in stage.mistakes if mistake.hangs):
            (files,) = mistake.apply(stage.ours())
            failure = find_failure(tmp_path / stage.name, files, Limits(seconds=0.5, quiet=True), stage)
            assert failure["kind"] == "hung"
            assert mistake.says in failure["idea"]
            assert failure["moves"]


def is_held(path: Path) -> bool:
    """Return whether a process has a file locked."""
    with path.open(encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


HOLDING = """\
import fcntl, subprocess, sys
file = open({held!r}, "a")
fcntl.flock(file, fcntl.LOCK_EX)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"], pass_fds=[file.fileno()])
file.write("held")
file.flush()
{after}
"""


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    held = tmp_path / "held"
    find_failure(tmp_path / "mine", make_program("return 0", HOLDING.format(held=f"{held}", after="")))
    assert held.read_text(encoding="utf-8")
    wait_until(lambda: not is_held(held))


def test_a_program_and_what_it_has_started_end_with_a_killed_command(tmp_path: Path) -> None:
    held = tmp_path / "held"
    top = HOLDING.format(held=f"{held}", after="while True: pass")
    start_folder(tmp_path / "mine", make_program(top=top))
    with start_c4("learn", "check", "--folder", str(tmp_path / "mine")) as checked:
        wait_until(lambda: held.exists() and held.read_text(encoding="utf-8"))
        assert is_held(held)
        checked.kill()
    wait_until(lambda: not is_held(held))


MEANWHILE = """\
from pathlib import Path
from common.tools.learn import project
(folder,) = map(Path, [{folder!r}])
with project.open_project(folder) as now:
    if now.here == "01":
        now.finish(now.stage, project.Done("caught up"), {{}})
        (folder / "solver.py").write_text("# saved meanwhile", encoding="utf-8")
"""


def test_what_happens_during_a_check_stays(tmp_path: Path, run_learn: Callable[..., str]) -> None:
    start_folder(tmp_path, make_program(top=MEANWHILE.format(folder=f"{tmp_path}")))
    assert "gone on from stage 01" in run_learn("check", "--folder", tmp_path)
    assert project.read_project(tmp_path).done["01"].how == "caught up"
    assert (tmp_path / "solver.py").read_text(encoding="utf-8") == "# saved meanwhile"


SOLVER = """\
from .position import Position
class Solver:
    nodes = 0
    def reset(self): ...
    def solve(self, position, weak=False): {}
"""
STEP, EXIT = "solve --step {}", "import sys; sys.exit(0)"
REFUSED = [
    (STEP, f"return 0\n{EXIT}", "solver.py, line 6"),
    ("bench --steps {}", f"return 0\n{EXIT}", "solver.py, line 6"),
    (STEP, "raise KeyboardInterrupt", "KeyboardInterrupt"),
    (STEP, "from common.errors import Error as E; e = E(); e.status = 0; raise e", "solver.py, line 5"),
    (STEP, "yield 5", "generator"),
    (f"{STEP} --analyze", "return None", "None"),
    (f"{STEP} --jobs 2", "return None if position.moves == 2 else 0", "None"),
    (STEP, "return '3 9'", "'3 9'"),
    (STEP, "return True", "True"),
    (STEP, f"return {MAX_SCORE + 1}", f"from {-MAX_SCORE} to {MAX_SCORE}"),
    (STEP, "return -(10**5000)", "5,001 digits"),
    (f"{STEP} --weak", "return 2 if weak else 0", "from -1 to 1"),
    (STEP, "return 0\nSolver.nodes = -1", "nodes"),
    (STEP, "return 0\nSolver.open_book = property(lambda _: 1 // 0)", "ZeroDivisionError"),
]


@pytest.mark.parametrize(("command", "body", "named"), REFUSED)
def test_a_program_whose_answer_cannot_be_is_named(
    command: str, body: str, named: str, tmp_path: Path, c4_here: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "ALONE_SECONDS", -1.0)
    stages.write_files(tmp_path, FIRST.ours() | {"solver.py": SOLVER.format(body)})
    done = c4_here(*command.format(tmp_path).split(), given="4455\n44\n")
    assert done.returncode == 2
    assert f"{tmp_path}: " in done.stderr
    assert named in done.stderr
    assert [row.split()[1] for row in done.stdout.splitlines()] == ["0"] * ("--jobs" in command)


def test_what_a_program_prints_is_no_answer(tmp_path: Path) -> None:
    body = "print('in solve'); os.write(1, b'below'); os.system('echo beside'); return 5"
    text = "import os; print('at first')\n" + SOLVER.format(body)
    stages.write_files(tmp_path, FIRST.ours() | {"solver.py": text})
    done = run_c4("solve", "--step", f"{tmp_path}", given="4455\n44\n", **PLAIN)
    assert [row.split()[:3] for row in read_output(done).splitlines()] == [
        ["4455", "5", "0"],
        ["44", "5", "0"],
    ]
    assert all(said in done.stderr for said in ("at first", "in solve", "below", "beside"))


@given(st.text() | st.binary() | st.integers() | st.floats() | st.lists(st.integers() | st.text()))
def test_any_answer_is_said_in_a_line(answer: object) -> None:
    simple = answers.simplify_answer(answer)
    assert answers.format_answer(simple).isprintable()
    assert answers.simplify_answer(simple) == simple
    came = answers.describe_error(ValueError(answer), None).came
    assert came.startswith("ValueError")
    assert came.isprintable()
    assert answers.format_answer((True, False, 7, (-1, None))) == "yes, no, 7, -1, None"


def test_a_tenth_more_nodes_are_not_too_many() -> None:
    assert not find_node_excess(["1", "22"], [80, 30], [80, 20])
    failure = find_node_excess(["1", "22"], [80, 31], [80, 20])
    assert failure
    assert failure["moves"] == "22"
    assert {"111", "31"} <= set(re.findall(r"\d+", failure["came"]))
    assert {"110", "100", "20"} <= set(re.findall(r"\d+", failure["right"]))
