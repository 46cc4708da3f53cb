"""A table of bounds: for each key, a number to remember.

entry       a slot's integer: the age plus what is left of the key, shifted, and the value in the low 16 bits
slot        key % size; the entry keeps key // size, so that together they are the whole key
age         the last integer of all: an entry made at another age does not count
near part   NEAR_ENTRIES more integers, few enough to stay in the processor's cache: each thread has its own,
            two for each slot, the age plus the first half of a key, and the second half, shifted, with the
            value in the low 12 bits
value       a lower bound of the score in the upper 8 bits, an upper bound in the lower, each plus OFFSET
places      PLACES more slots, for the keys of positions being searched; a hint, so no harm if one is lost
scratch     what one thread needs: before PATH, moves, notes and history; from PATH on, for each number of
            stones, the key of the position on the thread's path, -1 if it is not in the table; at BACK, how
            many of these positions the thread has to leave; at LIMIT, the nodes after which it gives up,
            once, and 0 if it does not; at ASKED, the nodes when it last asked what others have answered; from
            SLOTS on, the near part; at the end, the age
"""

from typing import NamedTuple

from common.jit import Array, clear, compiled_methods
from common.position import CELLS, HEIGHT, WIDTH
from common.score import MAX_SCORE

from .note import HISTORY
from .position import BITS, Position

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

OFFSET = MAX_SCORE + 1  # makes every score positive: 0 in the table means unknown
SHARED = CELLS * 3 // 7  # from this many stones on, positions are searched too quickly to be shared
TOGETHER = CELLS // 4  # all search the first move of a position with fewer stones; found by experiment
PLACES = 4099  # a prime
PATH = HISTORY + 2 * BITS
BACK = PATH + CELLS
LIMIT = BACK + 1
ASKED = LIMIT + 1
SLOTS = ASKED + 1
SCRATCH = SLOTS + NEAR_ENTRIES + 1
PAUSE = 1000  # nodes before a thread asks again what others have answered; found by experiment
LATE = SHARED - 4  # a root of this many stones or more leaves too little to share; found by experiment
ALONE = 20_000  # for fewer nodes, waking another thread takes about what it saves; found by experiment


@compiled_methods
class Table(NamedTuple):
    """The latest value put in each slot, with all of its key: no key gets the value of another.

    The size must be at least MIN_ENTRIES, so that an age, key // size and a value fit in one integer.
    """

    entries: Array
    size: int
    scratch: Array

    def load(self, moves: int, key: tuple[int, int]) -> int:
        """Return the value put for a key, 0 if there is none or another key has taken its slot."""
        first, second = key
        if moves >= NEAR:
            slot = self.near_slot(first, second)
            value = self.scratch[slot + 1]
            if self.scratch[slot] != self.near_half(first) or value >> 12 != second:
                return 0
            return (value >> 6 & 63) << 8 | value & 63
        entry = self.entries[first % self.size]
        return entry & 65535 if entry >> 16 == self.age() + first // self.size else 0

    def store(self, moves: int, key: tuple[int, int], value: int) -> None:
        """Remember a value for a key: two numbers from 1 to 63, one in the upper 8 bits, one in the lower."""
        first, second = key
        if moves >= NEAR:
            slot = self.near_slot(first, second)
            self.scratch[slot] = self.near_half(first)
            self.scratch[slot + 1] = second << 12 | value >> 8 << 6 | value & 63
        else:
            self.entries[first % self.size] = (self.age() + first // self.size) << 16 | value

    def near_half(self, first: int) -> int:
        """Return the age plus the first half of a key, as an entry of the near part has them."""
        return ((self.age() & AGE * NEAR_AGES - 1) << AGE_SHIFT) + first

    def near_slot(self, first: int, second: int) -> int:
        """Return the slot for both halves of a key: the middle of a product depends on all of its bits."""
        mixed = first ^ second << 5
        mixed = (mixed ^ mixed >> 29) & (1 << 30) - 1
        return SLOTS + 2 * (mixed * 0x9E3779B1 >> 20 & NEAR_SLOTS - 1)

    def age(self) -> int:
        """Return the age, the last integer of all."""
        return self.scratch[SLOTS + NEAR_ENTRIES]

    def forget(self) -> None:
        """Empty the table by a new age: writing one integer takes less time than clearing all."""
        age = self.age() + AGE & AGE * AGES - 1
        if age & AGE * NEAR_AGES - 1 == 0:
            clear(self.scratch, SLOTS)  # a search that was interrupted may still need its notes
        if age == 0:
            clear(self.entries)
        self.scratch[SLOTS + NEAR_ENTRIES] = age

    def begin(self, moves: int) -> None:
        """Note that this thread has nothing to leave, and that positions before the root are not its own."""
        self.scratch[BACK] = self.scratch[ASKED] = 0
        for ply in range(moves):
            self.enter(ply, -1)

    def enter(self, moves: int, key: int) -> None:
        """Note the key of the position that this thread has come to, -1 if it is not in the table."""
        self.scratch[PATH + moves] = key

    def place(self, position: Position) -> int:
        """Return the slot for the key of a position that is being searched."""
        return self.size + position.key() % PLACES

    def is_taken(self, position: Position) -> bool:
        """Return whether a thread is searching a position."""
        return self.entries[self.place(position)] == position.key()

    def take(self, position: Position) -> None:
        """Let the other threads know that this one is searching a position."""
        self.entries[self.place(position)] = position.key()

    def leave(self, position: Position) -> None:
        """Let the other threads know that this one has searched a position."""
        self.entries[self.place(position)] = 0

    def choose(self, position: Position, key: int, moves: Array, first: int, index: int, last: int) -> None:
        """Take a move of a position that this thread has come to with a key, -1 if it is not in the table.

        Of moves[first:last], those from `index` on are left. Swap to their front one that no thread is
        searching, if there is one. But the first move of a position of fewer than TOGETHER stones is the
        first for every thread.
        """
        self.enter(position.moves, key)
        if position.moves >= TOGETHER or index > first:
            for other in range(index, last):
                if not self.is_taken(position.play(moves[other] & 31)):
                    moves[index], moves[other] = moves[other], moves[index]
                    break
        self.take(position.play(moves[index] & 31))

    def answer(self, moves: int, score: int, alpha: int, nodes: int) -> int:
        """Return a score, or the bound that another thread has meanwhile stored for a position on the path.

        In that case this thread goes back to that position. Here it asks whether the score is above alpha.
        After too many nodes, it goes back beyond the root, and then has no limit.
        """
        if self.scratch[BACK]:
            return score
        if 0 < self.scratch[LIMIT] < nodes:
            self.scratch[LIMIT] = 0
            self.scratch[BACK] = moves + 2
            return score
        if nodes < self.scratch[ASKED] + PAUSE:
            return score
        self.scratch[ASKED] = nodes
        turn = 1
        for ply in range(moves, -1, -1):
            known = self.load(ply, (self.scratch[PATH + ply], 0))
            lowest, highest = (known >> 8) - OFFSET, (known & 255) - OFFSET
            if known and (lowest > alpha or highest <= alpha):
                score = turn * (lowest if lowest > alpha else highest)
                self.scratch[BACK] = moves - ply + 1
            alpha, turn = -alpha - 1, -turn
        return score

    def step_back(self) -> bool:
        """Leave the position this thread is at, if it has to; return whether it had to."""
        if self.scratch[BACK] == 0:
            return False
        self.scratch[BACK] -= 1
        return True
