"""Make generated files, such as recorded searches, pictures and kernels; see `common.tools.records`."""

import argparse
import sys

from common.tools.make.starting import start
from common.tools.records import find_records, list_records
from common.tools.terminal.console import make_console, track_progress


def add(command: argparse.ArgumentParser) -> None:
    """Add the options."""
    command.add_argument(
        "names", nargs="*", metavar="NAME", help="make this record (default: all stale ones)"
    )
    what = command.add_mutually_exclusive_group()
    what.add_argument(
        "--check", action="store_true", help="only list the stale records; exit status 1 if there are any"
    )
    what.add_argument("--list", action="store_true", help="only list the records and their commands")


def run(options: argparse.Namespace) -> int:
    """Make the records in order, or only list them; with `--check`, return 1 if any are stale."""
    records = [record for name in options.names for record in find_records(name)] or list_records()
    if options.list:
        for record in records:
            print(f"{record.name:30} {record.command}")
        return 0
    if options.check:
        stale = [record.name for record in records if record.is_stale()]
        words = (
            f"stale: {' '.join(stale)}\nmake them again: python -m common.tools.make.record {' '.join(stale)}"
        )
        make_console(sys.stdout).print(words if stale else f"{len(records)} records are fresh", markup=False)
        return int(bool(stale))
    for record in track_progress("records", records, len(records)):
        if options.names or record.is_stale():
            record.make()
            print(record.name)
    return 0


EXAMPLES = """\
--check
signature 'wasm-*'
--list"""

if __name__ == "__main__":
    start("record", "Make all stale generated files, or those that are named.", EXAMPLES, add, run)
