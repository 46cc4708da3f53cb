"""`c4 grade`: the solvers of many learners, checked on all cores."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape

from common.tools.commands.learn import add_limit_options
from common.tools.files import write_file
from common.tools.learn.archive import open_submissions
from common.tools.learn.grading import Grade, format_grades, grade_submissions
from common.tools.learn.trying.runner import Limits
from common.tools.learn.trying.wording import escape_unprintable
from common.tools.terminal.console import make_console, make_table, track_progress
from common.tools.terminal.options import add_jobs_option, add_number, parse_new_file


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 grade`."""
    command.add_argument(
        "places",
        nargs="+",
        type=Path,
        metavar="PLACE",
        help="a learner's folder or zip, or a folder or zip of many",
    )
    command.add_argument("--csv", type=parse_new_file, metavar="FILE", help="write the grades as a table")
    add_jobs_option(command)
    add_limit_options(command)
    help_text = "seconds for all stages of one learner"
    add_number(command, "--total", help_text, 300.0, most=86400, metavar="S")


def run(options: argparse.Namespace) -> int:
    """Grade the folders; return 1 if one cannot be graded or a passed stage fails."""
    limits = Limits(options.seconds, options.total, options.memory, quiet=True)
    with open_submissions(options.places) as submissions:
        graded = grade_submissions(submissions, limits, options.jobs)
        grades = [*track_progress("folders", graded, len(submissions))]
    if options.csv:
        write_file(options.csv, format_grades(grades).encode("utf-8-sig"))  # Excel asks for the mark
    print_grades(grades)
    return 0 if all(grade.holds for grade in grades) else 1


def print_grades(grades: Sequence[Grade]) -> None:
    """Print one line per folder."""
    table = make_table("folder")
    for heading in ("passed", "last", "same as ours", "wrong first"):
        table.add_column(heading, justify="right" if heading in ("passed", "same as ours") else "left")
    for grade in grades:
        last = list(grade.results)[-1:]
        folder, wrong = (escape(escape_unprintable(text)) for text in (f"{grade.folder}", grade.wrong))
        table.add_row(folder, f"{grade.passed}", *last or [""], f"{len(grade.same)}", wrong)
    make_console(sys.stdout).print(table)
