"""`c4 bench`: the steps and their peers on the test sets, as one table."""

import argparse
import sys
from collections.abc import Callable

from common import course
from common.benchmark import sets
from common.benchmark.engines import PEERS
from common.benchmark.measure import OutOfTime, Worker
from common.benchmark.report import Row, processor, table, versions, write_json
from common.terminal import console, progress


def run(options: argparse.Namespace) -> int:
    """Measure, print the table, write the JSON; return 1 if any score was wrong."""
    names = options.sets.split(",") if options.sets else list(sets.KINDS)
    positions = None if options.full else options.positions
    lines = {name: sets.load(name, positions) for name in names}
    steps = (
        course.span(options.steps) if options.steps else [course.load(number) for number in course.numbers()]
    )
    engines = [step.number for step in steps]
    if options.threads > 1:
        engines += [f"{step.number} x{options.threads}" for step in steps if step.knows("threads")]
    engines += PEERS.get(options.peer, ())
    rows = measure_all(engines, lines, options)
    out = console(sys.stdout)
    out.print(table(rows))
    sizes = ", ".join(sorted({str(len(part)) for part in lines.values()}))
    out.print(f"{sizes} positions a set, {options.timeout:g} s for a set{', no book' * options.no_book}")
    out.print(f"{processor()}; " + ", ".join(f"{name} {number}" for name, number in versions().items()))
    if options.json:
        write_json(options.json, rows, timeout=options.timeout, book=not options.no_book)
    return int(any(row.result and row.result.correct < row.result.positions for row in rows))


def measure_all(
    engines: list[str], lines: dict[str, list[sets.Line]], options: argparse.Namespace
) -> list[Row]:
    """Return a row for each engine and set, measured one after the other."""
    rows: list[Row] = []
    errors = console(sys.stderr)
    with progress(errors) as bar:
        task = bar.add_task("", total=len(engines) * sum(map(len, lines.values())))
        for engine in engines:
            bar.update(task, description=f"{engine} starts")
            with Worker(engine, use_book=not options.no_book) as worker:
                for name, part in lines.items():
                    bar.update(task, description=f"{engine} {name}")
                    before = bar.tasks[task].completed
                    row = measure_set(worker, engine, name, part, options.timeout, lambda: bar.advance(task))
                    bar.update(task, completed=before + len(part))
                    rows.append(row)
                    if not errors.is_terminal:
                        print(f"{engine} {name}: {'done' if row.result else row.why_not}", file=sys.stderr)
    return rows


def measure_set(
    worker: Worker,
    engine: str,
    name: str,
    lines: list[sets.Line],
    timeout: float,
    on_solved: Callable[[], None],
) -> Row:
    """Return the row of one engine and set."""
    try:
        return Row(name, engine, worker.measure(lines, timeout, on_solved))
    except OutOfTime as error:
        return Row(name, engine, None, str(error))
