"""`c4 diff`: what one step changes of another, file by file."""

import argparse
import sys

from rich.syntax import Syntax
from rich.table import Table

from common import course
from common.diff import changed_lines, file_names, unified
from common.terminal import console


def run(options: argparse.Namespace) -> int:
    """Print the differences, or only how many lines they are."""
    old, new = course.load(options.old), course.load(options.new)
    out = console(sys.stdout)
    if options.stat:
        counts = Table("file", "added", "removed", box=None, pad_edge=False)
        for name in file_names(old, new):
            added, removed = changed_lines(old, new, name)
            counts.add_row(name, str(added), str(removed))
        out.print(counts)
        return 0
    text = "".join(unified(old, new, name) for name in file_names(old, new))
    if out.is_terminal:
        out.print(Syntax(text, "diff", background_color="default"))
    else:
        sys.stdout.write(text)
    return 0
