"""Questions about keys: whether they tell positions apart, fit in a table, are those of mirror images."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from common.jit import zeros
from common.position import COLUMN_NAMES, HEIGHT, WIDTH, mirror, rows
from common.tools.claims import Program, Question
from common.tools.learn.checks.program import SMALLEST
from common.tools.sets import Line

FITS = "yes"
FEW = 3  # lines, on the way to which keys are asked for


def ask_keys(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether keys are those of positions: alike after other orders, different for all else."""

    def compute_key(moves: str) -> int:
        return int(program.play_moves(moves).key())

    for moves, other in (("4352", "4253"), ("4352", "5342"), ("112233", "332211")):
        yield Question(
            moves,
            f"key() after {moves}, and after {other}, which is the same position",
            lambda moves=moves, other=other: (compute_key(moves), compute_key(other)),
            "the same for both",
            lambda pair: pair[0] == pair[1],
        )
    yield from ask_key_bits(program, lines)
    twins = [("1234", "2143"), ("11", "1"), ("4", "44"), ("12", "21"), ("1122", "1221")]
    for moves, other in twins:
        yield Question(
            moves,
            f"key() after {moves}, and after {other}, which is another position",
            lambda moves=moves, other=other: (compute_key(moves), compute_key(other)),
            "different numbers",
            lambda pair: pair[0] != pair[1],
        )
    yield from ask_distinct_keys(list_games(lines), compute_key, lambda moves: tuple(rows(moves)))


def ask_key_bits(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask of how many bits keys are, on the way to lines, and whether a table has room for them."""
    yield from ask_ages(program)
    for moves in dict.fromkeys(
        line.moves[:length] for line in lines[:FEW] for length in range(len(line.moves) + 1)
    ):
        for name in ("key", "symmetric_key"):
            if hasattr(program.module.Position, name):
                yield Question(
                    moves,
                    f"{name}(): does it fit in {WIDTH * (HEIGHT + 1)} bits",
                    lambda moves=moves, name=name: describe_fit(getattr(program.play_moves(moves), name)()),
                    FITS,
                )


def ask_ages(program: Program) -> Iterator[Question]:
    """Ask whether the ages of a table leave room for the rest of a key, and all fit in an entry."""
    table: Any = getattr(program.module, "table", None)
    if all(hasattr(table, name) for name in ("AGE", "AGES", "MIN_ENTRIES", "forget")):
        yield Question(
            "", "forget(entries) at the last age: are all integers 0", lambda: is_emptied(table), True
        )
        limit = 1 << WIDTH * (HEIGHT + 1)
        yield Question("", f"AGE * MIN_ENTRIES: is it {limit} or more, so that no rest of a key is as large",
            lambda: limit <= table.AGE * table.MIN_ENTRIES, True)  # fmt: skip
        yield Question("", "AGE * AGES * MIN_ENTRIES: is it 2**63 at most, so that entries of all ages fit",
            lambda: table.AGE * table.AGES * table.MIN_ENTRIES <= 1 << 63, True)  # fmt: skip


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

    def compute_key(moves: str) -> int:
        return int(program.play_moves(moves).symmetric_key())

    for moves in (
        "",
        "1",
        "12",
        "4352",
        "1" * HEIGHT + "2",
        COLUMN_NAMES[-1] * HEIGHT,
        *(line.moves[:10] for line in lines),
    ):
        yield Question(
            moves,
            "symmetric_key() of this position, and of its mirror image",
            lambda moves=moves: (compute_key(moves), compute_key(mirror(moves))),
            "the same for both",
            lambda pair: pair[0] == pair[1],
        )
    yield from ask_distinct_keys(list_games(lines), compute_key, draw_either_way)


@cache
def draw_either_way(moves: str) -> tuple[str, ...]:
    """Return the rows of a position or of its mirror image, whichever sort first."""
    return min(tuple(rows(moves)), tuple(rows(mirror(moves))))


def list_games(lines: Sequence[Line]) -> list[str]:
    """Return many games, of few moves and on the way to lines."""
    short_games = ["".join(names) for plies in range(5) for names in product(COLUMN_NAMES, repeat=plies)]
    return short_games + [line.moves[:length] for line in lines for length in range(5, len(line.moves) + 1)]


def ask_distinct_keys(
    games: list[str], compute_key: Callable[[str], int], draw_moves: Callable[[str], Any]
) -> Iterator[Question]:
    """Ask about many games whether two positions share a key although they are not drawn alike."""

    def ask() -> str:
        seen: dict[int, str] = {}
        for moves in games:
            other = seen.setdefault(compute_key(moves), moves)
            if draw_moves(other) != draw_moves(moves):
                return f"{other or 'the empty board'} and {moves} share a key"
        return "none"

    yield Question("", f"two of {len(games)} positions with one key", ask, "none")


def compute_ternary_key(moves: str) -> int:
    """Return the ternary key of a position, by reading its columns as they are drawn."""
    mover, opponent = "XO"[len(moves) % 2], "XO"[1 - len(moves) % 2]
    columns = ["".join(cells) for cells in zip(*(row.split() for row in reversed(rows(moves))), strict=True)]
    digits = [column.replace(mover, "1").replace(opponent, "2").replace(".", "") for column in columns]
    return min(int("0".join(reading), 3) for reading in (digits, digits[::-1]))


def ask_ternary_keys(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for the ternary keys of small positions, and of some on the way to lines."""
    for moves in ("", "1", "11", "17", "4455", "4433", *(line.moves[:12] for line in lines)):
        yield Question(
            moves,
            "ternary_key()",
            lambda moves=moves: int(program.play_moves(moves).ternary_key()),
            compute_ternary_key(moves),
        )
