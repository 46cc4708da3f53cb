"""`c4 match`: play many games, each player against every other."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import combinations

from rich.markup import escape
from rich.table import Table

from common.errors import Error
from common.tools.measured import write_figures
from common.tools.play import arena
from common.tools.play.arena import Game, Match, Results, Tally
from common.tools.play.players.registry import list_clocked_players
from common.tools.terminal.console import format_time, make_console, make_table, show_progress, track_progress
from common.tools.terminal.options import (
    add_board_option,
    add_jobs_option,
    add_json_option,
    add_number,
    add_seed,
)

BestMoves = Mapping[Match, Sequence[int]]
"""How many best moves each side of a match played."""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 match`."""
    command.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help="two or more, such as minimax:depth=6 or ./bot.py; of two, the one named first is X",
    )
    add_board_option(command)
    add_number(command, "--games", "games for each pair of players", 100)
    add_jobs_option(command, 1)
    add_seed(command, "the same seed gives the same games, unless a player has mcts:seconds")
    command.add_argument("--swap", action="store_true", help="players take turns as X")
    command.add_argument(
        "--best",
        action="store_true",
        help="count how often each chose a best move, one with the highest score",
    )
    add_json_option(command, "games")


def run(options: argparse.Namespace) -> int:
    """Play the games and print the results."""
    players: list[str] = options.players
    if len(players) < 2:
        raise Error("a match needs two players or more")
    if len(players) > 2 and len({*players}) < len(players):
        raise Error("a player can play itself only in a match of two")
    matches = [Match(pair, options.games, options.seed, options.swap) for pair in combinations(players, 2)]
    arena.check_matches(matches)
    with show_progress("games") as on_game:
        results = arena.play_matches(matches, options.jobs, on_game)
    best = judge_moves(results) if options.best else None
    out = make_console(sys.stdout)
    out.print(make_players_table(label_players(players), results, best))
    for match, games in results.items():
        for line in describe_match(match, games):
            out.print(line, markup=False)
    if options.swap:
        everything = [game for games in results.values() for game in games]
        tally = sum((arena.tally_games([game], game.x) for game in everything), Tally(0, 0, 0))
        out.print(f"\nX {tally} against O, in all games")
    clocked = list_clocked_players(players)
    for text in clocked:
        print(f"not reproducible: {text} may play different games with the same seed")
    if options.json:
        settings = {"games": options.games, "seed": options.seed, "swap": options.swap}
        played = [make_json_match(match, games, best) for match, games in results.items()]
        write_figures(options.json, {"settings": settings, "reproducible": not clocked, "matches": played})
    return report_forfeits(results)


def judge_moves(results: Results) -> BestMoves:
    """Count the best moves of each match, and show how many games have been judged."""
    best = {match: [0, 0] for match in results}
    pieces = [(match, game) for match, games in results.items() for game in games]
    for match, game in track_progress("judged games", pieces, len(pieces)):
        for side, count in enumerate(arena.count_best_moves(game)):
            best[match][side] += count
    return best


def label_players(players: Sequence[str]) -> Sequence[str]:
    """Return labels for the players: their names, with A and B if these are equal."""
    first, second, *_ = players
    return (f"A {first}", f"B {second}") if first == second else players


def make_players_table(labels: Sequence[str], results: Results, best: BestMoves | None) -> Table:
    """Draw a row for each player, with the figures of all their games."""
    figures = ("W-L-D", "distinct games", "time per move", *["best moves"] * bool(best))
    table = make_table("player", figures=figures)
    for label in labels:
        pairs = zip(combinations(labels, 2), results, strict=True)
        sides = [(match, pair.index(label)) for pair, match in pairs if label in pair]
        tally = sum((arena.tally_games(results[match], side) for match, side in sides), Tally(0, 0, 0))
        distinct = sum(len(arena.list_distinct_games(results[match])) for match, _ in sides)
        total = sum(match.games for match, _ in sides)
        stones = max(sum(arena.count_stones(results[match], side) for match, side in sides), 1)
        seconds = sum(game.seconds[side] for match, side in sides for game in results[match])
        cells = [f"{tally}", f"{distinct} of {total}", format_time(seconds / stones)]
        if best:
            cells.append(f"{sum(best[match][side] for match, side in sides) / stones:.1%}")
        table.add_row(escape(label), *cells)
    return table


def describe_match(match: Match, games: Sequence[Game]) -> Iterator[str]:
    """Yield a blank line, and what is known of two players and their games."""
    labels, stones = label_players(match.players), ("", "") if match.swap else (" (X)", " (O)")
    first, second = (f"{label}{stone}" for label, stone in zip(labels, stones, strict=True))
    yield f"\n{first} against {second}: {arena.tally_games(games, 0)}"
    verdict, distinct = arena.judge_match(games), arena.list_distinct_games(games)
    has_repeats, is_decisive = len(distinct) < len(games), any(game.winner is not None for game in games)
    if verdict:
        low, high = verdict.interval
        yield (
            f"{labels[verdict.leader]} won {verdict.rate:.1%} of the {'distinct ' * has_repeats}"
            f"decisive games (95 % interval {low:.1%} to {high:.1%})"
        )
        p = "p < 0.000001" if verdict.p < 1e-6 else f"p = {verdict.p:.2g}"
        yield f"{p}, two-sided binomial test: {'not ' * (not verdict.is_significant)}significant at 0.05"
    else:
        yield "no p-value: it is the same game each time" if is_decisive else "no decisive game"
    mean, remark = arena.compute_mean_moves(games), "; a repeat proves nothing" * has_repeats
    yield f"{mean:.1f} moves per game, {len(distinct)} of {len(games)} games distinct{remark}"


def make_json_match(match: Match, games: Sequence[Game], best: BestMoves | None) -> dict[str, object]:
    """Return a match for a file."""
    verdict = arena.judge_match(games)
    stones = [max(arena.count_stones(games, side), 1) for side in (0, 1)]
    seconds = [sum(game.seconds[side] for game in games) / stones[side] for side in (0, 1)]
    figures: dict[str, object] = {
        "players": match.players,
        "verdict": verdict and asdict(verdict) | {"leader": match.players[verdict.leader]},
        "mean_moves": round(arena.compute_mean_moves(games), 2),
        "distinct_games": len(arena.list_distinct_games(games)),
        "seconds_per_move": [float(f"{mean:.3g}") for mean in seconds],
        "games": list(map(asdict, games)),
    }
    if best:
        figures["best_moves"] = [round(best[match][side] / stones[side], 4) for side in (0, 1)]
    return figures


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
