"""A table of bounds: for each key, a small number to remember.

entry       a slot's integer: what is left of the key, shifted, and the value in the low 8 bits
slot        key % size; the entry keeps key // size, so that together they are the whole key
"""

from typing import NamedTuple

from common.jit import Array, compiled_methods

ENTRIES = 2_097_143
"""The default number of slots, 16 MiB of them: a prime, so that a slot depends on all bits of the key."""


@compiled_methods
class Table(NamedTuple):
    """The latest value put in each slot, with all of its key: no key gets the value of another."""

    entries: Array
    size: int

    def get(self, key: int) -> int:
        """Return the value put for a key, 0 if there is none or another key has taken its slot."""
        entry = self.entries[key % self.size]
        return entry & 255 if entry >> 8 == key // self.size else 0

    def put(self, key: int, value: int) -> None:
        """Remember a value from 1 to 255 for a key."""
        self.entries[key % self.size] = key // self.size << 8 | value
