"""A table of bounds: for each key, a number to remember.

entry       a slot's integer: the age plus what is left of the key, shifted, and the value in the low 16 bits
slot        key % size; the entry keeps key // size, so that together they are the whole key
age         the last integer of all: an entry made at another age does not count
near part   NEAR_ENTRIES more slots behind the `size` others, few enough to stay in the processor's cache
"""

from typing import NamedTuple

from common.jit import Array, clear, compiled_methods
from common.position import CELLS, HEIGHT, WIDTH

ENTRIES = 8_388_593
"""The default number of slots, 64 MiB of them: a prime, so that a slot depends on all bits of the key."""

MIN_ENTRIES = 65536

AGE = (1 << WIDTH * (HEIGHT + 1)) // MIN_ENTRIES  # more than is ever left of a key
AGES = 1 << 63 - WIDTH * (HEIGHT + 1)  # as many as an entry has room for

# Found by experiment: most nodes are beyond this border, and those before it are worth a trip to memory.
NEAR = CELLS - 21  # from this many stones on, positions are in the near part
NEAR_ENTRIES = 131_101  # a prime: 1 MiB
assert NEAR_ENTRIES >= MIN_ENTRIES  # or what is left of a key would reach into the age


@compiled_methods
class Table(NamedTuple):
    """The latest value put in each slot, with all of its key: no key gets the value of another.

    The size must be at least MIN_ENTRIES, so that an age, key // size and a value fit in one integer.
    """

    entries: Array
    size: int

    def load(self, moves: int, key: int) -> int:
        """Return the value put for a key, 0 if there is none or another key has taken its slot."""
        if moves >= NEAR:
            entry = self.entries[self.size + key % NEAR_ENTRIES]
            return entry & 65535 if entry >> 16 == self.age() + key // NEAR_ENTRIES else 0
        entry = self.entries[key % self.size]
        return entry & 65535 if entry >> 16 == self.age() + key // self.size else 0

    def store(self, moves: int, key: int, value: int) -> None:
        """Remember a value from 1 to 65535 for a key."""
        if moves >= NEAR:
            self.entries[self.size + key % NEAR_ENTRIES] = (self.age() + key // NEAR_ENTRIES) << 16 | value
        else:
            self.entries[key % self.size] = (self.age() + key // self.size) << 16 | value

    def age(self) -> int:
        """Return the age, the last integer of all."""
        return self.entries[self.size + NEAR_ENTRIES]

    def forget(self) -> None:
        """Empty the table by a new age: writing one integer takes less time than clearing all."""
        self.entries[self.size + NEAR_ENTRIES] += AGE
        if self.age() == AGE * AGES:
            clear(self.entries)
