"""`c4 grade`: the solvers of many learners, checked on all cores."""

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape

from common.tools.learn.curriculum.stages import load_stages
from common.tools.learn.grading import Grade, grade_folders
from common.tools.learn.trying.runner import Limits
from common.tools.terminal.console import make_console, make_table, track_progress
from common.tools.terminal.options import add_jobs_option, add_limit_options, add_number
from common.tools.terminal.streams import print_message

WARNING = (
    "These are other people's programs, and they run as you: the limits stop accidents, not attacks. "
    "This is not a sandbox."
)


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 grade`."""
    command.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="a learner's folder")
    command.add_argument("--csv", action="store_true", help="print the grades as CSV, one column per stage")
    add_jobs_option(command)
    add_limit_options(command)
    help_text = "seconds for all stages of one learner"
    add_number(command, "--total", help_text, 300.0, most=86400, metavar="S")


def run(options: argparse.Namespace) -> int:
    """Grade the folders; return 1 if one cannot be graded or a passed stage fails."""
    print_message(WARNING)
    limits = Limits(options.seconds, options.total, options.memory, quiet=True)
    graded = grade_folders(options.folders, limits, options.jobs)
    grades = [*track_progress("folders", graded, len(options.folders))]
    print_csv(grades) if options.csv else print_grades(grades)
    return 0 if all(grade.holds for grade in grades) else 1


def print_grades(grades: Sequence[Grade]) -> None:
    """Print a line per folder."""
    table = make_table("folder")
    for heading in ("passed", "last", "same as ours", "wrong first"):
        table.add_column(heading, justify="right" if heading in ("passed", "same as ours") else "left")
    for grade in grades:
        last = list(grade.results)[-1:]
        folder, wrong = escape(f"{grade.folder}"), escape(grade.wrong)
        table.add_row(folder, f"{grade.passed}", *last or [""], f"{len(grade.same)}", wrong)
    make_console(sys.stdout).print(table)


def print_csv(grades: Sequence[Grade]) -> None:
    """Print the grades as CSV: a line per folder, a column per stage."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["folder", "passed", *load_stages(), "same as ours", "wrong"])
    for grade in grades:
        results = [grade.results.get(name, "") for name in load_stages()]
        writer.writerow([grade.folder, grade.passed, *results, " ".join(grade.same), grade.wrong])
