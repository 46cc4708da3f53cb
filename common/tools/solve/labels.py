"""Files of answered lines: text, and a Parquet table to train on."""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from common.errors import UserError
from common.position import WIDTH
from common.tools.files import open_replacement, sync_file
from common.tools.solve.answering import Answer

ROWS = 1 << 16  # of a table that are written at a time


def spell_lines(answers: list[Answer], *, with_times: bool) -> Iterator[str]:
    """Yield lines for programs, an empty one for input that is not a position."""
    for answer in answers:
        scores = " ".join(["-" if score is None else f"{score}" for score in answer.scores])
        time = f" {answer.microseconds}" if with_times else ""
        yield "\n" if answer.complaint else f"{answer.moves} {scores} {answer.nodes}{time}\n"


@contextmanager
def open_text_file(path: Path) -> Generator[Callable[[list[Answer]], None]]:
    """Write a file of answers without the times, which are never the same twice."""
    with open_replacement(path) as unfinished, unfinished.open("w", encoding="utf-8") as file:
        yield lambda answers: file.writelines(spell_lines(answers, with_times=False))
        sync_file(file)


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
