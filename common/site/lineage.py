"""The lineage of six versions: the published matches beside ours, as tables."""

from common.players.arena import SIGNIFICANT, Score
from common.site.experiments import binomial, counted, experiment, likelihood, scores, small


def published_lineage() -> dict[tuple[str, str], Score]:
    """Return the published score of each match."""
    matches = experiment("published")["lineage"]["matches"]
    return {tuple(match["players"]): Score(*match["red"]) for match in matches}


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


def lineage_agreement(*firsts: str) -> str:
    """Return in how many matches of some first players, or of all, our scores agree with the published."""
    matches = [players for players in published_lineage() if players[0].startswith(firsts or "weights")]
    return f"{sum(map(agrees, matches))} of {len(matches)}"


def lineage_notes() -> str:
    """Return what is wrong with published lines, as a list."""
    return "\n".join(f"- {note}" for note in experiment("published")["lineage"]["notes"])
