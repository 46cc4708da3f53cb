"""A time limit for a program in this process, as in a page, which has no other."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter


class Late(BaseException):
    """A program has not answered in time. Its own `except Exception` does not catch this."""


@contextmanager
def limit_time(seconds: float) -> Generator[None]:
    """Raise Late in this context at the first call of a function after so many seconds.

    A loop that calls nothing goes on.
    """
    deadline = perf_counter() + seconds

    def check_time(*_: object) -> None:
        if perf_counter() > deadline:
            raise Late

    sys.setprofile(check_time)
    try:
        yield
    finally:
        sys.setprofile(None)
