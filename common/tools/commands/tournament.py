"""`c4 tournament`: let many players meet, each two of them, and rate them."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from common.tools.commands.match import conclude, report_forfeits
from common.tools.journal import open_journal_of
from common.tools.play.arena import games as arena
from common.tools.play.arena import tournament as tournaments
from common.tools.play.arena.games import Results
from common.tools.play.arena.tournament import Rating
from common.tools.terminal.console import make_console, make_table, show_progress
from common.tools.terminal.drawing import draw_heat_maps
from common.tools.terminal.options import add_board_option, add_jobs_option, add_json_option


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 tournament`."""
    command.add_argument("config", type=Path, metavar="CONFIG", help="a TOML file that names the players")
    add_board_option(command)
    add_jobs_option(command, 1)
    add_json_option(command, "results")


def run(options: argparse.Namespace) -> int:
    """Play what the journal lacks, say what came of it, and let the journal go."""
    matches = tournaments.read_tournament(options.config)
    match, players = matches[0], tournaments.list_players(matches)
    with open_journal_of(options.json or options.config, tournaments.make_heading(matches)) as journal:
        with show_progress("games") as on_game:
            results = arena.play_matches(matches, options.jobs, on_game, journal)
        print_tournament(results, match.swap)
        settings = {"games": match.games, "seed": match.seed, "swap": match.swap}
        conclude(options.json, players, settings, tournaments.make_tournament_record(results))
    return report_forfeits(results)


def print_tournament(results: Results, swap: bool) -> None:
    """Print ratings and heat maps where each two met, otherwise a row for each match."""
    out = make_console(sys.stdout)
    if not tournaments.have_all_met(results):
        out.print(make_matches_table(results))
        return
    ratings = tournaments.rate_players(results)
    out.print(make_rating_table(ratings))
    red, yellow = ("", "") if swap else (", red,", ", yellow")
    out.print(f"\npoints in per cent that the player of a row{red} took from that of a column{yellow}:")
    players = [rating.player for rating in ratings]
    for part in draw_heat_maps(players, tournaments.compute_shares(results), out.width):
        out.print(part)


def make_rating_table(ratings: Sequence[Rating]) -> Table:
    """Draw the players, best first."""
    table = make_table("", "player", figures=("Elo", "±", "W-L-D", "points"))
    for place, rating in enumerate(ratings, 1):
        table.add_row(
            f"{place}",
            escape(rating.player),
            f"{rating.elo:+.0f}",
            f"{rating.error:.0f}",
            f"{rating.tally}",
            f"{arena.compute_share(rating.tally):.1%}",
        )
    return table


def make_matches_table(results: Results) -> Table:
    """Draw a row for each match."""
    table = make_table("first", "second", figures=("W-L-D", "win rate", "p", "distinct games"))
    for match, games in results.items():
        verdict = arena.judge_tally(arena.tally_games(games, 0))
        rate = f"{verdict.rate:.1%} {('first', 'second')[verdict.leader]}" if verdict else ""
        p = f"{verdict.p:.2g}" if verdict else ""
        distinct = f"{arena.count_distinct_games(games)}"
        table.add_row(*map(escape, match.players), f"{arena.tally_games(games, 0)}", rate, p, distinct)
    return table
