"""`c4 sizes`: the empty board of every size, solved from nothing."""

import argparse
import sys

from rich.table import Table

from common.tools import course
from common.tools.bench.sizes import Outcome, list_sizes, solve_sizes
from common.tools.commands.bench import hash_source
from common.tools.journal import open_journal_of
from common.tools.measured import processor, versions, write_record
from common.tools.pools import open_executor
from common.tools.terminal.console import make_console, show_progress
from common.tools.terminal.options import add_dask_option, add_jobs_option, add_number, parse_new_file

EXAMPLES = """
c4 sizes --json sizes.json     every size that takes at most a minute
c4 sizes --limit 36000 --table 1024 --json sizes.json    ten hours for each
"""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 sizes`."""
    command.add_argument(
        "--step",
        default=course.THINKER,
        metavar="NN",
        help=f"the step that solves (default: step {course.THINKER})",
    )
    add_number(command, "--limit", "seconds that a size has; N/A if it needs more", 60.0, metavar="S")
    add_number(command, "--table", "memory for the table of each", 64, metavar="MIB")
    add_jobs_option(command, 1)
    add_dask_option(command)
    command.add_argument(
        "--json",
        type=parse_new_file,
        required=True,
        metavar="FILE",
        help="write the scores and how they were made",
    )


def run(options: argparse.Namespace) -> int:
    """Solve what the journal does not have, print the table, write the JSON."""
    settings = {"step": course.load(options.step).number, "limit": options.limit, "table": options.table}
    sizes = list_sizes()
    heading = f"c4-sizes-journal {settings} {processor()}, {versions()}, source {hash_source()}"
    with open_journal_of(options.json, heading) as journal:
        outcomes = {size: Outcome(size, *rest) for size, *rest in journal.done}
        left = [size for size in sizes if size not in outcomes]
        with (
            open_executor(options.jobs, options.dask) as pool,
            show_progress("sizes") as on_progress,
        ):
            on_progress(len(outcomes), len(sizes))
            for outcome in solve_sizes(left, [*outcomes.values()], pool, options.jobs, **settings):
                journal.keep(outcome)
                outcomes[outcome.size] = outcome
                on_progress(len(outcomes), len(sizes))
        rows = [outcomes[size] for size in sizes]
        make_console(sys.stdout).print(make_sizes_table(rows))
        write_record(options.json, {"settings": settings, "rows": [row._asdict() for row in rows]})
    return 0


def make_sizes_table(rows: list[Outcome]) -> Table:
    """Return a table for people."""
    table = Table("board", "score", "nodes", "seconds")
    for row in rows:
        figures = (
            [f"{row.score}", f"{row.nodes:,}", f"{row.seconds:.3f}"]
            if not row.why_not
            else ["N/A", row.why_not]
        )
        table.add_row(row.size, *figures)
    return table
