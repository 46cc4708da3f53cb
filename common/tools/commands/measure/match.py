"""`c4 match`: let two players meet in many games."""

import argparse
import sys
from collections.abc import Sequence

from rich.table import Table

from common.tools.arena.games import (
    Game,
    Match,
    Verdict,
    as_json,
    by_colour,
    check,
    distinct,
    mean_moves,
    play_all,
    record,
    seconds_per_move,
    verdict,
)
from common.tools.benchmark.report import readable_time
from common.tools.players.registry import clock_warnings
from common.tools.record import write_record
from common.tools.terminal.console import console, make_table, progress
from common.tools.terminal.options import add_board, add_jobs, add_json, number

EXAMPLES = """
c4 match minimax:depth=6 mcts:iterations=5000 --swap   by turns red, who moves first
c4 match weights-v5:depth=4 weights-v6:depth=4 --games 400 --seed 2
c4 match perfect random --json match.json              with the moves of each game
"""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 match`."""
    command.add_argument("first", metavar="A", help="a player, such as minimax:depth=6; red unless they swap")
    command.add_argument("second", metavar="B", help="another, or the same once more")
    add_board(command)
    command.add_argument("--games", type=number(1), default=100, metavar="N", help="how many (default: 100)")
    add_jobs(command, 1)
    command.add_argument(
        "--seed",
        type=int,
        default=1,
        help="the same seed gives the same games, unless a player has mcts:seconds (default: 1)",
    )
    command.add_argument("--swap", action="store_true", help="B is red in every other game")
    add_json(command, "games")


def run(options: argparse.Namespace) -> int:
    """Play the games and say what came of them."""
    match = Match((options.first, options.second), options.games, options.seed, options.swap)
    check(match)
    with progress(console(sys.stderr)) as bar:
        task = bar.add_task("0-0-0", total=match.games)
        so_far: list[Game] = []

        def on_game(game: Game) -> None:
            so_far.append(game)
            bar.update(task, advance=1, description=f"{record(so_far, 0)}")

        games = play_all(match, options.jobs, on_game)
    out = console(sys.stdout)
    out.print(table(match, games))
    for line in summary(match, games):
        out.print(line, markup=False)
    if options.json:
        write_record(options.json, as_json(match, games))
    return 0


def table(match: Match, games: Sequence[Game]) -> Table:
    """Draw the record of each side."""
    drawn = make_table("player", figures=("plays", "W-L-D", "time per move"))
    for side, text in enumerate(labels(match)):
        colour = "both" if match.swap else ("red", "yellow")[side]
        seconds = readable_time(seconds_per_move(games, side))
        drawn.add_row(text, colour, f"{record(games, side)}", seconds)
    return drawn


def labels(match: Match) -> tuple[str, str]:
    """Return what to call the players: by their names, and by A and B too if these are equal."""
    first, second = match.players
    return (f"A {first}", f"B {second}") if first == second else (first, second)


def summary(match: Match, games: Sequence[Game]) -> list[str]:
    """Return what there is to say besides the records."""
    found = verdict(record(games, 0))
    lines = ["no decisive game"] if not found else judged(match, found)
    lines.append(f"{mean_moves(games):.1f} moves a game, {distinct(games)} of {len(games)} games distinct")
    lines += clock_warnings(match.players)
    if match.swap:
        red, _ = by_colour(games)
        lines.append(f"red {red} against yellow, whoever played it")
    return lines


def judged(match: Match, found: Verdict) -> list[str]:
    """Return the verdict in words."""
    low, high = found.interval
    p = "p < 0.000001" if found.p < 1e-6 else f"p = {found.p:.2g}"
    better = "significant at 0.05" if found.significant else "not significant at 0.05"
    return [
        f"{labels(match)[found.leader]} won {found.rate:.1%} of the decisive games "
        f"(95 % interval {low:.1%} to {high:.1%})",
        f"{p}, two-sided binomial test: {better}",
    ]
