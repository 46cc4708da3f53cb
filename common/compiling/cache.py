"""The cache of compiled code, which keeps it as long as it is valid.

Numba's own cache would keep compiled code until the function's own file
changes. Code here comes from several files (a solver calls methods of its
position), so it is kept under a hash of all modules that it can come from. Any
edit takes effect on the next run, and an unchanged step starts at once. The
hash is of the code that Python has loaded: by the time of compiling, a file
may hold another.

Every name that Numba does not promise to keep is in this file. Where one is
missing, Numba's own cache keeps the code, under the same hash, and loads it
more slowly.
"""
# Numba's private names have no types.
# pyright: basic, reportAttributeAccessIssue=false

import inspect
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, lru_cache
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from threading import RLock
from time import time_ns
from types import CodeType
from typing import Any

import numba
from numba import config, njit

from common import API, CORE, PACKAGES, PREFIX, Loader, loaded
from common.position import HEIGHT, WIDTH

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
PARTS = [
    *("co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_flags"),
    *("co_code", "co_exceptiontable"),
    *("co_names", "co_varnames", "co_freevars", "co_cellvars"),
]
"""What a code object consists of, but for its constants and its place."""


def list_sources(function: Callable[..., Any]) -> dict[str, Path]:
    """Return the files that compiled code can depend on, by modules' names.

    They are those of the core and of the function's folder, and those imported
    of its package, as a learner's may have folders inside. The tools and c4
    may compile in the code of any step.
    """
    file = Path(inspect.getfile(function))
    package = function.__module__.rpartition(".")[0]
    steps = f"{PREFIX}steps."
    folders = [*PACKAGES.items(), (package, file.parent)]
    modules = dict[str, Path]()
    if package == "c4" or package.startswith(f"{PREFIX}common."):
        folders += [("c4", API)]
        folders += [
            (f"{steps}{folder.name}", folder)
            for folder in (CORE.parent / "steps").glob("[0-9]*")
        ]
    elif package not in ("", f"{PREFIX}common"):
        depth = steps.count(".") if package.startswith(steps) else 0
        own = ".".join(package.split(".")[: 1 + depth])
        files = [
            (name, getattr(module, "__file__", None))
            for name, module in [*sys.modules.items()]
        ]
        modules |= {
            name: Path(path)
            for name, path in files
            if path and name.startswith(f"{own}.")
        }
    for name, folder in folders:
        for path in folder.glob("[!.]*.py"):
            modules[f"{name}.{path.stem}".removesuffix(".__init__")] = path
    return {
        name: path
        for name, path in modules.items()
        if not path.name.startswith("test_")
    }


def hash_sources(function: Callable[..., Any]) -> str | None:
    """Return a hash of all modules that compiled code can depend on.

    Return None if one cannot be read.
    """
    state = sha256()
    for name, path in sorted(
        list_sources(function).items(), key=itemgetter(1)
    ):
        try:
            if name not in loaded:
                Loader(name, f"{path}").get_code(name)
        except OSError:
            return None
        except (SyntaxError, ValueError):  # nothing can come from there
            continue
        state.update(
            sha256(path.name.encode()).digest() + hash_code(loaded[name])
        )
    return state.hexdigest()


@lru_cache(None)
def hash_code(code: CodeType) -> bytes:
    """Return a hash of a code object and its constants, wherever its file is.

    `marshal` would write one object in several ways.
    """
    parts: list[Any] = [getattr(code, name) for name in PARTS]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            parts.append(hash_code(constant))
        elif isinstance(constant, frozenset):
            parts.append(sorted(map(repr, constant)))
        else:
            parts.append(constant)
    return sha256(repr(parts).encode()).digest()


LOCATORS = "CACHE_LOCATOR_CLASSES"
"""The setting by which Numba's own cache finds `SourceLocator`."""
missing: list[Exception] = []


def report_missing(error: Exception) -> None:
    """Say once that a name is missing."""
    if not missing:
        effect = (
            "loads more slowly" if hasattr(config, LOCATORS) else "is not kept"
        )
        lack = f"Numba {numba.__version__} lacks a name ({error})"
        print(f"{lack}: compiled code {effect}", file=sys.stderr)
    missing.append(error)


compiler_lock: Any = RLock()
"""What Numba holds while it compiles."""
FunctionCache: Any = object
try:
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.options import DefaultOptions

    compiler_lock = global_compiler_lock
    # Nothing in C calls the compiled functions, and a wrapper for it takes a
    # sixth of the compile time.
    OPTIONS["no_cfunc_wrapper"] = bool(DefaultOptions.no_cfunc_wrapper)
    from numba.core.caching import FunctionCache
    from numba.core.codegen import RuntimeLinker
    from numba.core.runtime.nrt import rtsys
    from numba.core.serialize import dumps

    LINKED = RuntimeLinker.PREFIX
    replaced = FunctionCache.load_overload, FunctionCache.save_overload
except (ImportError, AttributeError) as error:
    report_missing(error)


class SourceCache(FunctionCache):
    """The compiled code of a function.

    Each state of the source and each signature has a file. It is whole or not
    there, and its name says everything that its content depends on. Where none
    can be written, the function is compiled in each run.

    A program that answers one position takes little more than half of the
    processor time that it would take with Numba's own cache.
    """

    def load_overload(self, sig, target_context):
        """Return the cached code for a signature, None if there is none.

        Numba would first load all it knows about Python and NumPy. Finished
        code only counts references.
        """
        if missing:
            return self._numbas.load_overload(sig, target_context)
        try:
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
            # Code compiled later may call this by the linker, which Numba
            # tells only about compiled functions.
            linker = target_context.codegen()._rtlinker
            linker.scan_defined_symbols(loaded.library._shared_module)
        except AttributeError as error:
            report_missing(error)
            return self._numbas.load_overload(sig, target_context)
        return loaded

    def save_overload(self, sig, data):
        """Cache the code for a signature, in place of other states' code."""
        if not missing:
            try:
                return self._save(sig, data)
            except AttributeError as error:
                report_missing(error)
        return self._numbas.save_overload(sig, data)

    @cached_property
    def _numbas(self):
        """Return Numba's own cache of the function."""
        return dispatch_simply(self._py_func)._cache

    def _save(self, sig, data):
        """Cache the code, unless it calls by the linker.

        Then it holds the places of this process.
        """
        path = self._find_file(sig, data.codegen)
        if (
            not path
            or calls_by_linker(data.library)
            or not self._impl.check_cachable(data)
        ):
            return
        pickled = dumps((sig, self._impl.reduce(data)))
        # One that a killed process has left is replaced.
        partial = path.with_name(f"{path.name}.partial")
        with suppress(OSError):
            path.parent.mkdir(exist_ok=True)
            try:
                partial.write_bytes(sha256(pickled).digest() + pickled)
                partial.replace(path)
            finally:
                partial.unlink(missing_ok=True)
            stem, state, _ = path.name.rsplit("-", 2)
            for other in path.parent.glob(f"{stem}-*"):
                if not other.name.startswith(f"{stem}-{state}"):
                    other.unlink()

    def _find_file(self, sig, codegen) -> Path | None:
        """Return the cache file for a signature.

        Return None if the state of the source is not known.
        """
        state = hash_sources(self._py_func)
        if not state:
            return None
        versions = numba.__version__, sys.version, WIDTH, HEIGHT
        # A type of ours brings operations along: what compiles for it depends
        # on its module, too.
        names = [type(kind).__module__ for kind in getattr(sig, "args", sig)]
        modules = [hash_code(loaded[name]) for name in names if name in loaded]
        own = self._py_func.__module__, sig, codegen.magic_tuple(), modules
        rest = sha256(repr((versions, own)).encode()).hexdigest()
        file = Path(inspect.getfile(self._py_func))
        stem = f"{file.stem}.{self._py_func.__qualname__}"
        name = f"{stem}-{state[:32]}-{rest[:32]}.nbc"
        return Path(self.cache_path) / name


def calls_by_linker(library) -> bool:
    """Return whether Numba's linker fills in addresses that code calls.

    It does where a recursion goes through several functions, or through
    several signatures of one: `0`, True and None have types of their own, so
    `search(position, 0)` is not the function that calls itself with
    `depth + 1`.
    """
    return any(
        variable.name.startswith(LINKED)
        for variable in library._final_module.global_variables
    )


class SourceLocator:
    """The folder and the hash under which Numba's own cache keeps code.

    Numba calls these methods of the classes that `NUMBA_CACHE_LOCATOR_CLASSES`
    names.
    """

    def __init__(self, function: Callable[..., Any], file: Path) -> None:
        self._function, self._file = function, file
        chosen = os.environ.get("NUMBA_CACHE_DIR")
        self._folder = Path(chosen or file.parent / "__pycache__")

    @classmethod
    def from_function(cls, function, file: str):
        return cls(function, Path(file))

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return f"{self._folder}"

    def get_source_stamp(self) -> str:
        return hash_sources(self._function) or f"{time_ns()}"

    def get_disambiguator(self) -> str:
        text = f"{self._file} {WIDTH}x{HEIGHT}"
        return sha256(text.encode()).hexdigest()[:16]


def dispatch(function: Callable[..., Any], source: Callable[..., Any]) -> Any:
    """Return Numba's dispatcher of a function.

    Its code is cached beside that of the function's source.
    """
    with suppress(RuntimeError):  # from Numba, if it can write nowhere
        if missing:
            return dispatch_simply(function)
        dispatcher = njit(**OPTIONS)(function)
        dispatcher._cache = SourceCache(source)
        return dispatcher
    return njit(**OPTIONS)(function)


def dispatch_simply(function: Callable[..., Any]) -> Any:
    """Return a dispatcher with Numba's own cache.

    That cannot recognise a function in another.
    """
    others = getattr(config, LOCATORS, None)
    config.CACHE_LOCATOR_CLASSES = f"{__name__}.{SourceLocator.__name__}"
    try:
        is_kept = others is not None and not function.__closure__
        return njit(cache=is_kept, **OPTIONS)(function)
    finally:
        config.CACHE_LOCATOR_CLASSES = others
