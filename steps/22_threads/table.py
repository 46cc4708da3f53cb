"""A table of bounds: for each key, a number to remember.

entry       a slot's integer: the age plus what is left of the key, shifted,
            and the value in the low 16 bits
slot        key % size; the entry keeps key // size, so that together they are
            the whole key
age         an entry of another age does not count
near part   NEAR_ENTRIES more slots, few enough to stay in the processor's
            cache: each thread has its own
value       a lower bound of the score in the upper 8 bits, an upper bound in
            the lower, each plus OFFSET
places      PLACES more slots, for the keys of positions being searched; a
            hint, so no harm if one is lost
scratch     what one thread needs: first moves, replies and history; from PATH
            on, for each number of stones, the key of the position on the
            thread's path; at BACK, how many of these the thread has to leave;
            at LIMIT, the nodes after which it gives up, once, and 0 if it does
            not; at ASKED, the nodes when it last asked what others have
            answered; from SLOTS on, the near part; at the end, the age
"""

from typing import NamedTuple

from common.jit import Array, clear, compiled_methods
from common.position import CELLS, WIDTH
from common.score import MAX_SCORE

from .position import BITS, Position

ENTRIES = 2_097_143
"""The default number of slots, 16 MiB: a prime, so that all bits of the key
have a say in the slot."""

MIN_ENTRIES = 65536

AGE = max(1, (1 << BITS) // MIN_ENTRIES)  # more than is left of any key
AGES = 1 << (63 - BITS)  # as many as an entry has room for

# By experiment: most nodes are beyond this border, and those before it are
# worth a trip to memory.
NEAR = CELLS - 20  # from this many stones on, positions are in the near part
NEAR_ENTRIES = 65_537  # a prime: 512 KiB
assert NEAR_ENTRIES >= MIN_ENTRIES  # or what is left of a key meets the age

OFFSET = MAX_SCORE + 1  # makes scores positive: 0 in the table means unknown
SHARED = CELLS * 3 // 7  # positions of more stones are searched too quickly
# By experiment: all search the first move of a position of fewer stones, ...
TOGETHER = CELLS // 4
PAUSE = 1000  # nodes until a thread asks again what others have answered
LATE = SHARED - 4  # a root of as many stones leaves too little to share
ALONE = 20_000  # nodes that take about as long as waking another thread
PLACES = 4099  # a prime

HISTORY = 2 * CELLS * WIDTH
PATH = HISTORY + 2 * BITS
BACK = PATH + CELLS
LIMIT = BACK + 1
ASKED = LIMIT + 1
SLOTS = ASKED + 1
SCRATCH = SLOTS + NEAR_ENTRIES + 1


@compiled_methods
class Table(NamedTuple):
    """The latest value put in each slot, with all of its key.

    So no key gets the value of another. The size must be at least MIN_ENTRIES,
    so that an age, key // size and a value fit in one integer.
    """

    entries: Array
    size: int
    scratch: Array

    def load(self, moves: int, key: int) -> int:
        """Return the value put for a key, 0 if it is not there now."""
        if moves >= NEAR:
            entry = self.scratch[SLOTS + key % NEAR_ENTRIES]
            left = key // NEAR_ENTRIES
        else:
            entry = self.entries[key % self.size]
            left = key // self.size
        return entry & 65535 if (entry >> 16) == self.age() + left else 0

    def store(self, moves: int, key: int, value: int) -> None:
        """Remember a value from 1 to 65535 for a key."""
        if moves >= NEAR:
            entry = ((self.age() + key // NEAR_ENTRIES) << 16) | value
            self.scratch[SLOTS + key % NEAR_ENTRIES] = entry
        else:
            entry = ((self.age() + key // self.size) << 16) | value
            self.entries[key % self.size] = entry

    def age(self) -> int:
        """Return the age."""
        return self.scratch[SLOTS + NEAR_ENTRIES]

    def forget(self) -> None:
        """Empty the table by a new age: that is quicker than clearing all."""
        age = (self.age() + AGE) % (AGE * AGES)
        if age == 0:
            clear(self.entries)
            clear(self.scratch, SLOTS)  # an interrupted search needs the rest
        self.scratch[SLOTS + NEAR_ENTRIES] = age

    def begin(self, moves: int) -> None:
        """Note that this thread has nothing to leave, and no path yet."""
        self.scratch[BACK] = self.scratch[ASKED] = 0
        for ply in range(moves):
            self.scratch[PATH + ply] = -1

    def place(self, position: Position) -> int:
        """Return the slot for the key of a position being searched."""
        return self.size + position.key() % PLACES

    def is_taken(self, position: Position) -> bool:
        """Return whether a thread is searching a position."""
        return self.entries[self.place(position)] == position.key()

    def leave(self, position: Position) -> None:
        """Let the other threads know that this one has searched a position."""
        self.entries[self.place(position)] = 0

    def choose(
        self, position: Position, key: int, first: int, index: int, last: int
    ) -> None:
        """Take a move of a position that this thread has come to with a key.

        Of scratch[first:last], those from `index` on are left. Swap to their
        front one that no thread is searching, if there is one, and let the
        others know. But in a position of fewer than TOGETHER stones, every
        thread begins with the first.
        """
        scratch = self.scratch
        scratch[PATH + position.moves] = key
        if position.moves >= TOGETHER or index > first:
            for at in range(index, last):
                if not self.is_taken(position.play(scratch[at] & 31)):
                    scratch[index], scratch[at] = scratch[at], scratch[index]
                    break
        child = position.play(scratch[index] & 31)
        self.entries[self.place(child)] = child.key()

    def answer(self, moves: int, score: int, beta: int, nodes: int) -> int:
        """Return a score, or another thread's bound of a position on the path.

        If there is one that answers whether that position reaches its beta,
        this thread goes back to it. After too many nodes, it goes back beyond
        the root, and then has no limit.
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
            known = self.load(ply, self.scratch[PATH + ply])
            lowest, highest = (known >> 8) - OFFSET, (known & 255) - OFFSET
            if known and (lowest >= beta or highest < beta):
                score = turn * (lowest if lowest >= beta else highest)
                self.scratch[BACK] = moves - ply + 1
            beta, turn = 1 - beta, -turn
        return score

    def step_back(self) -> bool:
        """Leave the position this thread is at, if it has to.

        Return whether it had to.
        """
        if self.scratch[BACK] == 0:
            return False
        self.scratch[BACK] -= 1
        return True
