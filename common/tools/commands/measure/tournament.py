"""`c4 tournament`: let many players meet, each two of them, and rate them."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from common.tools.arena.games import distinct, record, verdict
from common.tools.arena.tournament import (
    Rating,
    Results,
    Tournament,
    as_json,
    journal_heading,
    load,
    play_tournament,
    ratings,
    share,
    shares,
)
from common.tools.journal import opened
from common.tools.players.registry import clock_warnings
from common.tools.record import write_record
from common.tools.terminal.console import console, make_table, shown
from common.tools.terminal.drawing import heat_maps
from common.tools.terminal.options import add_board, add_jobs, add_json

EXAMPLES = """
c4 tournament players.toml                     continues where it was ended
c4 tournament docs/experiments/depth.toml --jobs 2 --json depth.json
"""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 tournament`."""
    command.add_argument("config", type=Path, metavar="CONFIG", help="a TOML file that names the players")
    add_board(command)
    add_jobs(command, 1)
    add_json(command, "results")


def run(options: argparse.Namespace) -> int:
    """Play what the journal lacks, say what came of it, and let the journal go."""
    tournament = load(options.config)
    result = options.json or options.config
    path = result.with_name(f"{result.name}.journal")
    path.parent.mkdir(parents=True, exist_ok=True)
    with opened(path, journal_heading(tournament)) as journal:
        with shown("games") as on_game:
            results = play_tournament(tournament, journal, options.jobs, on_game)
        show(tournament, results)
        if options.json:
            write_record(options.json, as_json(tournament, results))
        path.unlink()
    return 0


def show(tournament: Tournament, results: Results) -> None:
    """Print ratings and heat maps where each two met, otherwise a row for each match."""
    out = console(sys.stdout)
    if tournament.complete:
        rated = ratings(tournament, results)
        out.print(rating_table(rated))
        out.print(f"\n{meaning(tournament)}")
        for part in heat_maps([rating.player for rating in rated], shares(tournament, results), out.width):
            out.print(part)
    else:
        out.print(match_table(results))
    for line in clock_warnings(tournament.players):
        out.print(line, markup=False)


def rating_table(rated: Sequence[Rating]) -> Table:
    """Draw the players, best first."""
    drawn = make_table("", "player", figures=("Elo", "±", "W-L-D", "points"))
    for place, rating in enumerate(rated, 1):
        drawn.add_row(
            f"{place}",
            rating.player,
            f"{rating.elo:+.0f}",
            f"{rating.error:.0f}",
            f"{rating.record}",
            f"{share(rating.record):.1%}",
        )
    return drawn


def meaning(tournament: Tournament) -> str:
    """Return what the numbers of a heat map are."""
    colours = ("", "") if tournament.matches[0].swap else (", red,", ", yellow")
    return f"points in per cent that the player of a row{colours[0]} took from that of a column{colours[1]}:"


def match_table(results: Results) -> Table:
    """Draw a row for each match."""
    drawn = make_table("first", "second", figures=("W-L-D", "win rate", "p", "distinct games"))
    for match, games in results.items():
        found = verdict(record(games, 0))
        rate = f"{found.rate:.1%} {('first', 'second')[found.leader]}" if found else ""
        p = f"{found.p:.2g}" if found else ""
        drawn.add_row(*match.players, f"{record(games, 0)}", rate, p, f"{distinct(games)}")
    return drawn
