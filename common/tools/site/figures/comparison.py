"""The comparison of minimax, expectimax and tree search: heat maps and tables, published and ours."""

from html import escape
from typing import Any

from common.tools.measured import read_record
from common.tools.play.arena.games import SIGNIFICANT, Tally, compute_share
from common.tools.site.figures.experiments import (
    compute_likelihood,
    load_tallies,
    shorten_player,
)
from common.tools.site.macro import macro
from common.tools.terminal.drawing import mix_shade


def render_heat_map(
    caption: str, rows: list[str], columns: list[str], cells: dict[tuple[str, str], Tally]
) -> str:
    """Return a heat map: a table with the games won by red and by yellow, in per cent, in each cell."""
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


def load_published_figure(number: int) -> tuple[dict[str, Any], int]:
    """Return a published matrix, and the games of each of its cells."""
    comparison = read_record("published")["comparison"]
    (figure,) = (figure for figure in comparison["figures"] if figure["figure"] == number)
    return figure, comparison["games"]


def load_published_cells(number: int) -> dict[tuple[str, str], Tally]:
    """Return the tallies of red in a published matrix, in games."""
    figure, games = load_published_figure(number)
    tallies: dict[tuple[str, str], Tally] = {}
    for red, row in zip(figure["red"], figure["won_per_cent"], strict=True):
        for yellow, cell in zip(figure["yellow"], row.split(), strict=True):
            won, lost = (int(part) * games // 100 for part in cell.split("/"))
            tallies[red, yellow] = Tally(won, lost, games - won - lost)
    return tallies


@macro
def matrix(number: int, games: int | None = None, *, published: bool = False) -> str:
    """Return a published matrix as a heat map, or ours of its players, of all games or the first few."""
    figure, few = load_published_figure(number)
    if published:
        cells = load_published_cells(number)
        return render_heat_map(
            f"Published, figure {number}, {few} games a pair", figure["red"], figure["yellow"], cells
        )
    players = list(dict.fromkeys(map(drop_clock, figure["red"])))
    played = games or read_record("comparison")["settings"]["games"]
    caption = f"Ours beside figure {number}, {played} games a pair"
    return render_heat_map(caption, players, players, load_tallies("comparison", games))


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
    cells_by_kinds = compare_cells()
    everything = [cell for cells in cells_by_kinds.values() for cell in cells]
    lines = ["| who meets whom | cells | contradicted |", "|---|--:|--:|"]
    for (one, other), cells in sorted(cells_by_kinds.items(), key=lambda item: -count_contradicted(item[1])):
        if count_contradicted(cells):
            lines.append(f"| {one}, {other} | {len(cells)} | {count_contradicted(cells)} |")
    rest = [cells for cells in cells_by_kinds.values() if not count_contradicted(cells)]
    lines.append(f"| all others | {sum(map(len, rest))} | 0 |")
    lines.append(f"| together | {len(everything)} | {count_contradicted(everything)} |")
    return "\n".join(lines)


@macro
def standings() -> str:
    """Return each player's points in all matches with others, published and ours, and their rating."""
    theirs: dict[str, Tally] = {}
    for number in (3, 4):
        for (red, yellow), tally in load_published_cells(number).items():
            add_to_totals(theirs, drop_clock(red), drop_clock(yellow), tally)
    games = read_record("published")["comparison"]["games"]
    lines = [
        f"| player | published, {games} games a pair | ours | Elo, ours | ± |",
        "|---|--:|--:|--:|--:|",
    ]
    for row in read_record("comparison")["ratings"]:
        mine = Tally(row["wins"], row["losses"], row["draws"])
        lines.append(
            f"| `{row['player']}` | {compute_share(theirs[row['player']]):.1%} | {compute_share(mine):.1%} "
            f"| {row['elo']:+.0f} | {row['error_95']:.0f} |"
        )
    return "\n".join(lines)


def add_to_totals(totals: dict[str, Tally], red: str, yellow: str, tally: Tally) -> None:
    """Add red's tally to the totals of both players, unless they are the same one."""
    if red != yellow:
        totals[red] = totals.get(red, Tally(0, 0, 0)) + tally
        totals[yellow] = totals.get(yellow, Tally(0, 0, 0)) + Tally(tally.losses, tally.wins, tally.draws)
