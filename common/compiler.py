"""The Numba side of `common.jit`.

It compiles functions, and lets compiled code call methods.
"""
# Numba's extension interface has no types.
# pyright: basic, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportOptionalCall=false

import ctypes
import inspect
from collections.abc import Callable, Sequence
from functools import update_wrapper
from types import FunctionType
from typing import Any

import numpy as np
from numba import typeof, types
from numba.extending import (
    intrinsic,
    overload,
    overload_method,
    register_jitable,
    typeof_impl,
)

from common.caching import OPTIONS, dispatch


class Compiled:
    """A function with two faces.

    Python calls it with arrays, compiled code with their addresses. Numba
    counts the references to an array, up and down again at each call that
    takes it. A search is little more than calls, so that would slow it down a
    lot. For an address there is nothing to count, and it is indexed like the
    array. But it has no length, and the array must live for as long as it is
    in use: here, while Python waits for the result.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.dispatcher = dispatch(function, function)
        self._entry: Callable[..., Any] | None = None

    def __call__(self, *arguments):
        """Return the result for arguments from Python."""
        if self._entry is None:
            self._entry = self._make_entry(arguments)
        return self._entry(*arguments)

    def _make_entry(self, arguments):
        """Return the function that Python calls.

        It is this one if no array is among its arguments.
        """
        kinds = typeof(arguments)
        if find_passed(kinds) == kinds:
            return self.dispatcher
        inner = self.dispatcher

        def entry(*arguments):
            return inner(*addresses(arguments))

        # Its code is kept beside that of the function, by its types.
        entry.__qualname__ = self.__qualname__
        return dispatch(entry, self.__wrapped__)


@typeof_impl.register(Compiled)
def find_type(function, _context):
    """Return the type of a function in compiled code.

    It is the type of the face that takes addresses.
    """
    return types.Dispatcher(function.dispatcher)


def find_passed(kind: Any) -> Any:
    """Return the type that a value has in compiled code.

    For an array that is an address, also inside of tuples.
    """
    if isinstance(kind, types.Array):
        return types.CPointer(kind.dtype)
    if isinstance(kind, types.BaseTuple):
        cls = getattr(kind, "instance_class", tuple)
        return types.BaseTuple.from_types([*map(find_passed, kind.types)], cls)
    return kind


@intrinsic
def addresses(_typing, values):
    """Return a tuple with the addresses of its arrays in their places.

    So it is with the tuples inside.
    """

    def convert(context, builder, kind: Any, value):
        if isinstance(kind, types.Array):
            return context.make_array(kind)(context, builder, value).data
        if isinstance(kind, types.BaseTuple):
            parts = [
                builder.extract_value(value, index)
                for index in range(len(kind))
            ]
            converted = [
                convert(context, builder, *pair)
                for pair in zip(kind.types, parts, strict=True)
            ]
            return context.make_tuple(builder, find_passed(kind), converted)
        return value

    def codegen(context, builder, signature, arguments):
        return convert(context, builder, signature.args[0], arguments[0])

    return find_passed(values)(values), codegen


# Compile a function on its first call, or load the code from an earlier run.
compiled = Compiled
# Let compiled code call a function, which Python calls as it is.
compilable = register_jitable
_signatures: dict[str, inspect.Signature] = {}
_methods: dict[tuple[type, str], FunctionType] = {}
_called: set[Callable[..., Any]] = set()


def not_inlined(method: Callable[..., Any]) -> Callable[..., Any]:
    """Have compiled code call a method, and not take its code into its own."""
    _called.add(method)
    return method


def compiled_methods(cls: type) -> type:
    """Let compiled code call the methods of a NamedTuple class.

    Numba finds a method by its name alone, so each name is registered once for
    all NamedTuples and the function then looked up in the class at hand. Raise
    TypeError if two classes have a method of the same name with other
    parameters.
    """
    for name, function in vars(cls).items():
        if not inspect.isfunction(function) or name.startswith("_"):
            continue
        # Without its annotations, which would be compared.
        bare = FunctionType(function.__code__, function.__globals__, name)
        signature = inspect.signature(bare)
        if name not in _signatures:
            _signatures[name] = signature
            options = OPTIONS | {"forceinline": function not in _called}
            find_method = make_finder(name, signature)
            overload_method(types.BaseNamedTuple, name, jit_options=options)(
                find_method
            )
        if _signatures[name] != signature:
            method = f"{cls.__name__}.{name}{signature}"
            raise TypeError(f"{method} is {_signatures[name]} elsewhere")
        _methods[cls, name] = bare
    cls.__repr__ = make_representation(cls.__name__)
    # By the names of a class and its fields alone, Numba recognises arguments
    # without asking Python. With the same name in every step, only those of
    # the first in a process would be: a call takes 3 us, or 150.
    cls.__name__ = f"{cls.__module__}.{cls.__name__}"
    return cls


def make_representation(name: str) -> Callable[[Any], str]:
    """Return a function that formats a NamedTuple as Python does.

    It writes the short name of the class.
    """

    def represent(self):
        fields = self._asdict().items()
        values = [f"{field}={value!r}" for field, value in fields]
        return f"{name}({', '.join(values)})"

    return represent


def make_finder(name: str, signature: inspect.Signature) -> Callable[..., Any]:
    """Return the resolver that finds the method of a name.

    Numba calls it with the types of a call.
    """

    def find_method(self, *_):
        return _methods.get((self.instance_class, name))

    find_method.__signature__ = signature
    return find_method


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
