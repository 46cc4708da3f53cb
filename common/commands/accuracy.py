"""`c4 accuracy`: hold a player's moves against perfect play."""

import argparse
import json
import sys
from dataclasses import asdict

from rich.table import Table

from common.benchmark import sets
from common.benchmark.report import provenance
from common.errors import UserError
from common.files import write_whole
from common.players.accuracy import Tally, over_games, over_set
from common.players.human import Human
from common.players.registry import create
from common.terminal import console, progress


def run(options: argparse.Namespace) -> int:
    """Judge the moves, print a table, write the JSON."""
    player = create(options.player)
    if isinstance(player, Human):
        raise UserError("a human plays in c4 play, and is not judged")
    names = options.sets.split(",") if options.sets else list(sets.KINDS)
    lines = {name: sets.load(name, options.positions) for name in names}
    judged = {name: over_set(player, name, part, options.seed) for name, part in lines.items()}
    judged[f"{options.games} own games"] = over_games(player, options.games, options.seed)
    tallies: dict[str, Tally] = {}
    with progress(console(sys.stderr)) as bar:
        task = bar.add_task("", total=sum(map(len, lines.values())) + options.games)
        for name, part in judged.items():
            bar.update(task, description=name)
            tallies[name] = Tally()
            for tally in part:
                tallies[name] += tally
                bar.advance(task)
    tallies = {name: tally for name, tally in tallies.items() if tally.moves}
    console(sys.stdout).print(table(options.player, tallies))
    if options.json:
        record = {
            **provenance(),
            "player": options.player,
            "settings": {"positions": options.positions, "games": options.games, "seed": options.seed},
            "rows": [{"moves_of": name, **asdict(tally)} for name, tally in tallies.items()],
        }
        write_whole(options.json, json.dumps(record, indent=1) + "\n")
    return 0


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
