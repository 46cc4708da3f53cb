"""`c4 puzzles`: make the puzzles of the pages."""

import argparse

from common.tools.make.puzzles import make_puzzles
from common.tools.terminal.console import show_progress
from common.tools.terminal.options import add_jobs_option, add_number, add_seed, parse_new_file


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 puzzles`."""
    command.add_argument("file", type=parse_new_file, help="the output file, in JSON")
    add_seed(command, "another seed makes other puzzles")
    add_number(command, "--positions", "number of puzzles to win; a 25th as many are draws to hold", 400)
    add_jobs_option(command)


def run(options: argparse.Namespace) -> int:
    """Make the file."""
    with show_progress("puzzles") as on_accepted:
        make_puzzles(
            options.file,
            seed=options.seed,
            positions=options.positions,
            jobs=options.jobs,
            on_accepted=on_accepted,
        )
    print(options.file)
    return 0
