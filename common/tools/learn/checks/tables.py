"""Questions about tables: what is put comes back, for the same key and no other."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from common.jit import zeros
from common.tools.claims import Program, Question
from common.tools.learn.checks.program import SMALLEST, load_part
from common.tools.sets import Line

WIDE = 1 << 16  # more than any value with two bounds


def ask_table(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask about a table of values that take 8 bits."""
    yield Question(
        "",
        f"new_entries({SMALLEST}): how many integers, and which",
        lambda: measure_new_entries(program),
        (SMALLEST + 1, 0, 0),
    )
    yield from ask_put_and_get(program, SMALLEST, 255, 37)


def measure_new_entries(program: Program) -> tuple[int, int, int]:
    """Return how many integers a program makes for a small table, the smallest and the largest of them."""
    entries = list(load_part(program, "table", "new_entries")(SMALLEST))
    return len(entries), min(entries), max(entries)


def ask_wide_table(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask about a table of values that take 16 bits, and how many slots it takes at least."""
    yield Question(
        "",
        "MIN_ENTRIES, so that 16 bits for the value are left in an entry",
        lambda: int(load_part(program, "table", "MIN_ENTRIES")),
        WIDE,
    )
    yield from ask_put_and_get(program, WIDE, WIDE - 1, 4119)


def ask_put_and_get(program: Program, size: int, *values: int) -> Iterator[Question]:
    """Put values for keys and get them back, where keys share a slot and where ages differ."""
    entries = zeros(size + 1)

    def make_table(age: int) -> Any:
        return load_part(program, "table", "Table")(entries, size, age)

    def put(key: int, value: int, age: int = 0) -> None:
        make_table(age).put(key, value)

    def get(key: int, age: int = 0) -> int:
        return int(make_table(age).get(key))

    yield Question("", "get(5) from an empty table", lambda: get(5), 0)
    for key, value in ((5, 9), (0, 1), (256, values[0]), (300 * size + 7, values[1]), (2**48 - 1, 19)):
        yield Question("", f"get({key}) after put({key}, {value})",
            lambda key=key, value=value: (put(key, value), get(key))[1], value)  # fmt: skip
    yield Question("", f"get({5 + size}), whose slot holds the value put for 5", lambda: get(5 + size), 0)
    yield Question("", f"get({5 + size}) after put({5 + size}, 3)",
        lambda: (put(5 + size, 3), get(5 + size))[1], 3)  # fmt: skip
    yield Question("", f"get(5), whose slot has been taken by {5 + size}", lambda: get(5), 0)
    age = load_part(program, "table", "AGE")
    yield Question("", "get(256) at another age", lambda: get(256, age), 0)
    yield Question("", "get(256) after put(256, 8), both at another age",
        lambda: (put(256, 8, age), get(256, age))[1], 8)  # fmt: skip


def ask_near_table(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask where values are stored and what is loaded, on both sides of the border."""
    near, near_entries = (int(load_part(program, "table", name)) for name in ("NEAR", "NEAR_ENTRIES"))
    size = 2 * near_entries + 1  # so that keys of one near slot may have one quotient in the far part
    entries = load_part(program, "table", "new_entries")(size)

    def make_table(age: int = 0) -> Any:
        return load_part(program, "table", "Table")(entries, size, age)

    def fills(slot: int, moves: int, key: int, value: int) -> bool:
        make_table().store(moves, key, value)
        return bool(entries[slot])

    def load(moves: int, key: int, age: int = 0) -> int:
        return int(make_table(age).load(moves, key))

    for moves, first, slots in ((near - 1, 0, size), (near, size, near_entries)):
        for key, value in ((5, 9), (near_entries - 1, 4119), (7 * slots + 3, WIDE - 1)):
            slot = first + key % slots
            yield Question("", f"does store({moves}, {key}, {value}) fill slot {slot}; the size is {size}",
                partial(fills, slot, moves, key, value), True)  # fmt: skip
            yield Question("", f"load({moves}, {key}) after that", partial(load, moves, key), value)
        yield Question("", f"load({moves}, {5 + slots}), whose slot has another key's value",
            partial(load, moves, 5 + slots), 0)  # fmt: skip
        age = load_part(program, "table", "AGE")
        yield Question("", f"load({moves}, 5) at another age", partial(load, moves, 5, age), 0)
    key = 7 * near_entries + 3
    yield Question(
        "", f"load({near + 1}, {key}), in the near part too", partial(load, near + 1, key), WIDE - 1
    )
