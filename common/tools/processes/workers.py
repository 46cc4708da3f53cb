"""Processes that answer what they are sent, one by one, and can be ended in the middle of it.

Pipes need no semaphores, which a signal would leave behind. They close with the process that asks, so its
workers end too, even if it was killed.
"""

import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Self

from common.errors import UserError


class OutOfTime(Exception):
    """Say how far a worker came."""


class Worker:
    """A process that calls a function with a pipe and some arguments.

    Sending and receiving raise BrokenExecutor if somebody else has ended the process.
    """

    def __init__(self, function: Callable[..., None], *arguments: Any) -> None:
        self._function, self._arguments = function, arguments
        self.start()

    def start(self) -> None:
        """Start the process, another one if there has been one."""
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=call_with_pipe, args=(self._function, theirs, self._arguments), daemon=True
        )
        self._process.start()
        theirs.close()

    def send(self, question: Any) -> None:
        """Send a question."""
        try:
            self.pipe.send(question)
        except ConnectionError:
            raise BrokenExecutor from None

    def receive(self, seconds: float | None = None) -> Any:
        """Return an answer, or raise it if it is a UserError; raise OutOfTime if none comes in time."""
        try:
            if seconds is not None and not self.pipe.poll(max(seconds, 0)):
                raise OutOfTime
            answer = self.pipe.recv()
        except (EOFError, ConnectionError):
            raise BrokenExecutor from None
        if isinstance(answer, UserError):
            raise answer
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self.pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def call_with_pipe(function: Callable[..., None], pipe: Connection, arguments: tuple[Any, ...]) -> None:
    """Call a worker's function until nobody asks any more; an interrupt ends it without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(EOFError, BrokenPipeError):
        function(pipe, *arguments)
