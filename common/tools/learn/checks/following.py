"""Questions about following up: what a follower gets, and the bounds that come of it."""

from collections.abc import Iterator, Sequence, Set
from functools import cache

from common.position import HEIGHT, rows
from common.score import MAX_SCORE
from common.tools.claims import Program, Question, ask_method
from common.tools.learn.checks.bits import (
    CELLS,
    LINES,
    Cell,
    find_boards,
    list_playable_cells,
    list_winning_squares,
    make_bit,
    make_bits,
    mark_cells,
)
from common.tools.sets import Line

RARE = (
    "15677373141347653447237352226442215616",
    "15246344223733673362266562545741151541",
    "334311557316671145724454",
)
"""In line above the full columns of two are four free bits; in the third, cells that are taken."""
LATER = 20  # stones, with which positions are asked about following up


def list_empty_cells(moves: str) -> set[Cell]:
    """Return the empty cells."""
    return {cell for cell in CELLS if not sum(find_boards(moves)) & make_bit(*cell)}


def is_claimed(cell: Cell, turned: int = -1) -> bool:
    """Tell whether a follower gets a cell: every second one from the top, in a turned column the others."""
    return ((HEIGHT - 1 - cell[1]) % 2 == 0) != (cell[0] == turned)


def list_reachable_cells(moves: str, turned: int = -1, stopped: Set[Cell] = frozenset()) -> set[Cell]:
    """Return the empty cells that the mover may get, if the follower gets all that they claim."""
    empty = list_empty_cells(moves)
    return {cell for cell in empty - stopped if not is_claimed(cell, turned)} | set(
        list_playable_cells(moves)
    )


def has_four(moves: str, reach: Set[Cell]) -> bool:
    """Tell whether the mover's stones make four in a row with some cells."""
    cells = find_boards(moves)[0] | make_bits(list(reach))
    return any(make_bits(line) & ~cells == 0 for line in LINES)


def list_late_positions(lines: Sequence[Line]) -> list[str]:
    """Return positions on the way to some lines, with many stones, and some where few programs err."""
    return [*RARE, *(line.moves[:length] for line in lines for length in range(LATER, len(line.moves) + 1))]


@cache
def judge_following(moves: str) -> tuple[bool, list[str]]:
    """Tell whether the mover's opponent need only follow; return that and what the mover may get, marked."""
    if (len(CELLS) - len(moves)) % 2:
        return False, rows(moves)
    reach = list_reachable_cells(moves)
    return not has_four(moves, reach), mark_cells(rows(moves), list(reach))


def ask_following(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask on the way to lines whether the opponent need only follow."""
    asked = "can_be_followed(); with an even number of empty cells, what the mover may get is marked *"
    for moves in list_late_positions(lines):
        right, drawing = judge_following(moves)
        yield ask_method(program, moves, asked, [], right, bool, drawn=drawing)


@cache
def list_opposing_squares(moves: str) -> Sequence[Cell]:
    """Return the winning squares of the opponent."""
    return list_winning_squares(moves, 1)


def compute_followed_bound(moves: str, turned: int = -1) -> int:
    """Return an upper bound of the mover's score, if the opponent follows and a column may be turned."""
    lowest = list_playable_cells(moves)
    waiting = [
        cell for cell in list_opposing_squares(moves) if is_claimed(cell, turned) and cell not in lowest
    ]
    stopped = {
        (x, y) for x, y in list_empty_cells(moves) for column, row in waiting if x == column and y >= row
    }
    if has_four(moves, list_reachable_cells(moves, turned, stopped)):
        return MAX_SCORE
    return -sum(map(is_claimed, stopped))


@cache
def compute_follow_up_bound(moves: str) -> int:
    """Return an upper bound of the mover's score, by trying to turn each column that has a waiting square."""
    if (len(CELLS) - len(moves)) % 2 == 0:
        return compute_followed_bound(moves)
    columns = {
        x
        for x, y in list_opposing_squares(moves)
        if not is_claimed((x, y)) and (x, y) not in list_playable_cells(moves)
    }
    return min((compute_followed_bound(moves, column) for column in columns), default=MAX_SCORE)


def ask_follow_up_bounds(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask on the way to lines for the bound that the follower's winning squares give."""
    asked = "follow_up_bound(threats), given the winning squares of the opponent, marked *"
    for moves in list_late_positions(lines):
        squares, right = list_opposing_squares(moves), compute_follow_up_bound(moves)
        marked = mark_cells(rows(moves), squares)
        yield ask_method(program, moves, asked, [make_bits(squares)], right, drawn=marked)
