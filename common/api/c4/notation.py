"""Positions as people and programs write them: moves, or a board.

In a text, blanks, commas, brackets, bars and ends of lines may stand around and between columns and cells,
and a byte-order mark before them. In moves they are between all columns or between none: "4 4 5 5" is 4455,
and "4455 18" is refused, since it is a line of a test set and not six moves. A board has CELLS cells of one
kind:

X O .   as `c4` draws them, rows from the top; X moves first. An empty cell may also be ·, - or _, or only
        blanks between two bars; next to capitals, also one of the marks x, o and + of `c4 explain`, where
        they are right. Text below the names of the columns is not read
R Y .   the same for red, who moves first, and yellow; or r y, or red and yellow discs or squares, with one
        kind of sign for all empty cells
x o b   as in the data set of the UCI: columns from the left, each from the bottom; b is empty
0 1 2   as on Kaggle, rows from the top: 1 is X, who moves first

The pages read moves and the first two kinds, with letters, in docs/assets/live/notation.js, and
tests/notation.json has cases for both.

Programs may also give numbers, in lists or in an array. One row, such as [3, 3, 4, 4], has the columns
played, numbered from 0: it is "4455", since in a text they are numbered from 1. A board has HEIGHT rows of
WIDTH cells, the top row first, or all CELLS in one row. A cell is 0, 1 for X and 2 for O, as on Kaggle; or
0, 1 and -1, as in many programs that learn; or a character of those above.
"""

import re
import reprlib
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from numbers import Integral
from typing import Any, cast

from common.errors import Error
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, InvalidPosition

NAMES = {*COLUMN_NAMES}
SEPARATORS = " ,[]|\t\r\n"
MARK = "\ufeff"  # of the order of bytes, with which some programs begin a file
KINDS = r"[XO.·_xo+-]", r"[RY.·_-]", r"[ry.·_-]", r"[xob]", r"[012]"
DRAWING = re.compile("|".join(rf"{kind}{{{CELLS}}}" for kind in KINDS[:3]))
UCI, KAGGLE = (re.compile(rf"{kind}{{{CELLS}}}") for kind in KINDS[3:])
LABELLED = re.compile(rf"([xob],?){{{CELLS}}}(win|loss|draw)")
BELOW = re.compile(rf"(?:{COLUMN_NAMES}.*)?", re.DOTALL)
BLANK_CELL = re.compile(r"(?<=\|)[ \t]+(?=\|)")
EMPTY_CELLS = str.maketrans("·_-+", "....")
STONES = str.maketrans("·_-+xobRYry120", "....XO.XOXOXO.")
DISCS = str.maketrans("🔴🟥🟡🟨⚪⚫🔵⬜⬛🟦", "RRYY......")
EMPTY = set("⚪⚫🔵⬜⬛🟦.·_-")
VARIANT = "\ufe0f"  # with which some programs say that a disc has colours
BOARDS = (
    f"a board: {CELLS} cells X, O and ., R, Y and ., 1, 2 and 0, or red and yellow discs, rows from the top"
)
WRITE_STONES = "for a stone, write X and O, or only small letters"
WRITE = f"write the moves, such as 4455, or {BOARDS}"
CELL_NAMES = {0: ".", 1: "X", 2: "O", -1: "O"}
SHAPES = (HEIGHT, WIDTH), (CELLS,)
FORM = f"a board has shape {SHAPES[0]}, rows first, from the top, or {SHAPES[1]}"
WRITE_CELLS = "write 0 for an empty cell, 1 for X, and 2 or -1 for O"


def make_refusal(given: object) -> Error:
    """Return the error for an object that cannot be a position."""
    return Error(
        f"{reprlib.repr(given)} is no position. A position is a Board, a move string such as '4455', a drawn "
        "board, a list of columns from 0 such as [3, 3, 4, 4], or an array of a board"
    )


def tidy(text: object) -> str:
    """Return moves or a board without separators, any other text unchanged; raise Error for no text."""
    if not isinstance(text, str):
        raise make_refusal(text)
    bare = text.removeprefix(MARK).replace(VARIANT, "")
    if "|" in bare and not re.search("[.·_b-]", bare):
        bare = BLANK_CELL.sub(".", bare)
    parts = re.split(f"[{re.escape(SEPARATORS)}]+", bare)
    joined = "".join(parts)
    board = spell_discs(joined)
    if find_cells(board):
        return board[:CELLS]
    is_one_each = all(len(part) <= 1 for part in parts)
    return joined if is_one_each or joined in parts else text


def spell_discs(text: str) -> str:
    """Return a board of discs as letters; return any other text unchanged."""
    others = {cell for cell in text[:CELLS] if cell not in "🔴🟥🟡🟨"}
    return text.translate(DISCS) if len(others) <= 1 and others <= EMPTY else text


def read_position(text: str) -> str:
    """Return the moves of a text, or moves that lead to its board.

    Raise Error if it has neither; whether the moves can be played is for `common.position.parse` to say.
    """
    if len(text) < CELLS and set(text) <= NAMES:
        return text  # as most are
    cells = find_cells(tidy(text))
    return find_game(cells) if cells else read_moves(text)


def read_moves(text: str) -> str:
    """Return the move string of a text; raise Error if it has none."""
    moves = tidy(text)
    if moves == COLUMN_NAMES and text.partition(moves[0])[0].count("\n") >= HEIGHT:
        raise Error("rows of blanks above the names of the columns; write . for an empty cell")
    if LABELLED.fullmatch(moves.strip(SEPARATORS)):
        raise Error(f"from a line of the UCI's data set, take the cells: cut -d, -f1-{CELLS}")
    if any(separator in moves for separator in SEPARATORS):
        if not set(moves) <= {*COLUMN_NAMES, *SEPARATORS, *"0123456789-"}:
            raise Error(f"neither moves nor a board of {WIDTH}x{HEIGHT}; {WRITE}")
        raise Error(
            "put blanks or commas between all columns or none. From a line of a test set, such as `4455 18`, "
            "take the moves: cut -d' ' -f1"
        )
    wrong = next((index for index, name in enumerate(moves) if name not in COLUMN_NAMES), None)
    if wrong is None or wrong > CELLS:  # the board is full before
        return moves
    if find_cells(moves):
        raise Error("a board does not say in which order it was played; write the moves, such as 4455")
    if len(moves) > 1 and is_part_of_board(moves):
        raise Error(f"{len(moves)} cells, and a board of {WIDTH}x{HEIGHT} has {CELLS}")
    reason = f"there is no such column, they are 1 to {COLUMN_NAMES[-1]}; {WRITE}"
    raise InvalidPosition(moves, wrong, reason)


def is_part_of_board(text: str) -> bool:
    """Return whether a tidy text is cells of one kind."""
    return any(re.fullmatch(f"{kind}+", spell_discs(text)) for kind in KINDS)


def find_cells(text: str) -> list[str]:
    """Return the columns of a board, from the bottom with X, O and .; [] if the text is not a board.

    The marks x and o are left in them.
    """
    if UCI.fullmatch(text):
        cells = text.translate(STONES)
        return [cells[first : first + HEIGHT] for first in range(0, CELLS, HEIGHT)]
    drawn = DRAWING.match(text)
    is_drawn = drawn and BELOW.fullmatch(text, CELLS) and re.search("[^xo+]", drawn[0])
    if not is_drawn and not KAGGLE.fullmatch(text):
        return []
    cells = text[:CELLS]
    spelled = cells.translate(EMPTY_CELLS if re.search("[XO]", cells) else STONES)
    return [spelled[column::WIDTH][::-1] for column in range(WIDTH)]


def erase_marks(cells: list[str]) -> list[str]:
    """Return the columns of a board without marks; raise Error if one is not a winning square."""
    bare = [re.sub("[xo]", ".", column) for column in cells]
    for place, column in enumerate(cells):
        for mark in re.finditer("[xo]", column):
            player, row = mark[0].upper(), mark.start()
            tried = f"{bare[place][:row]}{player}{bare[place][row + 1 :]}"
            if not has_four([*bare[:place], tried, *bare[place + 1 :]], player):
                where = f"column {COLUMN_NAMES[place]}, row {row + 1}"
                raise Error(f"{mark[0]} in {where} is not a winning square of {player}; {WRITE_STONES}")
    return bare


def find_game(cells: list[str]) -> str:
    """Return moves that lead to a board, given as its columns; raise Error if there are none."""
    columns = [column.rstrip(".") for column in erase_marks(cells)]
    for name, column in zip(COLUMN_NAMES, columns, strict=True):
        if "." in column:
            row = column.rindex(".") + 2
            raise Error(f"the stone in column {name}, row {row} has nothing below it")
    first, second = (sum(column.count(player) for column in columns) for player in "XO")
    if first - second not in (0, 1):
        rule = "X, or red, moves first, so has as many or one more; if the other began, swap the two"
        raise Error(f"{first} stone{'s' * (first != 1)} of X and {second} of O: {rule}")
    if winners := [player for player in "XO" if has_four(columns, player)]:
        raise Error(f"{' and '.join(winners)} won: there are four in a row, so nobody is to move")
    if first + second == CELLS:
        raise Error("the board is full, nobody is to move")
    last = "XO"[(first + second + 1) % 2]
    ends = not any(columns) or any(column.endswith(last) for column in columns)
    moves = order_stones(columns, "X", set()) if ends else None
    if moves is None:
        raise Error("players who take turns cannot reach this board, in any order")
    return moves


def order_stones(columns: list[str], player: str, dead: set[tuple[str, ...]]) -> str | None:
    """Return an order in which players taking turns can play the stones, or None if there is none.

    The column that takes longest comes first, which nearly always finds one at once.
    """
    if not any(columns):
        return ""
    key = tuple(sorted(columns))
    choices = [index for index, column in enumerate(columns) if column.startswith(player)]

    def rank_column(index: int) -> tuple[int, bool]:
        column = columns[index]
        repeats = sum(one == other for one, other in pairwise(column))  # its stones take that many more moves
        return -len(column) - repeats, column[:1] == column[1:2]

    for index in sorted(choices, key=rank_column) if key not in dead else ():
        after = [*columns[:index], columns[index][1:], *columns[index + 1 :]]
        rest = order_stones(after, "XO"[player == "X"], dead)
        if rest is not None:
            return COLUMN_NAMES[index] + rest
    dead.add(key)
    return None


def has_four(columns: Sequence[str], player: str) -> bool:
    """Return whether a player has four in a row."""
    cells = ((x, y) for x, column in enumerate(columns) for y, cell in enumerate(column) if cell == player)
    return find_four(sum(1 << x * (HEIGHT + 1) + y for x, y in cells)) != ()


def find_four(stones: int) -> tuple[tuple[int, int], ...]:
    """Return the cells (column, row) of four in a row among stones of a bitboard, () if there are none."""
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
        firsts = stones & stones >> step & stones >> 2 * step & stones >> 3 * step
        if firsts:
            first = firsts.bit_length() - 1
            return tuple(divmod(first + step * index, HEIGHT + 1) for index in range(4))
    return ()


def spell_position(given: object) -> str:
    """Return a text unchanged; write columns or a board, in lists or an array, as text for `read_position`.

    Raise Error for an array of another shape, even with as many cells as a board, for other columns or cells,
    and for anything that is not an array.
    """
    if isinstance(given, str):
        return given
    import numpy as np  # which texts do not need

    parts = cast("Iterable[object]", given) if isinstance(given, list | tuple) else [given]
    if any(map(np.ma.is_masked, parts)):  # NumPy would read the values under the mask
        raise Error("some of the array is masked; put a value there, as array.filled(0) does")
    try:
        shape = np.asarray(given).shape
    except ValueError:
        raise Error(f"rows of different lengths; {FORM}") from None
    if not shape:
        raise make_refusal(cast("object", given))
    values: list[Any] = np.asarray(given, object).ravel().tolist()  # True stays True, and "1" a text
    return spell_board(values, shape) if len(shape) > 1 or len(values) == CELLS else spell_columns(values)


def spell_columns(columns: Sequence[Any]) -> str:
    """Return columns, numbered from 0, as a move string; raise Error if one is not there."""
    if len(columns) > CELLS:
        raise Error(f"{len(columns)} values in a row, but a board has {CELLS} cells, and no game more moves")
    for place, column in enumerate(columns):
        if isinstance(column, bool) or not isinstance(column, Integral) or not 0 <= int(column) < WIDTH:
            raise Error(
                f"columns[{place}] is {reprlib.repr(column)}; in a list, columns are whole numbers from 0 to "
                f"{WIDTH - 1}; in a move string, such as '4455', they are 1 to {COLUMN_NAMES[-1]}; "
                "solve_many takes a list of positions"
            )
    return "".join(COLUMN_NAMES[column] for column in columns)


def spell_board(values: Sequence[Any], shape: tuple[int, ...]) -> str:
    """Return the cells of an array of some shape as the text of a board; raise Error if it is none."""
    import numpy as np

    if shape not in SHAPES:
        raise Error(f"an array of shape {shape}, but {FORM}")
    if any(isinstance(cell, bool | np.bool) for cell in values):
        raise Error(f"True and False show where stones are, but not whose; {WRITE_CELLS}")
    if all(isinstance(cell, str) and len(cell) == 1 for cell in values):
        text = "".join(values)
        text = text if len(shape) == 1 else text.replace("b", ".")  # only x, o and b in one row go by columns
        if not find_cells(text):
            raise Error(f"the cells are {', '.join(sorted({*values}))}; write ., X and O, or the like")
        return text
    wrong = [cell for cell in values if not isinstance(cell, Hashable) or cell not in CELL_NAMES]
    if wrong:
        moves = f"; write the {CELLS} moves of a full board as a string" if len(shape) == 1 else ""
        raise Error(f"there is a cell {reprlib.repr(wrong[0])}; {WRITE_CELLS}{moves}")
    if {2, -1} <= {*values}:
        raise Error(f"some cells are 2 and some -1, and both mean O; {WRITE_CELLS}")
    return "".join(CELL_NAMES[cell] for cell in values)
