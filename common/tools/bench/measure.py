"""Solve lines of a test set and measure the cost, in a separate process if time is limited."""

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from operator import attrgetter
from statistics import fmean, median
from time import monotonic
from typing import NamedTuple

from common.errors import Error
from common.tools.bench.entrants import Entrant
from common.tools.course import name_errors
from common.tools.pools import end_with_parent
from common.tools.sets import Line

TURN = 10  # lines; with one at a time, each would find the processor's caches full of others' data
BLOCK = 50  # lines of a turn where they are quick, for the same reason
QUICK = 0.1  # seconds; shorter turns are repeated, since an interruption would be a large part of one
START_SECONDS = 600.0  # until an entrant is ready, which Numba may have to compile


class Solved(NamedTuple):
    """The result of one line: whether the score is right, its times and nodes, and the score."""

    right: bool
    seconds: float
    processor_seconds: float
    nodes: int
    score: int | None


@dataclass(frozen=True)
class Result:
    """The results of the lines of one set, one by one."""

    lines: Sequence[Solved]

    @property
    def positions(self) -> int:
        """Return the number of solved positions."""
        return len(self.lines)

    @property
    def correct(self) -> int:
        """Return the number of right scores."""
        return sum(line.right for line in self.lines)

    @property
    def mean_seconds(self) -> float:
        """Return the mean time per position."""
        return fmean(line.seconds for line in self.lines)

    @property
    def processor_seconds(self) -> list[float]:
        """Return the processor time of each position, over all processors."""
        return [line.processor_seconds for line in self.lines]

    @property
    def mean_nodes(self) -> float:
        """Return the mean number of nodes per position."""
        return fmean(line.nodes for line in self.lines)

    @property
    def knodes_per_second(self) -> float:
        """Return thousands of nodes per second."""
        return self.mean_nodes / self.mean_seconds / 1000


def solve_line(entrant: Entrant, line: Line) -> Solved:
    """Solve one position with an empty memory."""
    (score,), nodes, seconds, processor_seconds = entrant.ask(line.moves)
    return Solved(score == line.score, seconds, processor_seconds, nodes, score)


def merge_results(results: Sequence[Solved]) -> Solved:
    """Return the result of a line with the median of each time; it counts as right only if all are."""
    least = min(results, key=attrgetter("right"))
    times = (
        median(result.seconds for result in results),
        median(result.processor_seconds for result in results),
    )
    return Solved(least.right, *times, least.nodes, least.score)


class Worker(AbstractContextManager["Worker"]):
    """An entrant in a separate process, which can be ended in the middle of a search.

    Its methods raise BrokenExecutor if the process was ended from outside.
    """

    def __init__(self, name: str, entrant: Entrant) -> None:
        self._name, self._entrant = name, entrant
        self._start()

    def solve_lines(self, lines: Sequence[Line], seconds: float) -> list[Solved]:
        """Return the results of the lines solved within `seconds`, perhaps not all of them."""
        deadline = monotonic() + seconds
        solved_lines: list[Solved] = []
        try:
            self._pipe.send(list(lines))
            solved_lines.extend(self._receive(deadline - monotonic()) for _ in lines)
        except ConnectionError:
            raise BrokenExecutor from None
        except TimeoutError:
            self.close()
            self._start()
        return solved_lines

    def close(self) -> None:
        """End the process, and the program that it asks, if it does."""
        self._process.terminate()
        self._process.join(1)
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _start(self) -> None:
        """Start the process, and wait until the entrant is ready."""
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        arguments = theirs, self._name, self._entrant
        self._process = context.Process(target=serve, args=arguments, daemon=True)
        self._process.start()
        theirs.close()
        try:
            self._receive(START_SECONDS)
        except TimeoutError:
            self.close()
            raise Error(
                f"{self._name} was not ready within {START_SECONDS:g} s: perhaps a loop in it does not end"
            ) from None

    def _receive(self, seconds: float | None = None) -> Solved:
        """Return an answer, or raise it if it is an Error; raise TimeoutError if none comes in time."""
        if not self._pipe.poll(seconds and max(seconds, 0)):
            raise TimeoutError
        try:
            answer = self._pipe.recv()
        except (EOFError, ConnectionError):
            raise BrokenExecutor from None
        if isinstance(answer, Error):
            raise answer
        return answer

    def __exit__(self, *_: object) -> None:
        self.close()


def serve(pipe: Connection, name: str, entrant: Entrant) -> None:
    """Prepare an entrant, report it, and answer each list of lines with one result per line."""
    end_with_parent()
    with suppress(EOFError, BrokenPipeError):  # the parent is gone
        try:
            with name_errors(entrant):
                entrant.prepare()
            pipe.send(None)
            while True:
                for line in pipe.recv():
                    with name_errors(entrant):
                        solved = solve_line(entrant, line)
                    pipe.send(solved)
        except Error as error:
            who, _, what = str(error).partition(": ")  # of a learner's folder, it names the folder already
            pipe.send(Error(f"{name}: {what if name.startswith(who) else error}"))
