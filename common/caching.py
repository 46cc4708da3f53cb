"""The cache of compiled code, which keeps it as long as it is valid.

Numba's own cache would keep compiled code until the function's own file changes. Code here comes from several
files (a solver calls methods of its position), so it is kept under a hash of all the source it can come from:
that of the core and of the step's folder. Any edit takes effect on the next run, and an unchanged step starts
at once. The tools and c4 may compile in the code of any step and of c4, so their code is kept under a hash of
their own folder, the core, all steps and c4.

Every name that Numba does not promise to keep is in this file. Where one is missing, Numba's own cache keeps
the code, under the same hash, and loads it more slowly.
"""
# Numba's private names have no types.
# pyright: basic, reportAttributeAccessIssue=false

import inspect
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from threading import RLock
from time import time_ns
from typing import Any

import numba
from numba import config, njit

from common import CORE, IMPORTED
from common.position import HEIGHT, WIDTH

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
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


missing: list[Exception] = []


def report_missing(error: Exception) -> None:
    """Say once that a name is missing."""
    if not missing:
        words = f"Numba {numba.__version__} lacks a name ({error}): compiled code loads more slowly"
        print(words, file=sys.stderr)
    missing.append(error)


compiling: Any = RLock()
"""What Numba holds while it compiles."""
FunctionCache: Any = object
try:
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.options import DefaultOptions

    compiling = global_compiler_lock
    # Nothing in C calls the compiled functions, and a wrapper for it takes a sixth of the compile time.
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
    """The compiled code of a function: a file for each state of the source and each signature.

    A file is whole or not there, and its name says everything that its content depends on. Where none can be
    written, the function is compiled in each run.
    """

    def load_overload(self, sig, target_context):
        """Return the cached code for a signature, or None if it has to be compiled."""
        if not missing:
            try:
                return self._load(sig, target_context)
            except AttributeError as error:
                report_missing(error)
        return self._numbas.load_overload(sig, target_context)

    def save_overload(self, sig, data):
        """Cache the code for a signature, replacing that of other states of the source."""
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

    def _load(self, sig, target_context):
        """Return the cached code; Numba would first load all it knows about Python and NumPy.

        Finished code only counts references.
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

    def _save(self, sig, data):
        """Cache the code, unless it calls by the linker: then it holds the places of this process."""
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
    return any(variable.name.startswith(LINKED) for variable in library._final_module.global_variables)


class SourceLocator:
    """The folder and the hash under which Numba's own cache keeps the code of a file.

    Numba calls these methods of the classes that `NUMBA_CACHE_LOCATOR_CLASSES` names.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._folder = Path(os.environ.get("NUMBA_CACHE_DIR") or file.parent / "__pycache__")

    @classmethod
    def from_function(cls, _function, file: str):
        return cls(Path(file))

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return f"{self._folder}"

    def get_source_stamp(self) -> str:
        return hash_sources(self._file) or f"{time_ns()}"

    def get_disambiguator(self) -> str:
        return sha256(f"{self._file} {WIDTH}x{HEIGHT}".encode()).hexdigest()[:16]


def dispatch(function: Callable[..., Any], source: Callable[..., Any]) -> Any:
    """Return Numba's dispatcher of a function, whose code is cached beside that of its source."""
    with suppress(RuntimeError):  # from Numba, if it finds no folder that can be written
        if missing:
            return dispatch_simply(function)
        dispatcher = njit(**OPTIONS)(function)
        dispatcher._cache = SourceCache(source)
        return dispatcher
    return njit(**OPTIONS)(function)


def dispatch_simply(function: Callable[..., Any]) -> Any:
    """Return a dispatcher with Numba's own cache, which cannot recognise a function in another."""
    others = getattr(config, "CACHE_LOCATOR_CLASSES", None)
    config.CACHE_LOCATOR_CLASSES = f"{__name__}.{SourceLocator.__name__}"
    try:
        return njit(cache=others is not None and not function.__closure__, **OPTIONS)(function)
    finally:
        config.CACHE_LOCATOR_CLASSES = others
