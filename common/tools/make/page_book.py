"""Make the book of the pages from that of 12 plies, which is too large to load."""

import argparse

from c4 import engine
from common.book_file import write_book
from common.tools.make.starting import start
from common.tools.terminal.options import parse_new_file

PLIES = 9  # a ply more doubles the file; one fewer makes some searches take a second


def add(command: argparse.ArgumentParser) -> None:
    """Add the options."""
    command.add_argument("file", type=parse_new_file, help="the output file")


def run(options: argparse.Namespace) -> int:
    """Make the file."""
    solver = engine.load_step().with_options(book="12")
    openings = engine.load_books().openings(PLIES)
    write_book(options.file, PLIES, {key: solver.solve(position) for key, position in openings.items()})
    print(options.file)
    return 0


EXAMPLES = "docs/assets/7x6.book"

if __name__ == "__main__":
    start("page_book", "Make the book of the pages from that of 12 plies.", EXAMPLES, add, run)
