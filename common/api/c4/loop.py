"""The compiled loop that solves the positions of a batch by a step's own `search`.

A call from Python takes longer than most positions, so there is one for all of them.
"""
# Numba's extension interface has no types.
# pyright: basic, reportCallIssue=false

import time as clocks
from collections.abc import Callable
from typing import Any, NamedTuple

from numba import types
from numba.extending import intrinsic

from c4.batch import FULL, Batch
from c4.steps import Step
from common.compiler import addresses, compiled, compiled_methods, dispatch
from common.jit import Array, clear, zeros
from common.position import WIDTH
from common.score import win_score
from common.solver import find_root, list_memory

CLOCK = int(getattr(clocks, "CLOCK_MONOTONIC", 0))  # Windows has none, and is never asked for the loop
SECOND = 1_000_000_000
ROOM = 1000  # slots to note: clearing more takes about as long as clearing all
clock_gettime = types.ExternalFunction("clock_gettime", types.int32(types.int32, types.CPointer(types.int64)))


@intrinsic
def publish(_typing, array, number):
    """Write the first integer of an array with release order: a reader also sees all earlier writes."""

    def codegen(context, builder, signature, arguments):
        first = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        value = context.cast(builder, arguments[1], signature.args[1], types.int64)
        builder.store_atomic(value, first, "release", 8)
        return context.get_dummy_value()

    return types.void(array, number), codegen


@compiled
def read_clock(time):
    """Return the clock in nanoseconds; the system writes to the array."""
    clock_gettime(CLOCK, time)
    return time[0] * SECOND + time[1]


@compiled_methods
class NotedTable(NamedTuple):
    """A table that can only be cleared, with notes of the slots that it fills.

    Most searches fill few slots, and these are cleared in less time than all.

    slots       how many there are, at most ROOM, and then the slots
    """

    table: Any
    slots: Array

    def get(self, key: int) -> int:
        """Return the value of the table for a key."""
        return self.table.get(key)

    def put(self, key: int, value: int) -> None:
        """Put a value for a key into the table, and note the slot."""
        self.table.put(key, value)
        if self.slots[0] < ROOM:
            self.slots[0] += 1
            self.slots[self.slots[0]] = key % self.table.size

    def forget(self) -> None:
        """Clear the slots that were filled, or all if there was no room to note more."""
        if self.slots[0] < ROOM:
            for index in range(1, self.slots[0] + 1):
                self.table.entries[self.slots[index]] = 0
        else:
            clear(self.table.entries)
        self.slots[0] = 0


def make_loop(step: Step, solver: Any) -> Callable[[Batch, int, bool], None]:
    """Return the loop over the search of a step's solver, which has bitboards and a table."""
    search, make_position, table = find_root(solver), step.Position, list_memory(solver)["table"]
    solver.reset()
    if not hasattr(table, "forget"):
        table = NotedTable(table, zeros(ROOM + 1))

    def solve_batch(batch, limit, columns, table, nodes, memory) -> None:
        """Solve the remaining positions of a batch; see `Batch`.

        memory      the arguments of the search after the window, among them the table and the nodes
        """
        passed, time = addresses(memory), addresses(batch.time)
        for index in range(batch.progress[0], len(batch.moves)):
            publish(batch.progress, index)
            if batch.progress[1]:
                return
            if batch.moves[index] < 0:
                continue
            if nodes[0]:  # otherwise the search before has put nothing into the table
                table.forget()
            nodes[0] = 0
            start = read_clock(time)
            position = make_position(batch.stones[index], batch.masks[index], batch.moves[index])
            if columns:
                for column in range(WIDTH):
                    score = FULL
                    if position.can_play(column) and position.is_winning_move(column):
                        score = win_score(position.moves)
                    elif position.can_play(column):
                        score = -search(position.play(column), -limit, limit, *passed)
                    batch.scores[index * WIDTH + column] = score
            else:
                batch.scores[index] = search(position, -limit, limit, *passed)
            batch.nodes[index] = nodes[0]
            batch.nanoseconds[index] = read_clock(time) - start
        publish(batch.progress, len(batch.moves))

    solve_batch.__qualname__ = f"solve_batch_{step.number}"  # by which compiled code is kept
    compiled_loop = dispatch(solve_batch, solve_batch)

    def loop(batch: Batch, limit: int, columns: bool) -> None:
        """Solve the remaining positions of a batch with the limit of all scores, for each column or not."""
        memory = list_memory(solver) | {"table": table}  # a book may have been opened
        compiled_loop(batch, limit, columns, table, memory["nodes"], tuple(memory.values()))

    return loop
