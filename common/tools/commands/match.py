"""`c4 match`: let two players meet in many games."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.markup import escape

from common.tools.measured import write_record
from common.tools.play.arena import games as arena
from common.tools.play.arena.games import Game, Match, Results, Tally
from common.tools.play.arena.tournament import make_match_record
from common.tools.play.players.registry import list_clocked_players
from common.tools.terminal.console import make_console, make_table, show_progress
from common.tools.terminal.options import (
    SAME_SEED,
    add_board_option,
    add_jobs_option,
    add_json_option,
    add_number,
    add_seed,
)
from common.tools.terminal.times import format_time


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 match`."""
    command.add_argument(
        "first", metavar="A", help="a player, such as minimax:depth=6 or ./bot.py; red, unless they swap"
    )
    command.add_argument("second", metavar="B", help="another player, or the same one again")
    add_board_option(command)
    add_number(command, "--games", "how many", 100)
    add_jobs_option(command, 1)
    add_seed(command, SAME_SEED.format("games"))
    command.add_argument("--swap", action="store_true", help="B is red in every other game")
    add_json_option(command, "games")


def run(options: argparse.Namespace) -> int:
    """Play the games and print the results."""
    match = Match((options.first, options.second), options.games, options.seed, options.swap)
    arena.check_matches([match])
    with show_progress("games") as on_game:
        games = arena.play_matches([match], options.jobs, on_game)[match]
    out = make_console(sys.stdout)
    table = make_table("player", figures=("plays", "W-L-D", "time per move"))
    for side, text in enumerate(label_players(match)):
        colour = "both" if match.swap else ("red", "yellow")[side]
        seconds = format_time(arena.compute_seconds_per_move(games, side))
        table.add_row(escape(text), colour, f"{arena.tally_games(games, side)}", seconds)
    out.print(table)
    for line in summarize_match(match, games):
        out.print(line, markup=False)
    settings = {"games": match.games, "seed": match.seed, "swap": match.swap}
    verdict = arena.judge_games(games)
    judged = verdict and asdict(verdict) | {"leader": match.players[verdict.leader]}
    record = make_match_record(match, games) | {"verdict": judged, "games": list(map(asdict, games))}
    conclude(options.json, match.players, settings, record)
    return report_forfeits({match: games})


def report_forfeits(results: Results) -> int:
    """Print each player's forfeits, with the reason for the first; return the exit status."""
    lost = [
        (match.players[1 - game.winner], game)
        for match, games in results.items()
        for game in games
        if game.forfeit and game.winner is not None
    ]
    players = [player for player, _ in lost]
    for player, game in dict(reversed(lost)).items():
        print(f"games forfeited by {player}: {players.count(player)}. The first: {game.forfeit}")
    return int(bool(lost))


def conclude(
    path: Path | None, players: Sequence[str], settings: Mapping[str, object], figures: dict[str, object]
) -> None:
    """Name the players whose moves cannot be reproduced, and write the requested file."""
    clocked = list_clocked_players(players)
    for text in clocked:
        print(f"not reproducible: {text} may play different games with the same seed")
    if path:
        write_record(path, {"settings": settings, "reproducible": not clocked} | figures)


def label_players(match: Match) -> tuple[str, str]:
    """Return labels for the players: their names, with A and B if these are equal."""
    first, second = match.players
    return (f"A {first}", f"B {second}") if first == second else (first, second)


def summarize_match(match: Match, games: Sequence[Game]) -> list[str]:
    """Return the remarks below the tallies."""
    verdict, distinct = arena.judge_games(games), arena.list_distinct_games(games)
    again, is_decisive = len(games) - len(distinct), any(game.winner is not None for game in games)
    lines = ["no p-value: it is the same game each time" if is_decisive else "no decisive game"]
    if verdict:
        low, high = verdict.interval
        p = "p < 0.000001" if verdict.p < 1e-6 else f"p = {verdict.p:.2g}"
        lines = [
            f"{label_players(match)[verdict.leader]} won {verdict.rate:.1%} of the decisive games"
            f"{' that are distinct' * bool(again)} "
            f"(95 % interval {low:.1%} to {high:.1%})",
            f"{p}, two-sided binomial test: {'not ' * (not verdict.is_significant)}significant at 0.05",
        ]
    others = f"; {again} the same game again, which proves nothing" * bool(again)
    mean = arena.compute_mean_moves(games)
    lines.append(f"{mean:.1f} moves per game, {len(distinct)} of {len(games)} games distinct{others}")
    if match.swap:
        red = sum((arena.tally_games([game], game.red) for game in games), Tally(0, 0, 0))
        lines.append(f"red {red} against yellow, both players together")
    return lines
