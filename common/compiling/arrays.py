"""Functions, which compiled code calls with the addresses of arrays.

Numba counts the references to an array, up and down again at each call that
takes it. A search is little more than calls, so that would slow it down a lot.
For an address there is nothing to count, and it is indexed like the array. But
it has no length, and the array must live for as long as it is in use: here,
while Python waits for the result.
"""
# Numba's extension interface has no types.
# pyright: basic, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportOptionalCall=false

import ctypes
from collections.abc import Callable, Sequence
from functools import update_wrapper
from typing import Any

import numpy as np
from numba import typeof, types
from numba.extending import intrinsic, overload, typeof_impl

from common.compiling.cache import dispatch


class Compiled:
    """A function with two faces.

    Python calls it with arrays, compiled code with their addresses.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.dispatcher = dispatch(function, function)
        self._entry: Callable[..., Any] | None = None

    def __call__(self, *arguments):
        """Return the result for arguments from Python."""
        if self._entry is None:
            kinds, inner = typeof(arguments), self.dispatcher

            def entry(*arguments):
                return inner(*addresses(arguments))

            # Its code is kept beside that of the function, by its types.
            entry.__qualname__ = self.__qualname__
            has_arrays = find_passed_type(kinds) != kinds
            self._entry = (
                dispatch(entry, self.__wrapped__) if has_arrays else inner
            )
        return self._entry(*arguments)


@typeof_impl.register(Compiled)
def find_type(function, _context):
    """Return the type of a function in compiled code.

    It is the type of the face that takes addresses.
    """
    return types.Dispatcher(function.dispatcher)


def find_passed_type(kind: Any) -> Any:
    """Return the type that a value has in compiled code.

    For an array that is an address, also inside of tuples.
    """
    if isinstance(kind, types.Array):
        return types.CPointer(kind.dtype)
    if isinstance(kind, types.BaseTuple):
        cls = getattr(kind, "instance_class", tuple)
        passed = [*map(find_passed_type, kind.types)]
        return types.BaseTuple.from_types(passed, cls)
    return kind


@intrinsic
def addresses(_typing, values):
    """Return a tuple with the addresses of its arrays in their places.

    So it is with the tuples inside.
    """

    def codegen(context, builder, signature, arguments):
        def convert(kind: Any, value):
            if isinstance(kind, types.Array):
                return context.make_array(kind)(context, builder, value).data
            if isinstance(kind, types.BaseTuple):
                parts = [
                    convert(part, builder.extract_value(value, index))
                    for index, part in enumerate(kind.types)
                ]
                passed = find_passed_type(kind)
                return context.make_tuple(builder, passed, parts)
            return value

        return convert(signature.args[0], arguments[0])

    return find_passed_type(values)(values), codegen


def zeros(length: int) -> np.ndarray:
    """Return an array of zeros."""
    return np.zeros(length, np.int64)


def array(numbers: Sequence[int]) -> np.ndarray:
    """Return an array of some integers."""
    return np.asarray(numbers, np.int64)


def clear(array: np.ndarray, first: int = 0) -> None:
    """Set an array to zero, from an index on.

    Not by array.fill, which goes through the processor's cache and leaves
    nothing else in it.
    """
    part = array[first:]
    ctypes.memset(part.ctypes.data, 0, part.nbytes)


@overload(clear)
def find_clear(_array, _first=0):
    """Let compiled code call `clear`; LLVM turns it into a call of memset."""

    def implementation(_array, _first=0):
        _array[_first:] = 0

    return implementation
