"""`c4 tournament`: let many players meet, each two of them, and rate them."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from common.tools.journal import open_journal_of
from common.tools.measured import write_record
from common.tools.play.arena import tournament as tournaments
from common.tools.play.arena.games import count_distinct_games, judge_tally, tally_games
from common.tools.play.arena.tournament import Rating, Results, Tournament
from common.tools.play.players.registry import list_clock_warnings
from common.tools.terminal.console import make_console, make_table, show_progress
from common.tools.terminal.drawing import draw_heat_maps
from common.tools.terminal.options import add_board_option, add_jobs_option, add_json_option

EXAMPLES = """
c4 tournament players.toml                     continues where it was ended
c4 tournament docs/experiments/depth.toml --jobs 2 --json depth.json
"""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 tournament`."""
    command.add_argument("config", type=Path, metavar="CONFIG", help="a TOML file that names the players")
    add_board_option(command)
    add_jobs_option(command, 1)
    add_json_option(command, "results")


def run(options: argparse.Namespace) -> int:
    """Play what the journal lacks, say what came of it, and let the journal go."""
    tournament = tournaments.read_tournament(options.config)
    heading = tournaments.make_tournament_heading(tournament)
    with open_journal_of(options.json or options.config, heading) as journal:
        with show_progress("games") as on_game:
            results = tournaments.play_tournament(tournament, journal, options.jobs, on_game)
        print_tournament(tournament, results)
        if options.json:
            write_record(options.json, tournaments.make_tournament_record(tournament, results))
    return 0


def print_tournament(tournament: Tournament, results: Results) -> None:
    """Print ratings and heat maps where each two met, otherwise a row for each match."""
    out = make_console(sys.stdout)
    if tournament.is_complete:
        ratings = tournaments.rate_players(tournament, results)
        out.print(make_rating_table(ratings))
        out.print(f"\n{describe_heat_map(tournament)}")
        for part in draw_heat_maps(
            [rating.player for rating in ratings], tournaments.compute_shares(tournament, results), out.width
        ):
            out.print(part)
    else:
        out.print(make_matches_table(results))
    for line in list_clock_warnings(tournament.players):
        out.print(line, markup=False)


def make_rating_table(ratings: Sequence[Rating]) -> Table:
    """Draw the players, best first."""
    table = make_table("", "player", figures=("Elo", "±", "W-L-D", "points"))
    for place, rating in enumerate(ratings, 1):
        table.add_row(
            f"{place}",
            rating.player,
            f"{rating.elo:+.0f}",
            f"{rating.error:.0f}",
            f"{rating.tally}",
            f"{tournaments.compute_share(rating.tally):.1%}",
        )
    return table


def describe_heat_map(tournament: Tournament) -> str:
    """Return what the numbers of a heat map are."""
    colours = ("", "") if tournament.matches[0].swap else (", red,", ", yellow")
    return f"points in per cent that the player of a row{colours[0]} took from that of a column{colours[1]}:"


def make_matches_table(results: Results) -> Table:
    """Draw a row for each match."""
    table = make_table("first", "second", figures=("W-L-D", "win rate", "p", "distinct games"))
    for match, games in results.items():
        verdict = judge_tally(tally_games(games, 0))
        rate = f"{verdict.rate:.1%} {('first', 'second')[verdict.leader]}" if verdict else ""
        p = f"{verdict.p:.2g}" if verdict else ""
        table.add_row(*match.players, f"{tally_games(games, 0)}", rate, p, f"{count_distinct_games(games)}")
    return table
