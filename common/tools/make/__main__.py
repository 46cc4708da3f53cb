"""Make the generated files of the ledger: `python -m common.tools.make`."""

import argparse
import sys

from common.tools.make.records import find_records, list_records
from common.tools.terminal.console import track_progress
from common.tools.terminal.streams import run_program

PROGRAM = "python -m common.tools.make"
EXAMPLES = f"""\
examples:
  {PROGRAM} --check
  {PROGRAM} signature 'wasm-*' README.md
  {PROGRAM} --list 'benchmark-*'"""


def main() -> int:
    """Make records in their order, or only list them; with `--check`, return 1 if any are stale."""
    parser = argparse.ArgumentParser(
        PROGRAM,
        description="Make all stale records, or those that are named.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    help_text = "a record, or a pattern of several (default: all stale ones)"
    parser.add_argument("names", nargs="*", metavar="NAME", help=help_text)
    what = parser.add_mutually_exclusive_group()
    help_text = "only list the stale records; exit status 1 if there are any"
    what.add_argument("--check", action="store_true", help=help_text)
    what.add_argument("--list", action="store_true", help="only list the records and their commands")
    options = parser.parse_args()
    records = [record for name in options.names for record in find_records(name)] or list_records()
    if options.list:
        for record in records:
            print(f"{record.name:30} {record.command}".rstrip())
        return 0
    if options.check or not options.names:
        records = [record for record in records if record.is_stale()]
    for record in records if options.check else track_progress("records", records, len(records)):
        print(record.name, flush=True)
        if not options.check:
            record.make()
    return int(options.check and bool(records))


if __name__ == "__main__":
    sys.exit(run_program(PROGRAM, main))
