"""`c4 match`: let two players meet in many games."""

import argparse
import json
import sys
from collections.abc import Sequence

from rich.table import Table

from common.benchmark.report import provenance, readable_time
from common.files import write_whole
from common.players.arena import (
    Game,
    Match,
    Verdict,
    as_json,
    by_colour,
    check,
    distinct,
    mean_moves,
    play_all,
    score,
    seconds_per_move,
    verdict,
)
from common.terminal import console, progress


def run(options: argparse.Namespace) -> int:
    """Play the games and say what came of them."""
    match = Match((options.first, options.second), options.games, options.seed, options.swap)
    check(match)
    with progress(console(sys.stderr)) as bar:
        task = bar.add_task("0-0-0", total=match.games)
        so_far: list[Game] = []

        def on_game(game: Game) -> None:
            so_far.append(game)
            bar.update(task, advance=1, description=f"{score(so_far, 0)}")

        games = play_all(match, options.jobs, on_game)
    out = console(sys.stdout)
    out.print(table(match, games))
    for line in summary(match, games):
        out.print(line, markup=False)
    if options.json:
        write_whole(options.json, json.dumps(provenance() | as_json(match, games), indent=1) + "\n")
    return 0


def table(match: Match, games: Sequence[Game]) -> Table:
    """Draw the score of each side."""
    drawn = Table("player", box=None, header_style="bold", pad_edge=False)
    for heading in ("plays", "W-L-D", "time per move"):
        drawn.add_column(heading, justify="right", no_wrap=True)
    for side, text in enumerate(labels(match)):
        colour = "both" if match.swap else ("red", "yellow")[side]
        seconds = readable_time(seconds_per_move(games, side))
        drawn.add_row(text, colour, f"{score(games, side)}", seconds)
    return drawn


def labels(match: Match) -> tuple[str, str]:
    """Return what to call the players: by their names, and by A and B too if these are equal."""
    first, second = match.players
    return (f"A {first}", f"B {second}") if first == second else (first, second)


def summary(match: Match, games: Sequence[Game]) -> list[str]:
    """Return what there is to say besides the scores."""
    found = verdict(games)
    lines = ["no decisive game"] if not found else judged(match, found)
    lines.append(f"{mean_moves(games):.1f} moves a game, {distinct(games)} of {len(games)} games distinct")
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
        f"{p}, one-sided binomial test: {better}",
    ]
