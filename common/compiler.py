"""The Numba side of `common.jit`: compile functions, and cache the compiled code as long as it is valid.

Numba's own cache would keep compiled code until the function's own file changes. Code here comes from several
files (a solver calls methods of its position), so it is kept under a hash of all the source it can come from:
that of the core and of the step's folder. Any edit takes effect on the next run, and an unchanged step starts
at once. The tools and c4 may compile in the code of any step and of c4, so their code is kept under a hash of
their own folder, the core, all steps and c4.
"""
# Numba's extension interface has no types.
# pyright: basic, reportAttributeAccessIssue=false, reportCallIssue=false

import ctypes
import inspect
import os
import pickle
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import update_wrapper
from hashlib import sha256
from pathlib import Path
from time import time_ns
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import njit, typeof, types
from numba.core import cgutils
from numba.core.caching import FunctionCache
from numba.core.codegen import RuntimeLinker
from numba.core.dispatcher import Dispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps
from numba.extending import intrinsic, overload, overload_method, register_jitable, typeof_impl

from common import CORE, IMPORTED
from common.position import HEIGHT, WIDTH

# Nothing in C calls the compiled functions, and a wrapper for it takes a sixth of the compile time.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
TICK = 10_000_000  # nanoseconds by which the times of files may lag behind the clock


def list_sources(file: Path) -> list[Path]:
    """Return the source files that the compiled code of a file can depend on."""
    folders = [file.parent]
    if CORE / "tools" in file.parents or file.parent.name == "c4":
        folders += [*(CORE.parent / "steps").glob("[0-9]*"), CORE / "api" / "c4", CORE.parent / "c4"]
    beside = [path for folder in folders for path in folder.glob("*.py") if not path.name.startswith("test_")]
    return sorted({file, *CORE.glob("*.py"), *beside})


_imported: dict[Path, bytes] = {}  # hashes of files as they were imported; b"" where that is not known


def hash_sources(file: Path) -> str | None:
    """Return a hash of all source that the compiled code of a file depends on.

    Return None if that is not known: some of it cannot be read, or is not what was imported, since it has
    changed meanwhile.
    """
    state = sha256()
    try:
        for path in list_sources(file):
            digest = sha256(path.read_bytes()).digest()
            if path not in _imported:
                _imported[path] = b"" if has_changed_lately(path) else digest
            if _imported[path] != digest:
                return None
            state.update(sha256(path.name.encode()).digest() + digest)
    except OSError:
        return None
    return state.hexdigest()


def has_changed_lately(path: Path) -> bool:
    """Return whether a file may have changed since this process began to import; ignore future times."""
    status, now = path.stat(), time_ns()
    return any(IMPORTED - TICK < time <= now + TICK for time in (status.st_mtime_ns, status.st_ctime_ns))


class SourceCache(FunctionCache):
    """The compiled code of a function: a file for each state of the source and each signature.

    A file is whole or not there, and its name says everything that its content depends on. Where none can be
    written, the function is compiled in each run.
    """

    def load_overload(self, sig, target_context):
        """Return the cached code for a signature, or None if it has to be compiled.

        Numba would first load all it knows about Python and NumPy; finished code only counts references.
        """
        rtsys.initialize(target_context)
        path = self._find_file(sig, target_context.codegen())
        try:
            content = path.read_bytes() if path else b""
        except OSError:
            return None
        checksum, pickled = content[:32], content[32:]
        if sha256(pickled).digest() != checksum:
            return None
        signature, code = pickle.loads(pickled)
        if signature != sig:
            return None
        loaded = self._impl.rebuild(target_context, code)
        # Code compiled later may call this by the linker, which Numba tells only about compiled functions.
        target_context.codegen()._rtlinker.scan_defined_symbols(loaded.library._shared_module)
        return loaded

    def save_overload(self, sig, data):
        """Cache the code for a signature, replacing that of other states of the source.

        Code that calls by the linker is compiled in each run: it holds the places of this process.
        """
        path = self._find_file(sig, data.codegen)
        if not path or calls_by_linker(data.library) or not self._impl.check_cachable(data):
            return
        pickled = dumps((sig, self._impl.reduce(data)))
        partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                partial.write_bytes(sha256(pickled).digest() + pickled)
                partial.replace(path)
            finally:
                partial.unlink(missing_ok=True)
            state = path.name.rsplit("-", 1)[0]
            for other in path.parent.glob(f"{self._stem}-*"):
                if not other.name.startswith(state):
                    other.unlink()

    def _find_file(self, sig, codegen) -> Path | None:
        """Return the cache file for a signature, or None if the state of the source is not known."""
        state = hash_sources(self._source)
        versions = numba.__version__, sys.version, WIDTH, HEIGHT, self._py_func.__module__
        rest = sha256(repr((versions, sig, codegen.magic_tuple())).encode()).hexdigest()
        return Path(self.cache_path) / f"{self._stem}-{state[:32]}-{rest[:32]}.nbc" if state else None

    @property
    def _source(self) -> Path:
        """Return the function's own source file."""
        return Path(inspect.getfile(self._py_func))

    @property
    def _stem(self) -> str:
        """Return the common beginning of the names of the function's files."""
        return f"{self._source.stem}.{self._py_func.__qualname__}"


def calls_by_linker(library) -> bool:
    """Return whether code calls functions whose addresses Numba's linker fills in.

    This is the case where a recursion goes through several functions, or through several signatures of one:
    `0`, True and None have types of their own, so `search(position, 0)` is not the function that calls itself
    with `depth + 1`.
    """
    variables = library._final_module.global_variables
    return any(variable.name.startswith(RuntimeLinker.PREFIX) for variable in variables)


class Compiled:
    """A function with two faces: Python calls it with arrays, compiled code with their addresses.

    Numba counts the references to an array, up and down again at each call that takes it. A search is little
    more than calls, so that would slow it down a lot. For an address there is nothing to count, and it is
    indexed like the array. But it has no length, and the array must live for as long as it is in use: here,
    while Python waits for the result.
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
        """Return the function that Python calls: this one, if no array is among its arguments."""
        kinds = typeof(arguments)
        if find_passed(kinds) == kinds:
            return self.dispatcher
        inner = self.dispatcher

        def entry(*arguments):
            return inner(*addresses(arguments))

        entry.__qualname__ = self.__qualname__  # its code is kept beside that of the function, by its types
        return dispatch(entry, self.__wrapped__)


@typeof_impl.register(Compiled)
def find_type(function, _context):
    """Return the type of a function in compiled code, that of the face that takes addresses."""
    return types.Dispatcher(function.dispatcher)


def find_passed(kind: Any) -> Any:
    """Return the type that a value has in compiled code: for an array an address, also inside of tuples."""
    if isinstance(kind, types.Array):
        return types.CPointer(kind.dtype)
    if isinstance(kind, types.BaseTuple):
        return types.BaseTuple.from_types(
            [*map(find_passed, kind.types)], getattr(kind, "instance_class", tuple)
        )
    return kind


@intrinsic
def addresses(_typing, values):
    """Return a tuple with the address of each array in place of it, also in tuples inside."""

    def convert(context, builder, kind: Any, value):
        if isinstance(kind, types.Array):
            return context.make_array(kind)(context, builder, value).data
        if isinstance(kind, types.BaseTuple):
            parts = cgutils.unpack_tuple(builder, value, len(kind))
            converted = [convert(context, builder, *pair) for pair in zip(kind.types, parts, strict=True)]
            return context.make_tuple(builder, find_passed(kind), converted)
        return value

    def codegen(context, builder, signature, arguments):
        return convert(context, builder, signature.args[0], arguments[0])

    return find_passed(values)(values), codegen


def dispatch(function: Callable[..., Any], source: Callable[..., Any]) -> Dispatcher:
    """Return Numba's dispatcher of a function, whose code is cached beside that of its source."""
    dispatcher = njit(**OPTIONS)(function)
    with suppress(RuntimeError):  # from Numba, if it finds no folder that can be written
        dispatcher._cache = SourceCache(source)
    return dispatcher


compiled = Compiled  # of a function: compile it on its first call, or load the code from an earlier run
compilable = register_jitable  # of a function: compiled code can call it, and Python calls it as it is
_signatures: dict[str, inspect.Signature] = {}
_methods: dict[tuple[type, str], FunctionType] = {}
_called: set[Callable[..., Any]] = set()


def not_inlined(method: Callable[..., Any]) -> Callable[..., Any]:
    """Have compiled code call a method, where it takes the code of others into its own."""
    _called.add(method)
    return method


def compiled_methods(cls: type) -> type:
    """Let compiled code call the methods of a NamedTuple class.

    Numba finds a method by its name alone, so each name is registered once for all NamedTuples and the
    function then looked up in the class at hand. Raise TypeError if two classes have a method of the same
    name with other parameters.
    """
    for name, function in vars(cls).items():
        if not inspect.isfunction(function) or name.startswith("_"):
            continue
        bare = FunctionType(function.__code__, function.__globals__, name)  # annotations would be compared
        signature = inspect.signature(bare)
        if name not in _signatures:
            _signatures[name] = signature
            options = OPTIONS | {"forceinline": function not in _called}
            overload_method(types.BaseNamedTuple, name, jit_options=options)(make_finder(name, signature))
        if _signatures[name] != signature:
            raise TypeError(f"{cls.__name__}.{name}{signature} is {_signatures[name]} elsewhere")
        _methods[cls, name] = bare
    cls.__repr__ = make_representation(cls.__name__)
    # By the names of a class and its fields alone, Numba recognises arguments without asking Python. With the
    # same name in every step, only those of the first in a process would be: a call takes 3 us, or 150.
    cls.__name__ = f"{cls.__module__}.{cls.__name__}"
    return cls


def make_representation(name: str) -> Callable[[Any], str]:
    """Return a function that formats a NamedTuple as Python does, with the short name of its class."""

    def represent(self):
        return f"{name}({', '.join(f'{field}={value!r}' for field, value in self._asdict().items())})"

    return represent


def make_finder(name: str, signature: inspect.Signature) -> Callable[..., Any]:
    """Return the resolver that Numba calls with the types of a call, to find the method of that name."""

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

    Not by array.fill, which goes through the processor's cache and leaves nothing else in it.
    """
    part = array[first:]
    ctypes.memset(part.ctypes.data, 0, part.nbytes)


@overload(clear)
def find_clear(_array, _first=0):
    """Let compiled code call `clear`; LLVM turns it into a call of memset."""

    def implementation(_array, _first=0):
        _array[_first:] = 0

    return implementation
