"""Questions about tables: what is put comes back, for the same key and no other."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from common.jit import zeros
from common.tools.claims import Program, Question
from common.tools.learn.checks.program import SMALLEST, ask_function, load_part
from common.tools.sets import Line

WIDE = 1 << 16  # more than any value with two bounds


def ask_table(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask about a table of values that take 8 bits."""

    def measure(entries: Sequence[int]) -> tuple[int, int, int]:
        return len(entries), min(entries), max(entries)

    asked = f"new_entries({SMALLEST}): how many integers, and which"
    yield ask_function(program, asked, [SMALLEST], (SMALLEST + 1, 0, 0), measure, module="table")
    yield from ask_put_and_get(program, SMALLEST, 255, 37)


def ask_wide_table(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask about a table of values that take 16 bits, and how many slots it takes at least."""
    asked = "MIN_ENTRIES, so that 16 bits for the value are left in an entry"
    yield Question("", asked, lambda: int(load_part(program, "table", "MIN_ENTRIES")), WIDE)
    yield from ask_put_and_get(program, WIDE, WIDE - 1, 4119)


def ask_put_and_get(program: Program, size: int, *values: int) -> Iterator[Question]:
    """Put values for keys and get them back, where keys share a slot and where ages differ."""
    entries = zeros(size + 1)

    def make_table(is_later: bool) -> Any:
        age = load_part(program, "table", "AGE") if is_later else 0
        return load_part(program, "table", "Table")(entries, size, age)

    def get(key: int, is_later: bool = False) -> int:
        return int(make_table(is_later).get(key))

    def put_and_get(key: int, value: int, is_later: bool = False) -> int:
        make_table(is_later).put(key, value)
        return get(key, is_later)

    other = 5 + size
    for asked, ask, right in (
        ("get(5) from an empty table", partial(get, 5), 0),
        *(
            (f"get({key}) after put({key}, {value})", partial(put_and_get, key, value), value)
            for key, value in ((5, 9), (0, 1), (256, values[0]), (300 * size + 7, values[1]), (2**48 - 1, 19))
        ),
        (f"get({other}), whose slot holds the value put for 5", partial(get, other), 0),
        (f"get({other}) after put({other}, 3)", partial(put_and_get, other, 3), 3),
        (f"get(5), whose slot has been taken by {other}", partial(get, 5), 0),
        ("get(256) at another age", partial(get, 256, True), 0),
        ("get(256) after put(256, 8), both at another age", partial(put_and_get, 256, 8, True), 8),
    ):
        yield Question("", asked, ask, right)


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
            asked = f"does store({moves}, {key}, {value}) fill slot {slot}; the size is {size}"
            yield Question("", asked, partial(fills, slot, moves, key, value), True)
            yield Question("", f"load({moves}, {key}) after that", partial(load, moves, key), value)
        asked = f"load({moves}, {5 + slots}), whose slot has another key's value"
        yield Question("", asked, partial(load, moves, 5 + slots), 0)
        age = load_part(program, "table", "AGE")
        yield Question("", f"load({moves}, 5) at another age", partial(load, moves, 5, age), 0)
    key = 7 * near_entries + 3
    asked = f"load({near + 1}, {key}), in the near part too"
    yield Question("", asked, partial(load, near + 1, key), WIDE - 1)
