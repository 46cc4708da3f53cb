"""The recorded experiments with players, docs/experiments/*.json, and what several pages show of them.

`c4 tournament` and `c4 accuracy` write them; published.json has the figures that others published.
"""

import json
from functools import cache
from typing import Any

from common.tools.bench.report import format_time
from common.tools.files import ROOT
from common.tools.play.arena.chance import compute_fisher_p
from common.tools.play.arena.games import Tally, judge_tally
from common.tools.play.arena.tournament import compute_share
from common.tools.site.figures.figures import render_provenance
from common.tools.site.macro import macro


@cache
def load_experiment(name: str) -> dict[str, Any]:
    """Return a recorded experiment."""
    return json.loads((ROOT / "docs" / "experiments" / f"{name}.json").read_text(encoding="utf-8"))


def shorten_player(player: str) -> str:
    """Return a player's name with its numbers only: minimax 6."""
    name, _, rest = player.partition(":")
    parts = [part.split("=") for part in rest.split(",") if rest]
    return " ".join([name, *(value + " s" * (key == "seconds") for key, value in parts)])


def parse_results(results: str) -> Tally:
    """Return the tally of the player named first."""
    return Tally(results.count("+"), results.count("-"), results.count("="))


def load_tallies(name: str, games: int | None = None) -> dict[tuple[str, str], Tally]:
    """Return the tally of the player named first in each match, or in its first games only."""
    matches = load_experiment(name)["matches"]
    return {tuple(match["players"]): parse_results(match["results"][:games]) for match in matches}


@macro
def experiment_command(name: str) -> str:
    """Return the command that made an experiment."""
    return load_experiment(name)["command"]


@macro
def experiment_provenance(name: str) -> str:
    """Return how an experiment was made, below a table or chart."""
    return render_provenance(load_experiment(name))


@macro
def longest_move_time(name: str, player: str) -> str:
    """Return the longest mean time of a move of a player in any match of an experiment."""
    return format_time(
        max(
            match["seconds_per_move"][side]
            for match in load_experiment(name)["matches"]
            for side in (0, 1)
            if match["players"][side] == player
        )
    )


@macro
def rating_table(name: str) -> str:
    """Return the ratings of a tournament as a table, best first."""
    lines = ["| | player | Elo | ± | W-L-D | points |", "|--:|---|--:|--:|--:|--:|"]
    for place, row in enumerate(load_experiment(name)["ratings"], 1):
        tally = Tally(row["wins"], row["losses"], row["draws"])
        lines.append(
            f"| {place} | `{row['player']}` | {row['elo']:+.0f} | {row['error_95']:.0f} | {tally} "
            f"| {compute_share(tally):.1%} |"
        )
    return "\n".join(lines)


def compute_likelihood(one: Tally, other: Tally) -> float:
    """Return how likely two tallies of the same players differ so much, by Fisher's exact test.

    It is asked twice: about who won the decisive games, and about how many games were decisive. The smaller
    p counts, and is doubled because it is the smaller of two.
    """
    won = compute_fisher_p((one.wins, one.losses), (other.wins, other.losses))
    decisive = compute_fisher_p((one.wins + one.losses, one.draws), (other.wins + other.losses, other.draws))
    return min(1.0, 2 * min(won, decisive))


def compute_p(tally: Tally) -> float:
    """Return the two-sided p of a tally, 1 without a decisive game."""
    verdict = judge_tally(tally)
    return verdict.p if verdict else 1.0


def format_p(p: float) -> str:
    """Return a p-value for people."""
    return "< 0.000001" if p < 1e-6 else f"{p:.2g}"
