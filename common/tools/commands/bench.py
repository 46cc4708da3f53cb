"""`c4 bench`: the steps and their peers on the test sets, as one table."""

import argparse
import os
import sys
from collections.abc import Iterable
from contextlib import ExitStack, nullcontext
from hashlib import sha256
from itertools import chain, islice, product
from pathlib import Path

from common import CORE
from common.errors import Error
from common.position import HEIGHT, WIDTH
from common.tools import course, sets
from common.tools.bench.entrants import PEERS, Entrant, Program
from common.tools.bench.measure import BLOCK, QUICK, TURN, Result, Solved, Worker, merge_results
from common.tools.bench.report import Row, make_bench_table, make_json_row
from common.tools.course import Step, name_errors
from common.tools.files import hash_files
from common.tools.measured import Setup, processor, versions, write_figures
from common.tools.parts import Keep, Parts, open_parts
from common.tools.terminal.console import make_console, show_progress
from common.tools.terminal.options import (
    add_board_option,
    add_book_option,
    add_json_option,
    add_number,
    make_number_type,
    make_type,
    parse_workers,
)
from common.tools.terminal.streams import print_if_slow

ROUNDS = 9  # of a turn, as long as they take less than QUICK seconds together
LONGEST = 1_000_000  # seconds; a system's timers hold little more
SECONDS = 3.0  # for each solver and set, unless others are given
ANY = "per set"  # the seconds for a set that has none of its own


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 bench`."""
    add_board_option(command)
    help_text = "such as 05, 01-04, or 08,./my-solver with your folder (default: all)"
    every = [course.load(number) for number in course.numbers()]
    command.add_argument(
        "--steps", type=make_type(course.span), default=every, metavar="NN-NN", help=help_text
    )
    sets.add_sets_option(command)
    command.add_argument(
        "--file",
        action="append",
        default=[],
        metavar="FILE",
        help="also a file of your own, one position and its score per line; on its own, in place of the sets",
    )
    size = command.add_mutually_exclusive_group()
    add_number(size, "--positions", "first positions of each set, by default 20, and of each file")
    size.add_argument("--full", action="store_true", help="use all positions of each set")
    command.add_argument(
        "--timeout",
        type=parse_limits,
        default=f"{SECONDS:g}",
        metavar="S",
        help="seconds for each solver and set, and for some sets, as in 3,begin-hard=60; a solver that needs "
        f"more is N/A, on harder sets too (default: {SECONDS:g})",
    )
    command.add_argument("--no-book", action="store_true", help="search openings instead of looking them up")
    add_book_option(command, "also time steps that use a book with this one, shown as 21 8")
    help_text = "also time steps that use threads with N of them, shown as 22 x2"
    command.add_argument("--threads", type=parse_workers, default=1, metavar="N", help=help_text)
    command.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="PEER",
        help=f"also time {', '.join(PEERS)}, or a program that reads a position per line and answers "
        'moves, score, nodes and microseconds: "c4 solve --step 20"',
    )
    add_json_option(command, "figures")
    command.add_argument(
        "--resume",
        action="store_true",
        help="keep finished sets next to the --json file, and go on from there",
    )


def run(options: argparse.Namespace) -> int:
    """Measure, print the table, write the JSON; return 1 if any score was wrong."""
    if options.resume and not options.json:
        raise Error("--resume needs --json: finished sets are kept next to that file")
    numbered = load_lines(options)
    lines = {name: list(part.values()) for name, part in numbered.items()}
    for name in options.timeout:
        if name not in {ANY, *lines}:
            raise Error(f"--timeout {name}=...: it is not measured; what is measured: {', '.join(lines)}")
    entrants = list_entrants(options)
    nothing: tuple[Parts, Keep] = [], lambda _: None
    with (
        open_parts(options.json, describe_job(options, entrants, lines))
        if options.resume
        else nullcontext(nothing) as (parts, keep)
    ):
        rows = measure_entrants(entrants, lines, options, parts, keep)
        out = make_console(sys.stdout)
        out.print(make_bench_table(rows))
        for text in list_wrong_scores(rows, numbered):
            out.print(text, style="red", markup=False)
        sizes = ", ".join(sorted({str(len(part)) for part in lines.values()}))
        limits = ", ".join(
            f"{seconds:g} s {'for ' * (name != ANY)}{name}" for name, seconds in options.timeout.items()
        )
        out.print(f"{sizes} positions per set, {limits}{', no book' * options.no_book}")
        out.print(f"{processor()}; " + ", ".join(f"{name} {number}" for name, number in versions().items()))
        if options.json:
            settings = {"timeout": options.timeout, "book": not options.no_book}
            write_figures(options.json, {"settings": settings, "rows": [make_json_row(row) for row in rows]})
    return int(any(row.result and row.result.correct < row.result.positions for row in rows))


def parse_limits(text: str) -> dict[str, float]:
    """Read seconds for a set or file, such as "15,begin-hard=600"."""
    limits = {ANY: SECONDS}
    read_seconds = make_number_type(0, LONGEST, float)
    for part in text.split(","):
        name, _, seconds = part.rpartition("=")
        limits[name or ANY] = read_seconds(seconds)
    return limits


def load_lines(options: argparse.Namespace) -> dict[str, dict[int, sets.Line]]:
    """Return the positions by set or file, and line; raise Error for a line that is none."""
    names = options.sets or ([] if options.file else list(sets.KINDS))
    positions = None if options.full else options.positions or 20
    lines = {name: dict(enumerate(sets.load_set(name, positions), 1)) for name in names}
    for text in options.file:
        part = sets.load_file(Path(text))
        name = os.path.join(".", text) if text in sets.NAMES else text  # noqa: PTH118 (a Path drops the dot)
        lines[name] = dict(islice(part.items(), options.positions))
    return lines


def list_wrong_scores(rows: Iterable[Row], numbered: dict[str, dict[int, sets.Line]]) -> list[str]:
    """Return a text for each answer that is not a line's score, with all that gave it."""
    solvers: dict[str, list[str]] = {}
    for row in rows:
        for (number, line), solved in zip(
            numbered[row.set_name].items(), row.result.lines if row.result else (), strict=False
        ):
            if not solved.right:
                wrong = (
                    f"{row.set_name}, line {number}: {line.moves} scores {line.score} there, {solved.score}"
                )
                solvers.setdefault(wrong, []).append(f"{row.solver}")
    return [f"{wrong} by {', '.join(names)}" for wrong, names in solvers.items()]


def describe_job(
    options: argparse.Namespace, entrants: Iterable[Setup], lines: dict[str, list[sets.Line]]
) -> str:
    """Return everything that figures depend on, so that those of different jobs are never mixed."""
    sizes = ", ".join(f"{len(part)} of {name}" for name, part in lines.items())
    book = "without" if options.no_book else "with"
    names = ", ".join(map(str, entrants))
    content = sha256(f"{lines}".encode()).hexdigest()[:16]
    job = f"c4 bench {WIDTH}x{HEIGHT}, {names}, {sizes} ({content}), seconds for a set {options.timeout}"
    machine = f"{processor()}, {os.cpu_count()} cores, {versions()}"
    return f"{job}, {book} book, {machine}, source {hash_source(options.steps)}"


def hash_source(steps: Iterable[Step] = ()) -> str:
    """Return a hash of all Python source, `steps` included: figures from different source are never mixed."""
    folders = {CORE, course.STEPS, *(step.folder for step in steps)}
    return hash_files({path for folder in folders for path in folder.rglob("[!.]*.py")})


def list_entrants(options: argparse.Namespace) -> dict[Setup, Entrant]:
    """Return each entrant by its name; raise Error for an option that changes nothing."""
    steps, use_book = ", ".join(step.number for step in options.steps), not options.no_book
    entrants: dict[Setup, Entrant] = {
        Setup(step.number): choose_options(step, use_book=use_book) for step in options.steps
    }
    if options.threads > 1:
        threaded = list_knowing(options.steps, "threads")
        if not threaded:
            raise Error(f"--threads {options.threads}: no step of {steps} searches with threads")
        for step in threaded:
            name = Setup(step.number, threads=options.threads)
            entrants[name] = choose_options(step, use_book=use_book, threads=options.threads)
    with_book = list_knowing(options.steps, "book")
    if options.book is not None:
        course.locate_book(options.book)
        if not with_book:
            raise Error(f"--book {options.book}: no step of {steps} has a book")
        for step in with_book:
            entrants[Setup(step.number, book=options.book)] = choose_options(step, book=options.book)
    if options.no_book and not options.peer and not with_book:
        raise Error(f"--no-book: no step of {steps} has a book to leave out")
    for peer in options.peer:
        if kind := PEERS.get(peer):
            entrants |= {Setup(peer, mode): kind(mode, use_book=use_book) for mode in kind.MODES}
        else:
            program = Program(peer)
            entrants[Setup(*peer.split(maxsplit=1))] = program
    return entrants


def choose_options(step: Step, **options: object) -> Step:
    """Return a step with options of its solver."""
    with name_errors(step):
        return step.with_options(**options)


def list_knowing(steps: Iterable[Step], option: str) -> list[Step]:
    """Return the steps whose solvers have an option."""
    knowing: list[Step] = []
    for step in steps:
        with name_errors(step):
            knowing += [step] * step.knows(option)
    return knowing


def measure_entrants(
    entrants: dict[Setup, Entrant],
    lines: dict[str, list[sets.Line]],
    options: argparse.Namespace,
    parts: Parts,
    keep: Keep,
) -> list[Row]:
    """Return a row for each entrant and set; those in `parts` come from an earlier run.

    The entrants take turns, so whatever else the machine does affects all of them alike.
    """
    rows = [
        Row(name, Setup(*engine), Result([Solved(*line) for line in solved]) if solved else None, why_not)
        for name, engine, solved, why_not in chain.from_iterable(parts)
    ]
    with ExitStack() as stack:
        with print_if_slow("starting, and compiling changed code ..."):
            workers = {
                name: stack.enter_context(Worker(f"{name}", entrant)) for name, entrant in entrants.items()
            }
        done = {row.set_name for row in rows}
        for name in (name for name in lines if name not in done):
            too_slow = {solver: find_failure(rows, solver, name) for solver in workers}
            able = {solver: worker for solver, worker in workers.items() if not too_slow[solver]}
            of_set = measure_set(able, name, lines[name], options.timeout.get(name, options.timeout[ANY]))
            of_set += [
                Row(name, solver, None, f"too slow on {kind}") for solver, kind in too_slow.items() if kind
            ]
            keep([[row.set_name, row.solver, row.result and row.result.lines, row.why_not] for row in of_set])
            rows += of_set
    return sorted(rows, key=lambda row: [*entrants].index(row.solver))


def find_failure(rows: Iterable[Row], solver: Setup, set_name: str) -> str:
    """Return the name of an easier set on which a solver ran out of time, or ""."""
    kinds = [*sets.KINDS]
    easier = kinds[: kinds.index(set_name)] if set_name in kinds else []
    failures = (row.set_name for row in rows if row.solver == solver and not row.result)
    return next((kind for kind in failures if kind in easier), "")


def measure_set(
    workers: dict[Setup, Worker], set_name: str, lines: list[sets.Line], timeout: float
) -> list[Row]:
    """Return the rows of one set; an entrant that runs out of time takes no more turns.

    A turn is the next few lines of a block, or the whole block where they are quick. It is then taken several
    times, each after those of the others; each line's median time counts.
    """
    solved_by_entrant: dict[Setup, list[list[Solved]]] = {name: [] for name in workers}
    late: set[Setup] = set()
    total = len(workers) * len(lines)
    with show_progress(set_name) as on_progress:
        on_progress(0, total)
        starts = range(0, len(lines), BLOCK)
        for start, number, (name, solved) in product(starts, range(1 + ROUNDS), solved_by_entrant.items()):
            spent = sum(result.seconds for results in solved[start:] for result in results)
            is_next = number == 0 or spent > QUICK
            first, size = (len(solved), TURN) if is_next else (start, BLOCK)
            part = lines[first : min(first + size, start + BLOCK)]
            if name in late or not part:
                continue
            left = timeout - sum(results[0].seconds for results in solved[:first])
            turn = workers[name].solve_lines(part, left)
            solved += [[] for _ in range(first + len(turn) - len(solved))]
            for results, result in zip(solved[first:], turn, strict=False):
                results.append(result)
            if len(turn) < len(part):
                late.add(name)
            on_progress(sum(map(len, solved_by_entrant.values())), total)
    return [
        Row(set_name, name, Result([merge_results(results) for results in solved]))
        if len(solved) == len(lines)
        else Row(set_name, name, None, f"{len(solved)} of {len(lines)} positions in {timeout:g} s")
        for name, solved in solved_by_entrant.items()
    ]
