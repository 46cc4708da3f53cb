"""Moves and boards as people write them: the cases that the page's reader has, too, and kinds of boards."""

import json
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from repository import make_position

from common.errors import UserError
from common.position import HEIGHT, WIDTH, rows
from common.tools import sets
from common.tools.solve.bulk import solve_many
from common.tools.solve.notation import read_moves, read_position

CASES = json.loads((Path(__file__).parents[1] / "notation.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "moves", "named"), [(*case[:2], case[2:]) for case in chain.from_iterable(CASES.values())]
)
def test_what_is_written_is_read_or_named(text: str, moves: str | None, named: list[str]) -> None:
    if moves is None:
        with pytest.raises(UserError) as refused:
            make_position("04", read_position(text))
        assert all(word in f"{refused.value}" for word in named), refused.value
    else:
        assert read_position(text) == moves


def test_a_board_is_no_move_list() -> None:
    assert [read_moves(text) for text, moves, *_ in CASES["moves"] if moves is not None] == [
        moves for _, moves, *_ in CASES["moves"] if moves is not None
    ]
    for text, moves, *_ in CASES["boards"]:
        if moves is not None:
            with pytest.raises(UserError, match="4455"):
                read_moves(text)


def write_board(moves: str, kind: str) -> Any:
    """Return the board after a move string as somebody has it."""
    drawn = [row.split() for row in rows(moves)]
    match kind:
        case "drawing":
            return "\n".join(rows(moves))
        case "uci":
            cells = [drawn[HEIGHT - 1 - row][column] for column in range(WIDTH) for row in range(HEIGHT)]
            return ",".join(cells).replace(".", "b").lower()
        case "array":
            return np.array([[".XO".index(cell) for cell in row] for row in drawn])
        case _:
            return "".join(f"{'.XO'.index(cell)}" for row in drawn for cell in row)


@given(
    st.sampled_from([line.moves for name in ("end-easy", "begin-easy") for line in sets.load_set(name, 300)]),
    st.sampled_from(["drawing", "uci", "kaggle"]),
)
def test_a_board_is_read_as_a_game(moves: str, kind: str) -> None:
    read = read_position(write_board(moves, kind))
    assert rows(read) == rows(moves)
    assert make_position("04", read) == make_position("04", moves)


def test_many_boards_have_the_scores_of_their_games() -> None:
    games = [line.moves for line in sets.load_set("end-easy", 12)]
    kinds = ["drawing", "uci", "kaggle", "array"] * 3
    boards = [write_board(moves, kind) for moves, kind in zip(games, kinds, strict=True)]
    boards += [boards[3].tolist(), boards[7].astype(float), boards[11].ravel().tolist()]
    expected = solve_many(games).scores.tolist()
    assert solve_many(boards).scores.tolist() == [*expected, *expected[3::4]]
    assert solve_many(np.array([boards[3], boards[7]])).scores.tolist() == expected[3:8:4]
    with pytest.raises(UserError, match=r"\[1\].*column 1, row 2"):
        solve_many(["4455", f"bx{'b' * (WIDTH * HEIGHT - 2)}"])
