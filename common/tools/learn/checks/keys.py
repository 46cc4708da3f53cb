"""Questions about keys: whether they tell positions apart, fit in a table, are those of mirror images."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import product
from typing import Any

from common.jit import zeros
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, mirror, rows
from common.tools.claims import SAME, Program, Question, ask_method
from common.tools.learn.checks.program import SMALLEST
from common.tools.learn.checks.soon import NEARLY_FULL, list_endings
from common.tools.sets import Line

FITS = "yes"
FEW = 3  # lines, on the way to which keys are asked for


def ask_keys(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether keys are those of positions: alike after other orders, different for all else."""
    alike = [("4352", "4253"), ("4352", "5342"), ("112233", "332211")]
    others = [("1234", "2143"), ("11", "1"), ("4", "44"), ("12", "21"), ("1122", "1221")]
    for moves, other in alike:
        asked = f"key() after {moves}, and after {other}, which is the same position"
        yield Question(moves, asked, partial(compute_keys, program, "key", moves, other), *SAME)
    yield from ask_key_bits(program, lines)
    for moves, other in others:
        asked = f"key() after {moves}, and after {other}, which is another position"
        ask = partial(compute_keys, program, "key", moves, other)
        yield Question(moves, asked, ask, "different numbers", lambda pair: pair[0] != pair[1])
    yield ask_distinct_keys(program, "key", lines, lambda moves: tuple(rows(moves)))


def compute_keys(program: Program, name: str, *games: str) -> tuple[int, ...]:
    """Return the keys of positions by a method of theirs."""
    return tuple(int(getattr(program.play_moves(moves), name)()) for moves in games)


def ask_key_bits(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask of how many bits keys are, on the way to lines, and whether a table has room for them."""
    yield from ask_ages(program)
    games = [line.moves[:length] for line in lines[:FEW] for length in range(len(line.moves) + 1)]
    for moves, name in product(dict.fromkeys(games), ("key", "symmetric_key")):
        if hasattr(program.module.Position, name):
            asked = f"{name}(): does it fit in {WIDTH * (HEIGHT + 1)} bits"
            yield ask_method(program, moves, asked, [], FITS, describe_fit)


def ask_ages(program: Program) -> Iterator[Question]:
    """Ask whether the ages of a table leave room for the rest of a key, and all fit in an entry."""
    table: Any = getattr(program.module, "table", None)
    if all(hasattr(table, name) for name in ("AGE", "AGES", "MIN_ENTRIES", "forget")):
        limit = 1 << WIDTH * (HEIGHT + 1)
        for asked, ask in (
            ("forget(entries) at the last age: are all integers 0", lambda: is_emptied(table)),
            (
                f"AGE * MIN_ENTRIES: is it {limit} or more, so that no rest of a key is as large",
                lambda: limit <= table.AGE * table.MIN_ENTRIES,
            ),
            (
                "AGE * AGES * MIN_ENTRIES: is it 2**63 at most, so that entries of all ages fit",
                lambda: table.AGE * table.AGES * table.MIN_ENTRIES <= 1 << 63,
            ),
        ):
            yield Question("", asked, ask, True)


def is_emptied(table: Any) -> bool:
    """Tell whether a table forgets all at its last age, after which the first one comes again."""
    entries = zeros(SMALLEST + 1)
    entries[0], entries[-1] = 1, table.AGE * (table.AGES - 1)
    table.forget(entries)
    return not any(entries[index] for index in range(SMALLEST + 1))


def describe_fit(key: int) -> str:
    """Say whether a key fits in as many bits as a board, or what it is."""
    return FITS if 0 <= key < 1 << WIDTH * (HEIGHT + 1) else f"no, it is {key}"


def ask_symmetric_keys(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether keys of few stones are those of positions and their mirror images alike."""
    few = ("", "1", "12", "4352", "1" * HEIGHT + "2", COLUMN_NAMES[-1] * HEIGHT)
    for moves in (*few, *(line.moves[:10] for line in lines)):
        asked = "symmetric_key() of this position, and of its mirror image"
        ask = partial(compute_keys, program, "symmetric_key", moves, mirror(moves))
        yield Question(moves, asked, ask, *SAME)
    yield ask_distinct_keys(program, "symmetric_key", lines, draw_either_way)


@cache
def draw_either_way(moves: str) -> tuple[str, ...]:
    """Return the rows of a position or of its mirror image, whichever sort first."""
    return min(tuple(rows(moves)), tuple(rows(mirror(moves))))


def ask_distinct_keys(
    program: Program, name: str, lines: Sequence[Line], draw_moves: Callable[[str], Any]
) -> Question:
    """Ask about many games whether two positions share a key although they are not drawn alike."""
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

    return Question("", f"two of {len(games)} positions with one key", ask, "none")


def compute_ternary_key(moves: str) -> int:
    """Return the ternary key of a position, by reading its columns as they are drawn."""
    mover, opponent = "XO"[len(moves) % 2], "XO"[1 - len(moves) % 2]
    columns = ["".join(cells) for cells in zip(*(row.split() for row in reversed(rows(moves))), strict=True)]
    digits = [column.replace(mover, "1").replace(opponent, "2").replace(".", "") for column in columns]
    return min(int("0".join(reading), 3) for reading in (digits, digits[::-1]))


def ask_ternary_keys(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for the ternary keys of small positions, and of some on the way to lines."""
    for moves in ("", "1", "11", "17", "4455", "4433", *(line.moves[:12] for line in lines)):
        yield ask_method(program, moves, "ternary_key()", [], compute_ternary_key(moves))
