"""`c4 diff`: the changes from one step to another, file by file."""

import argparse
import sys

from common.tools import course
from common.tools.diff import count_changed_lines, diff_file, list_file_names
from common.tools.terminal.console import make_console, make_table, print_diff


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 diff`."""
    command.add_argument("old", help="number of a step")
    command.add_argument("new", help="number of another step")
    command.add_argument("--stat", action="store_true", help="only count the changed lines of each file")


def run(options: argparse.Namespace) -> int:
    """Print the differences, or only the number of changed lines."""
    old, new = course.load(options.old), course.load(options.new)
    if options.stat:
        counts = make_table("file", figures=("added", "removed"))
        for name in list_file_names(old, new):
            added, removed = count_changed_lines(old, new, name)
            counts.add_row(name, str(added), str(removed))
        make_console(sys.stdout).print(counts)
        return 0
    print_diff("".join(diff_file(old, new, name) for name in list_file_names(old, new)))
    return 0
