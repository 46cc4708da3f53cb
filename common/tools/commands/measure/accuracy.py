"""`c4 accuracy`: hold the moves of players against perfect play."""

import argparse
import sys
from dataclasses import asdict
from typing import Any

from rich.table import Table

from common.errors import UserError
from common.tools import sets
from common.tools.arena.judge import Tally, over_games, over_set
from common.tools.players.human import Human
from common.tools.players.player import Player
from common.tools.players.registry import clock_warnings, clocked, create
from common.tools.record import write_record
from common.tools.terminal.console import console, make_table, progress
from common.tools.terminal.options import add_json, number

EXAMPLES = """
c4 accuracy minimax:depth=6                    all test sets, and games against themselves
c4 accuracy easy medium hard --json levels.json
c4 accuracy mcts:iterations=5000 --sets middle-easy --positions 200 --games 0
"""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 accuracy`."""
    command.add_argument(
        "players", nargs="+", metavar="PLAYER", help="a name and parameters, such as minimax:depth=6"
    )
    sets.add_option(command)
    command.add_argument(
        "--positions", type=number(1), default=20, metavar="N", help="positions of each set (default: 20)"
    )
    command.add_argument(
        "--games", type=number(0), default=5, metavar="N", help="games against themselves (default: 5)"
    )
    command.add_argument(
        "--seed",
        type=int,
        default=1,
        help="the same seed gives the same moves, unless a player has mcts:seconds (default: 1)",
    )
    add_json(command, "figures")


def run(options: argparse.Namespace) -> int:
    """Judge the moves of each player, print a table for each, write the JSON."""
    players = {text: create(text) for text in options.players}
    if any(isinstance(player, Human) for player in players.values()):
        raise UserError("a human plays in c4 play, and is not judged")
    lines = {name: sets.load(name, options.positions) for name in options.sets}
    rows: list[dict[str, Any]] = []
    for text, player in players.items():
        tallies = judged(text, player, lines, options)
        console(sys.stdout).print(table(text, tallies))
        rows += [{"player": text, "moves_of": name, **asdict(tally)} for name, tally in tallies.items()]
    for line in clock_warnings(options.players):
        console(sys.stdout).print(line, markup=False)
    if options.json:
        settings = {"positions": options.positions, "games": options.games, "seed": options.seed}
        reproducible = not clocked(options.players)
        write_record(options.json, {"settings": settings, "reproducible": reproducible, "rows": rows})
    return 0


def judged(
    text: str, player: Player, lines: dict[str, list[sets.Line]], options: argparse.Namespace
) -> dict[str, Tally]:
    """Return a player's tally for each set, and for the games against themselves."""
    parts = {name: over_set(player, name, part, options.seed) for name, part in lines.items()}
    parts[f"{options.games} own games"] = over_games(player, options.games, options.seed)
    tallies: dict[str, Tally] = {}
    with progress(console(sys.stderr)) as bar:
        task = bar.add_task("", total=sum(map(len, lines.values())) + options.games)
        for name, part in parts.items():
            bar.update(task, description=f"{text} {name}")
            tallies[name] = Tally()
            for tally in part:
                tallies[name] += tally
                bar.advance(task)
    return {name: tally for name, tally in tallies.items() if tally.moves}


def table(player: str, tallies: dict[str, Tally]) -> Table:
    """Draw a row for each set, and one for the games."""
    figures = ("moves", "keep the value", "at stake", "keep it", "score lost per move")
    drawn = make_table(player, figures=figures)
    for name, tally in tallies.items():
        drawn.add_row(
            name,
            f"{tally.moves}",
            f"{tally.kept / tally.moves:.1%}",
            f"{tally.at_stake}",
            f"{tally.kept_at_stake / tally.at_stake:.1%}" if tally.at_stake else "",
            f"{tally.lost / tally.moves:.2f}",
        )
    return drawn
