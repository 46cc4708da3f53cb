"""A table of bounds: for each key, a small number to remember.

entry       a slot's integer: what is left of the key, shifted, and the value in the low 8 bits
slot        key % size; the entry keeps key // size, so that together they are the whole key
"""

from typing import NamedTuple

from common.jit import Array, compiled_methods, zeros

ENTRIES = 8_388_593
"""The default number of slots, a prime: 64 MiB."""

MIN_ENTRIES = 256


def new_entries(size: int) -> Array:
    """Return the slots of an empty table; raise ValueError if the size is less than MIN_ENTRIES."""
    if size < MIN_ENTRIES:
        raise ValueError(f"a table of {size} entries: it takes {MIN_ENTRIES} to tell keys apart")
    return zeros(size)


@compiled_methods
class Table(NamedTuple):
    """The latest value put in each slot, with all of its key: a value is never taken for another's.

    The size must be at least MIN_ENTRIES, so that key // size and a value fit in one integer.
    """

    entries: Array
    size: int

    def get(self, key: int) -> int:
        """Return the value put for a key, 0 if there is none or another key took its slot."""
        entry = self.entries[key % self.size]
        return entry & 255 if entry >> 8 == key // self.size else 0

    def put(self, key: int, value: int) -> None:
        """Remember a value from 1 to 255 for a key."""
        self.entries[key % self.size] = key // self.size << 8 | value
