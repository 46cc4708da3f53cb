"""`c4 sizes`: the empty board of every size, solved from nothing."""

import argparse

from common.tools import course
from common.tools.bench.sizes import Outcome, list_sizes, solve_sizes
from common.tools.commands.bench import hash_source
from common.tools.journal import open_journal_of
from common.tools.measured import processor, versions, write_record
from common.tools.terminal.options import add_json_option, add_number


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 sizes`."""
    command.add_argument(
        "--step",
        default=course.ENGINE,
        metavar="NN",
        help=f"the step that solves (default: step {course.ENGINE})",
    )
    add_number(command, "--limit", "seconds that a size has; N/A if it needs more", 60.0, metavar="S")
    add_number(command, "--table", "memory for the table of each", 64, metavar="MIB")
    add_json_option(command, "scores", required=True)


def run(options: argparse.Namespace) -> int:
    """Print what comes of each size, those of the journal first, and write the JSON."""
    settings = {"step": course.load(options.step).number, "limit": options.limit, "table": options.table}
    heading = f"c4-sizes-journal {settings} {processor()}, {versions()}, source {hash_source()}"
    with open_journal_of(options.json, heading) as journal:
        outcomes = [Outcome(*values) for values in journal.done]
        for outcome in outcomes:
            print_outcome(outcome)
        for outcome in solve_sizes(list_sizes()[len(outcomes) :], tuple(outcomes), **settings):
            journal.keep(outcome)
            outcomes.append(outcome)
            print_outcome(outcome)
        write_record(options.json, {"settings": settings, "rows": [row._asdict() for row in outcomes]})
    return 0


def print_outcome(outcome: Outcome) -> None:
    """Print a size with its score, nodes and seconds, or why there are none."""
    size, score, nodes, seconds, why_not = outcome
    print(f"{size} {why_not or f'{score} {nodes:,} nodes {seconds:.3f} s'}", flush=True)
