"""Boards as arrays, or as anything that NumPy turns into an array.

An array has HEIGHT rows of WIDTH cells, the top row first, or the same cells in one row. A cell is 0, 1 for
X and 2 for O, as at Kaggle; or 0, 1 and -1, as in many programs that learn; or a character, as in
`notation.py` in this folder.
"""

from collections.abc import Hashable, Iterable
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from c4.notation import find_cells, make_refusal
from common.errors import UserError
from common.position import CELLS, HEIGHT, WIDTH

CELL_NAMES = {0: ".", 1: "X", 2: "O", -1: "O"}
SHAPES = (HEIGHT, WIDTH), (CELLS,)
FORM = f"a board has shape {SHAPES[0]}, rows first, from the top, or {SHAPES[1]}"
WRITE_CELLS = "write 0 for an empty cell, 1 for X, and 2 or -1 for O"


def spell_board(board: ArrayLike) -> str:
    """Return a board as text for `read_position`.

    Raise UserError for an array of another shape, even with as many cells as a board, for other cells, and
    for what is no array.
    """
    for part in cast("Iterable[object]", board) if isinstance(board, list | tuple) else [board]:
        check_unmasked(part)
    try:
        cells: Any = np.asarray(board)
    except ValueError:
        raise UserError(f"rows of different lengths; {FORM}") from None
    if cells.ndim == 0:
        raise make_refusal(cast("object", board))
    if cells.shape not in SHAPES:
        moves = "" if cells.ndim > 1 else "; moves are a string, such as '4455'"
        raise UserError(f"an array of shape {cells.shape}, but {FORM}{moves}")
    if cells.dtype.kind == "b":
        raise UserError(f"True and False show where stones are, but not whose; {WRITE_CELLS}")
    values = cells.ravel().tolist()
    if cells.dtype.kind == "U" and all(len(cell) == 1 for cell in values):
        text = "".join(values)
        text = text if cells.ndim == 1 else text.replace("b", ".")  # only x, o and b in one row go by columns
        if not find_cells(text):
            raise UserError(f"the cells are {', '.join(sorted({*values}))}; write ., X and O, or the like")
        return text
    wrong = [cell for cell in values if not isinstance(cell, Hashable) or cell not in CELL_NAMES]
    if wrong:
        raise UserError(f"there is a cell {wrong[0]!r}; {WRITE_CELLS}")
    if {2, -1} <= {*values}:
        raise UserError(f"cells are both 2 and -1, which both mean O; {WRITE_CELLS}")
    return "".join(CELL_NAMES[cell] for cell in values)


def check_unmasked(array: object) -> None:
    """Raise UserError if some of an array is masked: NumPy would read what is behind the mask."""
    if np.ma.is_masked(array):
        raise UserError("some of the array is masked; put a value there, as array.filled(0) does")
