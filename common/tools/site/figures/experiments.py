"""The recorded experiments with players, docs/experiments/*.json, beside what others published.

`c4 tournament` and `c4 accuracy` write them; published.json has the figures that others published.
"""

from html import escape
from itertools import product

import matplotlib.pyplot as plt

from common.tools.measured import read_record
from common.tools.play.arena.chance import compute_fisher_p
from common.tools.play.arena.games import SIGNIFICANT, Tally, compute_share, judge_tally
from common.tools.site.figures.pictures import render_chart
from common.tools.site.macro import macro
from common.tools.site.table import render_table
from common.tools.terminal.drawing import mix_shade

NO_GAMES = Tally(0, 0, 0)
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


def render_heat_map(caption: str, cells: dict[tuple[str, str], Tally]) -> str:
    """Return a heat map: the games won by red and by yellow, in per cent, in cells shaded by red's points."""
    rows, columns = (list(dict.fromkeys(players)) for players in zip(*cells, strict=True))
    head = "".join(f'<th scope="col">{shorten_player(text).replace(" ", "<br>", 1)}</th>' for text in columns)
    body = ""
    for row in rows:
        body += f'<tr><th scope="row">{shorten_player(row)}</th>'
        for tally in (cells[row, column] for column in columns):
            games = tally.wins + tally.losses + tally.draws
            won, lost = (f"{100 * count / games:.0f}" for count in (tally.wins, tally.losses))
            body += f'<td style="background:{mix_shade(compute_share(tally))}">{won}/{lost}</td>'
        body += "</tr>"
    label = f"{caption}: games won by the row, red, and by the column, yellow, in per cent"
    return (
        f'<div class="heat" role="region" tabindex="0" aria-label="{escape(label)}"><table class="heat">'
        f"<caption>{escape(caption)}</caption><thead><tr><td></td>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def load_published_cells(number: int) -> dict[tuple[str, str], Tally]:
    """Return the tallies of red in a published matrix, in games."""
    comparison = read_record("published")["comparison"]
    (figure,) = (figure for figure in comparison["figures"] if figure["figure"] == number)
    games = comparison["games"]
    tallies: dict[tuple[str, str], Tally] = {}
    for red, row in zip(figure["red"], figure["won_per_cent"], strict=True):
        for yellow, cell in zip(figure["yellow"], row.split(), strict=True):
            won, lost = (int(part) * games // 100 for part in cell.split("/"))
            tallies[red, yellow] = Tally(won, lost, games - won - lost)
    return tallies


@macro
def matrix(number: int, games: int | None = None, *, published: bool = False) -> str:
    """Return a published matrix as a heat map, or ours of its players, of all games or the first few."""
    theirs = load_published_cells(number)
    if published:
        few = read_record("published")["comparison"]["games"]
        return render_heat_map(f"Published, figure {number}, {few} games a pair", theirs)
    ours = load_tallies("comparison", games)
    players = dict.fromkeys(drop_clock(red) for red, _ in theirs)
    played = games or read_record("comparison")["settings"]["games"]
    caption = f"Ours beside figure {number}, {played} games a pair"
    return render_heat_map(caption, {pair: ours[pair] for pair in product(players, players)})


def drop_clock(player: str) -> str:
    """Return a player without their time limit."""
    return player.partition(",seconds")[0]


def compare_cells() -> dict[tuple[str, str], list[tuple[Tally, Tally]]]:
    """Return the published tally and ours of each cell of both matrices, by the two kinds of player."""
    ours = load_tallies("comparison")
    cells: dict[tuple[str, str], list[tuple[Tally, Tally]]] = {}
    for number in (3, 4):
        for (red, yellow), theirs in load_published_cells(number).items():
            one, other = sorted(player.partition(":")[0] for player in (red, yellow))
            mine = ours[drop_clock(red), drop_clock(yellow)]
            cells.setdefault((one, other), []).append((theirs, mine))
    return cells


def count_contradicted(cells: list[tuple[Tally, Tally]]) -> int:
    """Return how many published tallies can hardly come from our players."""
    return sum(compute_likelihood(theirs, mine) < SIGNIFICANT for theirs, mine in cells)


@macro
def comparison_agreement() -> str:
    """Return how many published cells our games contradict, by who meets whom, as a table."""
    rows = [
        (", ".join(kinds), len(cells), count_contradicted(cells)) for kinds, cells in compare_cells().items()
    ]
    shown = sorted((row for row in rows if row[2]), key=lambda row: -row[2])
    shown.append(("all others", sum(cells for _, cells, contradicted in rows if not contradicted), 0))
    shown.append(("together", sum(cells for _, cells, _ in rows), sum(row[2] for row in rows)))
    return render_table(["who meets whom", ">cells", ">contradicted"], shown)


def load_standings() -> dict[str, tuple[Tally, Tally]]:
    """Return each player's tally in all matches with others, published and ours, the highest rating first."""
    theirs: dict[str, Tally] = {}
    for number in (3, 4):
        for (red, yellow), tally in load_published_cells(number).items():
            one, other = drop_clock(red), drop_clock(yellow)
            if one != other:
                theirs[one] = theirs.get(one, NO_GAMES) + tally
                theirs[other] = theirs.get(other, NO_GAMES) + Tally(tally.losses, tally.wins, tally.draws)
    ratings = read_record("comparison")["ratings"]
    return {
        row["player"]: (theirs[row["player"]], Tally(row["wins"], row["losses"], row["draws"]))
        for row in ratings
    }


@macro
def standings_chart() -> str:
    """Return a chart of each player's points in all matches with others, published and ours."""
    groups: dict[str, list[Point]] = {}
    for player, tallies in load_standings().items():
        kind, _, number = shorten_player(player).partition(" ")
        groups.setdefault(kind if number else "others", []).append((number or kind, *tallies))
    return render_points(
        groups,
        "Points of each player; numbers are depths or iterations. On the dotted line, both found the same.",
    )


@macro
def standings() -> str:
    """Return each player's points in all matches with others, published and ours, and their rating."""
    tallies = load_standings()
    games = read_record("published")["comparison"]["games"]
    rows: list[list[str]] = []
    for row in read_record("comparison")["ratings"]:
        shares = [f"{compute_share(tally):.1%}" for tally in tallies[row["player"]]]
        rows.append([f"`{row['player']}`", *shares, f"{row['elo']:+.0f}", f"{row['error_95']:.0f}"])
    return render_table(["player", f">published, {games} games a pair", ">ours", ">Elo, ours", ">±"], rows)


def load_published_lineage() -> dict[tuple[str, str], Tally]:
    """Return the published tally of red in each match."""
    matches = read_record("published")["lineage"]["matches"]
    return {tuple(match["players"]): Tally(*match["red"]) for match in matches}


def is_confirmed(players: tuple[str, str]) -> bool:
    """Tell whether our tally and the published one may well come from the same two players."""
    theirs, ours = load_published_lineage()[players], load_tallies("lineage")[players]
    return compute_likelihood(theirs, ours) >= SIGNIFICANT


@macro
def lineage(first: str, second: str, deeper: int | None = None) -> str:
    """Return the matches of two versions as a table: what is published, what we found, whether they agree.

    With `deeper`, only those in which the second player looks exactly that many stones further.
    """
    heads = ["depths", "published", ">its p", "ours", ">its p", ">distinct games", "agree?"]
    rows: list[list[str]] = []
    published, found = load_published_lineage(), load_tallies("lineage")
    for match in read_record("lineage")["matches"]:
        players = tuple(match["players"])
        versions, depths = zip(*(text.split(":depth=") for text in players), strict=True)
        if versions != (first, second) or deeper not in (None, int(depths[1]) - int(depths[0])):
            continue
        theirs, ours = published[players], found[players]
        p = compute_likelihood(theirs, ours)
        verdict = "yes" if p >= SIGNIFICANT else f"no, p {format_p(p)}"
        tallies = [text for one in (theirs, ours) for text in (render_tally(one), format_p(compute_p(one)))]
        rows.append([", ".join(depths), *tallies, f"{match['distinct_games']}", verdict])
    return render_table(heads, rows)


@macro
def lineage_chart() -> str:
    """Return a chart of red's points in each match, published and ours."""
    published, found = load_published_lineage(), load_tallies("lineage")
    groups: dict[str, list[Point]] = {"they agree": [], "they do not": []}
    for players, theirs in published.items():
        groups["they agree" if is_confirmed(players) else "they do not"].append(("", theirs, found[players]))
    return render_points(groups, "Red's points in each match. On the dotted line, both found the same.")


def render_tally(tally: Tally) -> str:
    """Return red's tally, and the leader's share of the decisive games."""
    decisive = tally.wins + tally.losses
    winner = "red" if tally.wins >= tally.losses else "yellow"
    return f"{tally}<br>{winner} {max(tally.wins, tally.losses) / decisive:.1%}"


@macro
def lineage_agreement(*firsts: str) -> str:
    """Return in how many matches of some first players, or of all, our tallies agree with the published."""
    matches = [players for players in load_published_lineage() if players[0].startswith(firsts or "weights")]
    return f"{sum(map(is_confirmed, matches))} of {len(matches)}"
