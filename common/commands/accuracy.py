"""`c4 accuracy`: hold the moves of players against perfect play."""

import argparse
import json
import sys
from dataclasses import asdict
from typing import Any

from rich.table import Table

from common.benchmark import sets
from common.benchmark.report import provenance
from common.errors import UserError
from common.files import write_whole
from common.players.accuracy import Tally, over_games, over_set
from common.players.human import Human
from common.players.player import Player
from common.players.registry import create
from common.terminal import console, progress


def run(options: argparse.Namespace) -> int:
    """Judge the moves of each player, print a table for each, write the JSON."""
    players = {text: create(text) for text in options.players}
    if any(isinstance(player, Human) for player in players.values()):
        raise UserError("a human plays in c4 play, and is not judged")
    names = options.sets.split(",") if options.sets else list(sets.KINDS)
    lines = {name: sets.load(name, options.positions) for name in names}
    rows: list[dict[str, Any]] = []
    for text, player in players.items():
        tallies = judged(text, player, lines, options)
        console(sys.stdout).print(table(text, tallies))
        rows += [{"player": text, "moves_of": name, **asdict(tally)} for name, tally in tallies.items()]
    if options.json:
        settings = {"positions": options.positions, "games": options.games, "seed": options.seed}
        write_whole(
            options.json, json.dumps({**provenance(), "settings": settings, "rows": rows}, indent=1) + "\n"
        )
    return 0


def judged(
    text: str, player: Player, lines: dict[str, list[sets.Line]], options: argparse.Namespace
) -> dict[str, Tally]:
    """Return a player's tally for each set, and for his own games."""
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
    drawn = Table(player, box=None, header_style="bold", pad_edge=False)
    for heading in ("moves", "keep the value", "at stake", "keep it", "score lost per move"):
        drawn.add_column(heading, justify="right", no_wrap=True)
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
