"""Files of answered lines: text, and a Parquet table to train on."""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from common.errors import UserError
from common.position import WIDTH
from common.tools.files import open_replacement, open_to_append, read_lines
from common.tools.solve.answering import Answer, Question, answer_lines, spell_lines

ROWS = 1 << 16  # of a table that are written at a time


def skip_answered(
    question: Question, batches: Iterator[list[str]], path: Path
) -> tuple[int, list[tuple[int, Answer]], Iterator[list[str]]]:
    """Return how many lines a file answers, which of them were refused, and the lines that remain.

    Lines without an answer, and the last one, are answered again. Raise UserError if an answer differs from
    that in the file, or belongs to another line.
    """
    texts, begun = read_lines(path)
    answered: list[str] = []
    lines: deque[str] = deque()
    for number, text in enumerate([*texts, begun] if begun else texts, 1):
        lines = lines or deque(next(batches, ()))
        start = f"{lines[0]} " if lines else ""
        is_whole = number <= len(texts)
        if not lines or (text and text[: len(start)] != (start if is_whole else start[: len(text)])):
            asked = f"line {number}, {lines[0]!r}" if lines else f"any of the {number - 1} lines"
            raise UserError(f"{path}, line {number}: {text!r} is not an answer to {asked} of the input")
        if is_whole:
            answered.append(lines.popleft())
    doubted = [index for index, text in enumerate(texts) if not text or index == len(texts) - 1]
    answers = answer_lines(question, [answered[index] for index in doubted])
    for index, made in zip(doubted, map(str.rstrip, spell_lines(answers, with_times=False)), strict=True):
        if texts[index] != made:
            there = f"{path}, line {index + 1}: {texts[index]!r}"
            raise UserError(f"{there}, but with these options the answer is {made!r}")
    refused = [
        (index + 1, answer) for index, answer in zip(doubted, answers, strict=True) if answer.complaint
    ]
    return len(texts), refused, chain([list(lines)] if lines else [], batches)


@contextmanager
def open_text_file(path: Path) -> Generator[Callable[[list[Answer]], None]]:
    """Add to a file of answers without the times, which are never the same twice."""
    with open_to_append(path) as write_lines:
        yield lambda answers: write_lines(spell_lines(answers, with_times=False))


@contextmanager
def open_parquet_file(path: Path) -> Generator[Callable[[list[Answer]], None]]:
    """Write a Parquet file with a row for each line that is a position."""
    if not find_spec("pyarrow"):
        raise UserError("--parquet needs pyarrow: pip install 'connect4-step-by-step[parquet]'")
    arrow = import_module("pyarrow")
    text, small, long = arrow.string(), arrow.int8(), arrow.int64()
    schema = arrow.schema({"moves": text, "scores": arrow.list_(small, WIDTH), "score": small, "nodes": long})
    writer = import_module("pyarrow.parquet").ParquetWriter
    rows: list[dict[str, object]] = []
    with open_replacement(path) as unfinished, writer(unfinished, schema) as file:

        def write_rows() -> None:
            file.write_table(arrow.Table.from_pylist(rows, schema))
            rows.clear()

        def write_answers(answers: list[Answer]) -> None:
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
