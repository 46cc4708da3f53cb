"""Report when Numba compiles. Only a program that is compiled imports this: Numba takes a while."""
# Numba's events have no types.
# pyright: basic

from collections.abc import Callable

from numba.core.event import Listener, register


class Reporter(Listener):
    """Hooks around each function that Numba compiles, some of them while it compiles another."""

    def __init__(self, report: Callable[[int], None]) -> None:
        self._report = report

    def on_start(self, *_: object) -> None:
        """Report one more function."""
        self._report(1)

    def on_end(self, *_: object) -> None:
        """Report one function fewer."""
        self._report(-1)


def report_compiling(report: Callable[[int], None]) -> None:
    """Report 1 whenever Numba begins to compile a function, and -1 when it is done."""
    register("numba:compile", Reporter(report))
