"""Tables, heat maps and charts of the recorded experiments with players: docs/experiments/*.json.

`c4 tournament` and `c4 accuracy` write them; published.json has the figures of others.
"""
# The types of scipy's and matplotlib's functions are partly unknown.
# pyright: basic

import json
from functools import cache
from html import escape
from typing import Any

import matplotlib.pyplot as plt
from scipy.stats import binomtest, fisher_exact, spearmanr

from common.benchmark.report import readable_time
from common.benchmark.sets import KINDS
from common.commands.tournament import shade
from common.map import ROOT
from common.players.arena import SIGNIFICANT, Score
from common.players.tournament import share
from common.site.figures import made_by
from common.site.lab import picture

FAMILIES = ("minimax", "expectimax", "weights-v6")
ALONE = ("perfect", "mcts:iterations=10000", "mcts:iterations=1000", "forward", "random")


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


# The lineage


def published_lineage() -> dict[tuple[str, str], Score]:
    """Return the published score of each match."""
    matches = experiment("published")["lineage"]["matches"]
    return {tuple(match["players"]): Score(*match["red"]) for match in matches}


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


def agrees(players: tuple[str, str]) -> bool:
    """Tell whether our score and the published one may well be of the same two players."""
    return likelihood(published_lineage()[players], scores("lineage")[players]) >= SIGNIFICANT


def lineage(first: str, second: str, deeper: int | None = None) -> str:
    """Return the matches of two versions as a table: what is published, what we found, whether they agree.

    With `deeper` only those in which the second looks so many stones further.
    """
    lines = [
        "| depths | published | p | ours | p | distinct games | agree? |",
        "|---|---|--:|---|--:|--:|---|",
    ]
    for match in experiment("lineage")["matches"]:
        players = tuple(match["players"])
        versions, depths = zip(*(text.split(":depth=") for text in players), strict=True)
        if versions != (first, second) or deeper not in (None, int(depths[1]) - int(depths[0])):
            continue
        theirs, ours = published_lineage()[players], counted(match["results"])
        p = likelihood(theirs, ours)
        verdict = "yes" if p >= SIGNIFICANT else f"no, p {small(p)}"
        lines.append(
            f"| {depths[0]}, {depths[1]} | {result(theirs)} | {small(binomial(theirs))} | {result(ours)} "
            f"| {small(binomial(ours))} | {match['distinct_games']} | {verdict} |"
        )
    return "\n".join(lines)


def result(found: Score) -> str:
    """Return red's score, and who won which share of the decisive games."""
    decisive = found.wins + found.losses
    winner = "red" if found.wins >= found.losses else "yellow"
    return f"{found}<br>{winner} {max(found.wins, found.losses) / decisive:.1%}"


def binomial(found: Score) -> float:
    """Return the one-sided p of the decisive games."""
    most = max(found.wins, found.losses)
    return float(binomtest(most, found.wins + found.losses, alternative="greater").pvalue)


def small(p: float) -> str:
    """Return a p-value for people."""
    return "< 0.000001" if p < 1e-6 else f"{p:.2g}"


def lineage_agreement(*firsts: str) -> str:
    """Return in how many matches of some first players, or of all, our scores agree with the published."""
    matches = [players for players in published_lineage() if players[0].startswith(firsts or "weights")]
    return f"{sum(map(agrees, matches))} of {len(matches)}"


def lineage_notes() -> str:
    """Return what is wrong with published lines, as a list."""
    return "\n".join(f"- {note}" for note in experiment("published")["lineage"]["notes"])


# The comparison


def heat(caption: str, rows: list[str], columns: list[str], cells: dict[tuple[str, str], Score]) -> str:
    """Return a heat map: a table with the games won by red and by yellow, in per cent, in each cell."""
    head = "".join(f'<th scope="col">{heading(text)}</th>' for text in columns)
    body = "".join(
        f'<tr><th scope="row">{short(row)}</th>'
        + "".join(heat_cell(cells[row, column]) for column in columns)
        + "</tr>"
        for row in rows
    )
    label = f"{caption}: games won by the row, red, and by the column, yellow, in per cent"
    return (
        f'<div class="heat" role="region" tabindex="0" aria-label="{escape(label)}"><table class="heat">'
        f"<caption>{escape(caption)}</caption><thead><tr><td></td>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def heading(player: str) -> str:
    """Return a player's name with his numbers below it."""
    name, *numbers = short(player).split(" ")
    return "<br>".join([name, " ".join(numbers)]) if numbers else name


def heat_cell(found: Score) -> str:
    """Return a cell, shaded by red's points."""
    games = found.wins + found.losses + found.draws
    won, lost = (f"{100 * count / games:.0f}" for count in (found.wins, found.losses))
    return f'<td style="background:{shade(share(found))}">{won}/{lost}</td>'


def figure_of(number: int) -> dict[str, Any]:
    """Return a published matrix."""
    return next(each for each in experiment("published")["comparison"]["figures"] if each["figure"] == number)


def published_cells(number: int) -> dict[tuple[str, str], Score]:
    """Return the scores of a published matrix, in games."""
    figure, games = figure_of(number), experiment("published")["comparison"]["games"]
    found: dict[tuple[str, str], Score] = {}
    for red, row in zip(figure["red"], figure["won_per_cent"], strict=True):
        for yellow, cell in zip(figure["yellow"], row.split(), strict=True):
            won, lost = (int(part) * games // 100 for part in cell.split("/"))
            found[red, yellow] = Score(won, lost, games - won - lost)
    return found


def published_matrix(number: int) -> str:
    """Return a published matrix as a heat map."""
    figure, games = figure_of(number), experiment("published")["comparison"]["games"]
    caption = f"Published, figure {number}, {games} games a pair"
    return heat(caption, figure["red"], figure["yellow"], published_cells(number))


def matrix(number: int, games: int | None = None) -> str:
    """Return our matrix of the players of a published one, of all games or the first few."""
    players = list(dict.fromkeys(without_clock(player) for player in figure_of(number)["red"]))
    played = games or experiment("comparison")["settings"]["games"]
    caption = f"Ours beside figure {number}, {played} games a pair"
    return heat(caption, players, players, scores("comparison", games))


def without_clock(player: str) -> str:
    """Return a player without a limit of time."""
    return player.partition(",seconds")[0]


def compared() -> dict[tuple[str, str], list[tuple[Score, Score]]]:
    """Return the published and our score of each cell of both matrices, by the two kinds of player in it."""
    ours = scores("comparison")
    found: dict[tuple[str, str], list[tuple[Score, Score]]] = {}
    for number in (3, 4):
        for (red, yellow), theirs in published_cells(number).items():
            one, other = sorted(player.partition(":")[0] for player in (red, yellow))
            mine = ours[without_clock(red), without_clock(yellow)]
            found.setdefault((one, other), []).append((theirs, mine))
    return found


def contradicted(cells: list[tuple[Score, Score]]) -> int:
    """Return how many published scores can hardly be games of our players."""
    return sum(likelihood(theirs, mine) < SIGNIFICANT for theirs, mine in cells)


def comparison_agreement() -> str:
    """Return how many published cells our games contradict, by who meets whom, as a table."""
    found = compared()
    everything = [cell for cells in found.values() for cell in cells]
    lines = ["| who meets whom | cells | contradicted |", "|---|--:|--:|"]
    for (one, other), cells in sorted(found.items(), key=lambda item: -contradicted(item[1])):
        if contradicted(cells):
            lines.append(f"| {one}, {other} | {len(cells)} | {contradicted(cells)} |")
    rest = [cells for cells in found.values() if not contradicted(cells)]
    lines.append(f"| all others | {sum(map(len, rest))} | 0 |")
    lines.append(f"| together | {len(everything)} | {contradicted(everything)} |")
    return "\n".join(lines)


def claim() -> str:
    """Return the points of each player in all matches with others, published and ours, and his rating."""
    theirs: dict[str, Score] = {}
    for number in (3, 4):
        for (red, yellow), found in published_cells(number).items():
            add(theirs, without_clock(red), without_clock(yellow), found)
    games = experiment("published")["comparison"]["games"]
    lines = [
        f"| player | published, {games} games a pair | ours | Elo, ours | ± |",
        "|---|--:|--:|--:|--:|",
    ]
    for row in experiment("comparison")["ratings"]:
        mine = Score(row["wins"], row["losses"], row["draws"])
        lines.append(
            f"| `{row['player']}` | {share(theirs[row['player']]):.1%} | {share(mine):.1%} "
            f"| {row['elo']:+.0f} | {row['error_95']:.0f} |"
        )
    return "\n".join(lines)


def add(totals: dict[str, Score], red: str, yellow: str, found: Score) -> None:
    """Add red's score to the totals of both, unless somebody met himself."""
    if red != yellow:
        totals[red] = totals.get(red, Score(0, 0, 0)) + found
        totals[yellow] = totals.get(yellow, Score(0, 0, 0)) + Score(found.losses, found.wins, found.draws)


def few_games() -> str:
    """Return what so few games as published prove, as a table of all scores without a draw."""
    games = experiment("published")["comparison"]["games"]
    lines = ["| score | p, one-sided | 95 % interval of the win rate |", "|---|--:|---|"]
    for wins in range(games, games // 2, -1):
        interval = binomtest(wins, games).proportion_ci(0.95, "wilson")
        p = small(binomial(Score(wins, games - wins, 0)))
        lines.append(f"| {wins}-{games - wins} | {p} | {interval.low:.0%} to {interval.high:.0%} |")
    return "\n".join(lines)


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


# Ratings and accuracy


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


def elo_chart() -> str:
    """Return a chart of Elo against search depth, with those who have no depth as lines across."""
    rows = {row["player"]: row for row in experiment("depth")["ratings"]}
    figure, axes = plt.subplots(figsize=(7, 5))
    for family in FAMILIES:
        found = {int(key.partition("=")[2]): row for key, row in rows.items() if key.startswith(family)}
        depths = sorted(found)
        axes.errorbar(
            depths,
            [found[depth]["elo"] for depth in depths],
            [found[depth]["error_95"] for depth in depths],
            capsize=3,
            label=family,
        )
    for text in ALONE:
        axes.axhline(rows[text]["elo"], color="#777777", linestyle=":", marker="")
        beside = axes.get_yaxis_transform()
        axes.text(1.01, rows[text]["elo"], short(text), transform=beside, va="center", fontsize=9)
    axes.set_xlabel("depth, in stones")
    axes.set_ylabel("Elo, 0 is the mean")
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(0, 0.92))
    return picture(
        figure,
        "Elo against search depth, with 95 % error bars. Dotted: players without a depth. "
        "The table below has all figures.",
    )


def accuracy() -> dict[str, list[dict[str, Any]]]:
    """Return the recorded tallies of each player, sets first, own games last."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in experiment("accuracy")["rows"]:
        found.setdefault(row["player"], []).append(row)
    return found


def kept(rows: list[dict[str, Any]]) -> float:
    """Return the share of moves that keep the value, of those where it was at stake."""
    return sum(row["kept_at_stake"] for row in rows) / sum(row["at_stake"] for row in rows)


def lost(rows: list[dict[str, Any]]) -> float:
    """Return the points of score lost per move."""
    return sum(row["lost"] for row in rows) / sum(row["moves"] for row in rows)


def accuracy_table() -> str:
    """Return a table of how often each player keeps what is at stake, the best first."""
    heads = [*KINDS, "all sets", "own games", "score lost per move"]
    lines = ["| player | " + " | ".join(heads) + " |", "|---|" + "--:|" * len(heads)]
    found = accuracy()
    for player in sorted(found, key=lambda player: -kept(found[player][:-1])):
        *over_sets, own = found[player]
        shown = [kept([row]) for row in over_sets] + [kept(over_sets), kept([own])]
        cells = " | ".join(f"{each:.0%}" for each in shown)
        lines.append(f"| `{player}` | {cells} | {lost(over_sets):.2f} |")
    return "\n".join(lines)


def both_measures() -> dict[str, tuple[float, float]]:
    """Return accuracy over the sets, in per cent, and Elo of all players who have both."""
    ratings = {row["player"]: row["elo"] for row in experiment("depth")["ratings"]}
    return {
        player: (100 * kept(rows[:-1]), ratings[player])
        for player, rows in accuracy().items()
        if player in ratings
    }


def rank_correlation() -> str:
    """Return Spearman's rank correlation of accuracy and Elo."""
    tested: Any = spearmanr(list(both_measures().values()))
    return f"{tested.statistic:.2f}"


def accuracy_chart() -> str:
    """Return a chart of Elo against accuracy."""
    figure, axes = plt.subplots(figsize=(7, 5))
    for family in (*FAMILIES, "others"):
        mine = {player: place for player, place in both_measures().items() if group(player) == family}
        axes.plot(*zip(*mine.values(), strict=True), linestyle="", label=family)
        for player, place in mine.items():
            label = short(player) if family == "others" else player.partition("=")[2]
            axes.annotate(label, place, xytext=(5, 3), textcoords="offset points", fontsize=8)
    axes.set_xlabel("moves that keep what is at stake, in per cent")
    axes.set_ylabel("Elo")
    axes.margins(x=0.12)
    axes.legend(frameon=False)
    return picture(
        figure, "Elo against accuracy on the six sets. The numbers are depths. The tables have all figures."
    )


def group(player: str) -> str:
    """Return the family of a player in the charts."""
    return next((family for family in FAMILIES if player.startswith(f"{family}:")), "others")
