"""Questions about bitboards: four in a row, keys, winning squares, safe moves, threats, lanes."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import chain, product
from typing import Any

from common.jit import Lanes
from common.position import COLUMN_NAMES, HEIGHT, WIDTH, rows
from common.tools.claims import Program, Question, ask_method
from common.tools.learn.checks.program import ask_function, load_part
from common.tools.sets import Line

Cell = tuple[int, int]
FORCED = ("41543", "7775566464573", "544332")
"""Two squares to block at once, one to block below another, and the lowest bit of all: rare by chance."""
AT_ONCE, IN_TURN = "all directions at once", "one direction after the other"
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def make_bit(column: int, row: int) -> int:
    """Return the bit of a cell."""
    return 1 << column * (HEIGHT + 1) + row


def make_bits(cells: Sequence[Cell]) -> int:
    """Return the bits of cells."""
    return sum(make_bit(*cell) for cell in cells)


@cache
def draw_cells(cells: int) -> Sequence[str]:
    """Draw cells as stones of X."""
    return tuple(
        " ".join("X" if cells & make_bit(column, row) else "." for column in range(WIDTH))
        for row in reversed(range(HEIGHT))
    )


@cache
def find_boards(moves: str) -> tuple[int, int]:
    """Return the mover's stones and those of the opponent, by looking at the drawn board."""
    drawn = [row.split() for row in reversed(rows(moves))]
    first, second = (make_bits([(x, y) for x, y in CELLS if drawn[y][x] == player]) for player in "XO")
    return (second, first) if len(moves) % 2 else (first, second)


def is_on_board(cell: Cell) -> bool:
    """Tell whether a cell is on the board."""
    return 0 <= cell[0] < WIDTH and 0 <= cell[1] < HEIGHT


def list_lines() -> Iterator[list[Cell]]:
    """Yield all lines of four cells."""
    for (dx, dy), (x, y) in product(DIRECTIONS, CELLS):
        line = [(x + i * dx, y + i * dy) for i in range(4)]
        if all(map(is_on_board, line)):
            yield line


CELLS = tuple(product(range(WIDTH), range(HEIGHT)))
LINES = tuple(list_lines())
TRIPLES = tuple(line[:gap] + line[gap + 1 :] for line in LINES for gap in range(4))
MASKS = {cell: [make_bits(line) for line in LINES if cell in line] for cell in CELLS}
OTHERS = {cell: [mask - make_bit(*cell) for mask in masks] for cell, masks in MASKS.items()}


def list_wrapped_lines() -> Iterator[list[Cell]]:
    """Yield cells that would be in line if a column ran on into the next: around its top, on slopes too.

    A column may take HEIGHT bits, or HEIGHT + 1 of which one stays free.
    """
    steps = (1, HEIGHT - 1, HEIGHT, HEIGHT + 1, HEIGHT + 2, HEIGHT + 3)
    for step, column in product(steps, (HEIGHT, HEIGHT + 1)):
        for first in range(WIDTH * column - 3 * step):
            line = [divmod(first + i * step, column) for i in range(4)]
            if all(map(is_on_board, line)) and make_bits(line) not in MASKS[line[0]]:
                yield line


def list_gapped_lines() -> Iterator[list[Cell]]:
    """Yield two pairs with an empty cell between them, in all directions."""
    for line in LINES:
        if is_on_board(last := (2 * line[3][0] - line[2][0], 2 * line[3][1] - line[2][1])):
            yield [line[0], line[1], line[3], last]


def ask_ends(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask for the lowest and the highest cell of each column."""
    for column, (name, row) in product(range(WIDTH), (("bottom", 0), ("top", HEIGHT - 1))):
        cell = make_bit(column, row)
        yield ask_function(program, f"{name}({column})", [column], cell, drawn=draw_cells(cell))


def ask_aligned(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask about all lines of four, about three of each, and about cells that only seem to be in line."""
    asked = "aligned(stones): are four of them in a row"
    for cells in chain(LINES, TRIPLES, list_wrapped_lines(), list_gapped_lines()):
        stones = make_bits(cells)
        yield ask_function(program, asked, [stones], cells in LINES, bool, drawn=draw_cells(stones))


def ask_bitboards(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask where the bits of a position are."""

    def read_places(moves: str, name: str) -> str:
        return format_places(getattr(program.play_moves(moves), name))

    for moves in ("", "4", "44", "445", *(line.moves for line in lines[:4])):
        stones, others = find_boards(moves)
        for name, right in (("mask", stones | others), ("stones", stones)):
            ask = partial(read_places, moves, name)
            yield Question(moves, f"position.{name}, as its bits", ask, format_places(right))


def format_places(board: int) -> str:
    """Return which bits are 1."""
    return " ".join(f"{at}" for at in range(64) if board >> at & 1) or "none"


@cache
def list_squares(stones: int, mask: int) -> Sequence[Cell]:
    """Return the empty cells where one more stone makes four, cell by cell."""
    return tuple(
        cell
        for cell in CELLS
        if not mask & make_bit(*cell) and any(others & stones == others for others in OTHERS[cell])
    )


def mark_cells(drawing: Sequence[str], marks: Sequence[Cell]) -> list[str]:
    """Return a drawn board with some cells marked."""
    cells = [row.split() for row in drawing]
    for x, y in marks:
        cells[HEIGHT - 1 - y][x] = "*"
    return [" ".join(row) for row in cells]


def ask_winning_squares(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for the winning squares: of each line with one stone missing, and of both players in games."""
    cases = [("", "these stones", cells, cells, draw_cells(cells)) for cells in map(make_bits, TRIPLES)]
    for moves in (line.moves[:length] for line in lines for length in (10, 16, len(line.moves))):
        for whose, stones in zip(("the mover", "the opponent"), find_boards(moves), strict=True):
            cases.append((moves, whose, stones, sum(find_boards(moves)), rows(moves)))
    for moves, whose, stones, mask, drawing in cases:
        cells = list_squares(stones, mask)
        asked = f"winning_squares(stones, mask) of {whose}, as bits; the right cells are marked *"
        right, marked = format_places(make_bits(cells)), mark_cells(drawing, cells)
        yield ask_function(program, asked, [stones, mask], right, format_places, moves=moves, drawn=marked)


def list_quiet_positions(lines: Sequence[Line]) -> list[str]:
    """Return positions on the way to lines in which no move wins at once."""
    games = [line.moves[:length] for line in lines for length in range(len(line.moves) + 1)]
    return [moves for moves in dict.fromkeys([*games, *FORCED]) if is_quiet(moves)]


def is_quiet(moves: str) -> bool:
    """Tell whether no move wins at once."""
    return not set(list_playable_cells(moves)) & set(list_winning_squares(moves, 0))


def list_playable_cells(moves: str) -> list[Cell]:
    """Return the lowest empty cell of each column that has room."""
    return [(x, moves.count(name)) for x, name in enumerate(COLUMN_NAMES) if moves.count(name) < HEIGHT]


def list_winning_squares(moves: str, whose: int) -> Sequence[Cell]:
    """Return the winning squares of the mover, 0, or of the opponent, 1."""
    return list_squares(find_boards(moves)[whose], sum(find_boards(moves)))


@cache
def list_safe_cells(moves: str) -> list[Cell]:
    """Return the cells to play in so that the opponent's next stone does not win, by trying them."""
    dangers = list_winning_squares(moves, 1)
    return [
        (x, y)
        for x, y in list_playable_cells(moves)
        if not set(list_playable_cells(moves + COLUMN_NAMES[x])) & set(dangers)
    ]


def ask_safe_moves(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for the safe moves, where no move wins at once."""
    asked = "safe_moves(), as bits; the right cells are marked *"
    for moves in list_quiet_positions(lines):
        yield ask_cells(program, moves, asked, [], list_safe_cells(moves))


def ask_threats(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask how many cells there are, then for the mover's winning squares after each move."""
    for number in range(len(CELLS) + 1):
        cells = make_bits(CELLS[:number])
        yield ask_function(program, "count(cells)", [cells], number, drawn=draw_cells(cells))
    for moves in list_quiet_positions(lines[:2]):
        for x, y in list_playable_cells(moves):
            name = COLUMN_NAMES[x]
            asked = f"threats(move), as bits, a stone in column {name}; the right cells are marked *"
            squares = list_winning_squares(moves + name, 1)
            yield ask_cells(program, moves, asked, [make_bit(x, y)], squares)


def ask_cells(
    program: Program, moves: str, asked: str, arguments: Sequence[int], cells: Sequence[Cell]
) -> Question:
    """Return the question for cells that a method of a position returns, which are marked on its board."""
    right, marked = format_places(make_bits(cells)), mark_cells(rows(moves), cells)
    return ask_method(program, moves, asked, arguments, right, format_places, drawn=marked)


class Watched(int):
    """Stones that note whether they are shifted by lanes."""

    seen: list[bool]

    def __lshift__(self, steps: Any) -> Any:
        """Shift to the left."""
        self.seen.append(isinstance(steps, Lanes))
        return int(self) << steps

    def __rshift__(self, steps: Any) -> Any:
        """Shift to the right."""
        self.seen.append(isinstance(steps, Lanes))
        return int(self) >> steps


def describe_directions(program: Program, name: str, *others: int) -> str:
    """Return how a function of the position looks at stones."""
    function = load_part(program, "position", name)
    stones = Watched(make_bits(LINES[0]))
    stones.seen = []
    getattr(function, "py_func", function)(stones, *others)
    return AT_ONCE if stones.seen and all(stones.seen) else IN_TURN


def ask_lanes(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask both functions that look in four directions how they do it."""
    for name, others in (("aligned", ()), ("winning_squares", (make_bits(LINES[0]),))):
        ask = partial(describe_directions, program, name, *others)
        yield Question("", f"how {name} looks at the stones", ask, AT_ONCE)
