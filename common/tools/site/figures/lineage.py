"""The lineage of six versions: the published matches beside ours, as tables."""

from common.tools.measured import read_record
from common.tools.play.arena.games import SIGNIFICANT, Tally
from common.tools.site.figures.experiments import (
    Point,
    compute_likelihood,
    compute_p,
    format_p,
    load_tallies,
    render_points,
)
from common.tools.site.macro import macro


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
    lines = [
        "| depths | published | its p | ours | its p | distinct games | agree? |",
        "|---|---|--:|---|--:|--:|---|",
    ]
    published, found = load_published_lineage(), load_tallies("lineage")
    for match in read_record("lineage")["matches"]:
        players = tuple(match["players"])
        versions, depths = zip(*(text.split(":depth=") for text in players), strict=True)
        if versions != (first, second) or deeper not in (None, int(depths[1]) - int(depths[0])):
            continue
        theirs, ours = published[players], found[players]
        p = compute_likelihood(theirs, ours)
        verdict = "yes" if p >= SIGNIFICANT else f"no, p {format_p(p)}"
        lines.append(
            f"| {depths[0]}, {depths[1]} | {render_tally(theirs)} | {format_p(compute_p(theirs))} "
            f"| {render_tally(ours)} "
            f"| {format_p(compute_p(ours))} | {match['distinct_games']} | {verdict} |"
        )
    return "\n".join(lines)


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
