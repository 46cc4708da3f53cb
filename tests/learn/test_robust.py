"""What programs, editors and second terminals do to `c4 learn` and `c4 grade`: nothing is lost or hangs."""

import csv
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from learners import COMPILED, FIRST, PATIENT, SECOND, STATES, find_failure, make_program, start_folder
from repository import C4, Run, read_output, run_c4, start_c4, wait_until

from common.tools.claims import Figures, Program
from common.tools.commands import learn as command
from common.tools.files import open_replacement
from common.tools.learn import grading, project
from common.tools.learn.curriculum import stages
from common.tools.learn.trying import checking, process, runner, wording
from common.tools.learn.trying.checking import measure_sample
from common.tools.learn.trying.events import (
    Answers,
    Asked,
    Begun,
    Failure,
    Measured,
    Timed,
    format_event,
    parse_event,
)
from common.tools.learn.trying.runner import Limits, Passed

Learn = Callable[..., str]
PATIENCE = 120.0  # seconds for a command that takes a few


EVIL = """\
class Evil(int):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __neg__(self): return self
    __lt__ = __le__ = __gt__ = __ge__ = __eq__
    __hash__ = int.__hash__

class Silent(Exception):
    def __str__(self): raise SystemExit(1)

class Nameless:
    def __repr__(self): raise KeyError("no name")
"""
STOPS = [
    ("raise KeyboardInterrupt", "crashed", "KeyboardInterrupt"),
    ("raise BaseException('the end')", "crashed", "BaseException: the end"),
    ("raise GeneratorExit", "crashed", "GeneratorExit"),
    ("raise Silent", "crashed", "Silent: (its text cannot be had: SystemExit)"),
    ("raise ValueError('\\ud800')", "crashed", "ValueError: \\ud800"),
    ("raise ValueError('\\x1b[31mred\\x1b[0m \\x07')", "crashed", "ValueError: red \\x07"),
    ("return Nameless()", "crashed", "KeyError: 'no name'"),
    ("import json; json.dumps = lambda *_: 'x'; return 0", "crashed", "ended itself, exit status 0"),
    ("import json; json.dumps = lambda *_: '[\"Finished\"]'; return 0", "crashed", "an end without a result"),
    ("import builtins; builtins.type = None; return 0", "crashed", "ended itself, exit status 0"),
    ("return -10 ** 5000", "wrong", "an integer of about 5,001 digits"),
    ("return Evil(99)", "wrong", "99"),
    (
        "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
        "crashed",
        "signal 11, SIGSEGV: it used memory",
    ),
    ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", "crashed", "signal 15, SIGTERM"),
    ("import os; os._exit(3)", "crashed", "ended itself, exit status 3"),
    ("import sys; sys.exit('bye')", "crashed", "SystemExit: bye"),
    ("return negamax(position, nodes)", "crashed", "RecursionError"),
    ("memory = [[0] * 10**6 for _ in range(10**6)]; return 0", "crashed", "memory ran out"),
    ("return position.nothing", "crashed", "AttributeError"),
    ("return 'five'", "wrong", "five"),
    ("return None", "wrong", "None"),
    ("print('[1, 2' * 1000); raise KeyError(1)", "crashed", "KeyError: 1"),
    ("while True: nodes[0] += 1", "hung", "no answer within 1 s"),
]
ASKED = ("is the board the same before and after solve(position)", "the score, as solve(position)")


@pytest.mark.parametrize(("body", "kind", "came"), STOPS, ids=[case[0][:30] for case in STOPS])
def test_what_stopped_a_program_is_named_and_breaks_nothing(
    body: str, kind: str, came: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    limits = Limits(seconds=1.0, memory=512, quiet=True) if kind == "hung" else PATIENT
    failure = find_failure(tmp_path, make_program(body, EVIL), limits)
    assert (failure.kind, came in failure.came) == (kind, True), failure.came
    format_event(failure).encode()
    assert "Traceback" not in capfd.readouterr().err
    assert failure.came.isprintable()
    assert (failure.moves and failure.asked in ASKED) or came == "an end without a result"
    assert all(line.startswith(("solver.py, line", "position.py, line")) for line in failure.trace)
    assert len(failure.trace) <= 6
    assert (checking.NO_VALUE in failure.idea) == (came == "None")
    assert came != "AttributeError" or failure.idea == ""
    assert not any(mistake.says in checking.NO_VALUE for mistake in FIRST.mistakes)


@pytest.mark.parametrize(
    ("text", "kind", "came"),
    [
        ("def search(:\n", "crashed", "SyntaxError"),
        ("import nothing_of_that_name\n", "crashed", "ModuleNotFoundError"),
        ("raise SystemExit(3)\n", "crashed", "SystemExit"),
        ("class Solver: pass\n", "missing", "Solver has no reset yet"),
        ("", "crashed", "no attribute 'Solver'"),
    ],
)
def test_files_that_cannot_be_used_say_why(text: str, kind: str, came: str, tmp_path: Path) -> None:
    failure = find_failure(tmp_path, FIRST.ours() | {"solver.py": text} if text else {})
    assert (failure.kind, came in failure.came) == (kind, True), failure.came
    assert all("solver.py, line" in line for line in failure.trace)


def test_what_numba_cannot_compile_is_named_with_its_line(tmp_path: Path) -> None:
    failure = find_failure(tmp_path, make_program("return nodes[0].bit_count()"), COMPILED)
    assert (failure.kind, failure.idea) == ("uncompiled", checking.NUMBA)
    assert failure.came == "Numba cannot compile it: Unknown attribute 'bit_count' of type int64"
    (line,) = failure.trace
    assert line.startswith("solver.py, line ")
    assert line.endswith(": return nodes[0].bit_count()")


def test_an_error_of_syntax_is_named_with_its_line_if_that_is_known() -> None:
    for line, shown in (("  x = = 1\n", "solver.py, line 3: x = = 1"), (None, "solver.py, line 3: ")):
        error = SyntaxError("invalid syntax", ("mine/solver.py", 3, 7, line))
        assert wording.trace_error(error, lambda _: False) == [shown]


def test_an_error_on_the_way_to_a_question_is_the_answer_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(checking.CHECKS, "broken", SimpleNamespace(questions=ask))
    program: Any = SimpleNamespace(drop_solver=lambda: None)
    lines: Any = None
    (question,) = checking.ask_check("broken", lines, program)
    assert isinstance(checking.ask_question(question)[1], ZeroDivisionError)


def test_a_stage_writes_what_it_brings_where_the_learner_has_nothing(tmp_path: Path) -> None:
    stage = stages.load_stage("01")
    (tmp_path / "solver.py").write_text("mine", encoding="utf-8")
    assert project.Project(tmp_path, "01").hand_over(stage) == ["position.py"]
    assert (tmp_path / "solver.py").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "position.py").read_text(encoding="utf-8") == stage.given_files()["position.py"]


LEFT_BEHIND = """
import subprocess, sys
from common.tools.learn.trying.child import exit_with_parent
other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(other.pid, flush=True)
exit_with_parent(sys.stdin)
"""


def test_what_a_program_has_started_ends_with_the_process_that_checks_it() -> None:
    command = [sys.executable, "-c", LEFT_BEHIND]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True, start_new_session=True) as child:
        assert child.stdin
        assert child.stdout
        other = Path(f"/proc/{int(child.stdout.readline())}")
        assert other.exists()
        child.stdin.close()
        wait_until(lambda: not other.exists() or "Z" in (other / "stat").read_text(encoding="utf-8"))


def test_an_error_is_called_an_error_before_all_else(tmp_path: Path, learn: Learn) -> None:
    start_folder(tmp_path, make_program("return position.nothing"))
    shown = learn("check", "--folder", tmp_path, status=1)
    assert "Your program stopped with an error." in shown
    assert shown.index("stopped with an error") < shown.index("came ") < shown.index("AttributeError")


LINES = [
    '["Measured", [1], [0.1]]',
    '["Begun", "scores", 1]',
    '["Refused", 1]',
    "[" * 100_000,
    '["Finished"]',
]
FORGED = f"""\
import os
for number in range(1, 20):
    try:
        os.write(number, {chr(10).join([*LINES, ""]).encode()!r})
    except OSError:
        pass
"""


def test_lines_that_look_like_events_are_none(tmp_path: Path) -> None:
    failure = find_failure(tmp_path, make_program("return 0", FORGED))
    assert failure.kind == "wrong"
    assert failure.check != "import"
    stages.write_files(tmp_path, make_program(top=FORGED))
    *_, last = runner.check_folder(tmp_path, FIRST, PATIENT)
    assert isinstance(last, Passed)


@pytest.mark.parametrize(
    "line",
    [
        '["Measured", "12", [0.1]]',
        '["Measured", [true], [0.1]]',
        '["Measured", [1], [NaN]]',
        f'["Measured", [{10**30}], [0.1]]',
        '["Timed", 0, [1], [0.1], "5"]',
        '["Failure", "scores", "wrong", "44", "score", 1, "2"]',
        '["Failure", "scores", "wrong", "4x", "score", "1", "2"]',
        '["Failure", "scores", "wrong", "44", "score", "1", "2", "", [], 5]',
        *("[[]]", "5", '["Nothing"]', '["Asked"]'),
    ],
)
def test_a_line_with_what_an_event_never_has_is_none(line: str) -> None:
    with pytest.raises(ValueError, match="is not an event"):
        parse_event(line)


def test_every_event_comes_back_as_it_was() -> None:
    for line in ("", "[1, 2", "{}", "[]"):
        with pytest.raises(ValueError, match=r".*"):
            parse_event(line)
    for event in (
        Failure("a", "wrong", "44", "b", "c", "d"),
        Timed(0, [1], [0.5, 2], 3),
        Answers([1, [None]]),
        Asked("4455", "the score", [". .", "X ."]),
    ):
        assert [*map(shape, parse_event(format_event(event)))] == [*map(shape, event)]


def shape(value: Any) -> Any:
    """Return a value with lists in place of tuples."""
    return [*value] if isinstance(value, tuple) else value


def test_programs_that_tell_other_rounds_than_their_own_pass_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def run_task(*_: Any, **__: Any) -> list[Timed]:
        return [Timed(5, [1], [0.1], 3)]

    monkeypatch.setattr(runner, "run_task", run_task)
    figures = Measured([7], [0.1])
    gain = runner.measure_gain(Passed(figures, figures), tmp_path, None, FIRST, PATIENT)
    assert (gain.theirs, gain.ladder_nodes) == (figures, 0)


def test_absurd_counts_of_nodes_can_be_kept() -> None:
    lines = FIRST.sample.lines()
    program = Program(ModuleType("absurd"))
    program.figures = {line.moves: Figures(-(10**30), 0.1) for line in lines}
    taken = measure_sample(program, lines)
    assert project.Done.make_passed(taken, taken, 0).nodes < 0


def make_leaving_lines(behind: Path, away: str = "pass") -> str:
    """Return lines that leave a process behind, which locks a file and writes its number there.

    `away` is what it does to get away from the process that has started it.
    """
    return f"""\
import os, sys, time
HOLD = '''\
import fcntl, os, time
with open({str(behind)!r}, "w") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    file.write(str(os.getpid()))
    file.flush()
    time.sleep(3600)
'''
if os.fork() == 0:
    {away}
    exec(HOLD)
while not os.path.exists({str(behind)!r}) or not os.path.getsize({str(behind)!r}):
    time.sleep(0.01)
"""


def is_held(path: Path) -> bool:
    """Tell whether a process has a file locked."""
    with path.open(encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@pytest.mark.parametrize("away", ["pass", "os.setsid()", "os.fork() and os._exit(0); os.setsid()"])
def test_processes_that_a_program_leaves_behind_are_ended(away: str, tmp_path: Path, learn: Learn) -> None:
    behind = tmp_path / "behind"
    start_folder(tmp_path / "mine", make_program(top=make_leaving_lines(behind, away)))
    learn("check", "--folder", tmp_path / "mine")
    wait_until(lambda: not is_held(behind))


@pytest.mark.parametrize(("body", "seconds", "grade"), [("", "120", "passed"), ("os._exit(7)", "10", "here")])
def test_nobody_waits_for_a_process_that_has_got_away(
    body: str, seconds: str, grade: str, tmp_path: Path
) -> None:
    behind, table = tmp_path / "behind", tmp_path / "grades.csv"
    unmarked = "os.setsid(); os.execve(sys.executable, [sys.executable, '-c', HOLD], {})"
    start_folder(tmp_path / "mine", make_program(body, make_leaving_lines(behind, unmarked)))
    words = ["grade", str(tmp_path / "mine"), "--csv", str(table), "--seconds", seconds]
    try:
        subprocess.run([*C4, *words], timeout=PATIENCE, check=False)
        assert is_held(behind)
    finally:
        os.kill(int(behind.read_text(encoding="utf-8")), signal.SIGKILL)
    (row,) = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    assert row["01"] == grade
    assert ("exit status 7" in row["wrong"]) == bool(body)


def test_a_program_ends_with_the_command_that_checks_it(tmp_path: Path) -> None:
    held = tmp_path / "held"
    top = f"""\
import fcntl
file = open({str(held)!r}, "w")
fcntl.flock(file, fcntl.LOCK_EX)
file.write("1")
file.flush()
while True: pass
"""
    start_folder(tmp_path / "mine", make_program(top=top))
    with start_c4("learn", "check", "--folder", str(tmp_path / "mine")) as checked:
        wait_until(lambda: held.exists() and held.read_text(encoding="utf-8") == "1")
        assert is_held(held)
        checked.kill()
    wait_until(lambda: not is_held(held))


def test_a_program_has_so_much_processor_time_and_no_more(tmp_path: Path) -> None:
    stages.write_files(tmp_path, make_program("while True: pass"))
    *_, last = runner.run_task(
        "check", tmp_path, FIRST, Limits(seconds=600.0, quiet=True), processor_seconds=1
    )
    assert isinstance(last, Failure)
    assert "SIGXCPU: because it had used up its processor time" in last.came


def test_what_is_kept_is_what_was_checked(tmp_path: Path, learn: Learn) -> None:
    saving = (
        f"import pathlib\npathlib.Path({str(tmp_path / 'solver.py')!r}).write_text('# saved meanwhile')\n"
    )
    checked = make_program(top=saving)
    start_folder(tmp_path, checked)
    learn("check", "--folder", tmp_path)
    assert (tmp_path / "solver.py").read_text(encoding="utf-8") == "# saved meanwhile"
    assert project.read_program(project.read_project(tmp_path).kept_folder(FIRST)) == checked


def test_a_check_does_not_undo_what_another_terminal_did(
    tmp_path: Path, learn: Learn, capsys: pytest.CaptureFixture[str]
) -> None:
    before = project.read_project(start_folder(tmp_path, make_program()))
    learn("catch-up", "--folder", tmp_path)
    state = project.name_state_file(tmp_path).read_bytes()
    stages.write_files(tmp_path, make_program())
    assert command.check_current(before, FIRST, PATIENT) == 0
    assert "another command went on from stage 01" in capsys.readouterr().out
    assert project.name_state_file(tmp_path).read_bytes() == state


def test_what_editors_hide_is_no_part_of_a_program(tmp_path: Path, learn: Learn) -> None:
    start_folder(tmp_path, make_program())
    (tmp_path / ".#solver.py").symlink_to("me@here.1234")
    (tmp_path / "._solver.py").write_bytes(b"\x00\x05\xff")
    (tmp_path / "folder.py").mkdir()
    learn("check", "--folder", tmp_path)
    kept = project.read_program(project.read_project(tmp_path).kept_folder(FIRST))
    assert set(kept) == {"position.py", "solver.py"}


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"a = '\xff'\n", "is not text in UTF-8"), (bytes(2 << 20), "larger than 1 MiB")],
)
def test_a_file_that_is_no_text_is_refused_before_the_check(
    content: bytes, complaint: str, tmp_path: Path, learn: Learn
) -> None:
    start_folder(tmp_path, make_program())
    (tmp_path / "extra.py").write_bytes(content)
    shown = learn("check", "--folder", tmp_path, status=2)
    assert f"extra.py {complaint}" in shown.replace("is larger", "larger")
    assert "✓" not in shown


def test_files_are_in_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    mine = make_program() | {"position.py": FIRST.ours()["position.py"] + "# é ✓\n"}
    start_folder(tmp_path, mine)
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for word in ("check", "catch-up"):
        read_output(run_c4("learn", word, "--folder", str(tmp_path), **plain))
    assert project.read_program(project.read_project(tmp_path).kept_folder(FIRST)) == mine
    assert "# é ✓" in (tmp_path / "kept" / "02" / "position.py").read_text(encoding="utf-8")


def test_files_that_are_written_at_once_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with open_replacement(path) as one, open_replacement(path) as other:
        one.write_text("one", encoding="utf-8")
        other.write_text("other", encoding="utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_every_program_that_was_replaced_is_kept(tmp_path: Path) -> None:
    mine = project.read_project(start_folder(tmp_path, {}))
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "01-2").write_text("a file", encoding="utf-8")
    for text in ("one", "two", "three"):
        stages.write_files(tmp_path, {"solver.py": text})
        mine.take_ours(FIRST)
    kept = {path.parent.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("kept/*/solver.py")}
    assert kept == {"01": "one", "01-3": "two", "01-4": "three"}


def test_a_stage_says_what_the_one_before_took_and_can_be_checked_again(tmp_path: Path, learn: Learn) -> None:
    start_folder(tmp_path, make_program())
    assert "yours after stage" not in learn("check", "--folder", tmp_path)
    stages.write_files(tmp_path, SECOND.ours())
    shown = learn("check", "--folder", tmp_path)
    head, *_, before = re.findall(r"^ +nodes +time *$|^ +y.* [\d,]+(?= .* .s)", shown, re.MULTILINE)
    assert "yours after stage 01" in before
    assert head.index("nodes") + len("nodes") == len(before), "numbers are written below each other"
    state = project.name_state_file(tmp_path).read_bytes()
    done = project.read_project(tmp_path).done
    assert done["01"].ladder_nodes > done["02"].ladder_nodes > 0
    learn("check", "02", "--folder", tmp_path)
    stages.write_files(tmp_path, make_program("return 0"))
    assert "another command" not in learn("check", "2", "--folder", tmp_path, status=1)
    assert project.name_state_file(tmp_path).read_bytes() == state


def test_programs_are_timed_in_turns_and_the_best_counts(tmp_path: Path) -> None:
    for place, stage in (("a", FIRST), ("b", SECOND)):
        (tmp_path / place).mkdir()
        stages.write_files(tmp_path / place, stage.ours())
    folders = [str(tmp_path / place) for place in "ab"]
    events = list(runner.run_task("measure", None, FIRST, PATIENT, folders=folders, rounds=2))
    rounds = [event for event in events if isinstance(event, Timed)]
    assert [timed.program for timed in rounds] in ([0, 1], [0, 1] * 2)  # the second, if there was time
    assert sum(isinstance(event, Begun) for event in events) == 2
    best = runner.find_best_times([Timed(0, [5, 6], [0.3, 0.1], 7), Timed(0, [5, 6], [0.2, 0.4], 7)])
    assert best == ([5, 6], [0.2, 0.1])
    assert runner.find_best_times([]) is None


def test_no_folder_ends_the_grading_of_the_others(tmp_path: Path, c4_here: Run) -> None:
    good = start_folder(tmp_path / "good", make_program())
    error = start_folder(tmp_path / "error", make_program("raise ValueError('\\ud800')"))
    odd = start_folder(tmp_path / os.fsdecode(b"odd\xff"), make_program())
    forged = start_folder(tmp_path / "forged", make_program("return 0", FORGED))
    text = start_folder(tmp_path / "text", make_program())
    (text / "solver.py").write_bytes(b"\xff")
    states = [start_folder(tmp_path / f"state{number}", make_program()) for number in range(len(STATES))]
    for folder, state in zip(states, STATES, strict=True):
        project.name_state_file(folder).write_text(state, encoding="utf-8")
    folders, path = map(str, [*states, error, odd, forged, text, good]), tmp_path / "grades.csv"
    assert c4_here("grade", *folders, "--csv", str(path), "--jobs", "1", "--seconds", "120").returncode == 1
    graded = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    for folder, state, row in zip(states, STATES, graded, strict=False):
        assert "It was left as it is" in row["wrong"]
        assert project.name_state_file(folder).read_text(encoding="utf-8") == state
    failed, passed = ("0", "here", ""), ("1", "passed", "01")
    results = [(row["passed"], row["01"], row["same as ours"]) for row in graded[len(states) :]]
    assert results == [failed, passed, failed, failed, passed]
    assert "\\ud800" in graded[-5]["wrong"]
    assert "\\udcff" in graded[-4]["folder"]
    assert "solver.py is not text in UTF-8" in graded[-2]["wrong"]


def test_an_error_of_ours_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("ours")

    folders = [start_folder(tmp_path / name, make_program()) for name in ("one", "two")]
    monkeypatch.setattr(grading, "list_submissions", fail)
    grades = list(grading.grade_folders(folders, PATIENT, 2))
    assert [grade.wrong for grade in grades] == ["it cannot be graded: ZeroDivisionError: ours"] * 2
    assert not any(grade.holds for grade in grades)


def test_our_program_is_known_under_other_comments_and_layout() -> None:
    ours = FIRST.ours()
    text = ours["solver.py"]
    changed = text.replace("\n\n\n", "\n\n# mine\n\n").replace('"""The search', '"""My search')
    assert changed != text
    assert grading.is_same_program(ours | {"solver.py": changed, "more.py": ""}, ours)
    for other in (text.replace("nodes[0] += 1", "nodes[0] += 2"), "(" * 10_000, "\0", "+".join("1" * 20_000)):
        assert not grading.is_same_program(ours | {"solver.py": other}, ours)
    assert not grading.is_same_program({}, ours)


def test_the_state_of_an_earlier_version_is_read(tmp_path: Path, learn: Learn) -> None:
    start_folder(tmp_path, make_program())
    done = {"01": {"how": "passed", "nodes": 5, "seconds": 0.5, "our_nodes": 5, "our_seconds": 0.25}}
    state = {"format": 1, "here": "02", "hints": {"01": 2}, "done": done}
    project.name_state_file(tmp_path).write_text(json.dumps(state), encoding="utf-8")
    assert project.read_project(tmp_path).done["01"].ladder_nodes == 0
    learn("hint", "--folder", tmp_path)
    assert project.read_project(tmp_path).hints == {"01": 2, "02": 1}


def test_a_diagnosis_whose_process_ends_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    children: list[subprocess.Popen[str]] = []
    start_child = process.start_child

    def start_known_child(*settings: Any) -> subprocess.Popen[str]:
        children.append(start_child(*settings))
        return children[-1]

    monkeypatch.setattr(process, "start_child", start_known_child)
    monkeypatch.setenv("TMPDIR", f"{tmp_path}")
    monkeypatch.setattr("tempfile.tempdir", f"{tmp_path}")
    failure = Failure("scores", "wrong", "", "solve(position)", "99", "0")
    with ThreadPoolExecutor(1) as pool:
        task = pool.submit(runner.explain_failure, failure, Answers([99]), stages.load_stage("18"), Limits())
        wait_until(lambda: any(tmp_path.rglob("solver.py")))  # of a wrong solution
        (child,) = children
        child.kill()
    assert task.result() == failure
    assert not any(tmp_path.iterdir())
