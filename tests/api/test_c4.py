"""Tests of `import c4`: boards, scores, explanations, a page of examples, types."""

import builtins
import copy
import pickle
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from math import inf, nan
from pathlib import Path
from threading import TIMEOUT_MAX
from typing import Any, cast
from xml.etree import ElementTree
from zipfile import ZipFile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from repository import PLAIN, ROOT, read_output, run, run_python

import c4
from common import CORE
from common.position import CELLS, COLUMN_NAMES, WIDTH, mirror
from common.tools import sets
from common.tools.testing.contract import Moves, play_choices

LINES = sets.load_set("middle-easy", 30)
PAGE = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
WON = "1212121"
DRAWN = "737167457417142561265443556473322216621335"


@given(Moves)
def test_a_board_goes_forth_and_back(choices: list[int]) -> None:
    moves = play_choices(choices, CELLS)
    board = c4.Board()
    for name in moves:
        assert COLUMN_NAMES.index(name) in board.legal_moves
        board.push(COLUMN_NAMES.index(name))
    assert (board.moves, board.turn, board.ply) == (moves, "XO"[len(moves) % 2], len(moves))
    assert board == c4.Board(moves) == c4.Board.from_text(moves)
    for played, name in reversed([*enumerate(moves)]):
        assert board.peek() == board.pop() == COLUMN_NAMES.index(name)
        assert board == c4.Board(moves[:played])
    assert (bool(board), board.outcome()) == (True, None)


class Named(c4.Board):
    """A board of somebody's own."""

    def __init__(self, name: str = "", moves: str = "") -> None:
        super().__init__(moves)
        self.name, self.note = name, [name]


@given(Moves, Moves, st.sampled_from([c4.Board, Named]))
def test_a_board_and_what_is_made_of_it_go_their_own_ways(
    choices: list[int], more: list[int], kind: type[c4.Board]
) -> None:
    moves = play_choices(choices, CELLS // 2)
    played, drawn = kind(), kind.from_text(str(c4.Board(moves)))
    for name in moves:
        played.push(COLUMN_NAMES.index(name))
    for board, before in ((played, moves), (drawn, ""), (kind.from_array(drawn.to_array()), "")):
        for pushed in [choice % WIDTH for choice in more][:9]:
            if pushed in board.legal_moves:
                board.push(pushed)
                before += COLUMN_NAMES[pushed]
        stones, state = str(board), {**vars(board)}
        copies = [board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))]
        copies += [c4.Board(board)] if kind is c4.Board else []
        for other, expected in ((board.mirror().mirror(), before), *((one, before) for one in copies)):
            assert type(other) is kind
            assert vars(other) == state
            assert (other == board, other.moves, other.key) == (True, expected, board.key)
            if other.legal_moves:
                other.push(other.legal_moves[0])
                assert other != board
            for name in reversed(other.moves):
                assert other.pop() == COLUMN_NAMES.index(name)
            for back in (other.pop, other.peek):
                with pytest.raises(IndexError):
                    back()
            assert (str(board), board.moves) == (stones, before)
        assert board.mirror().moves == mirror(before)
        assert str(board.mirror()) == "\n".join(row[::-1] for row in stones.split("\n"))
        assert c4.Board(board.find_moves()) == board
    assert played == drawn


@pytest.mark.parametrize("moves", ["4455", *(line.moves for line in LINES[:9])])
def test_a_board_of_an_array_or_a_drawing_is_answered_like_the_board(moves: str) -> None:
    board = c4.Board(moves)
    for root in (c4.Board.from_array(board.to_array()), c4.Board.from_text(str(board))):
        assert eval(repr(root), {"Board": c4.Board}) == board
        assert root.to_svg().partition(">")[2] == board.to_svg().partition(">")[2]
        assert replace(c4.explain(root), moves=moves) == c4.explain(board)
        assert c4.solve_many([root]).scores == c4.solve(moves)
        with pytest.raises(c4.Error, match="order"):
            c4.review(root)


def test_a_board_changes_and_so_is_in_no_set() -> None:
    with pytest.raises(TypeError):
        hash(c4.Board())
    assert len({board.key for board in map(c4.Board, ("123", "321", "12", "21", WON))}) == 4


def test_a_pickle_of_another_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_bytes(pickle.dumps(c4.Board("4455")))
    program = "import c4, pickle, sys; pickle.loads(open(sys.argv[1], 'rb').read())"
    done = run([sys.executable, "-c", program, str(path)], C4_BOARD="6x5", **PLAIN)
    assert done.returncode == 1
    assert re.search("Error: .*7x6.*6x5", done.stderr)


NO_POSITIONS = 44, ["44"], None, b"44", Path("44"), np.zeros((6, 7)), float("nan")


@pytest.mark.parametrize("given", NO_POSITIONS)
def test_what_is_no_position_is_refused_with_what_can_be_given(given: Any) -> None:
    for ask in (c4.solve, c4.analyze, c4.best_moves, c4.explain, c4.review, c4.Board, c4.Board.from_text):
        with pytest.raises(c4.Error, match=r"(?s)Board.*'4455'.*from_array.*solve_many"):
            cast("Any", ask)(given)
    for make in (c4.Board.from_text, c4.Board.from_array):
        with pytest.raises(c4.Error, match=r"Board\('44'\).*from_text.*from_array"):
            cast("Any", make)(c4.Board("44"))


ENDS = {  # with their reasons, winners and lines of four
    WON: ("X has won", "X", ((0, 0), (0, 1), (0, 2), (0, 3))),
    "73141235": ("O has won", "O", ((1, 0), (2, 0), (3, 0), (4, 0))),
    "53233651363321727745271166512764": ("O has won", "O", ((3, 1), (4, 2), (5, 3), (6, 4))),
    "72612134724515216243": ("O has won", "O", ((0, 3), (1, 2), (2, 1), (3, 0))),
    DRAWN: ("full", None, ()),
}


@pytest.mark.parametrize("moves", ENDS)
def test_a_game_that_is_over_says_how(moves: str) -> None:
    reason, winner, line = ENDS[moves]
    board = c4.Board(moves)
    assert (board.outcome(), board.legal_moves, board.is_game_over()) == ((winner, line), [], True)
    for ask in (c4.solve, c4.analyze, c4.best_moves, c4.best_move, c4.explain):
        with pytest.raises(c4.InvalidPosition, match=reason):
            ask(board)
        with pytest.raises(c4.InvalidPosition, match=reason):
            ask(moves)
    with pytest.raises(c4.Error, match=reason):
        board.push(2)
    with pytest.raises(c4.InvalidPosition, match=reason):
        c4.Board(f"{moves}3")
    with pytest.raises(c4.Error):
        c4.solve_many([board])
    assert board.pop() in board.legal_moves


@pytest.mark.parametrize(
    ("column", "reason"), [(-1, "0 to 6"), (7, "0 to 6"), (0, "full"), (np.int64(7), "0 to 6")]
)
def test_a_stone_that_cannot_be_played_is_refused(column: int, reason: str) -> None:
    board = c4.Board("111111")
    with pytest.raises(c4.Error, match=reason):
        board.push(column)
    assert board.moves == "111111"


def test_scores_are_those_of_the_sets() -> None:
    for moves, score in LINES:
        columns = c4.analyze(moves)
        assert c4.solve(c4.Board(moves)) == c4.solve(moves) == max(columns.values()) == score
        assert c4.solve(moves, weak=True) == np.sign(score)
        assert c4.best_moves(moves) == [column for column in columns if columns[column] == score]
        assert c4.best_move(moves) in c4.best_moves(moves)
    boards = [c4.Board(moves) for moves, _ in LINES]
    assert c4.solve_many(boards).scores.tolist() == [score for _, score in LINES]


def test_a_solver_has_options_and_counts() -> None:
    for threads in (1, 2):
        with c4.Solver(threads=threads, book=None) as solver:
            assert [solver.solve(moves) for moves, _ in LINES] == [score for _, score in LINES]
            assert solver.nodes > 0
            solver.reset()
            assert solver.nodes == 0
    assert c4.Solver(book="8", table=1).solve("444443371") == c4.solve("444443371")
    path = CORE / "data" / "7x6-8.book"
    bare = c4.Solver(book=None)
    with c4.Solver() as own, c4.Solver(book="12") as named, c4.Solver(book=path) as file:
        assert [solver.solve("42671646") for solver in (own, named, file, bare)] == [10] * 4
        assert file.nodes < own.nodes == named.nodes < bare.nodes / 9
    for ask in (lambda: own.solve("4"), lambda: own.explain("4"), lambda: own.nodes, own.reset):
        with pytest.raises(c4.Error, match="closed"):
            ask()
    books, tables = ("none.book", Path("none.book"), "", False, 0), (10**6, 10**7, 10**13, 0, -1)
    for option, values in {"book": books, "table": tables, "threads": (0,)}.items():
        for value in values:
            with pytest.raises(c4.Error):
                c4.Solver(**cast("Any", {option: value}))


def test_threads_share_a_solver() -> None:
    """Without a lock, some of these scores are wrong in most runs."""
    solver = c4.Solver(book=None)
    lines = sets.load_set("end-easy", 400) + sets.load_set("middle-easy", 100)

    def solve(first: int) -> list[int]:
        return [solver.solve(moves) - score for moves, score in lines[first:] + lines[:first]]

    with ThreadPoolExecutor(4) as pool:
        for differences in pool.map(solve, range(0, 500, 125)):
            assert not any(differences)


FORKED = """
import os, signal, sys, threading, time
import c4
threads, when = sys.argv[1:]
solver = c4.Solver(threads=int(threads), book=None)
threading.Thread(target=solver.solve, args=("4444",), daemon=True).start()
while when == "searching" and solver.nodes < 1000:
    time.sleep(0.01)
child = os.fork()
if child == 0:
    signal.alarm(100)
    os._exit([solver.solve("4455"), solver.solve("44444325512222") - c4.solve("44444325512222")] != [18, 0])
print(os.waitpid(child, 0)[1], flush=True)
os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
@pytest.mark.parametrize(("threads", "when"), [("1", "searching"), ("2", "at once")])
def test_a_solver_answers_in_a_forked_process(threads: str, when: str) -> None:
    """Without new locks and memory, the child waits forever for the parent's thread."""
    assert run_python(FORKED, threads, when) == "0\n"


def test_a_search_ends_after_some_seconds_and_its_solver_goes_on() -> None:
    solver, fresh = c4.Solver(book=None), c4.Solver(book=None)
    moves = sets.load_set("begin-medium", 1)[0].moves
    for seconds in (0.1, Decimal("0.1"), Fraction(1, 10), np.float32(0.1)):
        with pytest.raises(TimeoutError, match=r"0\.1 seconds"):
            solver.solve("", seconds=seconds)
    solver.reset()
    assert solver.solve(moves, seconds=600) == fresh.solve(moves)
    assert solver.nodes == fresh.nodes
    assert solver.solve(moves, weak=True, seconds=600) == np.sign(fresh.solve(moves))
    with pytest.raises(c4.Error, match="thread"):
        c4.Solver(threads=2).solve("4455", seconds=1)


HUGE = 10**400
LONG = inf, 1e300, HUGE, Fraction(HUGE), Decimal("1e400"), np.float64(inf), np.int8(100), TIMEOUT_MAX
OVER = 0, -1, -0.0, -inf, -HUGE, Decimal(0), Fraction(-1, 9), np.float32(0), np.int64(-1)
NO_NUMBERS = nan, Decimal("nan"), Decimal("sNaN"), np.float32(nan), "1", 1j, [1], np.array(1.0), date.today()
NO_SECONDS = *NO_NUMBERS, True, np.True_, np.timedelta64(1, "ns")


@pytest.mark.parametrize(("limits", "error"), [(LONG, None), (OVER, TimeoutError), (NO_SECONDS, c4.Error)])
def test_any_real_number_is_a_limit(limits: tuple[Any, ...], error: type[Exception] | None) -> None:
    solver = c4.Solver(book=None)
    for seconds in limits:
        for ask in (c4.solve, solver.solve):
            with pytest.raises(error, match="seconds") if error else nullcontext():
                assert ask("4455", seconds=seconds) == 18
    assert (solver.nodes == 0) == (error is not None)


LIMITED = """
import os, threading, time
import c4

def ask(seconds):
    try:
        return solver.solve("", seconds=seconds)
    except (TimeoutError, c4.Error) as error:
        return type(error).__name__

solver = c4.Solver(book=None)
print(ask(0.1), solver.nodes > 0, solver.solve("4455", seconds=600))
solver.reset()
threading.Thread(target=solver.solve, args=("4444",), daemon=True).start()
while solver.nodes < 1000:
    time.sleep(0.01)
print(ask(0.1), ask(0), ask("1"), flush=True)
os._exit(0)
"""


@pytest.mark.parametrize("environment", [{}, PLAIN], ids=["compiled", "plain"])
def test_a_limit_counts_the_search_and_the_wait_for_other_threads(environment: dict[str, str]) -> None:
    expected = "TimeoutError True 18\nTimeoutError TimeoutError Error\n"
    assert run_python(LIMITED, **environment) == expected


def test_one_best_move_takes_fewer_nodes_than_all_scores() -> None:
    nodes: list[int] = []
    for ask in (c4.Solver.best_move, c4.Solver.analyze):
        with c4.Solver(book=None) as solver:
            for moves, _ in sets.load_set("middle-medium", 20):
                solver.reset()
                ask(solver, moves)
                nodes.append(solver.nodes)
    assert sum(nodes[:20]) < 0.9 * sum(nodes[20:])


def test_nobody_copies_a_solver() -> None:
    solver = c4.Solver()
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="make one in each process"):
            copied(solver)


def test_a_board_is_a_picture() -> None:
    board = c4.Board("4455")
    assert "O O" in str(board)
    styled = re.findall(r"([^<>{}]+){", board.to_svg())
    assert styled  # and all of them in the picture, wherever it is put
    assert all(which.startswith(".c4-picture ") for which in styled)
    for picture, scores in ((board.to_svg(), 0), (board.to_svg(c4.analyze(board)), WIDTH)):
        assert picture.startswith("<svg")
        texts = [node.text for node in ElementTree.fromstring(picture).iter() if node.tag.endswith("}text")]
        assert len(texts) == 4 + scores


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


def test_no_other_board_is_needed_for_another_size() -> None:
    program = "import c4; print(c4.Board('1').legal_moves, c4.solve('1'), c4.WIDTH)"
    assert run_python(program, C4_BOARD="4x4", **PLAIN) == "[0, 1, 2, 3] 0 4\n"


def test_errors_are_there_at_once_and_are_value_errors() -> None:
    program = """
import sys, c4
print(issubclass(c4.Error, ValueError) and issubclass(c4.InvalidPosition, c4.Error))
print("numba" in sys.modules)
"""
    assert run_python(program) == "True\nFalse\n"
    assert {name: hasattr(c4, name) for name in c4.__all__} == dict.fromkeys(c4.__all__, True)
    with pytest.raises(AttributeError, match="bord"):
        c4.bord  # noqa: B018 # pyright: ignore


def test_a_zipped_course_says_that_it_must_be_unpacked(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "course.whl", "w") as wheel:
        for place, name in ((ROOT / "common" / "api", "c4"), (ROOT, "common"), (ROOT, "steps")):
            for path in (place / name).rglob("*.py"):
                wheel.write(path, path.relative_to(place))
    program = "import sys; sys.path.insert(0, sys.argv[1]); import c4; c4.solve('4')"
    done = run([sys.executable, "-P", "-c", program, wheel.filename or ""], tmp_path, **PLAIN)
    assert re.search(r"course.whl.*pip install", done.stderr.splitlines()[-1])


@pytest.mark.parametrize("file", ["common/__init__.py", "common.py"])
def test_what_hides_the_course_is_named(file: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.touch()
    for program in ("import c4", "from c4.board import Board"):
        done = run([sys.executable, "-c", program], tmp_path)
        assert str(path).removesuffix("__init__.py") in done.stderr.splitlines()[-1]


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


def test_help_reads_like_a_page() -> None:
    page = run_python("import c4; help(c4)")
    for name in c4.__all__:
        assert (f"{name}(" if name.islower() else name) in page


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


def test_a_users_file_runs() -> None:
    assert read_output(run([sys.executable, f"{Path(__file__).with_name('user.py')}"])) == ""
