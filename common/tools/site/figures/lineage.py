"""The lineage of six versions: the published matches beside ours, as tables."""

from common.tools.arena.games import SIGNIFICANT, Tally
from common.tools.site.figures.experiments import counted, experiment, likelihood, p_value, records, small


def published_lineage() -> dict[tuple[str, str], Tally]:
    """Return the published record of red in each match."""
    matches = experiment("published")["lineage"]["matches"]
    return {tuple(match["players"]): Tally(*match["red"]) for match in matches}


def agrees(players: tuple[str, str]) -> bool:
    """Tell whether our record and the published one may well come from the same two players."""
    return likelihood(published_lineage()[players], records("lineage")[players]) >= SIGNIFICANT


def lineage(first: str, second: str, deeper: int | None = None) -> str:
    """Return the matches of two versions as a table: what is published, what we found, whether they agree.

    With `deeper`, only those in which the second player looks exactly that many stones further.
    """
    lines = [
        "| depths | published | its p | ours | its p | distinct games | agree? |",
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
            f"| {depths[0]}, {depths[1]} | {result(theirs)} | {small(p_value(theirs))} | {result(ours)} "
            f"| {small(p_value(ours))} | {match['distinct_games']} | {verdict} |"
        )
    return "\n".join(lines)


def result(found: Tally) -> str:
    """Return red's record, and the leader's share of the decisive games."""
    decisive = found.wins + found.losses
    winner = "red" if found.wins >= found.losses else "yellow"
    return f"{found}<br>{winner} {max(found.wins, found.losses) / decisive:.1%}"


def lineage_agreement(*firsts: str) -> str:
    """Return in how many matches of some first players, or of all, our records agree with the published."""
    matches = [players for players in published_lineage() if players[0].startswith(firsts or "weights")]
    return f"{sum(map(agrees, matches))} of {len(matches)}"


def lineage_one_sided() -> str:
    """Return the published matches that are significant only one-sided, which halves p, as a list."""
    lines: list[str] = []
    for (red, yellow), found in published_lineage().items():
        p = p_value(found)
        if SIGNIFICANT <= p < 2 * SIGNIFICANT:
            both = f"{small(p / 2)} one-sided, {small(p)} two-sided"
            lines.append(f"- `{red}` against `{yellow}`, {found}: p is {both}")
    return "\n".join(lines)


def lineage_notes() -> str:
    """Return what is wrong with some published lines, as a list."""
    return "\n".join(f"- {note}" for note in experiment("published")["lineage"]["notes"])
