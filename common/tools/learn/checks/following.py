"""Questions about following up: what a follower gets, and the bounds that come of it."""

from collections.abc import Iterator, Sequence, Set
from functools import cache

from common.position import HEIGHT, rows
from common.score import MAX_SCORE
from common.tools.claims import Program, Question
from common.tools.learn.checks.bits import (
    CELLS,
    LINES,
    Cell,
    bit,
    bits,
    boards,
    marked,
    playable,
    squares_in,
)
from common.tools.sets import Line

RARE = (
    "15677373141347653447237352226442215616",
    "15246344223733673362266562545741151541",
    "334311557316671145724454",
)
"""In line above the full columns of two are four free bits; in the third, cells that are taken."""
LATER = 20  # stones, with which positions are asked about following up


def empty_cells(moves: str) -> set[Cell]:
    """Return the empty cells."""
    return {cell for cell in CELLS if not sum(boards(moves)) & bit(*cell)}


def is_claimed(cell: Cell, turned: int = -1) -> bool:
    """Tell whether a follower gets a cell: every second one from the top, in a turned column the others."""
    return ((HEIGHT - 1 - cell[1]) % 2 == 0) != (cell[0] == turned)


def in_reach(moves: str, turned: int = -1, stopped: Set[Cell] = frozenset()) -> set[Cell]:
    """Return the empty cells that the mover may get, if the follower gets all that they claim."""
    empty = empty_cells(moves)
    return {cell for cell in empty - stopped if not is_claimed(cell, turned)} | set(playable(moves))


def has_four(moves: str, reach: Set[Cell]) -> bool:
    """Tell whether the mover's stones make four in a row with some cells."""
    cells = boards(moves)[0] | bits(list(reach))
    return any(bits(line) & ~cells == 0 for line in LINES)


def later(lines: Sequence[Line]) -> list[str]:
    """Return positions on the way to some lines, with many stones, and some where few programs err."""
    return [*RARE, *(line.moves[:length] for line in lines for length in range(LATER, len(line.moves) + 1))]


@cache
def followed(moves: str) -> tuple[bool, list[str]]:
    """Tell whether the mover's opponent need only follow; return that and what the mover may get, marked."""
    if (len(CELLS) - len(moves)) % 2:
        return False, rows(moves)
    reach = in_reach(moves)
    return not has_four(moves, reach), marked(rows(moves), list(reach))


def following(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask on the way to lines whether the opponent need only follow."""
    for moves in later(lines):
        right, drawing = followed(moves)
        yield Question(
            moves,
            "can_be_followed(); with an even number of empty cells, what the mover may get is marked *",
            lambda moves=moves: bool(program.play_moves(moves).can_be_followed()),
            right,
            drawn=drawing,
        )


@cache
def opposing(moves: str) -> list[Cell]:
    """Return the winning squares of the opponent."""
    return squares_in(moves, 1)


def bound_if_followed(moves: str, turned: int = -1) -> int:
    """Return an upper bound of the mover's score, if the opponent follows and a column may be turned."""
    empty, lowest = empty_cells(moves), playable(moves)
    waiting = [cell for cell in opposing(moves) if is_claimed(cell, turned) and cell not in lowest]
    stopped = {(x, y) for x, y in empty if any(x == column and y >= row for column, row in waiting)}
    if has_four(moves, in_reach(moves, turned, stopped)):
        return MAX_SCORE
    return -sum(map(is_claimed, stopped))


@cache
def follow_up_bound(moves: str) -> int:
    """Return an upper bound of the mover's score, by trying to turn each column that has a waiting square."""
    if (len(CELLS) - len(moves)) % 2 == 0:
        return bound_if_followed(moves)
    columns = {x for x, y in opposing(moves) if not is_claimed((x, y)) and (x, y) not in playable(moves)}
    return min((bound_if_followed(moves, column) for column in columns), default=MAX_SCORE)


def follow_up_bounds(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask on the way to lines for the bound that the follower's winning squares give."""
    for moves in later(lines):
        squares = tuple(opposing(moves))
        yield Question(
            moves,
            "follow_up_bound(threats), given the winning squares of the opponent, marked *",
            lambda moves=moves, squares=squares: int(
                program.play_moves(moves).follow_up_bound(bits(squares))
            ),
            follow_up_bound(moves),
            drawn=marked(rows(moves), squares),
        )
