"""Answer lines, as `c4 solve` does: in this process, in others, or on other machines.

line      a position as a move string, or what should be one
journal   the answers so far, beside the file that they are for
"""

import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice, starmap
from pathlib import Path
from time import monotonic, perf_counter_ns
from typing import Any, NamedTuple

from common.errors import UserError
from common.position import HEIGHT, WIDTH, InvalidPosition, parse
from common.solver import Solver, analyze
from common.tools import course
from common.tools.journal import open_journal_of
from common.tools.processes.pools import map_in_order, open_executor
from common.tools.terminal.streams import print_if_slow

ALONE_SECONDS = 2.0  # what takes less is not worth starting other processes
PIECE_SECONDS = 0.5  # of work that is handed to a process at a time
LARGEST_PIECE = 4096  # lines
KEPT_SECONDS = 1.0  # between writes to the journal


@dataclass(frozen=True)
class Question:
    """What is asked of each line, and the step that answers; `options` are those of its solver."""

    step: str
    weak: bool = False
    analyze: bool = False
    use_book: bool = True
    options: tuple[tuple[str, Any], ...] = ()


class Answer(NamedTuple):
    """The scores of a line, one or one for each column, and what they took; or a complaint about the line."""

    moves: str
    scores: Sequence[int | None]
    nodes: int
    microseconds: int
    complaint: str = ""

    @property
    def spelled(self) -> list[str]:
        """Return the scores as they are written."""
        return ["-" if score is None else f"{score}" for score in self.scores]


@lru_cache(1)
def build_solver(question: Question) -> Solver[Any]:
    """Return this process's solver, compiled."""
    step = course.load(question.step)
    solver = step.solver(use_book=question.use_book, **dict(question.options))
    step.warm()
    return solver


def answer_line(question: Question, line: str) -> Answer:
    """Answer a line, with nothing remembered from others."""
    try:
        position = parse(line, course.load(question.step).Position.start())
    except InvalidPosition as error:
        return Answer(line, [], 0, 0, f"{error}")
    solver = build_solver(question)
    solver.reset()
    start = perf_counter_ns()
    if question.analyze:
        scores = analyze(solver, position, question.weak)
    else:
        scores = [solver.solve(position, question.weak)]
    return Answer(line, scores, solver.nodes, (perf_counter_ns() - start) // 1000)


def answer_lines(question: Question, lines: Sequence[str]) -> list[Answer]:
    """Answer lines one by one."""
    return [answer_line(question, line) for line in lines]


def stream_answers(question: Question, lines: Iterator[str], jobs: int, dask: str | None) -> Iterator[Answer]:
    """Yield the answer to each line, in order; if that takes long, other processes do the rest."""
    count, start = 0, monotonic()
    for count, line in enumerate(lines, 1):
        slow = print_if_slow(f"line {count}: still solving {line} ...")
        with slow if sys.stderr.isatty() else nullcontext():
            answer = answer_line(question, line)
        yield answer
        if (jobs > 1 or dask) and monotonic() - start > ALONE_SECONDS:
            break
    else:
        return
    size = min(LARGEST_PIECE, 1 + int(count * PIECE_SECONDS / (monotonic() - start)))
    batches = iter(lambda: list(islice(lines, size)), [])
    with open_executor(jobs, dask) as pool:
        for answers in map_in_order(pool, partial(answer_lines, question), batches):
            yield from answers


@contextmanager
def resume_answers(
    question: Question,
    lines: Iterator[str],
    target: Path,
    answer_rest: Callable[[Iterator[str]], Iterator[Answer]],
) -> Generator[Iterator[Answer]]:
    """Yield answers, those that an earlier run kept in a journal first; the journal goes with the last."""
    with open_journal_of(target, f"c4-solve-journal {WIDTH}x{HEIGHT} {question}") as journal:

        def yield_answers() -> Generator[Answer]:
            for number, answer in enumerate(starmap(Answer, journal.load_values()), 1):
                if next(lines, None) != answer.moves:
                    complaint = f"its answer {number} is not to line {number}: {answer.moves!r}"
                    raise UserError(f"{journal.path}: {complaint}")
                yield answer
            unsaved: list[Answer] = []
            saved_at = monotonic()
            try:
                for answer in answer_rest(lines):
                    unsaved.append(answer._replace(microseconds=0))
                    if monotonic() - saved_at > KEPT_SECONDS:
                        journal.keep(*unsaved)
                        unsaved, saved_at = [], monotonic()
                    yield answer
            finally:
                journal.keep(*unsaved)

        with closing(yield_answers()) as all_answers:
            yield all_answers
