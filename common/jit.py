"""Compile with Numba where it is installed and enabled.

Elsewhere the same source runs as plain Python. A step marks its functions
`compiled` and its NamedTuples `compiled_methods`. Set NUMBA_DISABLE_JIT=1 to
run everything as plain Python, in a debugger for example.
"""

import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from common.lanes import Lanes as Lanes

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)

IS_DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
COMPILED = find_spec("numba") is not None and not IS_DISABLED


class Array(Protocol):
    """A fixed number of 64-bit integers.

    Compiled code writes to no other memory. An array is a list where nothing
    is compiled; otherwise a NumPy array, of which compiled code has the
    address.
    """

    def __len__(self) -> int:
        """Return the number of integers, which compiled code does not know."""
        ...

    def __getitem__(self, index: int, /) -> int:
        """Return the integer at an index."""
        ...

    def __setitem__(self, index: int, value: int, /) -> None:
        """Change the integer at an index."""
        ...


if TYPE_CHECKING or not COMPILED:

    def compiled(function: F) -> F:
        """Compile a function where Numba is in use."""
        return function

    def compilable(function: F) -> F:
        """Let compiled code call a function that Python calls uncompiled."""
        return function

    def compiled_methods(cls: C) -> C:
        """Let compiled code call the methods of a NamedTuple class."""
        return cls

    def not_inlined(method: F) -> F:
        """Have compiled code call a method, and not inline it."""
        return method

    def zeros(length: int) -> Array:
        """Return an array of zeros."""
        return [0] * length

    def array(numbers: Sequence[int]) -> Array:
        """Return an array of some integers."""
        return list(numbers)

    def clear(array: Array, first: int = 0) -> None:
        """Set an array to zero, from an index on."""
        numbers = cast("list[int]", array)
        numbers[first:] = [0] * len(numbers[first:])

else:
    import common.vectors  # noqa: F401 (lets compiled code use lanes)
    from common.compiler import array as array
    from common.compiler import clear as clear
    from common.compiler import compilable as compilable
    from common.compiler import compiled as compiled
    from common.compiler import compiled_methods as compiled_methods
    from common.compiler import not_inlined as not_inlined
    from common.compiler import zeros as zeros
