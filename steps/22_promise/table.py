"""A table of bounds: for each key, a number to remember.

entry       a slot's integer: the age plus what is left of the key, shifted, and the value in the low 16 bits
slot        key % size; the entry keeps key // size, so that together they are the whole key
age         the last integer of all: an entry made at another age does not count
near part   NEAR_ENTRIES more integers behind the `size` others, few enough to stay in the processor's cache:
            two for each slot, the age plus the first half of a key, and the second half, shifted, with the
            value in the low 12 bits
"""

from typing import NamedTuple

from common.jit import Array, clear, compiled_methods
from common.position import CELLS, HEIGHT, WIDTH

from .position import BITS

ENTRIES = 2_097_143 if BITS <= 49 else 8_388_593
"""The default number of slots, 16 or 64 MiB: a prime, so that a slot depends on all bits of the key."""

MIN_ENTRIES = 65536

AGE = (1 << WIDTH * (HEIGHT + 1)) // MIN_ENTRIES  # more than is ever left of a key
KEY_BITS = BITS + 6 if BITS <= 49 else BITS  # of the first half of a key
AGE_SHIFT = KEY_BITS - BITS + 16  # from the age in a far entry to that in a near one
AGES = 1 << 63 - WIDTH * (HEIGHT + 1)  # as many as an entry has room for
NEAR_AGES = 1 << 63 - KEY_BITS  # as many as one of the near part has room for

NEAR = CELLS - 20  # from this many stones on, positions are in the near part
NEAR_SLOTS = 32_768  # 512 KiB
NEAR_ENTRIES = 2 * NEAR_SLOTS


@compiled_methods
class Table(NamedTuple):
    """The latest value put in each slot, with all of its key: no key gets the value of another.

    The size must be at least MIN_ENTRIES, so that an age, key // size and a value fit in one integer.
    """

    entries: Array
    size: int

    def load(self, moves: int, key: tuple[int, int]) -> int:
        """Return the value put for a key, 0 if there is none or another key has taken its slot."""
        first, second = key
        if moves >= NEAR:
            slot = self.near_slot(first, second)
            value = self.entries[slot + 1]
            if self.entries[slot] != self.near_half(first) or value >> 12 != second:
                return 0
            return (value >> 6 & 63) << 8 | value & 63
        entry = self.entries[first % self.size]
        return entry & 65535 if entry >> 16 == self.age() + first // self.size else 0

    def store(self, moves: int, key: tuple[int, int], value: int) -> None:
        """Remember a value for a key: two numbers from 1 to 63, one in the upper 8 bits, one in the lower."""
        first, second = key
        if moves >= NEAR:
            slot = self.near_slot(first, second)
            self.entries[slot] = self.near_half(first)
            self.entries[slot + 1] = second << 12 | value >> 8 << 6 | value & 63
        else:
            self.entries[first % self.size] = (self.age() + first // self.size) << 16 | value

    def near_half(self, first: int) -> int:
        """Return the age plus the first half of a key, as an entry of the near part has them."""
        return ((self.age() & AGE * NEAR_AGES - 1) << AGE_SHIFT) + first

    def near_slot(self, first: int, second: int) -> int:
        """Return the slot for both halves of a key: the middle of a product depends on all of its bits."""
        mixed = first ^ second << 5
        mixed = (mixed ^ mixed >> 29) & (1 << 30) - 1
        return self.size + 2 * (mixed * 0x9E3779B1 >> 20 & NEAR_SLOTS - 1)

    def age(self) -> int:
        """Return the age, the last integer of all."""
        return self.entries[self.size + NEAR_ENTRIES]

    def forget(self) -> None:
        """Empty the table by a new age: writing one integer takes less time than clearing all."""
        age = self.age() + AGE & AGE * AGES - 1
        if age & AGE * NEAR_AGES - 1 == 0:
            clear(self.entries, self.size if age else 0)  # the near part, or all
        self.entries[self.size + NEAR_ENTRIES] = age
