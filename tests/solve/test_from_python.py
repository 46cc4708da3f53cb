"""Tests of `import c4` that need the clone, for its sets, pages and errors; tests/api has the others."""

import builtins
import copy
import pickle
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from repository import PLAIN, ROOT, read_output, run, run_python

import c4
from common import CORE
from common.tools import sets

LINES = sets.load_set("middle-easy", 30)
PAGE = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_scores_are_those_of_the_sets() -> None:
    for moves, score in LINES:
        columns = c4.analyze(moves)
        assert c4.solve(c4.Board(moves)) == c4.solve(moves) == max(columns.values()) == score
        assert c4.solve(moves, weak=True) == np.sign(score)
        assert c4.best_moves(moves) == [column for column in columns if columns[column] == score]
        assert c4.best_move(moves) in c4.best_moves(moves)
    boards = [c4.Board(moves) for moves, _ in LINES]
    assert c4.solve_many(boards).scores.tolist() == [score for _, score in LINES]


def test_a_book_may_be_a_file() -> None:
    path, scores = CORE / "data" / "7x6-8.book", []
    for book in (path, f"{path}", "8"):
        with c4.Solver(book=book) as solver:
            scores.append((solver.solve("42671646"), solver.nodes))
    assert scores == scores[2:] * 3
    assert scores[0][0] == 10
    assert c4.solve_many(["42671646"], book=f"{path}").scores == [10]


def test_threads_share_a_solver() -> None:
    """Without a lock, some of these scores are wrong in most runs."""
    solver = c4.Solver(book=None)
    lines = sets.load_set("end-easy", 400) + sets.load_set("middle-easy", 100)

    def solve(first: int) -> list[int]:
        return [solver.solve(moves) - score for moves, score in lines[first:] + lines[:first]]

    with ThreadPoolExecutor(4) as pool:
        for differences in pool.map(solve, range(0, 500, 125)):
            assert not any(differences)


def test_one_best_move_takes_fewer_nodes_than_all_scores() -> None:
    nodes: list[int] = []
    for ask in (c4.Solver.best_move, c4.Solver.analyze):
        with c4.Solver(book=None) as solver:
            for moves, _ in sets.load_set("middle-medium", 20):
                solver.reset()
                ask(solver, moves)
                nodes.append(solver.nodes)
    assert sum(nodes[:20]) < 0.9 * sum(nodes[20:])


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_page_run(example: str) -> None:
    printed = run_python(example).splitlines()
    said = re.findall(r"print\(.*\)  # (.*)", example)
    assert printed[: len(said)] == said


def test_every_name_is_in_an_example_that_is_run() -> None:
    assert {*c4.__all__} <= {*re.findall(r"\bc4\.(\w+)", "\n".join(EXAMPLES))}


def test_agents_play_a_best_move() -> None:
    space: dict[str, Any] = {}
    for example in EXAMPLES:
        if "def " in example:
            exec(example, space)
    for moves, _ in LINES[:9]:
        array = c4.Board(moves).to_array()
        mine, theirs = (array == 1, array == 2) if len(moves) % 2 == 0 else (array == 2, array == 1)
        planes = np.stack([mine, theirs], axis=-1).astype(np.int8)
        kaggle = {"board": array.ravel().tolist(), "mark": 1 + len(moves) % 2}
        assert space["agent"](kaggle, {"columns": 7, "rows": 6, "inarow": 4}) in c4.best_moves(moves)
        assert space["act"]({"observation": planes, "action_mask": np.ones(7)}) in c4.best_moves(moves)


def test_a_zipped_course_says_that_it_must_be_unpacked(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "course.whl", "w") as wheel:
        for place, name in ((ROOT / "common" / "api", "c4"), (ROOT, "common"), (ROOT, "steps")):
            for path in (place / name).rglob("*.py"):
                wheel.write(path, path.relative_to(place))
    program = "import sys; sys.path.insert(0, sys.argv[1]); import c4; c4.solve('4')"
    done = run([sys.executable, "-P", "-c", program, wheel.filename or ""], tmp_path, **PLAIN)
    assert re.search(r"course.whl.*pip install", done.stderr.splitlines()[-1])


def find_errors(kind: type[Exception]) -> set[type[Exception]]:
    """Return an exception's classes in c4 and the course, and those below them."""
    below = {error for child in kind.__subclasses__() for error in find_errors(child)}
    return below | ({kind} if kind.__module__.startswith(("c4", "common")) else set())


def test_every_error_survives_a_pickle() -> None:
    """One that does not, a worker cannot report, and its pool waits forever."""
    for path in (ROOT / "common").rglob("*.py"):
        bases = re.findall(r"^class \w+\((\w+)\):", path.read_text(encoding="utf-8"), re.MULTILINE)
        if any(base == "Error" or isinstance(getattr(builtins, base, None), type) for base in bases):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            import_module(name.removeprefix("common.api.").removesuffix(".__init__"))
    errors = find_errors(Exception)
    assert {c4.InvalidPosition, c4.Error} < errors
    assert len(errors) > 9
    for kind in errors:
        own = "__init__" in vars(kind)
        error = kind("449", 2, "why") if own else kind("why")
        for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
            assert (type(other), f"{other}", vars(other)) == (kind, f"{error}", vars(error))


INTERRUPTED = """
import itertools, signal, sys
import c4

solver, fresh = c4.Solver(book=None), c4.Solver(book=None)
left = itertools.count(20_000, -1)

def end(*_):
    return end if next(left) else signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where jobs run in the background
sys.settrace(end)
try:
    solver.solve(sys.argv[1])
except KeyboardInterrupt:
    sys.settrace(None)
    print(solver.solve(sys.argv[2]) == fresh.solve(sys.argv[2]), solver.nodes == fresh.nodes)
"""


def test_what_an_interrupted_search_has_left_is_forgotten() -> None:
    """In plain Python an interruption may come between two halves of an entry, which then are no bound."""
    moves = [line.moves for line in sets.load_set("middle-medium", 2)]
    assert run_python(INTERRUPTED, *moves, **PLAIN) == "True True\n"


WAITING = """
import sys, threading
import c4.solver

c4.solver.Timer = lambda seconds, *more: threading.Timer(0 if seconds == 2 else seconds, *more)
print(c4.solve("4455"), c4.solve("4455", seconds=60), c4.Solver(book=None).solve("4455"))
c4.solve_many(["44"])
"""
ON_TERMINAL = "import pty, sys; sys.exit(pty.spawn([sys.executable, '-c', sys.argv[1]]))"


def test_a_person_reads_once_what_the_first_answer_waits_for() -> None:
    """Every wait counts as long here."""
    assert run_python(ON_TERMINAL, WAITING).count("compiling") == 1
    done = run([sys.executable, "-c", WAITING])
    assert (read_output(done)[:8], done.stderr) == ("18 18 18", "")
