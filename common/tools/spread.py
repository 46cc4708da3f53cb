"""Spread work over the cores of this machine, or over a cluster."""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from typing import TypeVar

from common.errors import UserError

AHEAD = 4  # pieces in the executor for each core of this machine: enough that none waits for another

P = TypeVar("P")
R = TypeVar("R")


@contextmanager
def executor(jobs: int, dask: str | None = None) -> Generator[Executor]:
    """Open what does the work: processes here, or the cluster of a Dask scheduler."""
    if not dask:
        with ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent) as pool:
            yield pool
        return
    if not find_spec("distributed"):
        raise UserError("--dask needs dask.distributed: pip install 'connect4-step-by-step[dask]'")
    with import_module("distributed").Client(dask) as client:
        yield client.get_executor()


def end_with_parent() -> None:
    """Let this process end in silence: by Ctrl-C, and when the one that asks it for work is gone."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = parent_process()
    assert parent

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def in_order(pool: Executor, function: Callable[[P], R], pieces: Iterable[P]) -> Iterator[R]:
    """Yield what a function makes of each piece, in order; only a few wait in the executor at a time."""
    running: deque[Future[R]] = deque()
    for piece in pieces:
        running.append(pool.submit(function, piece))
        if len(running) >= AHEAD * (os.cpu_count() or 1):
            yield running.popleft().result()
    while running:
        yield running.popleft().result()
