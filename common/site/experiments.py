"""The recorded experiments with players, docs/experiments/*.json, and what several pages ask of them.

`c4 tournament` and `c4 accuracy` write them; published.json has the figures of others.
"""
# The types of scipy's functions are partly unknown.
# pyright: basic

import json
from functools import cache
from typing import Any

from scipy.stats import binomtest, fisher_exact

from common.benchmark.report import readable_time
from common.map import ROOT
from common.players.arena import Score
from common.players.tournament import share
from common.site.figures import made_by


@cache
def experiment(name: str) -> dict[str, Any]:
    """Return a recorded experiment."""
    return json.loads((ROOT / "docs" / "experiments" / f"{name}.json").read_text())


def short(player: str) -> str:
    """Return a player's name with his numbers only: minimax 6."""
    name, _, rest = player.partition(":")
    parts = [part.split("=") for part in rest.split(",") if rest]
    return " ".join([name, *(value + " s" * (key == "seconds") for key, value in parts)])


def counted(results: str) -> Score:
    """Return the score of the player named first."""
    return Score(results.count("+"), results.count("-"), results.count("="))


def scores(name: str, games: int | None = None) -> dict[tuple[str, str], Score]:
    """Return the score of each recorded match, or of its first games only."""
    matches = experiment(name)["matches"]
    return {tuple(match["players"]): counted(match["results"][:games]) for match in matches}


def command(name: str) -> str:
    """Return the command that made an experiment."""
    return experiment(name)["command"]


def made(name: str) -> str:
    """Return how an experiment was made, below a table or chart."""
    return made_by(experiment(name))


def slowest(name: str, player: str) -> str:
    """Return the longest mean time of a move of a player in any match of an experiment."""
    return readable_time(
        max(
            match["seconds_per_move"][side]
            for match in experiment(name)["matches"]
            for side in (0, 1)
            if match["players"][side] == player
        )
    )


def rating_table(name: str) -> str:
    """Return the ratings of a tournament as a table, best first."""
    lines = ["| | player | Elo | ± | W-L-D | points |", "|--:|---|--:|--:|--:|--:|"]
    for place, row in enumerate(experiment(name)["ratings"], 1):
        found = Score(row["wins"], row["losses"], row["draws"])
        lines.append(
            f"| {place} | `{row['player']}` | {row['elo']:+.0f} | {row['error_95']:.0f} | {found} "
            f"| {share(found):.1%} |"
        )
    return "\n".join(lines)


def likelihood(one: Score, other: Score) -> float:
    """Return how likely two scores of equal players differ so much, by Fisher's exact test.

    There are two tests, on who won the decisive games and on how many were decisive; the smaller p counts,
    doubled as it is the smaller of two.
    """
    won = fisher([one.wins, one.losses], [other.wins, other.losses])
    decisive = fisher([one.wins + one.losses, one.draws], [other.wins + other.losses, other.draws])
    return min(1.0, 2 * min(won, decisive))


def fisher(one: list[int], other: list[int]) -> float:
    """Return the p-value of Fisher's exact test."""
    tested: Any = fisher_exact([one, other])
    return float(tested.pvalue)


def binomial(found: Score) -> float:
    """Return the one-sided p of the decisive games."""
    most = max(found.wins, found.losses)
    return float(binomtest(most, found.wins + found.losses, alternative="greater").pvalue)


def small(p: float) -> str:
    """Return a p-value for people."""
    return "< 0.000001" if p < 1e-6 else f"{p:.2g}"
