"""How checks reach into a program: its parts by name, a search with its arguments; and our own answers."""

import inspect
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from types import ModuleType
from typing import Any

from c4.engine import Step
from common.jit import COMPILED, zeros
from common.position import HEIGHT, rows
from common.tools import course
from common.tools.answers import Missing
from common.tools.claims import Claim, play_moves, reset_solver

SIZE = 100_003
"""The slots of the table that checks use: a prime, large enough for all stages, quick to hand out."""
SMALLEST = 257
PLAIN_STEP = "17"  # the last before lanes, which are slow in plain Python
DEFAULTS: dict[str, Callable[[Step], object]] = {
    "table": lambda program: make_table(program),
    "book": lambda program: load_part(program, "book", "NO_BOOK"),
    "scratch": lambda _: zeros(4096),
    "nodes": lambda _: zeros(1),
}


def load_program(step: course.Step) -> Step:
    """Return a step's program, or a learner's, with a small table; compiled if asked.

    Unlike a learner's folder as a step, it gives any answer as it comes.
    """
    if COMPILED:
        with suppress(Missing):  # a wrong answer is for the checks to show
            step.prepare()
    program = Step(step.number, step.folder, (("size", SIZE),) if step.knows("size") else ())
    vars(program)["module"] = step.module
    return program


@cache
def load_ours(number: str = PLAIN_STEP) -> Step:
    """Return the program of one of our steps, by default the one that knows the right answers."""
    return load_program(course.load(number))


def load_part(program: Step, module: str, name: str) -> Any:
    """Return what a module of a program defines, such as "BOARD"; raise Missing if it does not."""
    namespace = getattr(program.module, module, None)
    if namespace is None:
        raise Missing(f"{module}.py is not there yet")
    if not hasattr(namespace, name):
        raise Missing(f"{module}.py has no {name} yet")
    return getattr(namespace, name)


@contextmanager
def replace_parts(module: ModuleType, **parts: object) -> Generator[None]:
    """Replace what a module defines for a while; add nothing."""
    defined = vars(module)
    before = {name: defined[name] for name in parts if name in defined}
    defined.update({name: parts[name] for name in before})
    try:
        yield
    finally:
        defined.update(before)


def ask_as_ours(
    program: Step,
    moves: str,
    name: str,
    words: str,
    *arguments: int,
    convert: Callable[[int], object] = lambda answer: answer,
    board: Sequence[str] | None = None,
    marks: int | None = None,
    ours: Step | None = None,
) -> Claim:
    """Return the question of what a function of position.py, or a method of a position, returns.

    Its name and `words` are the question. On the board, by default that after the moves, some cells are
    marked, by default those of the answer. `ours`, by default our last plain step, knows the right answers.
    """
    ours = ours or load_ours()
    is_function = hasattr(ours.module.position, name)

    def call(of: Step) -> int:
        function = load_part(of, "position", name) if is_function else getattr(play_moves(of, moves), name)
        return function(*arguments)

    right = call(ours)
    drawn = mark_cells(rows(moves) if board is None else board, right if marks is None else marks)
    return Claim(moves, f"{name}{words}", lambda: convert(call(program)), convert(right), drawn=drawn)


def mark_cells(drawn: Sequence[str], cells: int, mark: str = "*") -> list[str]:
    """Return a drawn board with the cells of a bitboard marked."""
    return [
        " ".join(
            mark if cells >> column * (HEIGHT + 1) + row & 1 else cell
            for column, cell in enumerate(line.split())
        )
        for row, line in zip(reversed(range(HEIGHT)), drawn, strict=False)
    ]


def knows_following(program: Step) -> bool:
    """Return whether a program has a bound by following up, in either form."""
    return any(hasattr(program.module.Position, name) for name in ("follow_up_bound", "score_by_following"))


def count_nodes(program: Step, moves: str) -> int:
    """Return the nodes of a position, with an empty memory."""
    solver = reset_solver(program)
    solver.solve(play_moves(program, moves))
    return int(solver.nodes)


def make_table(program: Step, size: int = SIZE) -> Any:
    """Return an empty table; after the slots it has room for the near part and the age, if there are any."""
    table = load_part(program, "table", "Table")
    further = program.module.table.NEAR_ENTRIES + 1 if hasattr(program.module.table, "NEAR_ENTRIES") else 0
    return table(zeros(size + further), size)


def list_root_parameters(program: Step) -> list[str]:
    """Return the names of what `search` is given, or `negamax` before there is one."""
    return list(inspect.signature(program.search).parameters)


def run_search(
    program: Step, moves: str, instead: Mapping[str, object] | None = None, /, **window: int
) -> tuple[int, dict[str, Any]]:
    """Return the result of a search in a window, and all that it was given; raise Missing for a parameter.

    The search is `search`, or `negamax` before there is one. `instead` has arguments in place of the usual
    ones, such as a book.
    """
    root, names, expected = program.search, list_root_parameters(program), ["position", *window]
    has = f"{root.__name__}({', '.join(names)})"
    if names[: len(expected)] != expected or set(names) - {*expected, *DEFAULTS}:
        wanted = "search" if "low" in window else root.__name__
        raise Missing(f"{has} is not {wanted}({', '.join([*expected, '...'])})")
    given = {"position": program.parse(moves)} | window | dict(instead or {})
    if missing := [name for name in given if name not in names]:
        raise Missing(f"{has} has no {missing[0]} yet")
    given |= {name: DEFAULTS[name](program) for name in names if name not in given}
    return int(root(*(given[name] for name in names))), given
