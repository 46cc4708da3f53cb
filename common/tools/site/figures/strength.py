"""How strong the players are: tables and charts of Elo against depth and against accuracy."""

from typing import Any

import matplotlib.pyplot as plt

from common.tools.measured import read_record
from common.tools.sets import KINDS
from common.tools.site.figures.experiments import shorten_player
from common.tools.site.figures.pictures import render_chart
from common.tools.site.macro import macro
from common.tools.site.table import render_table

FAMILIES = ("minimax", "expectimax", "weights-v6")
ALONE = ("perfect", "mcts:iterations=10000", "mcts:iterations=1000", "forward", "random")


@macro
def elo_chart() -> str:
    """Return a chart of Elo against search depth, with players who have no depth as lines across."""
    rows = {row["player"]: row for row in read_record("depth")["ratings"]}
    figure, axes = plt.subplots(figsize=(7, 5))
    for family in FAMILIES:
        points = sorted(
            (int(key.partition("=")[2]), row["elo"], row["error_95"])
            for key, row in rows.items()
            if key.startswith(family)
        )
        depths, elos, errors = zip(*points, strict=True)
        axes.errorbar(depths, elos, errors, capsize=3, label=family)
    for text in ALONE:
        axes.axhline(rows[text]["elo"], color="#777777", linestyle=":", marker="")
        place: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "va": "center"}  # right of the axes
        axes.text(1.01, rows[text]["elo"], shorten_player(text), fontsize=9, **place)
    axes.set_xlabel("depth, in stones")
    axes.set_ylabel("Elo, 0 is the mean")
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(0, 0.92))
    return render_chart(
        figure,
        "Elo against search depth, with 95 % error bars. Dotted: players without a depth. "
        "The table below has all figures.",
    )


def load_accuracies() -> dict[str, list[dict[str, Any]]]:
    """Return the recorded tallies of each player: the sets first, their own games last."""
    rows_by_player: dict[str, list[dict[str, Any]]] = {}
    rows = read_record("accuracy")["rows"]
    for row in sorted(rows, key=lambda row: [*KINDS, row["moves_of"]].index(row["moves_of"])):
        rows_by_player.setdefault(row["player"], []).append(row)
    return rows_by_player


def compute_kept_share(rows: list[dict[str, Any]]) -> float:
    """Return the share of moves that keep the value, among those where it was at stake."""
    return sum(row["kept_at_stake"] for row in rows) / sum(row["at_stake"] for row in rows)


@macro
def accuracy_table() -> str:
    """Return a table of how often each player keeps what is at stake, the best first."""
    heads = [*KINDS, "all sets", "own games", "score lost per move"]
    lines: list[list[str]] = []
    rows_by_player = load_accuracies()
    for player in sorted(rows_by_player, key=lambda player: -compute_kept_share(rows_by_player[player][:-1])):
        *over_sets, own = rows_by_player[player]
        parts = (*([row] for row in over_sets), over_sets, [own])
        loss = sum(row["lost"] for row in over_sets) / sum(row["moves"] for row in over_sets)
        lines.append([f"`{player}`", *(f"{compute_kept_share(part):.0%}" for part in parts), f"{loss:.2f}"])
    return render_table(["player", *(f">{head}" for head in heads)], lines)


def pair_accuracy_with_elo() -> dict[str, tuple[float, float]]:
    """Return the accuracy over the sets, in per cent, and the Elo of all players who have both."""
    ratings = {row["player"]: row["elo"] for row in read_record("depth")["ratings"]}
    return {
        player: (100 * compute_kept_share(rows[:-1]), ratings[player])
        for player, rows in load_accuracies().items()
        if player in ratings
    }


@macro
def accuracy_chart() -> str:
    """Return a chart of Elo against accuracy."""
    figure, axes = plt.subplots(figsize=(7, 5))
    for family in (*FAMILIES, "others"):
        mine = {
            player: place
            for player, place in pair_accuracy_with_elo().items()
            if (player.split(":")[0] if player.startswith(FAMILIES) else "others") == family
        }
        axes.plot(*zip(*mine.values(), strict=True), linestyle="", label=family)
        for player, place in mine.items():
            label = shorten_player(player) if family == "others" else player.partition("=")[2]
            axes.annotate(label, place, xytext=(5, 3), textcoords="offset points", fontsize=8)
    axes.set_xlabel("moves that keep what is at stake, in per cent")
    axes.set_ylabel("Elo")
    axes.margins(x=0.12)
    axes.legend(frameon=False)
    return render_chart(
        figure, "Elo against accuracy on the six sets. The numbers are depths. The tables have all figures."
    )
