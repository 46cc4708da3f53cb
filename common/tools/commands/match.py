"""`c4 match`: let two players meet in many games."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from rich.table import Table

from common.tools.bench.report import format_time
from common.tools.measured import write_record
from common.tools.play.arena import games as arena
from common.tools.play.arena.games import Game, Match
from common.tools.play.players.registry import list_clock_warnings
from common.tools.terminal.console import make_console, make_progress_bar, make_table
from common.tools.terminal.options import (
    SAME_SEED,
    add_board_option,
    add_jobs_option,
    add_json_option,
    add_number,
    add_seed,
)

EXAMPLES = """
c4 match minimax:depth=6 mcts:iterations=5000 --swap   by turns red, who moves first
c4 match weights-v5:depth=4 weights-v6:depth=4 --games 400 --seed 2
c4 match perfect random --json match.json              with the moves of each game
"""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 match`."""
    command.add_argument("first", metavar="A", help="a player, such as minimax:depth=6; red unless they swap")
    command.add_argument("second", metavar="B", help="another, or the same once more")
    add_board_option(command)
    add_number(command, "--games", "how many", 100)
    add_jobs_option(command, 1)
    add_seed(command, SAME_SEED.format("games"))
    command.add_argument("--swap", action="store_true", help="B is red in every other game")
    add_json_option(command, "games")


def run(options: argparse.Namespace) -> int:
    """Play the games and say what came of them."""
    match = Match((options.first, options.second), options.games, options.seed, options.swap)
    arena.check_players(match.players)
    with make_progress_bar(make_console(sys.stderr)) as bar:
        task = bar.add_task("0-0-0", total=match.games)
        so_far: list[Game] = []

        def on_game(game: Game) -> None:
            so_far.append(game)
            bar.update(task, advance=1, description=f"{arena.tally_games(so_far, 0)}")

        games = arena.play_match(match, options.jobs, on_game)
    out = make_console(sys.stdout)
    out.print(make_match_table(match, games))
    for line in summarize_match(match, games):
        out.print(line, markup=False)
    if options.json:
        write_record(options.json, make_match_record(match, games))
    return 0


def make_match_table(match: Match, games: Sequence[Game]) -> Table:
    """Make a table of each side's tally."""
    table = make_table("player", figures=("plays", "W-L-D", "time per move"))
    for side, text in enumerate(label_players(match)):
        colour = "both" if match.swap else ("red", "yellow")[side]
        seconds = format_time(arena.compute_seconds_per_move(games, side))
        table.add_row(text, colour, f"{arena.tally_games(games, side)}", seconds)
    return table


def label_players(match: Match) -> tuple[str, str]:
    """Return what to call the players: by their names, and by A and B too if these are equal."""
    first, second = match.players
    return (f"A {first}", f"B {second}") if first == second else (first, second)


def summarize_match(match: Match, games: Sequence[Game]) -> list[str]:
    """Return what there is to say besides the tallies."""
    verdict = arena.judge_tally(arena.tally_games(games, 0))
    lines = ["no decisive game"]
    if verdict:
        low, high = verdict.interval
        p = "p < 0.000001" if verdict.p < 1e-6 else f"p = {verdict.p:.2g}"
        lines = [
            f"{label_players(match)[verdict.leader]} won {verdict.rate:.1%} of the decisive games "
            f"(95 % interval {low:.1%} to {high:.1%})",
            f"{p}, two-sided binomial test: {'not ' * (not verdict.is_significant)}significant at 0.05",
        ]
    mean, distinct = arena.compute_mean_moves(games), arena.count_distinct_games(games)
    lines.append(f"{mean:.1f} moves a game, {distinct} of {len(games)} games distinct")
    lines += list_clock_warnings(match.players)
    if match.swap:
        lines.append(f"red {arena.tally_by_colour(games)[0]} against yellow, whoever played it")
    return lines


def make_match_record(match: Match, games: Sequence[Game]) -> dict[str, Any]:
    """Return a match and its games for a file."""
    verdict = arena.judge_tally(arena.tally_games(games, 0))
    sides = [
        {
            "player": text,
            **vars(arena.tally_games(games, side)),
            "seconds_per_move": arena.compute_seconds_per_move(games, side),
        }
        for side, text in enumerate(match.players)
    ]
    return arena.describe_conditions(match, match.players) | {
        "players": sides,
        "verdict": verdict
        and {
            "leader": match.players[verdict.leader],
            "win_rate_of_decisive": verdict.rate,
            "p_two_sided_binomial": verdict.p,
            "significant": verdict.is_significant,
            "wilson_95": verdict.interval,
        },
        "mean_moves": arena.compute_mean_moves(games),
        "distinct_games": arena.count_distinct_games(games),
        "games": [
            {"red": one.red, "moves": one.moves, "winner": one.winner, "seconds": one.seconds}
            for one in games
        ],
    }
