"""Tests of moves and boards as people write them: the page's cases, and kinds of boards."""

import json
import warnings
from itertools import chain
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from repository import PLAIN, make_position, run_python

from c4.board import Board
from c4.notation import read_moves, read_position, spell_position
from c4.questions import solve_many
from common.errors import Error
from common.position import CELLS, HEIGHT, rows
from common.tools import sets

CASES = json.loads((Path(__file__).parents[1] / "notation.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "moves", "named"), [(*case[:2], case[2:]) for case in chain.from_iterable(CASES.values())]
)
def test_what_is_written_is_read_or_named(text: str, moves: str | None, named: list[str | list[str]]) -> None:
    if moves is None:
        with pytest.raises(Error) as refused:
            make_position("04", read_position(text))
        words = [word if isinstance(word, str) else word[0] for word in named]  # in Python, on pages
        assert all(word in f"{refused.value}" for word in words), refused.value
    else:
        assert read_position(text) == moves


def test_a_board_is_no_move_list() -> None:
    assert [read_moves(text) for text, moves, *_ in CASES["moves"] if moves is not None] == [
        moves for _, moves, *_ in CASES["moves"] if moves is not None
    ]
    for text, moves, *_ in CASES["boards"]:
        if moves is not None:
            with pytest.raises(Error, match="4455"):
                read_moves(text)


def make_cells(moves: str, second: int = 2) -> Any:
    """Return the board after a move string as an array."""
    cells = {".": 0, "X": 1, "O": second}
    return np.array([[cells[cell] for cell in row.split()] for row in rows(moves)])


GAMES = st.sampled_from(
    [line.moves for name in ("end-easy", "begin-easy") for line in sets.load_set(name, 300)]
)


@given(GAMES, st.sampled_from([2, -1]), st.sampled_from([int, float, np.int8]))
def test_an_array_is_read_as_its_board_or_refused(moves: str, second: int, kind: Any) -> None:
    cells = make_cells(moves, second).astype(kind)
    for board in (cells, cells.ravel(), cells.tolist(), np.array([row.split() for row in rows(moves)])):
        assert rows(read_position(spell_position(board))) == rows(moves)
    for board in (cells.T, cells[None], cells.reshape(-1, 2), cells[:-1], cells == 1, 3 * cells, cells + 0.5):
        with pytest.raises(Error):
            spell_position(board)


SQUARE = """
import numpy as np
from common.errors import Error
from common.position import rows
from c4.questions import list_texts
from c4.notation import read_position
board = np.zeros((6, 6), int)
board[5, 1] = board[4, 1] = 1
board[5, 2] = board[5, 4] = 2
for boards in ([board], [board.ravel()], board[None], board.reshape(1, 36), [board.tolist()]):
    assert [rows(read_position(text)) for text in list_texts(boards)] == [rows("2325")]
for boards in (board, board.tolist(), [board[:, None]], [board == 1], [board.T]):
    try:
        print([read_position(text) for text in list_texts(boards)])
    except Error:
        pass
"""


def test_boards_as_high_as_wide_are_read_or_refused() -> None:
    assert run_python(SQUARE, **PLAIN, C4_BOARD="6x6") == ""


def test_sideways_arrays_and_truth_are_refused_with_the_reason() -> None:
    board = np.zeros((7, 6), int)
    board[6, 5] = 1
    for boards in ([board], np.array([board]), [board.tolist()]):
        with pytest.raises(Error, match=r"(?s)\[0\].*\(7, 6\).*\(6, 7\), rows first, from the top"):
            solve_many(boards)
    with pytest.raises(Error, match=r"\[0\].*True.*1 for X"):
        solve_many([np.zeros((6, 7), bool)])
    with pytest.raises(Error, match=r"\[0\].*2 and some -1"):
        solve_many([[2, -1, *[0] * 40]])
    for cells in ([*"4455".ljust(CELLS)], [*"1234567" * HEIGHT], [[*"1234567"]] * HEIGHT):
        with pytest.raises(Error, match=r"\[0\].*4.*X and O"):
            solve_many([np.array(cells)])
    for cell in (None, []):
        with pytest.raises(Error, match=r"\[0\].*1 for X"):
            solve_many([np.array([cell, *[0] * (CELLS - 1)], object)])


def test_what_a_mask_hides_is_not_read() -> None:
    board = np.ma.masked_equal(make_cells("4455"), 2)
    assert solve_many([np.ma.array(make_cells("4455"))]).scores == [18]
    for boards in (
        [board],
        board[None],
        [[*board]],
        [board.ravel()],
        np.ma.masked_equal([[0, 1], [0, 0]], 1),
    ):
        with pytest.raises(Error, match="masked"):
            solve_many(boards)


class Table(list[str]):
    """A data frame: it goes through the names of its columns. Some are slow to say which."""

    @property
    def columns(self) -> None:
        """Say that this is slow."""
        warnings.warn("slow", stacklevel=2)


@pytest.mark.filterwarnings("error")
def test_what_is_no_list_of_positions_is_refused() -> None:
    for table in (Table("1234567"), dict.fromkeys("1234567", 0)):
        with pytest.raises(Error, match="columns"):
            solve_many(table)
    for one in ("44", b"44", Board("44")):
        with pytest.raises(Error, match="in a list"):
            solve_many(cast("Any", one))
    with pytest.raises(Error, match=r"\[0\]"):
        solve_many(np.array([[1.5, 2.0]]))
    for entry in (None, 44, float("nan"), b"44", Path("44")):
        with pytest.raises(Error, match=r"positions\[1\].*'4455'"):
            solve_many(["4", cast("Any", entry)])
        if not isinstance(entry, bytes):
            with pytest.raises(Error, match="'4455'"):
                solve_many(cast("Any", entry))


def test_many_boards_have_the_scores_of_their_games() -> None:
    games = [line.moves for line in sets.load_set("end-easy", 4)]
    expected = solve_many(games).scores.tolist()
    assert solve_many(["\n".join(rows(moves)) for moves in games]).scores.tolist() == expected
    for second in (2, -1):
        boards = np.array([make_cells(moves, second) for moves in games])
        for given_boards in (boards, boards.reshape(4, -1), boards.astype(float), [*boards], boards.tolist()):
            assert solve_many(given_boards).scores.tolist() == expected
    with pytest.raises(Error, match=r"\[1\].*column 1, row 2"):
        solve_many(["4455", f"bx{'b' * (CELLS - 2)}"])
