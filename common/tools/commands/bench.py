"""`c4 bench`: the steps and their peers on the test sets, as one table."""

import argparse
import sys
from collections.abc import Callable

from common.errors import UserError
from common.tools import course
from common.tools.benchmark import sets
from common.tools.benchmark.engines import PEERS, check_peer
from common.tools.benchmark.measure import OutOfTime, Result, Worker
from common.tools.benchmark.report import Row, processor, table, versions, write_json
from common.tools.cli import add_board, add_json, number, workers
from common.tools.terminal import console, progress

EXAMPLES = """
c4 bench                                       all steps, a few positions of each set
c4 bench --steps 03-05 --sets middle-easy      some steps, one set
c4 bench --steps 07 --peer bitbully --no-book --positions 100
c4 bench --steps 18 --sets begin-hard --threads 2   the last step in one thread, and in two
c4 bench --full --timeout 3600 --json all.json every position; takes hours
"""
LONGEST = 1_000_000  # seconds; a system's timers hold little more


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 bench`."""
    add_board(command)
    command.add_argument(
        "--steps",
        type=course.span,
        default=[course.load(number) for number in course.numbers()],
        metavar="NN-NN",
        help="such as 05, 01-04 or 03,05 (default: all)",
    )
    command.add_argument(
        "--sets",
        type=sets.named,
        default=list(sets.KINDS),
        metavar="NAMES",
        help=f"comma-separated, of {', '.join(sets.KINDS)} (default: all)",
    )
    size = command.add_mutually_exclusive_group()
    size.add_argument(
        "--positions", type=number(1), default=20, metavar="N", help="positions of each set (default: 20)"
    )
    size.add_argument("--full", action="store_true", help="all positions of each set")
    command.add_argument(
        "--timeout",
        type=number(0, LONGEST, float),
        default=3.0,
        metavar="S",
        help="seconds a step has for a set; N/A if it needs more (default: 3)",
    )
    command.add_argument("--no-book", action="store_true", help="search the opening too")
    command.add_argument(
        "--threads",
        type=workers,
        default=1,
        metavar="N",
        help="time the steps that can with N threads as well, as in 18 x2",
    )
    command.add_argument("--peer", choices=["bitbully"], help="time this solver on the same lines as well")
    add_json(command, "figures")


def run(options: argparse.Namespace) -> int:
    """Measure, print the table, write the JSON; return 1 if any score was wrong."""
    positions = None if options.full else options.positions
    lines = {name: sets.load(name, positions) for name in options.sets}
    rows = measure_all(engines(options), lines, options)
    out = console(sys.stdout)
    out.print(table(rows))
    sizes = ", ".join(sorted({str(len(part)) for part in lines.values()}))
    out.print(f"{sizes} positions a set, {options.timeout:g} s for a set{', no book' * options.no_book}")
    out.print(f"{processor()}; " + ", ".join(f"{name} {number}" for name, number in versions().items()))
    if options.json:
        write_json(options.json, rows, timeout=options.timeout, book=not options.no_book)
    return int(any(row.result and row.result.correct < row.result.positions for row in rows))


def engines(options: argparse.Namespace) -> list[str]:
    """Return the names of what is measured; raise UserError for an option that would change nothing."""
    names = [step.number for step in options.steps]
    steps = ", ".join(names)
    if options.threads > 1:
        threaded = [f"{step.number} x{options.threads}" for step in options.steps if step.knows("threads")]
        if not threaded:
            raise UserError(f"--threads {options.threads}: no step of {steps} searches with threads")
        names += threaded
    if options.no_book and not options.peer and not any(step.knows("book") for step in options.steps):
        raise UserError(f"--no-book: no step of {steps} has a book to leave out")
    if options.peer:
        check_peer()
    return [*names, *PEERS.get(options.peer, ())]


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
                    row = measure_set(
                        worker, engine, name, part, options.timeout, lambda _: bar.advance(task)
                    )
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
    on_solved: Callable[[Result], None],
) -> Row:
    """Return the row of one engine and set."""
    try:
        return Row(name, engine, worker.measure(lines, timeout, on_solved))
    except OutOfTime as error:
        return Row(name, engine, None, str(error))
