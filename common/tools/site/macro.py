"""The macros that pages can use, registered where they are defined, and their tables in Markdown."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

MACROS: dict[str, Callable[..., object]] = {}

F = TypeVar("F", bound=Callable[..., object])


def macro(function: F) -> F:
    """Register a function as a macro of the pages, under its own name; raise ValueError if it is taken."""
    if MACROS.setdefault(function.__name__, function) is not function:
        raise ValueError(f"there are two macros named {function.__name__}")
    return function


def render_table(heads: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table; a head that begins with > marks a column of figures, aligned to the right.

    >>> print(render_table(["set", ">nodes"], [("end-easy", 12)]))
    | set | nodes |
    |---|--:|
    | end-easy | 12 |
    """
    rule = "".join("--:|" if head.startswith(">") else "---|" for head in heads)
    lines = ([head.removeprefix(">") for head in heads], *rows)
    first, *rest = ("| " + " | ".join(map(str, cells)) + " |" for cells in lines)
    return "\n".join([first, f"|{rule}", *rest])


def hide_from_search(block: str) -> str:
    """Return a table of figures or a block of code, excluded from the site's search."""
    return f"<div data-search-exclude markdown>\n\n{block}\n\n</div>"
