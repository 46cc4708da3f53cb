"""Methods of NamedTuples, which compiled code calls like Python."""
# Numba's extension interface has no types.
# pyright: basic, reportAttributeAccessIssue=false, reportCallIssue=false

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import types
from numba.extending import overload_method

from common.compiling.cache import OPTIONS

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
            register_name(name, is_inlined=function not in _called)
        if _signatures[name] != signature:
            method = f"{cls.__name__}.{name}{signature}"
            raise TypeError(f"{method} is {_signatures[name]} elsewhere")
        _methods[cls, name] = bare
    fields = ", ".join(f"{field}=%r" for field in cls._fields)
    form = f"{cls.__name__}({fields})"
    cls.__repr__ = lambda self: form % self
    # By the names of a class and its fields alone, Numba recognises arguments
    # without asking Python. With the same name in every step, only those of
    # the first in a process would be: a call takes 3 us, or 150.
    cls.__name__ = f"{cls.__module__}.{cls.__name__}"
    return cls


def register_name(name: str, is_inlined: bool) -> None:
    """Have Numba look up the methods of a name by the types of a call."""

    def find_method(self, *_):
        return _methods.get((self.instance_class, name))

    find_method.__signature__ = _signatures[name]
    options = OPTIONS | {"forceinline": is_inlined}
    register = overload_method(types.BaseNamedTuple, name, jit_options=options)
    register(find_method)
