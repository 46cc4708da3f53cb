"""Answer lines for `c4 solve`: in this process, in others, or on other machines.

line      a position as moves or a board, or invalid input
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, islice
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from c4.engine import FEW
from c4.notation import read_position
from common.errors import Error
from common.position import InvalidPosition
from common.tools.course import OwnStep, Step, name_errors
from common.tools.terminal.streams import print_on_terminal_if_slow

if TYPE_CHECKING:
    from c4.questions import BatchSolver

ALONE_SECONDS = 2.0  # a shorter job is not worth more processes
PIECE_SECONDS = 0.5  # of work that is handed to a process at a time
LARGEST_PIECE = 4096  # lines


@dataclass(frozen=True)
class Question:
    """The question about each line, and the step that answers it, with the options of its solver."""

    step: Step
    weak: bool = False
    analyze: bool = False


class AnsweredLine(NamedTuple):
    """The scores of a line, one or one per column, and their cost; or a complaint about the line."""

    moves: str
    scores: Sequence[int | None]
    nodes: int
    microseconds: int
    complaint: str = ""


@lru_cache(1)  # one per process, since it is slow to compile
def prepare(question: Question) -> Question:
    """Prepare the step of a question; return the question, or the equal one that is prepared."""
    with name_errors(question.step):
        question.step.prepare()
    return question


@lru_cache(1)
def load_loop(question: Question) -> "BatchSolver | None":
    """Return a compiled loop for many lines, which takes a while to load, or None if there is none."""
    from c4.questions import BatchSolver, can_solve_batches

    step = question.step
    if isinstance(step, OwnStep) or dict(step.options).get("threads", 1) > 1 or not can_solve_batches(step):
        return None
    return BatchSolver(step, columns=question.analyze, weak=question.weak)


def answer_line(question: Question, line: str) -> AnsweredLine:
    """Answer one line."""
    try:
        moves = read_position(line)
    except Error as error:
        return AnsweredLine(line, [], 0, 0, f"{error}")
    try:
        with name_errors(question.step):
            answer = question.step.ask(moves, weak=question.weak, columns=question.analyze)
    except InvalidPosition as error:
        return AnsweredLine(line, [], 0, 0, f"{error}")
    return AnsweredLine(line, answer.scores, answer.nodes, int(answer.seconds * 1e6))


def answer_many(
    loop: "BatchSolver", question: Question, lines: Sequence[str]
) -> Iterator[list[AnsweredLine]]:
    """Yield the answers to lines: from time to time, all that are ready."""
    from c4.questions import FULL, read_batch

    batch, first = read_batch(lines, loop.width), 0
    for last in loop.solve(batch):
        rows = batch.scores.reshape(-1, loop.width)[first:last].tolist()
        if loop.width > 1:
            rows = [[None if score == FULL else score for score in row] for row in rows]
        nodes = batch.nodes[first:last].tolist()
        microseconds = (batch.nanoseconds[first:last] // 1000).tolist()
        answers = list(map(AnsweredLine, lines[first:last], rows, nodes, microseconds))
        for index in (batch.moves[first:last] < 0).nonzero()[0].tolist():
            answers[index] = answer_line(question, lines[first + index])  # which says what is wrong
        yield answers
        first = last


def answer_lines(question: Question, lines: Sequence[str]) -> list[AnsweredLine]:
    """Answer lines."""
    return [*chain.from_iterable(stream_block(question, lines, 1))]


def stream_block(question: Question, lines: Sequence[str], first: int) -> Iterator[list[AnsweredLine]]:
    """Yield the answers to lines in order, as they come; report a slow line, numbered from `first` on."""
    question, loop, count = prepare(question), None, 0
    if len(lines) > FEW:
        with print_on_terminal_if_slow("compiling the loop for many lines, once; this takes a few seconds"):
            loop = load_loop(question)
    blocks = answer_many(loop, question, lines) if loop else ([answer_line(question, line)] for line in lines)
    while count < len(lines):
        with print_on_terminal_if_slow(f"line {first + count}: still solving {lines[count]} ..."):
            answers = next(blocks)
        yield answers
        count += len(answers)


def stream_answers(
    question: Question, batches: Iterator[list[str]], jobs: int, dask: str | None, first: int = 1
) -> Iterator[list[AnsweredLine]]:
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


def spell_lines(answers: list[AnsweredLine], *, with_times: bool) -> Iterator[str]:
    """Yield lines for programs, an empty one for input that is not a position."""
    for answer in answers:
        scores = " ".join(["-" if score is None else f"{score}" for score in answer.scores])
        time = f" {answer.microseconds}" if with_times else ""
        yield "\n" if answer.complaint else f"{answer.moves} {scores} {answer.nodes}{time}\n"
