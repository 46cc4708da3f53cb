"""Pools of processes: of this machine, or of a cluster."""

import logging
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from multiprocessing import connection, get_context, parent_process
from threading import Lock, Thread
from typing import Any, TypeVar

from common.errors import Error
from common.position import HEIGHT, WIDTH
from common.tools.terminal.options import WORKERS_PER_CORE

# Python's resource tracker, a process of its own, would complain about every pool that a signal ends.
sys.warnoptions.append("ignore:resource_tracker:UserWarning")

PIECES_AHEAD = 2 * WORKERS_PER_CORE * (os.cpu_count() or 1)
"""The number of pieces in an executor at a time: enough that no process waits for another."""

turn = Lock()
"""Held by the thread of a worker that works: all threads of a process share its solvers."""

K = TypeVar("K")
P = TypeVar("P")
R = TypeVar("R")


@contextmanager
def open_executor(jobs: int, dask: str | None = None) -> Generator[Executor]:
    """Open an executor: processes here, or a Dask cluster."""
    if not dask:
        with ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent) as pool:
            try:
                yield pool
            finally:
                pool.shutdown(cancel_futures=True)  # after a failure, the rest would take hours
        return
    if not find_spec("distributed"):
        raise Error("--dask needs dask.distributed: pip install 'connect4-step-by-step[dask]'")
    with open_cluster(dask) as workers:
        yield workers


@contextmanager
def open_cluster(address: str) -> Generator[Executor]:
    """Open the cluster of a scheduler; raise Error if none answers, ClusterLost if it ends."""
    distributed = import_module("distributed")
    logging.disable()  # Dask logs tracebacks of all that a cluster loses
    try:
        try:
            client = distributed.Client(address)
        except (OSError, TypeError, ValueError) as error:
            raise Error(f"--dask {address}: no scheduler answers: {error}") from None
        with client:
            yield Cluster(client)
    except (CancelledError, distributed.comm.CommClosedError, distributed.KilledWorker):
        raise ClusterLost(
            f"the scheduler at {address} or its workers were ended; start them, then run this again"
        ) from None
    finally:
        logging.disable(logging.NOTSET)


class ClusterLost(Error):
    """The cluster that did the work is gone."""

    status = 1


class Cluster(Executor):
    """The workers of a Dask scheduler.

    Dask has an executor too, but waits forever for a result that was on its way when the scheduler ended. So
    does any call that blocks a thread until the client's loop answers, if the loop is ended before. Results
    are awaited in the loop itself.
    """

    def __init__(self, client: Any) -> None:
        self.client = client

    def submit(self, function: Callable[..., R], /, *arguments: Any, **named: Any) -> Future[R]:
        """Have a worker call a function; the future raises CancelledError if the scheduler is gone."""
        future: Future[R] = Future()
        if self.client.status != "running":
            future.set_exception(CancelledError())
            return future
        submitted = self.client.submit(
            call_on_board, (WIDTH, HEIGHT), function, *arguments, pure=False, **named
        )

        async def settle() -> None:
            try:
                future.set_result(await self.client.gather(submitted, asynchronous=True))
            except BaseException as error:
                has_raised = submitted.status == "error"  # or else Dask has failed, in one of many ways
                future.set_exception(error if has_raised else CancelledError())

        self.client.loop.add_callback(settle)
        return future


def call_on_board(size: tuple[int, int], function: Callable[..., R], *arguments: Any, **named: Any) -> R:
    """Call a function on a worker, in turn; raise Error if the worker's board has another size."""
    if size != (WIDTH, HEIGHT):
        wanted = "x".join(map(str, size))
        raise Error(f"a worker's board is {WIDTH}x{HEIGHT}; start the workers with C4_BOARD={wanted}")
    with turn:
        return function(*arguments, **named)


def end_with_parent() -> None:
    """Let this process end silently, on Ctrl-C and when its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = parent_process()
    assert parent

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def map_in_order(pool: Executor, function: Callable[[P], R], pieces: Iterable[P]) -> Iterator[R]:
    """Yield a function's result for each piece, in order; only some wait in the executor at a time."""
    waiting = iter(pieces)
    running = deque(pool.submit(function, piece) for piece in islice(waiting, PIECES_AHEAD))
    while running:
        yield running.popleft().result()
        running.extend(pool.submit(function, piece) for piece in islice(waiting, 1))


def map_as_done(pool: Executor, function: Callable[[P], R], pieces: dict[K, P]) -> Iterator[tuple[K, R]]:
    """Yield a function's results by the pieces' keys, as they come; only some wait in the executor."""
    waiting = iter(pieces.items())
    running = {pool.submit(function, piece): key for key, piece in islice(waiting, PIECES_AHEAD)}
    while running:
        future = next(as_completed(running))
        yield running.pop(future), future.result()
        running |= {pool.submit(function, piece): key for key, piece in islice(waiting, 1)}
