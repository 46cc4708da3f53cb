"""`c4 bench`: the steps and their peers on the test sets, as one table."""

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack

from common.errors import UserError
from common.tools import course
from common.tools.benchmark import sets
from common.tools.benchmark.engines import PEERS, check_peer
from common.tools.benchmark.measure import OutOfTime, Result, Worker, total
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
TURN = 10  # lines; with one at a time, each would find the processor's caches full of others' data
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
    """Return a row for each engine and set; the engines take turns.

    What else the machine does, and how fast it happens to be, then weighs on all of them alike.
    """
    rows: list[Row] = []
    errors = console(sys.stderr)
    with progress(errors) as bar, ExitStack() as stack:
        task = bar.add_task("", total=len(engines) * sum(map(len, lines.values())))
        bar.update(task, description="starting")
        measured = {
            engine: stack.enter_context(Worker(engine, use_book=not options.no_book)) for engine in engines
        }
        for name, part in lines.items():
            bar.update(task, description=name)
            before = bar.tasks[task].completed
            found = measure_set(measured, name, part, options.timeout, lambda: bar.advance(task, TURN))
            bar.update(task, completed=before + len(engines) * len(part))
            rows += found
            if not errors.is_terminal:
                for row in found:
                    print(f"{row.solver} {name}: {'done' if row.result else row.why_not}", file=sys.stderr)
    return sorted(rows, key=lambda row: engines.index(row.solver))


def measure_set(
    measured: dict[str, Worker],
    name: str,
    lines: list[sets.Line],
    timeout: float,
    on_solved: Callable[[], None],
) -> list[Row]:
    """Return the rows of one set; an engine that has used up its time is left out from then on."""
    results: dict[str, list[Result]] = {engine: [] for engine in measured}
    rows: dict[str, Row] = {}
    for start in range(0, len(lines), TURN):
        for engine in measured:
            if engine in rows:
                continue
            left = timeout - sum(result.seconds for result in results[engine])
            try:
                measured[engine].measure(lines[start : start + TURN], left, results[engine].append)
            except OutOfTime:
                solved = f"{len(results[engine])} of {len(lines)} positions in {timeout:g} s"
                rows[engine] = Row(name, engine, None, solved)
            on_solved()
    return [rows.get(engine) or Row(name, engine, total(results[engine])) for engine in measured]
