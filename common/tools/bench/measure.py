"""Solve lines of a test set and say how well it went; in a process of its own, where time is limited."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from statistics import fmean
from time import monotonic, perf_counter_ns, process_time_ns
from typing import NamedTuple

from common.errors import UserError
from common.tools.bench.engines import Engine, make_engine
from common.tools.processes.workers import OutOfTime, Worker
from common.tools.sets import Line

START_SECONDS = 600  # a step compiles when it is first used after a change


class Solved(NamedTuple):
    """What came out of one line: whether the score is right, and what it took."""

    right: bool
    seconds: float
    processor_seconds: float
    nodes: int


@dataclass(frozen=True)
class Result:
    """What came out of the lines of one set, one by one."""

    lines: Sequence[Solved]

    @property
    def positions(self) -> int:
        """Return how many positions were solved."""
        return len(self.lines)

    @property
    def correct(self) -> int:
        """Return how many scores are right."""
        return sum(line.right for line in self.lines)

    @property
    def nodes(self) -> int:
        """Return the nodes of all positions."""
        return sum(line.nodes for line in self.lines)

    @property
    def mean_seconds(self) -> float:
        """Return the mean time a position took."""
        return fmean(line.seconds for line in self.lines)

    @property
    def processor_seconds(self) -> list[float]:
        """Return the time of all processors that each position took."""
        return [line.processor_seconds for line in self.lines]

    @property
    def mean_nodes(self) -> float:
        """Return the mean number of nodes a position took."""
        return self.nodes / self.positions

    @property
    def knodes_per_second(self) -> float:
        """Return thousands of nodes a second."""
        return self.mean_nodes / self.mean_seconds / 1000


def solve_line(engine: Engine, line: Line) -> Solved:
    """Solve one position with nothing remembered from others; only the solving is timed.

    Clearing a table also empties the processor's caches, so it comes first.
    """
    engine.reset()
    position = engine.prepare(line.moves)
    start, used = perf_counter_ns(), process_time_ns()
    score = engine.solve(position)
    used, end = process_time_ns() - used, perf_counter_ns()
    return Solved(score == line.score, (end - start) / 1e9, used / 1e9, engine.nodes)


class EngineWorker(Worker):
    """An engine in a process of its own, which can be ended in the middle of a search."""

    def __init__(self, engine: str, *, use_book: bool) -> None:
        self._engine = engine
        super().__init__(serve_engine, engine, use_book)

    def start(self) -> None:
        """Start the process, and wait until the engine is ready."""
        super().start()
        try:
            self.receive(START_SECONDS)
        except OutOfTime:
            raise UserError(f"{self._engine} did not start within {START_SECONDS} s") from None

    def measure_lines(
        self, lines: Sequence[Line], timeout: float, on_solved: Callable[[Solved], None] = lambda _: None
    ) -> Result:
        """Solve all lines; raise OutOfTime if that takes longer than the timeout, in seconds."""
        deadline = monotonic() + timeout
        self.send(list(lines))
        solved_lines: list[Solved] = []
        for _ in lines:
            try:
                solved = self.receive(deadline - monotonic())
            except OutOfTime:
                self.close()
                self.start()
                raise OutOfTime(f"{len(solved_lines)} of {len(lines)} positions in {timeout:g} s") from None
            solved_lines.append(solved)
            on_solved(solved)
        return Result(solved_lines)


def serve_engine(pipe: Connection, name: str, use_book: bool) -> None:
    """Open an engine, say so, and answer each list of lines with a result a line."""
    try:
        engine = make_engine(name, use_book=use_book)
        pipe.send(None)
        while True:
            for line in pipe.recv():
                pipe.send(solve_line(engine, line))
    except UserError as error:
        pipe.send(UserError(f"{name}: {error}"))
