"""Count the nodes of the steps, and record every call of a search."""

import inspect
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from c4.engine import EnginePosition
from common.score import MAX_SCORE
from common.tools import course

Given = dict[str, Any]
"""The arguments of a call of negamax, by the names of its parameters, which differ by step."""


def count_nodes(number: str, positions: Iterable[str], **options: Any) -> list[int]:
    """Return the nodes that a step explores on each position, given as moves, without its book."""
    step = course.load(number).with_options(use_book=False, **options)
    return [step.ask(moves).nodes for moves in positions]


@dataclass
class Call:
    """A call of negamax: its position, its window, its result, and the calls that it made."""

    position: EnginePosition
    alpha: int
    beta: int
    score: int = 0
    children: "list[Call]" = field(default_factory=list["Call"])


def record_calls(number: str, moves: str, **options: Any) -> list[Call]:
    """Solve a position by a step run as plain Python; return the calls of its search from the root."""
    roots: list[Call] = []
    path = [roots]

    def record_call(given: Given, search: Callable[[], int]) -> int:
        call = Call(given["position"], given.get("alpha", -MAX_SCORE), given.get("beta", MAX_SCORE))
        path[-1].append(call)
        path.append(call.children)
        call.score = search()
        path.pop()
        return call.score

    watch_search(number, moves, record_call, **options)
    return roots


def watch_search(
    number: str, moves: str, watch: Callable[[Given, Callable[[], int]], int], **options: Any
) -> None:
    """Solve a position; `watch` makes each call of negamax, and gets its arguments.

    The environment must say NUMBA_DISABLE_JIT=1 before anything of the course is imported: a compiled
    search cannot be watched.
    """
    step = course.load(number)
    search = step.module.solver
    negamax: Callable[..., int] = search.negamax
    names = list(inspect.signature(negamax).parameters)

    def watch_call(*arguments: object) -> int:
        return watch(dict(zip(names, arguments, strict=True)), lambda: negamax(*arguments))

    with replaced(search, "negamax", watch_call):
        step.with_options(use_book=False, **options).ask(moves)


@contextmanager
def replaced(owner: object, name: str, value: object) -> Generator[None]:
    """Replace an attribute of a module or class temporarily, for example to watch a function."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def walk_calls(calls: list[Call]) -> Iterable[Call]:
    """Yield the calls and all calls below them."""
    for call in calls:
        yield call
        yield from walk_calls(call.children)
