"""Compile with Numba where it is installed and enabled.

Elsewhere the same source runs as plain Python. A step marks its functions
`compiled` and its NamedTuples `compiled_methods`. Set NUMBA_DISABLE_JIT=1 to
run everything as plain Python, in a debugger for example.
"""

import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

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


class Lanes:
    """Integers side by side, for one operation on all of them.

    It takes the processor the time of one. The integers' places are called
    lanes, and such instructions SIMD: single instruction, multiple data.
    """

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    def __and__(self, other: "Lanes | int") -> "Lanes":
        """Return the bits that are set in both."""
        return Lanes(*(a & b for a, b in self._pair_with(other)))

    __rand__ = __and__

    def __or__(self, other: "Lanes | int") -> "Lanes":
        """Return the bits that are set in either."""
        return Lanes(*(a | b for a, b in self._pair_with(other)))

    def __lshift__(self, other: "Lanes | int") -> "Lanes":
        """Shift to the left."""
        return Lanes(*(a << b for a, b in self._pair_with(other)))

    def __rshift__(self, other: "Lanes | int") -> "Lanes":
        """Shift to the right; no lane may be negative."""
        return Lanes(*(a >> b for a, b in self._pair_with(other)))

    def __rlshift__(self, other: int) -> "Lanes":
        """Shift an integer to the left by each lane."""
        return Lanes(*(other << mine for mine in self.numbers))

    def __rrshift__(self, other: int) -> "Lanes":
        """Shift an integer that is not negative to the right by each lane."""
        return Lanes(*(other >> mine for mine in self.numbers))

    def __rmul__(self, other: int) -> "Lanes":
        """Multiply by an integer."""
        return Lanes(*(other * mine for mine in self.numbers))

    def _pair_with(self, other: "Lanes | int") -> list[tuple[int, int]]:
        """Combine each lane with the other's, or with an integer."""
        others = (
            other.numbers
            if isinstance(other, Lanes)
            else (other,) * len(self.numbers)
        )
        return list(zip(self.numbers, others, strict=True))

    def union(self) -> int:
        """Return the bits that are set in any lane."""
        bits = 0
        for number in self.numbers:
            bits |= number
        return bits


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
    from numba.extending import register_jitable

    from common.compiling import arrays, lanes, methods

    compilable, compiled = register_jitable, arrays.Compiled
    compiled_methods = methods.compiled_methods
    not_inlined = methods.not_inlined
    zeros, array, clear = arrays.zeros, arrays.array, arrays.clear
    lanes.register_lanes(Lanes)
