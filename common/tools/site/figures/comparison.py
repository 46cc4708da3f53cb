"""The comparison of minimax, expectimax and tree search: heat maps and tables, published and ours."""

from html import escape
from itertools import product

from common.tools.measured import read_record
from common.tools.play.arena.games import SIGNIFICANT, Tally, compute_share
from common.tools.site.figures.experiments import (
    Point,
    compute_likelihood,
    load_tallies,
    render_points,
    shorten_player,
)
from common.tools.site.macro import macro
from common.tools.terminal.drawing import mix_shade

NO_GAMES = Tally(0, 0, 0)


def render_heat_map(caption: str, cells: dict[tuple[str, str], Tally]) -> str:
    """Return a heat map: a table with the games won by red and by yellow, in per cent, in each cell."""
    rows, columns = (list(dict.fromkeys(players)) for players in zip(*cells, strict=True))
    head = "".join(f'<th scope="col">{shorten_player(text).replace(" ", "<br>", 1)}</th>' for text in columns)
    body = "".join(
        f'<tr><th scope="row">{shorten_player(row)}</th>'
        + "".join(render_heat_cell(cells[row, column]) for column in columns)
        + "</tr>"
        for row in rows
    )
    label = f"{caption}: games won by the row, red, and by the column, yellow, in per cent"
    return (
        f'<div class="heat" role="region" tabindex="0" aria-label="{escape(label)}"><table class="heat">'
        f"<caption>{escape(caption)}</caption><thead><tr><td></td>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def render_heat_cell(tally: Tally) -> str:
    """Return a cell, shaded by red's points."""
    games = tally.wins + tally.losses + tally.draws
    won, lost = (f"{100 * count / games:.0f}" for count in (tally.wins, tally.losses))
    return f'<td style="background:{mix_shade(compute_share(tally))}">{won}/{lost}</td>'


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
    lines = ["| who meets whom | cells | contradicted |", "|---|--:|--:|"]
    return "\n".join(
        [*lines, *(f"| {who} | {cells} | {contradicted} |" for who, cells, contradicted in shown)]
    )


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
    lines = [
        f"| player | published, {games} games a pair | ours | Elo, ours | ± |",
        "|---|--:|--:|--:|--:|",
    ]
    for row in read_record("comparison")["ratings"]:
        theirs, ours = map(compute_share, tallies[row["player"]])
        lines.append(
            f"| `{row['player']}` | {theirs:.1%} | {ours:.1%} | {row['elo']:+.0f} | {row['error_95']:.0f} |"
        )
    return "\n".join(lines)
