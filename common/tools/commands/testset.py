"""`c4 testset`: make the test sets."""

import argparse
from pathlib import Path

from common.errors import UserError
from common.tools.make.test_sets import make_test_set
from common.tools.sets import MADE
from common.tools.terminal.console import show_progress
from common.tools.terminal.options import add_jobs_option, add_positions, add_seed
from common.tools.terminal.streams import print_message


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 testset`."""
    command.add_argument("sets", nargs="*", metavar="SET", help=f"from {', '.join(MADE)} (default: all)")
    command.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="folder for the sets")
    add_seed(command, "another seed makes other sets")
    add_positions(command, 1000)
    add_jobs_option(command)


def run(options: argparse.Namespace) -> int:
    """Make each set that is not there yet."""
    names = options.sets or list(MADE)
    for name in names:
        if name not in MADE:
            raise UserError(f"there is no test set {name!r} to make; the sets are {', '.join(MADE)}")
    options.out.mkdir(parents=True, exist_ok=True)
    for path in (options.out / name for name in names):
        if path.exists():
            print_message(f"{path} already exists; delete it to make it again")
            continue
        with show_progress(path.name) as on_accepted:
            make_test_set(
                path,
                seed=options.seed,
                positions=options.positions,
                jobs=options.jobs,
                on_accepted=on_accepted,
            )
        print(path)
    return 0
