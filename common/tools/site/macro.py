"""The macros that pages can use, registered where they are defined."""

from collections.abc import Callable
from typing import TypeVar

MACROS: dict[str, Callable[..., object]] = {}

F = TypeVar("F", bound=Callable[..., object])


def macro(function: F) -> F:
    """Register a function as a macro of the pages, under its own name; raise ValueError if it is taken."""
    if MACROS.setdefault(function.__name__, function) is not function:
        raise ValueError(f"there are two macros named {function.__name__}")
    return function
