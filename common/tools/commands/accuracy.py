"""`c4 accuracy`: compare the moves of players with perfect play."""

import argparse
import sys
from dataclasses import asdict

from rich.markup import escape
from rich.table import Table

from common.tools import sets
from common.tools.commands.match import conclude
from common.tools.play.arena.games import Match, build_player, check_matches
from common.tools.play.arena.judge import Accuracy, judge_games, judge_set
from common.tools.terminal.console import make_console, make_table, track_progress
from common.tools.terminal.options import SAME_SEED, add_json_option, add_number, add_positions, add_seed


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 accuracy`."""
    command.add_argument(
        "players", nargs="+", metavar="PLAYER", help="a name and parameters, such as minimax:depth=6"
    )
    sets.add_sets_option(command)
    add_positions(command, 20)
    add_number(command, "--games", "games against themselves", 5, least=0)
    add_seed(command, SAME_SEED.format("moves"))
    add_json_option(command, "figures")


def run(options: argparse.Namespace) -> int:
    """Judge the moves of each player, print a table for each, write the JSON."""
    check_matches([Match((text, text), 1, 0) for text in options.players])
    build_player("perfect")  # the judge
    lines = {name: sets.load_set(name, options.positions) for name in options.sets}
    out, rows = make_console(sys.stdout), list[dict[str, object]]()
    for text in dict.fromkeys(options.players):
        player, seed, games = build_player(text), options.seed, options.games
        parts = {name: (judge_set(player, name, part, seed), len(part)) for name, part in lines.items()}
        if games:
            parts[f"{games} own games"] = judge_games(player, games, seed), games
        accuracies = {
            name: sum(track_progress(f"{text} {name}", part, size), Accuracy())
            for name, (part, size) in parts.items()
        }
        out.print(make_accuracy_table(text, accuracies))
        rows += [
            {"player": text, "moves_of": name, **asdict(accuracy)} for name, accuracy in accuracies.items()
        ]
    settings = {"positions": options.positions, "games": options.games, "seed": options.seed}
    conclude(options.json, options.players, settings, {"rows": rows})
    return 0


def make_accuracy_table(player: str, accuracies: dict[str, Accuracy]) -> Table:
    """Draw a row for each set, and one for the games."""
    figures = ("moves", "keep the value", "at stake", "keep it", "score lost per move")
    table = make_table(escape(player), figures=figures)
    for name, accuracy in accuracies.items():
        table.add_row(
            name,
            f"{accuracy.moves}",
            f"{accuracy.kept / accuracy.moves:.1%}",
            f"{accuracy.at_stake}",
            f"{accuracy.kept_at_stake / accuracy.at_stake:.1%}" if accuracy.at_stake else "",
            f"{accuracy.lost / accuracy.moves:.2f}",
        )
    return table
