"""A table of bounds: for each key, a number to remember.

entry       a slot's integer: the age plus what is left of the key, shifted,
            and the value in the low 16 bits
slot        key % size; the entry keeps key // size, so that together they are
            the whole key
age         the last integer of all: an entry of another age does not count
near part   NEAR_ENTRIES more slots behind the `size` others, few enough to
            stay in the processor's cache
"""

from typing import NamedTuple

from common.jit import Array, clear, compiled_methods
from common.position import CELLS

from .position import BITS

ENTRIES = 2_097_143
"""The default number of slots, 16 MiB: a prime, so that all bits of the key
have a say in the slot."""

MIN_ENTRIES = 65536

AGE = max(1, (1 << BITS) // MIN_ENTRIES)  # more than is left of any key
AGES = 1 << (63 - BITS)  # as many as an entry has room for

# By experiment: most nodes are beyond this border, and those before it are
# worth a trip to memory.
NEAR = CELLS - 17  # from this many stones on, positions are in the near part
NEAR_ENTRIES = 131_101  # a prime: 1 MiB
assert NEAR_ENTRIES >= MIN_ENTRIES  # or what is left of a key meets the age


@compiled_methods
class Table(NamedTuple):
    """The latest value put in each slot, with all of its key.

    So no key gets the value of another. The size must be at least MIN_ENTRIES,
    so that an age, key // size and a value fit in one integer.
    """

    entries: Array
    size: int

    def load(self, moves: int, key: int) -> int:
        """Return the value put for a key, 0 if it is not there now."""
        if moves >= NEAR:
            entry = self.entries[self.size + key % NEAR_ENTRIES]
            left = key // NEAR_ENTRIES
        else:
            entry = self.entries[key % self.size]
            left = key // self.size
        return entry & 65535 if (entry >> 16) == self.age() + left else 0

    def store(self, moves: int, key: int, value: int) -> None:
        """Remember a value from 1 to 65535 for a key."""
        if moves >= NEAR:
            slot = self.size + key % NEAR_ENTRIES
            left = key // NEAR_ENTRIES
        else:
            slot = key % self.size
            left = key // self.size
        self.entries[slot] = ((self.age() + left) << 16) | value

    def age(self) -> int:
        """Return the age, the last integer of all."""
        return self.entries[self.size + NEAR_ENTRIES]

    def forget(self) -> None:
        """Empty the table by a new age: that is quicker than clearing all."""
        age = (self.age() + AGE) % (AGE * AGES)
        if age == 0:
            clear(self.entries)
        self.entries[self.size + NEAR_ENTRIES] = age
