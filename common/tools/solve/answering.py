"""Answer lines for `c4 solve`: in this process, in others, or on other machines.

line      a position as moves or a board, or invalid input
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import lru_cache, partial
from itertools import chain, islice
from math import inf
from time import monotonic
from typing import NamedTuple

import numpy as np

from c4.batch import FULL, Batch, read_batch
from c4.bulk import BatchSolver, Question, explain_refusal
from common.tools.terminal.streams import print_if_slow, print_message

ALONE_SECONDS = 2.0  # a shorter job is not worth more processes
PIECE_SECONDS = 0.5  # of work that is handed to a process at a time
LARGEST_PIECE = 4096  # lines
SLOW_SECONDS = 2.0  # after which a person wonders


class Answer(NamedTuple):
    """The scores of a line, one or one per column, and their cost; or a complaint about the line."""

    moves: str
    scores: Sequence[int | None]
    nodes: int
    microseconds: int
    complaint: str = ""


build_solver = lru_cache(1)(BatchSolver)  # one per process, since it is slow to compile


def answer_lines(question: Question, lines: Sequence[str]) -> list[Answer]:
    """Answer lines, each with an empty memory."""
    solver = build_solver(question)
    solver.prepare(len(lines))
    batch = read_batch(lines, solver.scores_each)
    solver.fill(batch, lines)
    return list_answers(solver, batch, lines, 0, len(lines))


def stream_batch(
    question: Question, lines: Sequence[str], first: int, deadline: float
) -> Iterator[list[Answer]]:
    """Yield the answers to lines in order, as they come, until a time; report a slow line.

    The lines are numbered from `first` on.
    """
    solver = build_solver(question)
    with print_if_slow("compiling the loop for many lines, once; this takes a few seconds"):
        solver.prepare(len(lines))
    batch = read_batch(lines, solver.scores_each)
    answered, since = 0, monotonic()
    with closing(solver.solve(batch, lines)) as progress:
        for solved in progress:
            if solved > answered:
                yield list_answers(solver, batch, lines, answered, solved)
                answered, since = solved, monotonic()
            elif solved < len(lines) and monotonic() - since > SLOW_SECONDS and sys.stderr.isatty():
                print_message(f"line {first + solved}: still solving {lines[solved]} ...")
                since = inf
            if monotonic() > deadline:
                batch.stop()


def list_answers(
    solver: BatchSolver, batch: Batch, lines: Sequence[str], first: int, last: int
) -> list[Answer]:
    """Return the answers to some lines of a batch."""
    rows = solver.find_scores(batch, first, last).tolist()
    if solver.scores_each > 1:
        rows = [[None if score == FULL else score for score in row] for row in rows]
    nodes = batch.nodes[first:last].tolist()
    microseconds = (batch.nanoseconds[first:last] // 1000).tolist()
    answers = list(map(Answer, lines[first:last], rows, nodes, microseconds))
    for index in np.flatnonzero(batch.moves[first:last] < 0).tolist():
        line = lines[first + index]
        answers[index] = Answer(line, [], 0, 0, explain_refusal(line))
    return answers


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
        for answers in stream_batch(question, lines, first + count, deadline):
            answered += len(answers)
            yield answers
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
