"""A table of bounds: for each key, a small number to remember.

entry       a slot's integer: what is left of the key, shifted, and the value
            in the low 8 bits
slot        key % size; the entry keeps key // size, so that together they are
            the whole key
"""

from typing import NamedTuple

from common.jit import Array, compiled_methods

ENTRIES = 150_011
"""The default number of slots, 1.1 MiB: a prime, so that all bits of the key
have a say in the slot."""


@compiled_methods
class Table(NamedTuple):
    """The latest value put in each slot, with all of its key.

    So no key gets the value of another.
    """

    entries: Array
    size: int

    def get(self, key: int) -> int:
        """Return the value put for a key, 0 if it is not there now."""
        entry = self.entries[key % self.size]
        return entry & 255 if (entry >> 8) == key // self.size else 0

    def put(self, key: int, value: int) -> None:
        """Remember a value from 1 to 255 for a key."""
        self.entries[key % self.size] = (key // self.size << 8) | value
