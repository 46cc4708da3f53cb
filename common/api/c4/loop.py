"""Compiled code around a step's own `search`: a loop over many positions, and a search with a time limit.

A call from Python takes longer than most positions do, so one call solves them all.
"""
# Numba's extension interface has no types.
# pyright: basic, reportCallIssue=false

import operator
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from numba import types
from numba.extending import intrinsic, models, overload, register_model

from c4.engine import Step, load_step
from common.compiling.arrays import addresses
from common.compiling.cache import OPTIONS, dispatch
from common.jit import compiled
from common.position import WIDTH
from common.score import win_score

CLOCK = int(getattr(time, "CLOCK_MONOTONIC", 0))  # Windows has none, and is never asked for the loop
SECOND = 1_000_000_000
COUNT = types.CPointer(types.int64)
INLINED: Any = OPTIONS | {"forceinline": True}
clock_gettime = types.ExternalFunction("clock_gettime", types.int32(types.int32, types.CPointer(types.int64)))


@compiled
def read_clock(time):
    """Return the clock in nanoseconds; the system writes to the array."""
    clock_gettime(CLOCK, time)
    return time[0] * SECOND + time[1]


def make_loop(step: Step, full: int) -> Callable[..., int]:
    """Return the loop over the search of a step whose table can forget; `full` scores a full column."""
    search, make_position = step.search, step.Position

    def solve_batch(batch, first, deadline, limit, columns, table, nodes, memory) -> int:
        """Solve the positions of a batch from an index on, until a time; return the index reached.

        memory      the arguments of the search after the window, among them the table and the nodes
        """
        passed, time = addresses(memory), addresses(batch.time)
        for index in range(first, len(batch.moves)):
            start = read_clock(time)
            if start > deadline and index > first:
                return index
            if batch.moves[index] < 0:
                continue
            if nodes[0]:  # otherwise the last search put nothing into the table
                table.forget()
            nodes[0] = 0
            position = make_position(batch.stones[index], batch.masks[index], batch.moves[index])
            if columns:
                for column in range(WIDTH):
                    score = full
                    if position.can_play(column) and position.is_winning_move(column):
                        score = min(limit, win_score(position.moves))
                    elif position.can_play(column):
                        score = search(position.play(column), -limit, limit, *passed)
                        score = -max(-limit, min(limit, score))
                    batch.scores[index * WIDTH + column] = score
            else:
                score = search(position, -limit, limit, *passed)
                batch.scores[index] = max(-limit, min(limit, score))
            batch.nodes[index] = nodes[0]
            batch.nanoseconds[index] = read_clock(time) - start
        return len(batch.moves)

    solve_batch.__qualname__ = f"solve_batch_{step.number}"  # by which compiled code is kept
    return dispatch(solve_batch, solve_batch)


class Watched(types.Type):
    """The type of the node count of a search that can be stopped: a count checks if the next integer is set.

    The step's source is compiled once more for this type, so an ordinary search pays nothing for it.
    """

    def __init__(self) -> None:
        super().__init__("watched")


register_model(Watched)(lambda manager, _: models.PointerModel(manager, COUNT))


@intrinsic
def watch(_typing, pointer):
    """Return an address of integers as that of a watched count."""
    return Watched()(pointer), lambda _context, _builder, _signature, arguments: arguments[0]


@intrinsic
def unwatch(_typing, pointer):
    """Return the address of a watched count as an ordinary one."""
    return COUNT(pointer), lambda _context, _builder, _signature, arguments: arguments[0]


@overload(operator.getitem, jit_options=INLINED)
def find_get_watched(pointer, _index):
    """Let compiled code read a count."""
    return (lambda pointer, _index: unwatch(pointer)[_index]) if isinstance(pointer, Watched) else None


@overload(operator.setitem, jit_options=INLINED)
def find_set_watched(pointer, _index, _value):
    """Let compiled code change a count, unless the integer after it is set: then it raises TimeoutError."""
    if not isinstance(pointer, Watched):
        return None

    def set_watched(pointer, _index, _value):
        if unwatch(pointer)[1]:
            raise TimeoutError
        unwatch(pointer)[_index] = _value

    return set_watched


@lru_cache
def make_watched_search(number: str) -> Callable[..., int]:
    """Return a step's search that raises TimeoutError once nodes[1] is set."""
    search = load_step(number).search

    def search_watched(position, low, high, book, table, moves, nodes):
        passed = addresses((book, table, moves, nodes))
        return search(position, low, high, passed[0], passed[1], passed[2], watch(passed[3]))

    search_watched.__qualname__ = f"search_watched_{number}"
    return dispatch(search_watched, search_watched)
