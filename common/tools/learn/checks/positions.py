"""Questions about positions: bitboards, four in a row, winning squares, safe moves, following up, keys."""

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import product
from typing import cast

from c4.engine import Step
from common.jit import Lanes
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, mirror, rows
from common.tools.claims import SAME, Claim, play_moves
from common.tools.learn.checks.games import NEARLY_FULL, list_endings
from common.tools.learn.checks.program import ask_as_ours, load_ours, load_part, mark_cells
from common.tools.learn.curriculum.stages import Lines
from common.tools.sets import Line

BITS = WIDTH * (HEIGHT + 1)
SPACED = ((0, 1, 2, 3), (0, 1, 2), (0, 1, 3), (0, 2, 3), (0, 1, 3, 4))
"""At which distances stones are four in a row, three of four, or two pairs with a gap."""
FORCED = ("41543", "7775566464573", "544332")
"""Two squares to block at once, one to block below another, and the lowest bit of all: rare by chance."""
RARE = (
    "15677373141347653447237352226442215616",
    "15246344223733673362266562545741151541",
    "334311557316671145724454",
)
"""In two, the free bits above full columns make a line of four; in the third, cells that are taken do."""
LATER = 20  # stones, with which positions are asked about following up
FEW = 3  # lines, on the way to which keys are asked for
AT_ONCE, IN_TURN = "all directions at once", "one direction after the other"
FITS = "yes"


def format_places(board: int) -> str:
    """Return which bits are 1."""
    return " ".join(f"{at}" for at in range(64) if board >> at & 1) or "none"


def draw_stones(cells: int) -> list[str]:
    """Draw cells as stones of X."""
    return mark_cells(rows(""), cells, "X")


def list_spaced_stones() -> Iterator[int]:
    """Yield stones at equal distances, in line on the board or around its edges; some have gaps."""
    board = load_ours().module.position.BOARD
    for step, first, spaced in product((1, *range(HEIGHT - 1, HEIGHT + 4)), range(BITS), SPACED):
        stones = sum(1 << first + step * distance for distance in spaced)
        if not stones & ~board:
            yield stones


def ask_ends(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask for the lowest and the highest cell of each column."""
    for column, name in product(range(WIDTH), ("bottom", "top")):
        yield ask_as_ours(program, "", name, f"({column})", column)


def ask_column_cells(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask for all cells of each column."""
    for column in range(WIDTH):
        yield ask_as_ours(program, "", "cells", f"({column}), as bits", column, convert=format_places)


def ask_aligned(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask about all lines of four, about three of each, and about cells that only seem to be in line."""
    words = "(stones): are four of them in a row"
    for stones in list_spaced_stones():
        board = draw_stones(stones)
        yield ask_as_ours(program, "", "aligned", words, stones, convert=bool, board=board, marks=0)


def ask_bitboards(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask where the bits of a position are."""

    def read_places(of: Step, moves: str, name: str) -> str:
        return format_places(getattr(play_moves(of, moves), name))

    for moves, name in product(
        ("", "4", "44", "445", *(line.moves for line in lines[:4])), ("mask", "stones")
    ):
        ask, right = partial(read_places, program, moves, name), read_places(load_ours(), moves, name)
        yield Claim(moves, f"position.{name}, as its bits", ask, right)


def ask_winning_squares(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for the winning squares: of each line with one stone missing, and of both players in games."""
    cases = [("", "these stones", cells, cells) for cells in list_spaced_stones() if cells.bit_count() == 3]
    for moves in (line.moves[:length] for line in lines for length in (10, 16, len(line.moves))):
        stones, mask, _ = play_moves(load_ours(), moves)
        cases += [(moves, "the mover", stones, mask), (moves, "the opponent", stones ^ mask, mask)]
    for moves, whose, stones, mask in cases:
        name, words = "winning_squares", f"(stones, mask) of {whose}, as bits; the right cells are marked *"
        board = None if moves else draw_stones(stones)
        yield ask_as_ours(program, moves, name, words, stones, mask, convert=format_places, board=board)


def find_playable(moves: str) -> int:
    """Return the lowest empty cell of each column that has room."""
    ours = load_ours().module.position
    return (play_moves(load_ours(), moves).mask + ours.BOTTOMS) & ours.BOARD


def find_winning_squares(moves: str, *, of_mover: bool) -> int:
    """Return the winning squares of a player."""
    stones, mask, _ = play_moves(load_ours(), moves)
    return load_ours().module.position.winning_squares(stones if of_mover else stones ^ mask, mask)


def is_quiet(moves: str) -> bool:
    """Return whether no move wins at once."""
    return not find_playable(moves) & find_winning_squares(moves, of_mover=True)


@cache
def find_safe_moves(moves: str) -> int:
    """Return the cells to play in so that the opponent's next stone does not win."""
    return play_moves(load_ours(), moves).safe_moves()


def list_quiet_positions(lines: Sequence[Line]) -> list[str]:
    """Return the positions leading up to lines in which no move wins at once."""
    games = [line.moves[:length] for line in lines for length in range(len(line.moves) + 1)]
    return [moves for moves in dict.fromkeys([*games, *FORCED]) if is_quiet(moves)]


def ask_safe_moves(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for the safe moves, where no move wins at once."""
    words = "(), as bits; the right cells are marked *"
    for moves in list_quiet_positions(lines):
        yield ask_as_ours(program, moves, "safe_moves", words, convert=format_places)


def ask_threats(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask how many cells there are, then for the mover's winning squares after each move."""
    for column, row in product(range(WIDTH), range(HEIGHT + 1)):
        cells = load_ours().module.position.BOARD & (1 << column * (HEIGHT + 1) + row) - 1
        yield ask_as_ours(program, "", "count", "(cells)", cells, board=draw_stones(cells), marks=0)
    for moves, column in product(list_quiet_positions(lines[:2]), range(WIDTH)):
        if move := find_playable(moves) & load_ours().module.position.cells(column):
            words = f"(move), as bits, a stone in column {COLUMN_NAMES[column]}; the right cells are marked *"
            yield ask_as_ours(program, moves, "threats", words, move, convert=format_places)


def ask_in_two(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether the mover, and whether the opponent, wins with the second stone, where a move is safe."""
    games = [line.moves for line in lines] + [line.moves for line in list_endings(lines.late) if line.score]
    words = "(safe), given the safe moves, marked *"
    for moves, name in product(filter(is_quiet, dict.fromkeys(games)), ("wins_in_two", "loses_in_two")):
        if safe := find_safe_moves(moves):
            yield ask_as_ours(program, moves, name, words, safe, convert=bool, marks=safe)


class Watched(int):
    """Stones that record whether they were shifted by lanes."""

    seen: list[bool]

    def __lshift__(self, steps: int | Lanes) -> int:
        """Shift to the left."""
        self.seen.append(isinstance(steps, Lanes))
        return cast("int", int(self) << steps)

    def __rshift__(self, steps: int | Lanes) -> int:
        """Shift to the right."""
        self.seen.append(isinstance(steps, Lanes))
        return cast("int", int(self) >> steps)


def ask_lanes(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask how each of the two functions looks in four directions."""

    def describe_directions(name: str, *others: int) -> str:
        function, stones = load_part(program, "position", name), Watched(15)
        stones.seen = []
        inspect.unwrap(function)(stones, *others)
        return AT_ONCE if stones.seen and all(stones.seen) else IN_TURN

    for name, *others in (("aligned",), ("winning_squares", 15)):
        ask = partial(describe_directions, name, *others)
        yield Claim("", f"how {name} looks at the stones", ask, AT_ONCE)


def list_late_positions(lines: Sequence[Line]) -> list[str]:
    """Return positions leading up to some lines, with many stones, and some where few programs err."""
    later = (line.moves[:length] for line in lines for length in range(LATER, len(line.moves) + 1))
    return [*RARE, *later]


def can_be_followed(moves: str) -> bool:
    """Return whether the mover's opponent need only follow, as ours does before it waits for squares."""
    return play_moves(load_ours("15"), moves).can_be_followed()


def ask_following(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask of positions leading up to lines whether the opponent need only follow."""
    words = "(); with an even number of empty cells, what the mover may get is marked *"
    ours = load_ours("15")
    board, followed = ours.module.position.BOARD, ours.module.position.FOLLOWED
    for moves in list_late_positions(lines):
        rest = board & ~play_moves(load_ours(), moves).mask & ~followed
        reach = 0 if (CELLS - len(moves)) % 2 else find_playable(moves) | rest
        yield ask_as_ours(program, moves, "can_be_followed", words, convert=bool, marks=reach, ours=ours)


def ask_follow_up_bounds(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask of positions leading up to lines for the bound that the follower's winning squares give."""
    words = "(threats), given the winning squares of the opponent, marked *"
    for moves in list_late_positions(lines):
        squares = find_winning_squares(moves, of_mover=False)
        yield ask_as_ours(program, moves, "follow_up_bound", words, squares, marks=squares)


def compute_keys(program: Step, name: str, *games: str) -> tuple[int, ...]:
    """Return the keys that a method of positions gives."""
    return tuple(int(getattr(play_moves(program, moves), name)()) for moves in games)


def ask_keys(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether each position has a key of its own, the same in whatever order it was reached."""
    for moves, other in ("4352", "4253"), ("4352", "5342"), ("112233", "332211"):
        asked = f"key() after {moves}, and after {other}, which is the same position"
        yield Claim(moves, asked, partial(compute_keys, program, "key", moves, other), *SAME)
    yield from ask_key_bits(program, lines)
    for moves, other in (
        ("1234", "2143"),
        ("11", "1"),
        ("4", "44"),
        ("12", "13"),
        ("12", "32"),
        ("1122", "1221"),
    ):
        asked = f"key() after {moves}, and after {other}, which is another position"
        ask = partial(compute_keys, program, "key", moves, other)
        yield Claim(moves, asked, ask, "different numbers", lambda pair: pair[0] != pair[1])
    yield ask_distinct_keys(program, "key", lines, rows)


def ask_key_bits(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether the keys of all positions leading up to a few lines fit in BITS bits."""

    def describe_fit(moves: str, name: str) -> str:
        (key,) = compute_keys(program, name, moves)
        return FITS if 0 <= key < 1 << BITS else f"no, it is {key}"

    games = [line.moves[:length] for line in lines[:FEW] for length in range(len(line.moves) + 1)]
    for moves, name in product(dict.fromkeys(games), ("key", "symmetric_key")):
        if hasattr(program.module.Position, name):
            asked = f"{name}(): does it fit in {BITS} bits"
            yield Claim(moves, asked, partial(describe_fit, moves, name), FITS)


def ask_symmetric_keys(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether positions with few stones share their keys with their mirror images, and with no others."""
    few = ("", "1", "12", "4352", "1" * HEIGHT + "2", COLUMN_NAMES[-1] * HEIGHT)
    for moves in (*few, *(line.moves[:10] for line in lines)):
        asked = "symmetric_key() of this position, and of its mirror image"
        ask = partial(compute_keys, program, "symmetric_key", moves, mirror(moves))
        yield Claim(moves, asked, ask, *SAME)

    @cache
    def draw_either_way(moves: str) -> list[str]:
        return min(rows(moves), rows(mirror(moves)))

    yield ask_distinct_keys(program, "symmetric_key", lines, draw_either_way)


def ask_distinct_keys(
    program: Step, name: str, lines: Sequence[Line], draw_moves: Callable[[str], list[str]]
) -> Claim:
    """Ask whether two of many positions share a key although they are drawn differently."""
    games = ["".join(names) for plies in range(5) for names in product(COLUMN_NAMES, repeat=plies)]
    games += [line.moves[:length] for line in lines for length in range(5, len(line.moves) + 1)]
    games += [line.moves for line in list_endings(CELLS - NEARLY_FULL)]

    def ask() -> str:
        seen: dict[int, str] = {}
        for moves in games:
            other = seen.setdefault(compute_keys(program, name, moves)[0], moves)
            if draw_moves(other) != draw_moves(moves):
                return f"{other or 'the empty board'} and {moves} share a key"
        return "none"

    return Claim("", f"two of {len(games)} positions with one key", ask, "none")


def compute_ternary_key(program: Step, moves: str) -> int:
    """Return the ternary key of a position."""
    return int(load_part(program, "book", "ternary_key")(play_moves(program, moves)))


def ask_ternary_keys(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for the digits of a few columns, and for the ternary keys of positions that lead up to lines."""

    def append_column(of: Step, moves: str) -> int:
        return int(load_part(of, "book", "append_column")(1, play_moves(of, moves), 0))

    for moves in ("", "1", "11", "121"):
        asked, right = "append_column(1, position, 0)", append_column(load_ours(), moves)
        yield Claim(moves, asked, partial(append_column, program, moves), right)
    for moves in ("", "1", "11", "17", "4455", "4433", *(line.moves[:12] for line in lines)):
        ask, right = partial(compute_ternary_key, program, moves), compute_ternary_key(load_ours(), moves)
        yield Claim(moves, "ternary_key(position)", ask, right)
