"""Tests of `import c4`: boards, scores, explanations, a page of examples, types."""

import copy
import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from repository import PLAIN, ROOT, Run, read_output, run_python

import c4
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
    assert (board.moves, board.turn, board.winner) == (moves, "XO"[len(moves) % 2], None)
    assert board == c4.Board(moves) == board.copy() == c4.Board.from_text(str(board))
    assert hash(board) == hash(board.copy())
    assert board.mirror().moves == mirror(moves)
    assert c4.Board.from_array(board.to_array()) == board
    for name in reversed(moves):
        assert board.pop() == COLUMN_NAMES.index(name)
    assert board == c4.Board()


@pytest.mark.parametrize(("moves", "winner", "reason"), [(WON, "X", "X has won"), (DRAWN, None, "full")])
def test_a_game_that_is_over_says_how(moves: str, winner: str | None, reason: str) -> None:
    board = c4.Board(moves)
    assert (board.winner, board.legal_moves, board.is_game_over()) == (winner, [], True)
    for ask in (c4.solve, c4.analyze, c4.best_moves, c4.explain):
        with pytest.raises(c4.InvalidPosition, match=reason):
            ask(board)
        with pytest.raises(c4.InvalidPosition, match=reason):
            ask(moves)
    with pytest.raises(c4.UserError, match=reason):
        board.push(2)
    with pytest.raises(c4.InvalidPosition, match=reason):
        c4.Board(f"{moves}3")
    with pytest.raises(c4.UserError):
        c4.solve_many([board])
    assert board.pop() in board.legal_moves


@pytest.mark.parametrize(
    ("column", "reason"), [(-1, "0 to 6"), (7, "0 to 6"), (0, "full"), (np.int64(7), "0 to 6")]
)
def test_a_stone_that_cannot_be_played_is_refused(column: int, reason: str) -> None:
    board = c4.Board("111111")
    with pytest.raises(c4.UserError, match=reason):
        board.push(column)
    assert board.moves == "111111"


def test_scores_are_those_of_the_sets() -> None:
    for moves, score in LINES:
        columns = c4.analyze(moves)
        assert c4.solve(c4.Board(moves)) == c4.solve(moves) == max(columns.values()) == score
        assert c4.solve(moves, weak=True) == np.sign(score)
        assert c4.best_moves(moves) == [column for column in columns if columns[column] == score]
    boards = [c4.Board(moves) for moves, _ in LINES]
    assert c4.solve_many(boards).scores.tolist() == [score for _, score in LINES]


def test_a_solver_has_options_and_counts() -> None:
    counts: dict[str, int] = {}
    for step in ("07", "21"):
        with c4.Solver(step=step, book=None) as solver:
            assert [solver.solve(moves) for moves, _ in LINES] == [score for _, score in LINES]
            counts[step] = solver.nodes
            solver.reset()
            assert solver.nodes == 0
    assert counts["21"] < counts["07"]
    assert c4.Solver(book="8", table=1).solve("444443371") == c4.solve("444443371")
    for options in (
        {"step": "99"},
        {"step": "02"},
        {"book": "none.book"},
        {"step": "21", "threads": 2},
        {"table": 0},
        {"table": -1},
        {"step": "24", "threads": 0},
    ):
        with pytest.raises(c4.UserError):
            c4.Solver(**cast("dict[str, Any]", options))


@pytest.mark.parametrize("step", ["08", "21"])
def test_threads_share_a_solver(step: str) -> None:
    """Without a lock, some of these scores are wrong in most runs."""
    solver, lines = (
        c4.Solver(step, book=None),
        sets.load_set("end-easy", 400) + sets.load_set("middle-easy", 100),
    )

    def solve(first: int) -> list[int]:
        return [solver.solve(moves) - score for moves, score in lines[first:] + lines[:first]]

    with ThreadPoolExecutor(4) as pool:
        for differences in pool.map(solve, range(0, 500, 125)):
            assert not any(differences)


def test_nobody_copies_a_solver() -> None:
    solver = c4.Solver()
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="make one in each process"):
            copied(solver)


@pytest.mark.parametrize(("command", "ask"), [("explain", c4.explain), ("review", c4.review)])
@pytest.mark.parametrize("moves", ["", "4455", "26245152464544227667"])
def test_answers_are_what_the_terminal_prints(command: str, ask: Run, moves: str, c4_here: Run) -> None:
    assert f"{ask(moves)}\n" == read_output(c4_here(command, moves))


def test_a_board_is_a_picture() -> None:
    board = c4.Board("4455")
    assert "O O" in str(board)
    for picture, scores in ((board.to_svg(), 0), (board.to_svg(c4.analyze(board)), WIDTH)):
        assert picture.startswith("<svg")
        texts = [node.text for node in ElementTree.fromstring(picture).iter() if node.tag.endswith("}text")]
        assert len(texts) == 4 + scores


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_page_run(example: str) -> None:
    printed = run_python(example).splitlines()
    said = re.findall(r"print\(.*\)  # (.*)", example)
    assert printed[: len(said)] == said


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


def test_help_reads_like_a_page() -> None:
    page = run_python("import c4; help(c4)")
    for name in [
        "Board",
        "Solver",
        "solve(",
        "analyze(",
        "best_moves(",
        "explain(",
        "review(",
        "solve_many(",
    ]:
        assert name in page
