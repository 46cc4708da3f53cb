"""A table of bounds: for each key, a small number to remember.

entry       a slot's integer: the age plus what is left of the key, shifted, and the value in the low 8 bits
slot        key % size; the entry keeps key // size, so that together they are the whole key
age         the last integer of all: an entry made at another age does not count
"""

from typing import NamedTuple

from common.jit import Array, clear, compiled_methods, zeros
from common.position import HEIGHT, WIDTH

ENTRIES = 8_388_593
"""The default number of slots, 64 MiB of them: a prime, so that a slot depends on all bits of the key."""

MIN_ENTRIES = 256

AGE = (1 << WIDTH * (HEIGHT + 1)) // MIN_ENTRIES  # more than is ever left of a key
AGES = 1 << 63 - WIDTH * (HEIGHT + 1)  # as many as an entry has room for


def new_entries(size: int) -> Array:
    """Return the slots of an empty table; raise ValueError if the size is less than MIN_ENTRIES."""
    if size < MIN_ENTRIES:
        raise ValueError(f"a table of {size} entries: it takes {MIN_ENTRIES} to tell keys apart")
    return zeros(size + 1)


def forget(entries: Array) -> None:
    """Empty the table by a new age: writing one integer takes less time than clearing all."""
    entries[-1] += AGE
    if entries[-1] == AGE * AGES:
        clear(entries)


@compiled_methods
class Table(NamedTuple):
    """The latest value put in each slot, with all of its key: no key gets the value of another.

    The size must be at least MIN_ENTRIES, so that an age, key // size and a value fit in one integer.
    """

    entries: Array
    size: int
    age: int

    def get(self, key: int) -> int:
        """Return the value put for a key, 0 if there is none or another key has taken its slot."""
        entry = self.entries[key % self.size]
        return entry & 255 if entry >> 8 == self.age + key // self.size else 0

    def put(self, key: int, value: int) -> None:
        """Remember a value from 1 to 255 for a key."""
        self.entries[key % self.size] = (self.age + key // self.size) << 8 | value
