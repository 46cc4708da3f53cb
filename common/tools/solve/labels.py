"""Files of answered lines: text, and a Parquet table to train on."""

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from common import PACKAGES
from common.book_file import EMBEDDED
from common.errors import Error
from common.position import HEIGHT, WIDTH
from common.tools.course import locate_book
from common.tools.files import hash_files, open_replacement, open_to_append, write_file
from common.tools.solve.answering import AnsweredLine, Question, answer_lines, spell_lines

ROWS = 1 << 16  # of a table that are written at a time

Resumed = tuple[
    int, list[tuple[int, AnsweredLine]], Iterator[list[str]], Callable[[list[AnsweredLine]], None]
]
"""How many lines are answered, those that were refused, the lines that remain, and a writer of answers."""


@contextmanager
def resume_answers(question: Question, batches: Iterator[list[str]], path: Path) -> Generator[Resumed]:
    """Yield what a file of answers, without times, says of the lines; whole lines of it are done.

    The question stands beside it, in a file that ends in ".job". Write nothing, but raise Error, if that
    is another question, if an answer belongs to another line, or if another process is at work.
    """
    asked, job = path.with_name(f"{path.name}.job"), describe_question(question)
    with open_to_append(path) as (texts, begun, write_lines):
        before = asked.read_text(encoding="utf-8", errors="replace").splitlines() if asked.exists() else []
        if before not in ([], job) and (texts or begun or before[0] != job[0]):
            there, here = (
                ", ".join(sorted({*one} - {*other})) for one, other in ((before, job), (job, before))
            )
            raise Error(f"{asked} says {there}; now it is {here}. Ask the same, or name another file")
        lines, unanswered = deque[str](), dict[int, str]()
        for number, text in enumerate(texts, 1):
            lines = lines or deque(next(batches, ()))
            if not lines or (text and not text.startswith(f"{lines[0]} ")):
                line = f"line {number}, {lines[0]!r}" if lines else f"any of the {number - 1} lines"
                raise Error(f"{path}, line {number}: {text!r} is not an answer to {line} of the input")
            line = lines.popleft()
            if not text:
                unanswered[number] = line
        refused = list(zip(unanswered, answer_lines(question, [*unanswered.values()]), strict=True))
        for number, answer in refused:
            if not answer.complaint:
                raise Error(f"{path}, line {number}, is empty, but {answer.moves!r} has an answer")
        lines = lines or deque(next(batches, ()))
        if not before and (begun or (texts and lines)):
            raise Error(f"{path} has answers, but not their question, {asked.name}; name another file")
        if lines and before != job:
            write_file(asked, "".join(f"{line}\n" for line in job))
        write_lines([])
        rest = chain([list(lines)] if lines else [], batches)
        yield len(texts), refused, rest, lambda made: write_lines(spell_lines(made, with_times=False))


def describe_question(question: Question) -> list[str]:
    """Return all that an answer depends on, besides its line; the first line says whose file it is."""
    step, options = question.step, dict(question.step.options)
    inside = [module for name, module in sys.modules.items() if name.startswith(f"{step.module.__name__}.")]
    named = (getattr(module, "__file__", None) for module in inside)  # a folder may be one, too
    core = (path for folder in PACKAGES.values() for path in folder.glob("[!.]*.py"))
    files = {*core, *(Path(file) for file in named if file)}
    book = locate_book(options["book"]) if "book" in options else EMBEDDED
    if not (step.knows("book") and options.get("use_book", True)):
        book = None
    return [
        "c4 solve",
        f"board {WIDTH}x{HEIGHT}",
        f"step {step.folder.name}",
        f"source {hash_files(file for file in files if file.name != 'test_step.py')}",
        f"{'weak' if question.weak else 'strong'} scores of {'columns' if question.analyze else 'positions'}",
        f"book {hash_files([book])}" if book else "no book",
        f"table {options.get('size', 'default')}",
    ]


@contextmanager
def open_parquet_file(path: Path) -> Generator[Callable[[list[AnsweredLine]], None]]:
    """Write a Parquet file with a row for each line that is a position."""
    if not find_spec("pyarrow"):
        raise Error("--parquet needs pyarrow: pip install 'connect4-step-by-step[parquet]'")
    arrow = import_module("pyarrow")
    text, small, long = arrow.string(), arrow.int8(), arrow.int64()
    schema = arrow.schema({"moves": text, "scores": arrow.list_(small, WIDTH), "score": small, "nodes": long})
    writer = import_module("pyarrow.parquet").ParquetWriter
    rows: list[dict[str, object]] = []
    with open_replacement(path) as unfinished, writer(unfinished, schema) as file:

        def write_rows() -> None:
            file.write_table(arrow.Table.from_pylist(rows, schema))
            rows.clear()

        def write_answers(answers: list[AnsweredLine]) -> None:
            for answer in answers:
                if answer.complaint:
                    continue
                best = max(score for score in answer.scores if score is not None)
                row = answer.moves, answer.scores, best, answer.nodes
                rows.append(dict(zip(schema.names, row, strict=True)))
            if len(rows) >= ROWS:
                write_rows()

        yield write_answers
        write_rows()
