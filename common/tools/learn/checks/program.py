"""How checks reach into a program: its functions by name, a search with all that it needs."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from common.jit import zeros
from common.tools.claims import Program, Question, keep_answer

SIZE = 100_003
"""The slots of the table that checks use: a prime, large enough for all stages, quick to hand out."""

SMALLEST = 257
TOKEN: dict[str, Callable[[Program], Any]] = {
    "entries": lambda program: load_part(program, "table", "new_entries")(SIZE),
    "book": lambda program: load_part(program, "book", "NO_BOOK"),
    "moves": lambda _: zeros(4096),
    "nodes": lambda _: zeros(1),
}


class Missing(Exception):
    """Say what a program does not have yet."""


def load_part(program: Program, module: str, name: str) -> Any:
    """Return what a module of a program defines, such as "BOARD"; raise Missing if it does not."""
    namespace = getattr(program.module, module, None)
    if namespace is None:
        raise Missing(f"{module}.py is not there yet")
    if not hasattr(namespace, name):
        raise Missing(f"{module}.py has no {name} yet")
    return getattr(namespace, name)


def ask_function(
    program: Program,
    asked: str,
    arguments: Sequence[Any],
    right: Any,
    convert: Callable[[Any], Any] = keep_answer,
    *,
    module: str = "position",
    moves: str = "",
    drawn: Sequence[str] = (),
) -> Question:
    """Return the question what a function of a module returns, whose name `asked` begins with."""
    name = asked.partition("(")[0]

    def ask() -> Any:
        return convert(load_part(program, module, name)(*arguments))

    return Question(moves, asked, ask, right, drawn=drawn)


def make_solver_options(module: ModuleType) -> dict[str, Any]:
    """Return what to tell a program's solver if it knows of it: a small table."""
    return {"size": SIZE} if "size" in inspect.signature(module.Solver).parameters else {}


def count_nodes(program: Program, moves: str) -> int:
    """Return the nodes of a position, with nothing remembered."""
    solver = program.reset_solver()
    solver.solve(program.play_moves(moves))
    return int(solver.nodes)


def list_search_parameters(program: Program) -> list[str]:
    """Return the names of what `search` is given."""
    search = load_part(program, "solver", "search")
    return list(inspect.signature(getattr(search, "py_func", search)).parameters)


def run_search(
    program: Program, moves: str, instead: Mapping[str, Any] | None = None, **window: int
) -> tuple[int, dict[str, Any]]:
    """Return the result of `search` in a window, and all that it was given; raise Missing for a parameter.

    `instead` has what to give instead of the usual, such as a book.
    """
    names = list_search_parameters(program)
    expected = {"position", *window}
    if names[: len(expected)] != ["position", *window] or set(names) - expected - set(TOKEN):
        wanted = ", ".join(["position", *window, "..."])
        raise Missing(f"search({', '.join(names)}) is not search({wanted})")
    given = {"position": program.parse_position(moves)} | window | dict(instead or {})
    if missing := [name for name in given if name not in names]:
        raise Missing(f"search({', '.join(names)}) has no {missing[0]} yet")
    given |= {name: TOKEN[name](program) for name in names if name not in given}
    return load_part(program, "solver", "search")(*(given[name] for name in names)), given


def search_score(
    program: Program, moves: str, instead: Mapping[str, Any] | None = None, **window: int
) -> int:
    """Return the result of `search` in a window."""
    return run_search(program, moves, instead, **window)[0]
