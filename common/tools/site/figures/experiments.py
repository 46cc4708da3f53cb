"""The recorded experiments with players, docs/experiments/*.json, and what several pages show of them.

`c4 tournament` and `c4 accuracy` write them; published.json has the figures that others published.
"""

import matplotlib.pyplot as plt

from common.tools.measured import read_record
from common.tools.play.arena.chance import compute_fisher_p
from common.tools.play.arena.games import Tally, compute_share, judge_tally
from common.tools.site.figures.pictures import render_chart

Point = tuple[str, Tally, Tally]
"""What is written beside it, what is published, what we found."""


def shorten_player(player: str) -> str:
    """Return a player's name with its numbers only: minimax 6."""
    name, _, rest = player.partition(":")
    parts = [part.split("=") for part in rest.split(",") if rest]
    return " ".join([name, *(value + " s" * (key == "seconds") for key, value in parts)])


def load_tallies(name: str, games: int | None = None) -> dict[tuple[str, str], Tally]:
    """Return the tally of the player named first in each match, or in its first games only."""
    results = {tuple(match["players"]): match["results"][:games] for match in read_record(name)["matches"]}
    return {players: Tally(*map(text.count, "+-=")) for players, text in results.items()}


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


def render_points(groups: dict[str, list[Point]], description: str) -> str:
    """Return a chart of the points won, as published and as we found, of groups that a legend names."""
    figure, axes = plt.subplots(figsize=(7, 5))
    axes.axline((0, 0), slope=1, color="#777777", linestyle=":", marker="")
    for label, points in groups.items():
        places = [(100 * compute_share(theirs), 100 * compute_share(ours)) for _, theirs, ours in points]
        axes.plot(*zip(*places, strict=True), linestyle="", label=label)
        for (name, *_), place in zip(points, places, strict=True):
            axes.annotate(name, place, xytext=(5, 3), textcoords="offset points", fontsize=8)
    axes.set_xlabel("points as published, in per cent")
    axes.set_ylabel("points in our games, in per cent")
    axes.legend(frameon=False)
    return render_chart(figure, description)
