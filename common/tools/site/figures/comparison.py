"""The comparison of minimax, expectimax and tree search: heat maps and tables, published and ours."""

from html import escape
from typing import Any

from common.tools.arena.games import SIGNIFICANT, Tally, judge_tally
from common.tools.arena.tournament import compute_share
from common.tools.site.figures.experiments import experiment, likelihood, records, short, small
from common.tools.terminal.drawing import mix_shade


def heat(caption: str, rows: list[str], columns: list[str], cells: dict[tuple[str, str], Tally]) -> str:
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
    """Return a player's name with its numbers below."""
    name, *numbers = short(player).split(" ")
    return "<br>".join([name, " ".join(numbers)]) if numbers else name


def heat_cell(found: Tally) -> str:
    """Return a cell, shaded by red's points."""
    games = found.wins + found.losses + found.draws
    won, lost = (f"{100 * count / games:.0f}" for count in (found.wins, found.losses))
    return f'<td style="background:{mix_shade(compute_share(found))}">{won}/{lost}</td>'


def figure_of(number: int) -> dict[str, Any]:
    """Return a published matrix."""
    return next(each for each in experiment("published")["comparison"]["figures"] if each["figure"] == number)


def published_cells(number: int) -> dict[tuple[str, str], Tally]:
    """Return the records of red in a published matrix, in games."""
    figure, games = figure_of(number), experiment("published")["comparison"]["games"]
    found: dict[tuple[str, str], Tally] = {}
    for red, row in zip(figure["red"], figure["won_per_cent"], strict=True):
        for yellow, cell in zip(figure["yellow"], row.split(), strict=True):
            won, lost = (int(part) * games // 100 for part in cell.split("/"))
            found[red, yellow] = Tally(won, lost, games - won - lost)
    return found


def published_matrix(number: int) -> str:
    """Return a published matrix as a heat map."""
    figure, games = figure_of(number), experiment("published")["comparison"]["games"]
    caption = f"Published, figure {number}, {games} games a pair"
    return heat(caption, figure["red"], figure["yellow"], published_cells(number))


def matrix(number: int, games: int | None = None) -> str:
    """Return our matrix of the players of a published one, for all games or the first few."""
    players = list(dict.fromkeys(without_clock(player) for player in figure_of(number)["red"]))
    played = games or experiment("comparison")["settings"]["games"]
    caption = f"Ours beside figure {number}, {played} games a pair"
    return heat(caption, players, players, records("comparison", games))


def without_clock(player: str) -> str:
    """Return a player without their time limit."""
    return player.partition(",seconds")[0]


def compared() -> dict[tuple[str, str], list[tuple[Tally, Tally]]]:
    """Return the published record and ours of each cell of both matrices, by the two kinds of player."""
    ours = records("comparison")
    found: dict[tuple[str, str], list[tuple[Tally, Tally]]] = {}
    for number in (3, 4):
        for (red, yellow), theirs in published_cells(number).items():
            one, other = sorted(player.partition(":")[0] for player in (red, yellow))
            mine = ours[without_clock(red), without_clock(yellow)]
            found.setdefault((one, other), []).append((theirs, mine))
    return found


def contradicted(cells: list[tuple[Tally, Tally]]) -> int:
    """Return how many published records can hardly come from our players."""
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


def standings() -> str:
    """Return each player's points in all matches with others, published and ours, and their rating."""
    theirs: dict[str, Tally] = {}
    for number in (3, 4):
        for (red, yellow), found in published_cells(number).items():
            add(theirs, without_clock(red), without_clock(yellow), found)
    games = experiment("published")["comparison"]["games"]
    lines = [
        f"| player | published, {games} games a pair | ours | Elo, ours | ± |",
        "|---|--:|--:|--:|--:|",
    ]
    for row in experiment("comparison")["ratings"]:
        mine = Tally(row["wins"], row["losses"], row["draws"])
        lines.append(
            f"| `{row['player']}` | {compute_share(theirs[row['player']]):.1%} | {compute_share(mine):.1%} "
            f"| {row['elo']:+.0f} | {row['error_95']:.0f} |"
        )
    return "\n".join(lines)


def add(totals: dict[str, Tally], red: str, yellow: str, found: Tally) -> None:
    """Add red's record to the totals of both players, unless they are the same one."""
    if red != yellow:
        totals[red] = totals.get(red, Tally(0, 0, 0)) + found
        totals[yellow] = totals.get(yellow, Tally(0, 0, 0)) + Tally(found.losses, found.wins, found.draws)


def few_games() -> str:
    """Return what as few games as were published prove: a table of all records without a draw."""
    games = experiment("published")["comparison"]["games"]
    lines = ["| won-lost | p | 95 % interval of the win rate |", "|---|--:|---|"]
    for wins in range(games, games // 2, -1):
        judged = judge_tally(Tally(wins, games - wins, 0))
        assert judged
        low, high = judged.interval
        lines.append(f"| {wins}-{games - wins} | {small(judged.p)} | {low:.0%} to {high:.0%} |")
    return "\n".join(lines)
