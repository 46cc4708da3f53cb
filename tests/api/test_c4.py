"""Tests of `import c4`, which need c4, NumPy and pytest, and nothing of a clone."""

import copy
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from random import Random
from threading import TIMEOUT_MAX
from typing import Any, cast
from xml.etree import ElementTree

import numpy as np
import pytest

import c4

SCORES = {
    "4455": 18,
    "2166361353657435126371473511772": 6,
    "471412116614152757765442672335435533376": 0,
    "221164633762133531461512675722557": -4,
    "341327773173517554237312444": 7,
    "154632743156333527136512621": 2,
    "271774323334456": 1,
}
WON = "1212121"
DRAWN = "737167457417142561265443556473322216621335"
PLAIN = {"NUMBA_DISABLE_JIT": "1"}
Ask = Callable[..., Any]


def run(program: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=os.environ | environment,
        capture_output=True,
        encoding="utf-8",
        timeout=1200,
    )


def read_output(program: str, *arguments: str, **environment: str) -> str:
    """Return what a program prints; fail if it fails."""
    done = run(program, *arguments, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def play_at_random(board: c4.Board, rng: Random, stones: int = c4.CELLS) -> list[int]:
    """Play so many stones, or up to the end, and return their columns."""
    columns: list[int] = []
    while len(columns) < stones and board.legal_moves:
        columns.append(rng.choice(board.legal_moves))
        board.push(columns[-1])
    return columns


@pytest.mark.parametrize("seed", range(20))
def test_a_board_goes_forth_and_back(seed: int) -> None:
    board = c4.Board()
    columns = play_at_random(board, Random(seed))
    moves = "".join(f"{column + 1}" for column in columns)
    assert (board.moves, board.turn, board.ply) == (moves, "XO"[len(moves) % 2], len(moves))
    assert board == c4.Board(moves) == c4.Board(columns) == c4.Board(np.array(columns))
    assert board.is_game_over()
    for played in reversed(range(len(columns))):
        assert board.peek() == board.pop() == columns[played]
        assert board == c4.Board(moves[:played])
        assert [board.is_legal(column) for column in range(c4.WIDTH)] == [
            column in board.legal_moves for column in range(c4.WIDTH)
        ]
        assert (board.winner, board.outcome()) == (None, None)
    assert bool(board)


class Named(c4.Board):
    """A board of somebody's own."""

    def __init__(self, name: str = "", board: c4.BoardLike = "") -> None:
        super().__init__(board)
        self.name, self.note = name, [name]


@pytest.mark.parametrize("kind", [c4.Board, Named])
@pytest.mark.parametrize("seed", range(5))
def test_a_board_and_what_is_made_of_it_go_their_own_ways(seed: int, kind: type[c4.Board]) -> None:
    rng, played = Random(seed), kind()
    columns = play_at_random(played, rng, 15)
    drawn = kind()
    if not played.is_game_over():
        drawn = Named("drawn", f"{played}") if kind is Named else kind(f"{played}")
    for board, stones in ((played, columns), (drawn, [])):
        columns = [*stones, *play_at_random(board, rng, 5)]
        before = "".join(f"{column + 1}" for column in columns)
        shown, state = str(board), {**vars(board)}
        copies = [board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))]
        copies += [c4.Board(board)] if kind is c4.Board else []
        for other in (*copies, board.mirror().mirror()):
            assert type(other) is kind
            assert vars(other) == state
            assert (other == board, other.moves, other.key) == (True, before, board.key)
            if other.legal_moves:
                other.push(other.legal_moves[0])
                assert other != board
            while other.moves:
                other.pop()
            for back in (other.pop, other.peek):
                with pytest.raises(IndexError):
                    back()
            assert (str(board), board.moves) == (shown, before)
        mirrored = "".join(f"{c4.WIDTH + 1 - int(name)}" for name in before)
        assert board.mirror().moves == mirrored
        assert str(board.mirror()) == "\n".join(row[::-1] for row in shown.split("\n"))
        assert c4.Board(board.find_moves()) == board == eval(repr(c4.Board(board)), {"Board": c4.Board})


def list_forms(moves: str) -> list[c4.BoardLike]:
    """Return a position in all forms that take its moves or its stones."""
    board, columns = c4.Board(moves), [int(name) - 1 for name in moves]
    array = board.to_array()
    values: list[c4.BoardLike] = [
        columns,
        tuple(columns),
        np.array(columns, np.int8),
        np.array(columns, object),
    ]
    cells = [array, array.astype(float), np.where(array == 2, -1, array), np.array(str(board).split())]
    cells += [one.ravel() for one in cells[:3]]
    rows = [row.split() for row in str(board).split("\n")]
    return [board, moves, ", ".join(moves), str(board), *values, *cells, array.tolist(), rows, np.array(rows)]


@pytest.mark.parametrize("moves", SCORES)
def test_all_that_takes_a_position_takes_all_forms(moves: str) -> None:
    score, board = SCORES[moves], c4.Board(moves)
    columns, best, why = c4.analyze(moves), c4.best_moves(moves), c4.explain(moves)
    assert max(columns.values()) == score
    assert best == [column for column in columns if columns[column] == score] == why.best
    forms = list_forms(moves)
    assert c4.solve_many(forms).scores.tolist() == [score] * len(forms)
    for form in forms:
        assert c4.Board(form) == board
        assert c4.solve(form) == score
        assert c4.solve(form, weak=True) == np.sign(score)
        assert c4.analyze(form) == columns
        assert (c4.best_moves(form), c4.best_move(form) in best) == (best, True)
        assert c4.explain(form).scores == why.scores
        if c4.Board(form).moves:
            assert c4.review(form) == c4.review(moves)
        else:
            with pytest.raises(c4.Error, match="order"):
                c4.review(form)


def test_a_row_of_columns_counts_from_0_and_one_of_cells_is_a_board() -> None:
    assert c4.Board([3, 3, 4]).moves == "445" != c4.Board("334").moves
    assert c4.Board([]) == c4.Board(range(0)) == c4.Board()
    assert c4.Board(range(7)).moves == "1234567"
    assert c4.Board([0] * c4.CELLS) == c4.Board()
    assert c4.Board([0] * 35 + [0, 0, 0, 1, 0, 0, 0]).find_moves() == "4"


ROW = [0] * 7
WRONG: list[tuple[Any, str]] = [
    ([3, "4"], r"columns\[1\] is '4'.*0 to 6"),
    ([3.0], r"columns\[0\] is 3\.0.*whole numbers from 0 to 6.*1 to 7"),
    (np.array([1.5, 2]), r"columns\[0\] is 1\.5"),
    ([True, 1], r"columns\[0\] is True"),
    ([3, None], r"columns\[1\] is None"),
    ([3, 7], r"columns\[1\] is 7;.*0 to 6.*'4455'.*1 to 7"),
    (np.array([-1]), r"columns\[0\] is -1"),
    (["44", "45"], r"columns\[0\] is '44'.*solve_many"),
    (ROW, "move 7.*column 1 is full"),
    (range(43), "43 values.*42 cells"),
    ([3] * 42, "cell 3.*string"),
    ([[3, 3]], r"\(1, 2\).*\(6, 7\)"),
    (np.zeros((7, 6)), r"\(7, 6\).*\(6, 7\), rows first"),
    (np.zeros((1, 6, 7)), r"\(1, 6, 7\)"),
    ([ROW, ROW[1:]], "different lengths"),
    ([[True, *ROW[1:]], *[ROW] * 5], "True.*1 for X"),
    (np.ones((6, 7), bool), "True.*1 for X"),
    (np.full((6, 7), 0.5), r"cell 0\.5.*1 for X"),
    ([*[ROW] * 5, [1, "O", *ROW[2:]]], "cell 'O'"),
    ([*[ROW] * 5, [1, 2, -1, *ROW[3:]]], "2 and some -1"),
    (np.ma.masked_equal([3, 1], 1), "masked"),
    (np.ma.masked_equal([ROW] * 6, 0), "masked"),
]
NO_POSITIONS = 44, None, b"44", Path("44"), nan, {"4": 4}, (column for column in "44"), np.array(4)


@pytest.mark.parametrize(
    ("given", "said"), [*WRONG, *((one, r"'4455'.*\[3, 3, 4, 4\].*array") for one in NO_POSITIONS)]
)
def test_what_is_no_position_is_refused_with_what_can_be_given(given: Any, said: str) -> None:
    asks = c4.Board, c4.solve, c4.analyze, c4.best_move, c4.best_moves, c4.explain, c4.review
    for ask in asks:
        with pytest.raises(c4.Error, match=f"(?s){said}"):
            cast("Ask", ask)(given)
    with pytest.raises(c4.Error, match=rf"(?s)positions\[1\]: .*{said}"):
        c4.solve_many(["4", given])


def test_rows_of_one_board_are_no_list_of_columns() -> None:
    for board in (np.zeros((6, 7), int), [ROW] * 6, tuple(np.zeros((6, 7), int))):
        with pytest.raises(c4.Error, match="in a list, too"):
            c4.solve_many(cast("Any", board))
        assert c4.solve_many([board]).scores == [1]
    assert c4.solve_many([[3, 3, 4, 4], [3, 3, 4, 4]]).scores.tolist() == [18, 18]
    assert c4.solve_many(np.array([[3, 3, 4, 4]])).scores.tolist() == [18]


def test_a_board_changes_and_so_is_in_no_set() -> None:
    with pytest.raises(TypeError):
        hash(c4.Board())
    assert len({board.key for board in map(c4.Board, ("123", "321", "12", "21", WON))}) == 4


def test_a_pickle_of_another_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_bytes(pickle.dumps(c4.Board("4455")))
    program = "import c4, pickle, sys; pickle.loads(open(sys.argv[1], 'rb').read())"
    done = run(program, f"{path}", C4_BOARD="6x5", **PLAIN)
    assert done.returncode == 1
    assert re.search("Error: .*7x6.*6x5", done.stderr)


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
    assert (board.winner, board.is_legal(2), board.can_win(2)) == (winner, False, False)
    assert eval(repr(board), {"Board": c4.Board}) == board
    for ask in (c4.solve, c4.analyze, c4.best_moves, c4.best_move, c4.explain):
        for given in (board, moves):
            with pytest.raises(c4.InvalidPosition, match=reason):
                cast("Ask", ask)(given)
    with pytest.raises(c4.Error, match=reason):
        board.push(2)
    with pytest.raises(c4.InvalidPosition, match=reason):
        c4.Board(f"{moves}3")
    with pytest.raises(c4.Error):
        c4.solve_many([board])
    with pytest.raises(c4.Error, match="score"):
        board.moves_left(1)
    column = board.pop()
    assert (board.is_legal(column), board.can_win(column)) == (True, winner is not None)


@pytest.mark.parametrize(
    ("column", "reason"), [(-1, "0 to 6"), (7, "0 to 6"), (0, "full"), (np.int64(7), "0 to 6")]
)
def test_a_stone_that_cannot_be_played_is_refused(column: int, reason: str) -> None:
    board = c4.Board("111111")
    assert (board.is_legal(column), board.can_win(column)) == (False, False)
    with pytest.raises(c4.Error, match=reason):
        board.push(column)
    assert board.moves == "111111"


@pytest.mark.parametrize("moves", SCORES)
def test_perfect_play_ends_when_the_score_says(moves: str) -> None:
    board = c4.Board(moves)
    left = board.moves_left(c4.solve(board))
    while not board.is_game_over():
        board.push(c4.best_move(board))
    assert board.ply == len(moves) + left
    winner = {1: "XO"[len(moves) % 2], -1: "OX"[len(moves) % 2]}.get(int(np.sign(SCORES[moves])))
    assert board.winner == winner
    for score in (20, -20, 100):
        with pytest.raises(c4.Error, match=f"{score} cannot"):
            c4.Board(moves).moves_left(score)


def test_a_random_board_can_be_played_on() -> None:
    for plies in (*range(c4.CELLS), *[c4.CELLS - 1] * 5):
        board = c4.Board.random(plies, seed=plies)
        assert board == c4.Board.random(plies, plies) == c4.Board(board.moves)
        assert (board.ply, board.is_game_over()) == (plies, False)
        assert not any(board.can_win(column) for column in range(c4.WIDTH))
    assert len({c4.Board.random(20, seed).key for seed in range(20)}) > 15
    assert type(Named.random(9)) is Named
    for plies in (-1, c4.CELLS, 100):
        with pytest.raises(c4.Error, match=f"{plies} stones"):
            c4.Board.random(plies, 1)


SMALL = """
import c4
for plies in range(c4.CELLS):
    for seed in range(5):
        try:
            assert c4.Board.random(plies, seed).ply == plies
        except c4.Error:
            print(plies)
"""


@pytest.mark.parametrize("size", ["4x4", "4x1", "1x4", "5x4"])
def test_a_random_board_of_any_size_is_found_or_refused(size: str) -> None:
    assert run(SMALL, C4_BOARD=size, **PLAIN).stderr == ""


def test_a_solver_has_options_and_counts() -> None:
    for threads in (1, 2):
        with c4.Solver(threads=threads, book=None) as solver:
            assert [solver.solve(moves) for moves in SCORES] == [*SCORES.values()]
            assert solver.nodes > 0
            solver.reset()
            assert solver.nodes == 0
    assert c4.Solver(book="8", table=1).solve("444443371") == c4.solve("444443371")
    bare, own, named = c4.Solver(book=None), c4.Solver(), c4.Solver(book="12")
    assert [solver.solve("42671646") for solver in (own, named, bare)] == [10] * 3
    assert own.nodes == named.nodes < bare.nodes / 9
    with own:
        pass
    for ask in (lambda: own.solve("4"), lambda: own.explain("4"), lambda: own.nodes, own.reset):
        with pytest.raises(c4.Error, match="closed"):
            ask()
    books, tables = ("none.book", Path("none.book"), "", False, 0), (10**6, 10**7, 10**13, 0, -1)
    for option, values in {"book": books, "table": tables, "threads": (0,)}.items():
        for value in values:
            with pytest.raises(c4.Error, match="c4 book build" if f"{value}" == "none.book" else "."):
                c4.Solver(**cast("Any", {option: value}))


def test_a_solver_shows_its_options() -> None:
    shown = "Solver(threads=1, book='12', table=None)", "Solver(threads=1, book=None, table=2)"
    assert tuple(map(repr, (c4.Solver(), c4.Solver(book=None, table=2)))) == shown
    assert repr(eval(shown[1], {"Solver": c4.Solver})) == shown[1]


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
    assert read_output(FORKED, threads, when) == "0\n"


QUESTIONS = "solve", "analyze", "best_move", "best_moves", "explain", "review"


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_ends_after_some_seconds_and_its_solver_goes_on(question: str) -> None:
    bare, solver, fresh = c4.Solver(book=None), c4.Solver(), c4.Solver()
    for seconds in (0.1, Decimal("0.1"), Fraction(1, 10), np.float32(0.1)):
        with pytest.raises(TimeoutError, match=r"0\.1 seconds"):
            getattr(bare, question)("", seconds=seconds)
    bare.reset()
    assert bare.solve("4455") == 18
    for moves in ("271774323334456", "4455"):
        expected = getattr(fresh, question)(moves)
        assert getattr(solver, question)(moves, seconds=600) == expected
        assert getattr(c4, question)(moves, seconds=600) == expected
        assert solver.nodes == fresh.nodes
    with pytest.raises(TimeoutError):
        getattr(c4, question)("4455", seconds=0)
    with pytest.raises(c4.Error, match="thread"):
        getattr(c4.Solver(threads=2), question)("4455", seconds=1)


def test_a_weak_question_can_be_timed() -> None:
    for moves, score in SCORES.items():
        assert c4.solve(moves, weak=True, seconds=600) == np.sign(score)
        columns = c4.analyze(moves, weak=True, seconds=600)
        assert columns == {column: np.sign(value) for column, value in c4.analyze(moves).items()}


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

def ask(seconds, question="solve"):
    try:
        return getattr(solver, question)("", seconds=seconds)
    except (TimeoutError, c4.Error) as error:
        return type(error).__name__

solver = c4.Solver(book=None)
print(ask(0.1), ask(0.1, "explain"), solver.nodes > 0, solver.solve("4455", seconds=600))
print(solver.explain("44553", seconds=600).score)
solver.reset()
threading.Thread(target=solver.solve, args=("4444",), daemon=True).start()
while solver.nodes < 1000:
    time.sleep(0.01)
print(ask(0.1), ask(0), ask("1"), flush=True)
os._exit(0)
"""


@pytest.mark.parametrize("environment", [{}, PLAIN], ids=["compiled", "plain"])
def test_a_limit_counts_the_search_and_the_wait_for_other_threads(environment: dict[str, str]) -> None:
    expected = "TimeoutError TimeoutError True 18\n-18\nTimeoutError TimeoutError Error\n"
    assert read_output(LIMITED, **environment) == expected


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
    for picture, scores in ((board.to_svg(), 0), (board.to_svg(c4.analyze(board)), c4.WIDTH)):
        assert picture.startswith("<svg")
        texts = [node.text for node in ElementTree.fromstring(picture).iter() if node.tag.endswith("}text")]
        assert len(texts) == 4 + scores


def test_explanations_and_reviews_are_words_and_data_that_count_from_0() -> None:
    explanation, review = c4.explain("4455"), c4.review("4545454")
    assert "Columns 3 and 6 win soonest." in f"{explanation}"
    assert "lost the game" in f"{review}"
    data = explanation.to_json()
    assert (data["best"], data["scores"][2]) == ([2, 5], 18)
    assert (
        data["reasons"][0]["squares"]
        == [[1, 0], [5, 0]]
        == [[*cell] for cell in explanation.reasons[0].squares]
    )
    assert [stone["column"] for stone in review.to_json()["stones"]] == [3, 4, 3, 4, 3, 4, 3]


def test_no_other_board_is_needed_for_another_size() -> None:
    program = "import c4; print(c4.Board('1').legal_moves, c4.solve([0]), c4.WIDTH)"
    assert read_output(program, C4_BOARD="4x4", **PLAIN) == "[0, 1, 2, 3] 0 4\n"


def test_errors_are_there_at_once_and_are_value_errors() -> None:
    program = """
import sys, c4
print(issubclass(c4.Error, ValueError) and issubclass(c4.InvalidPosition, c4.Error))
print("numba" in sys.modules)
"""
    assert read_output(program) == "True\nFalse\n"
    assert {name: hasattr(c4, name) for name in c4.__all__} == dict.fromkeys(c4.__all__, True)
    assert re.match(r"\d+\.\d", c4.__version__)
    with pytest.raises(AttributeError, match="bord"):
        c4.bord  # noqa: B018 # pyright: ignore


def test_help_reads_like_a_page() -> None:
    page = read_output("import c4; help(c4)")
    for name in c4.__all__:
        assert (f"{name}(" if name.islower() else name) in page


def test_a_users_file_runs() -> None:
    assert read_output(Path(__file__).with_name("user.py").read_text(encoding="utf-8")) == ""
