"""`c4 solve`: the streaming interface of every solver."""

import argparse
import os
import sys
from contextlib import ExitStack
from functools import partial
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING, cast

from c4.engine import LARGEST_TABLE, count_entries
from c4.notation import BOARDS, read_position
from common import PREFIX
from common.errors import Error
from common.position import COLUMN_NAMES
from common.tools import course
from common.tools.terminal.options import (
    add_board_option,
    add_book_option,
    add_dask_option,
    add_number,
    parse_new_file,
    parse_workers,
)
from common.tools.terminal.positions import is_row, open_standard_input, read_batches
from common.tools.terminal.streams import print_message, print_on_terminal_if_slow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from common.tools.solve.answering import AnsweredLine, Question

DRAWN_HINT = ". Write all rows of a board in one line, or give the file to c4 explain"
HELP = f"""\
{COLUMN_NAMES[0]} to {COLUMN_NAMES[-1]} are the columns, from the left.
4455 is two stones in column 4, then two in column 5; X and O take turns.
A line may also be a board: {BOARDS}.
+ means that the player to move wins, - that they lose, 0 a draw; the further from 0, the sooner.
c4 explain says why, c4 play plays."""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 solve`."""
    add_board_option(command)
    command.add_argument("file", nargs="?", type=Path, help="the positions (default: standard input)")
    command.add_argument(
        "--step",
        metavar="NN",
        help=argparse.SUPPRESS  # a wheel has no other
        if PREFIX
        else f"a step or your folder (default: {course.ENGINE}, with threads {course.THREADED})",
    )
    command.add_argument(
        "--weak", action="store_true", help="give only 1 for a win, 0 for a draw, -1 for a loss"
    )
    command.add_argument(
        "--analyze", action="store_true", help="give a score for each column, - for a full one"
    )
    book = command.add_mutually_exclusive_group()
    add_book_option(book)
    book.add_argument("--no-book", action="store_true", help="search openings instead of looking them up")
    add_number(
        command,
        "--table",
        "memory for the table (default: the step's own)",
        most=LARGEST_TABLE,
        metavar="MIB",
    )
    command.add_argument(
        "--threads", type=parse_workers, metavar="N", help="search with N threads (default: 1)"
    )
    where = command.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs",
        type=parse_workers,
        metavar="N",
        help="processes for slow lines (default: one per core for a file, 1 for a pipe or threads)",
    )
    add_dask_option(where)
    output = command.add_mutually_exclusive_group()
    output.add_argument(
        "--resume",
        type=parse_new_file,
        metavar="FILE",
        help="add the answers to FILE, without times, after those already there",
    )
    output.add_argument(
        "--parquet",
        type=parse_new_file,
        metavar="FILE",
        help="write a table of moves, column scores, score and nodes; needs pyarrow",
    )


def run(options: argparse.Namespace) -> int:
    """Answer each line as it comes; return 1 if any could not be answered."""
    with ExitStack() as stack:
        file = stack.enter_context(open_file(options.file)) if options.file else None
        question, count = make_question(options), 0
        batches = read_batches(file or open_standard_input())
        is_typed = not options.file and sys.stdin.isatty()
        has_refused = False
        if options.resume:
            from common.tools.solve.labels import resume_answers

            resumed = resume_answers(question, batches, options.resume)
            count, refused, batches, write_answers = stack.enter_context(resumed)
            has_refused = print_complaints(refused)
        elif options.parquet:
            from common.tools.solve.labels import open_parquet_file

            write_answers = stack.enter_context(open_parquet_file(options.parquet))
        elif sys.stdout.isatty():
            write_answers = partial(print_drawn_answers, question)
        else:
            write_answers = None
        from common.tools.solve.answering import spell_lines, stream_answers  # not before: they import Numba

        uses_all_cores = options.file and options.file.is_file() and not options.threads
        jobs = options.jobs or (os.cpu_count() or 1 if uses_all_cores else 1)
        answers = stream_answers(question, batches, jobs, options.dask, count + 1)
        on_progress, total = None, 0
        if options.file and options.file.is_file() and not sys.stdout.isatty():
            from common.tools.terminal.console import show_progress  # imported here: a pipe need not wait

            with options.file.open("rb") as lines:
                total = sum(1 for _ in lines)
            on_progress = stack.enter_context(show_progress("lines"))
            on_progress(count, total)
        for batch in answers:
            has_refused |= print_complaints(enumerate(batch, count + 1), is_typed=is_typed)
            if write_answers:
                write_answers(batch)
            else:
                sys.stdout.writelines(spell_lines(batch, with_times=True))
            sys.stdout.flush()
            count += len(batch)
            if on_progress:
                on_progress(count, total)
    return int(has_refused)


def print_complaints(numbered: "Iterable[tuple[int, AnsweredLine]]", *, is_typed: bool = False) -> bool:
    """Say why lines, given with their numbers, are refused; return whether any was refused."""
    has_refused = False
    for number, answer in numbered:
        if is_typed and answer.moves.lower() in ("help", "?"):
            print_message(HELP)
        elif answer.complaint:
            hint = DRAWN_HINT if is_row(answer.moves) else ""
            print_message(f"line {number}: {answer.complaint}{hint}")
            has_refused = True
    return has_refused


def open_file(path: Path) -> BufferedIOBase:
    """Open a file of positions; raise Error if it is missing, as a position may be meant."""
    try:
        return path.open("rb")
    except FileNotFoundError:
        hint = "positions go to standard input: echo 4455 | c4 solve"
        raise Error(f"{path}: No such file; {hint}") from None


def make_question(options: argparse.Namespace) -> "Question":
    """Return the question for each line; raise Error if the step cannot answer it."""
    from common.tools.solve.answering import Question, prepare

    engine = course.load(course.THREADED if options.threads else course.ENGINE)
    step = course.choose(options.step) if options.step else engine
    solver_options = {
        "use_book": False if options.no_book else None,
        "book": options.book,
        "size": options.table and count_entries(options.table),
        "threads": options.threads,
    }
    with course.name_errors(step):
        if options.no_book and not step.knows("book"):
            raise Error(f"step {step.number} has no book to leave out; later steps do")
        if given := {name: value for name, value in solver_options.items() if value is not None}:
            step = step.with_options(**given)
    if options.resume and (options.threads or 1) > 1:
        raise Error("node counts with threads vary from run to run: with --resume, use --jobs")
    with print_on_terminal_if_slow(f"compiling step {step.number}, once; this takes a few seconds"):
        return prepare(Question(step, options.weak, options.analyze or bool(options.parquet)))


def print_drawn_answers(question: "Question", answers: "list[AnsweredLine]") -> None:
    """Print answers for people: in colour, in words, and with the board if each column is scored."""
    from rich.text import Text  # imported only here: a pipe need not wait for rich

    from c4.wording import draw_board, draw_scores
    from common.score import explain  # nor --help for Numba
    from common.tools.terminal.console import make_console
    from common.tools.terminal.drawing import print_in_colour, style_score

    out = make_console(sys.stdout)
    for answer in answers:
        line = Text(answer.moves or "the empty board")
        if answer.complaint:
            out.print()
            continue
        moves = read_position(answer.moves)
        if question.analyze:
            scores = {column: score for column, score in enumerate(answer.scores) if score is not None}
            print_in_colour(out, "\n".join([*draw_board(moves), draw_scores(scores)]))
        else:
            (score,) = cast("list[int]", answer.scores)
            words = explain(score, len(moves))
            if question.weak:
                words = words.partition(" in ")[0]  # when it ends is not known
            line.append(f" {score:+d}" if score else " 0", style_score(score))
            line.append(f" {words},")
        line.append(f" {answer.nodes} node{'s' * (answer.nodes != 1)}, {answer.microseconds} µs", "dim")
        out.print(line)
