"""Boards as arrays, or as anything that NumPy turns into an array.

An array has HEIGHT rows of WIDTH cells, the top row first, or the same cells in one row. A cell is 0, 1 for
X and 2 for O, as at Kaggle; or 0, 1 and -1, as in many programs that learn; or a character, as in
`notation.py` in this folder.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from common.errors import UserError
from common.position import CELLS, HEIGHT, WIDTH

CELL_NAMES = {0: ".", 1: "X", 2: "O", -1: "O"}
SHAPES = (HEIGHT, WIDTH), (CELLS,)
FORM = f"a board has shape {SHAPES[0]}, rows first, from the top, or {SHAPES[1]}"
WRITE_CELLS = "write 0 for an empty cell, 1 for X, and 2 or -1 for O"


def spell_board(board: ArrayLike) -> str:
    """Return a board as text for `read_position`.

    Raise UserError for an array of another shape, even with as many cells as a board, and for other cells.
    """
    try:
        cells: Any = np.asarray(board)
    except ValueError:
        raise UserError(f"rows of different lengths; {FORM}") from None
    if cells.shape not in SHAPES:
        moves = "" if cells.ndim > 1 else "; moves are a string, such as '4455'"
        raise UserError(f"an array of shape {cells.shape}, but {FORM}{moves}")
    if cells.dtype.kind == "b":
        raise UserError(f"True and False show where stones are, but not whose; {WRITE_CELLS}")
    values = cells.ravel().tolist()
    if cells.dtype.kind == "U" and all(len(cell) == 1 for cell in values):
        text = "".join(values)
        return text if cells.ndim == 1 else text.replace("b", ".")  # only x, o and b in one row go by columns
    if {2, -1} <= set(values):
        raise UserError(f"cells are both 2 and -1, which both mean O; {WRITE_CELLS}")
    wrong = next((cell for cell in values if cell not in CELL_NAMES), None)
    if wrong is not None:
        raise UserError(f"there is a cell {wrong!r}; {WRITE_CELLS}")
    return "".join(CELL_NAMES[cell] for cell in values)
