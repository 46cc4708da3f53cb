"""`c4 tournament`: let many players all meet each other, and rate them."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.color import blend_rgb
from rich.color_triplet import ColorTriplet
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from c4.drawing import CELL_WIDTH
from common.tools.commands.match import conclude, report_forfeits
from common.tools.journal import open_journal_of
from common.tools.play.arena import games as arena
from common.tools.play.arena import tournament as tournaments
from common.tools.play.arena.games import Results
from common.tools.terminal.console import make_console, make_table, show_progress
from common.tools.terminal.options import add_board_option, add_jobs_option, add_json_option

# Light colours that all eyes can distinguish.
WORST, EVEN, BEST = ColorTriplet(240, 154, 74), ColorTriplet(255, 255, 255), ColorTriplet(111, 177, 224)


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 tournament`."""
    command.add_argument("config", type=Path, metavar="CONFIG", help="a TOML file that names the players")
    add_board_option(command)
    add_jobs_option(command, 1)
    add_json_option(command, "results")


def run(options: argparse.Namespace) -> int:
    """Play the games missing from the journal, print the results, and delete the journal."""
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
    """Print ratings and heat maps if all players met, otherwise a row for each match."""
    out = make_console(sys.stdout)
    if not tournaments.have_all_met(results):
        out.print(make_matches_table(results))
        return
    ratings = tournaments.rate_players(results)
    table = make_table("", "player", figures=("Elo", "±", "W-L-D", "points"))
    for place, (player, elo, error, tally) in enumerate(ratings, 1):
        share = f"{arena.compute_share(tally):.1%}"
        table.add_row(f"{place}", escape(player), f"{elo:+.0f}", f"{error:.0f}", f"{tally}", share)
    out.print(table)
    red, yellow = ("", "") if swap else (", red,", ", yellow")
    out.print(f"\npoints, in per cent, that the row's player{red} took from the column's player{yellow}:")
    players = [rating.player for rating in ratings]
    for part in draw_heat_maps(players, tournaments.compute_shares(results), out.width):
        out.print(part)


def draw_heat_maps(
    players: Sequence[str], shares: dict[tuple[str, str], float], width: int
) -> Iterator[Table]:
    """Yield heat maps of the share of points that row players took from column players.

    There are as many as it takes for all columns to fit the width of the terminal.
    """
    columns_per_map = max(1, width // CELL_WIDTH - 1)
    for first in range(0, len(players), columns_per_map):
        columns = range(first, min(first + columns_per_map, len(players)))
        heat_map = Table(box=None, header_style="bold", pad_edge=False, padding=0)
        for heading in ("", *(f"{column + 1}" for column in columns)):
            heat_map.add_column(heading, justify="right", no_wrap=True, min_width=CELL_WIDTH)
        for place, player in enumerate(players, 1):
            points = (shares.get((player, players[column])) for column in columns)
            heat_map.add_row(f"{place}", *map(draw_share, points))
        yield heat_map


def draw_share(points: float | None) -> Text:
    """Return a share of points on its shade, "" if the two never met."""
    if points is None:
        return Text()
    shade = blend_rgb(EVEN, BEST if points > 0.5 else WORST, abs(2 * points - 1))
    return Text(f"{100 * points:.0f}".rjust(CELL_WIDTH), f"black on {shade.hex}")


def make_matches_table(results: Results) -> Table:
    """Draw a row for each match."""
    table = make_table("first", "second", figures=("W-L-D", "win rate", "p", "distinct games"))
    for match, games in results.items():
        verdict = arena.judge_games(games)
        rate = f"{verdict.rate:.1%} {('first', 'second')[verdict.leader]}" if verdict else ""
        p = f"{verdict.p:.2g}" if verdict else ""
        distinct = f"{len(arena.list_distinct_games(games))}"
        table.add_row(*map(escape, match.players), f"{arena.tally_games(games, 0)}", rate, p, distinct)
    return table
