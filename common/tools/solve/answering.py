"""Answer lines for `c4 solve`: in this process, in others, or on other machines.

line      a position as moves or a board, or invalid input
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import chain, islice
from math import inf
from time import monotonic, perf_counter_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from c4.engine import FEW
from c4.notation import read_position
from common.errors import UserError
from common.position import parse
from common.solver import analyze
from common.tools.bench.engines import clear_memory
from common.tools.course import OwnStep, Step, name_errors
from common.tools.terminal.streams import print_on_terminal_if_slow

if TYPE_CHECKING:
    from c4.batch import BatchSolver

ALONE_SECONDS = 2.0  # a shorter job is not worth more processes
PIECE_SECONDS = 0.5  # of work that is handed to a process at a time
LARGEST_PIECE = 4096  # lines


@dataclass(frozen=True)
class Question:
    """The question about each line, and the step that answers it; `options` are for its solver."""

    step: Step
    weak: bool = False
    analyze: bool = False
    options: tuple[tuple[str, Any], ...] = ()


class Answer(NamedTuple):
    """The scores of a line, one or one per column, and their cost; or a complaint about the line."""

    moves: str
    scores: Sequence[int | None]
    nodes: int
    microseconds: int
    complaint: str = ""


class LineSolver:
    """A solver that answers a question about lines, each with an empty memory."""

    def __init__(self, question: Question) -> None:
        self._question, self._step = question, question.step
        with name_errors(self._step):
            self._solver: Any = self._step.solver(**dict(question.options))
            self._step.warm()
            self._has_book = hasattr(self._solver, "open_book")
        if not isinstance(self._step, OwnStep) and "size" not in dict(question.options):
            clear_memory(self._solver)  # the system hands it out at the first write, which is not timed

    @cached_property
    def loop(self) -> "BatchSolver | None":
        """Return a compiled loop for many lines, which takes a while to load, or None if there is none."""
        from c4.batch import BatchSolver, can_solve_batches

        is_ours = not isinstance(self._step, OwnStep)
        has_threads = dict(self._question.options).get("threads", 1) > 1
        if has_threads or not (is_ours and can_solve_batches(self._step)):
            return None
        columns, weak = self._question.analyze, self._question.weak
        return BatchSolver(self._step, self._solver, columns=columns, weak=weak)

    def answer(self, line: str) -> Answer:
        """Answer one line."""
        with name_errors(self._step):
            return self._answer(line)

    def _answer(self, line: str) -> Answer:
        """Answer one line; the errors of a learner's program are raised as they are."""
        try:
            position = parse(read_position(line), self._step.Position.start())
        except UserError as error:
            return Answer(line, [], 0, 0, f"{error}")
        if self._solver.nodes:  # otherwise the last search put nothing into the table
            self._solver.reset()
        if self._has_book:
            self._solver.open_book(position.moves)  # reading the book is not timed
        weak, start = self._question.weak, perf_counter_ns()
        if self._question.analyze:
            scores = analyze(self._solver, position, weak)
        else:
            scores = [self._solver.solve(position, weak)]
        return Answer(line, scores, self._solver.nodes, (perf_counter_ns() - start) // 1000)

    def answer_many(self, loop: "BatchSolver", lines: Sequence[str]) -> Iterator[list[Answer]]:
        """Yield the answers to lines: from time to time, all that are ready."""
        from c4.batch import FULL, read_batch

        batch, first = read_batch(lines, loop.width), 0
        for last in loop.solve(batch):
            rows = loop.find_scores(batch, first, last).tolist()
            if loop.width > 1:
                rows = [[None if score == FULL else score for score in row] for row in rows]
            nodes = batch.nodes[first:last].tolist()
            microseconds = (batch.nanoseconds[first:last] // 1000).tolist()
            answers = list(map(Answer, lines[first:last], rows, nodes, microseconds))
            for index in (batch.moves[first:last] < 0).nonzero()[0].tolist():
                answers[index] = self.answer(lines[first + index])  # which says what is wrong
            yield answers
            first = last


build_solver = lru_cache(1)(LineSolver)  # one per process, since it is slow to compile


def answer_lines(question: Question, lines: Sequence[str]) -> list[Answer]:
    """Answer lines."""
    return [*chain.from_iterable(stream_block(question, lines, 1))]


def stream_block(question: Question, lines: Sequence[str], first: int) -> Iterator[list[Answer]]:
    """Yield the answers to lines in order, as they come; report a slow line, numbered from `first` on."""
    solver, count = build_solver(question), 0
    loop = None
    if len(lines) > FEW:
        with print_on_terminal_if_slow("compiling the loop for many lines, once; this takes a few seconds"):
            loop = solver.loop
    blocks = solver.answer_many(loop, lines) if loop else ([solver.answer(line)] for line in lines)
    while count < len(lines):
        with print_on_terminal_if_slow(f"line {first + count}: still solving {lines[count]} ..."):
            answers = next(blocks)
        yield answers
        count += len(answers)


def stream_answers(
    question: Question, batches: Iterator[list[str]], jobs: int, dask: str | None, first: int = 1
) -> Iterator[list[Answer]]:
    """Yield the answers to lines, in order; if that takes a long time, other processes do the rest.

    The lines are numbered from `first` on.
    """
    start, count = monotonic(), 0
    deadline = start + ALONE_SECONDS if jobs > 1 or dask else inf
    for lines in batches:
        answered = 0
        for answers in stream_block(question, lines, first + count):
            answered += len(answers)
            yield answers
            if monotonic() > deadline:
                break
        count += answered
        if monotonic() > deadline:
            rest = chain(lines[answered:], chain.from_iterable(batches))
            break
    else:
        return
    from common.tools.pools import map_in_order, open_executor  # few calls come this far

    size = min(LARGEST_PIECE, 1 + int(count * PIECE_SECONDS / (monotonic() - start)))
    pieces = iter(lambda: list(islice(rest, size)), [])
    with open_executor(jobs, dask) as pool:
        yield from map_in_order(pool, partial(answer_lines, question), pieces)


def spell_lines(answers: list[Answer], *, with_times: bool) -> Iterator[str]:
    """Yield lines for programs, an empty one for input that is not a position."""
    for answer in answers:
        scores = " ".join(["-" if score is None else f"{score}" for score in answer.scores])
        time = f" {answer.microseconds}" if with_times else ""
        yield "\n" if answer.complaint else f"{answer.moves} {scores} {answer.nodes}{time}\n"
