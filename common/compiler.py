"""The Numba side of `common.jit`: compile functions, and keep what was compiled as long as it is valid.

Numba would keep compiled code until the function's own file changes. Code here comes from several files
(a solver calls methods of its position), so it is kept in `__pycache__` under a hash of all the source
of the step and of the core: any edit takes effect on the next run, and an unchanged step starts at once.
The tools may compile in the code of any step, so theirs is kept under a hash of all steps too.
"""
# Numba's extension interface has no types.
# pyright: basic, reportAttributeAccessIssue=false, reportCallIssue=false

import ctypes
import hashlib
import inspect
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numba import config, njit, types
from numba.core.caching import InTreeCacheLocator, UserProvidedCacheLocator, UserWideCacheLocator
from numba.extending import intrinsic, overload_method

from common.position import HEIGHT, WIDTH

CORE = Path(__file__).parent
CORE_FILES = ("compiler.py", "jit.py", "position.py", "score.py", "solver.py")
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


@lru_cache
def digest(folder: Path) -> str:
    """Return a hash of all the source that code compiled from a folder can come from."""
    sources = [CORE / name for name in CORE_FILES]
    folders = [folder] if folder != CORE else []
    if CORE in folder.parents:
        folders += sorted(path for path in (CORE.parent / "steps").iterdir() if path.is_dir())
    for each in folders:
        sources += sorted(path for path in each.glob("*.py") if not path.name.startswith("test_"))
    contents = [hashlib.sha256(path.read_bytes()).hexdigest() for path in sources]
    return hashlib.sha256("".join(contents).encode()).hexdigest()


class FolderCache:
    """Keep compiled code for one state of a folder's source and one board size."""

    _py_file: str
    _lineno: int

    def get_source_stamp(self) -> str:
        """Return what must be equal for compiled code to be valid."""
        return digest(Path(self._py_file).parent)

    def get_disambiguator(self) -> str:
        """Return what tells files of compiled code apart, besides the function's name."""
        return f"{self._lineno}-{WIDTH}x{HEIGHT}"


class ProvidedFolderCache(FolderCache, UserProvidedCacheLocator):
    """Keep it where NUMBA_CACHE_DIR says."""


class InTreeFolderCache(FolderCache, InTreeCacheLocator):
    """Keep it beside the source."""


class UserWideFolderCache(FolderCache, UserWideCacheLocator):
    """Keep it in the user's cache folder, where the source's is not writable."""


CACHES = ",".join(
    f"{__name__}.{cache.__name__}" for cache in (ProvidedFolderCache, InTreeFolderCache, UserWideFolderCache)
)


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function on its first call, or load what an earlier run compiled."""
    configured = config.CACHE_LOCATOR_CLASSES
    config.CACHE_LOCATOR_CLASSES = CACHES
    try:
        return njit(cache=True, **OPTIONS)(function)
    finally:
        config.CACHE_LOCATOR_CLASSES = configured


_parameters: dict[str, str] = {}


def compiled_methods(cls: type) -> type:
    """Let compiled code call the methods of a NamedTuple class.

    Numba finds a method by its name alone, so each name is registered once for all NamedTuples and the
    function then looked up in the class at hand. Raise TypeError if classes that share a method's name
    differ in its parameters.
    """
    for name, function in vars(cls).items():
        if not inspect.isfunction(function) or name.startswith("_"):
            continue
        parameters = ", ".join(inspect.signature(function).parameters)
        if name not in _parameters:
            _parameters[name] = parameters
            scope = {"implementation": _implementation}
            exec(f"def find({parameters}): return implementation(self.instance_class, {name!r})", scope)
            overload_method(types.BaseNamedTuple, name, jit_options=OPTIONS)(scope["find"])
        if _parameters[name] != parameters:
            raise TypeError(f"{cls.__name__}.{name}({parameters}) is ({_parameters[name]}) elsewhere")
    return cls


def _implementation(cls: type, name: str) -> FunctionType | None:
    """Return a class's method without its annotations, which Numba would compare with those of `find`."""
    function = vars(cls).get(name)
    return function and FunctionType(function.__code__, function.__globals__, name)


def zeros(length: int) -> np.ndarray:
    """Return an array of zeros."""
    return np.zeros(length, np.int64)


def clear(array: np.ndarray) -> None:
    """Set all of an array to zero.

    Not by array.fill, which goes through the processor's cache and leaves nothing else in it.
    """
    ctypes.memset(array.ctypes.data, 0, array.nbytes)


@intrinsic
def pointer(_typing, array):
    """Return the address of an array's data, which a recursion passes on without counting references."""

    def codegen(context, builder, signature, arguments):
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), codegen
