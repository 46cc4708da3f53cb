"""`c4 tournament`: let many players meet, each two of them, and rate them."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic

from rich.table import Table
from rich.text import Text

from common.benchmark.report import provenance
from common.files import write_whole
from common.players.arena import distinct, score, verdict
from common.players.tournament import (
    Rating,
    Results,
    Tournament,
    as_json,
    load,
    play_tournament,
    ratings,
    share,
    shares,
)
from common.terminal import console, progress

PLAIN_SECONDS = 30.0  # between lines of progress where there is no terminal
CELL_WIDTH = 4
WORST, EVEN, BEST = (0xF0, 0x9A, 0x4A), (0xFF, 0xFF, 0xFF), (0x6F, 0xB1, 0xE0)


def run(options: argparse.Namespace) -> int:
    """Play what the journal lacks, say what came of it, and let the journal go."""
    tournament = load(options.config)
    result = options.json or options.config
    journal = result.with_name(f"{result.name}.journal")
    journal.parent.mkdir(parents=True, exist_ok=True)
    results = play_shown(tournament, journal, options)
    out = console(sys.stdout)
    if tournament.complete:
        rated = ratings(tournament, results)
        out.print(rating_table(rated))
        out.print(f"\n{meaning(tournament)}")
        for part in heat_maps([rating.player for rating in rated], shares(tournament, results), out.width):
            out.print(part)
    else:
        out.print(match_table(results))
    if options.json:
        write_whole(options.json, json.dumps(provenance() | as_json(tournament, results), indent=1) + "\n")
    journal.unlink()
    return 0


def play_shown(tournament: Tournament, journal: Path, options: argparse.Namespace) -> Results:
    """Play all games and show how far they are: a bar on a terminal, elsewhere a line now and then."""
    total = sum(match.games for match in tournament.matches)
    errors = console(sys.stderr)
    with progress(errors) as bar:
        task = bar.add_task("games", total=total)
        start = last = monotonic()
        before: int | None = None

        def on_game(done: int) -> None:
            nonlocal before, last
            before = done if before is None else before
            bar.update(task, completed=done)
            now = monotonic()
            if not errors.is_terminal and now - last > PLAIN_SECONDS:
                last = now
                left = (now - start) / max(done - before, 1) * (total - done)
                print(f"{done}/{total} games, about {left / 60:.0f} min left", file=sys.stderr, flush=True)

        return play_tournament(tournament, journal, options.jobs, on_game)


def rating_table(rated: Sequence[Rating]) -> Table:
    """Draw the players, best first."""
    drawn = Table("", "player", box=None, header_style="bold", pad_edge=False)
    for heading in ("Elo", "±", "W-L-D", "points"):
        drawn.add_column(heading, justify="right", no_wrap=True)
    for place, rating in enumerate(rated, 1):
        drawn.add_row(
            f"{place}",
            rating.player,
            f"{rating.elo:+.0f}",
            f"{rating.error:.0f}",
            f"{rating.score}",
            f"{share(rating.score):.1%}",
        )
    return drawn


def meaning(tournament: Tournament) -> str:
    """Return what the numbers of a heat map are."""
    colours = ("", "") if tournament.matches[0].swap else (", red,", ", yellow")
    return f"points in per cent that the player of a row{colours[0]} took from that of a column{colours[1]}:"


def heat_maps(players: Sequence[str], found: dict[tuple[str, str], float], width: int) -> Iterator[Table]:
    """Yield drawings of the share of points that the player of a row took from that of a column.

    There are as many as it takes for all columns to fit the width of the terminal.
    """
    places = {player: f"{place}" for place, player in enumerate(players, 1)}
    many = max(1, width // CELL_WIDTH - 1)
    for first in range(0, len(players), many):
        columns = players[first : first + many]
        drawn = Table("", box=None, header_style="bold", pad_edge=False, padding=0)
        for player in columns:
            drawn.add_column(places[player])
        for column in drawn.columns:
            column.justify, column.no_wrap, column.min_width = "right", True, CELL_WIDTH
        for row, place in places.items():
            drawn.add_row(place, *(cell(found.get((row, column))) for column in columns))
        yield drawn


def cell(points: float | None) -> Text:
    """Return a share of points on its colour, nothing where two never met."""
    shown = "" if points is None else f"{100 * points:.0f}".rjust(CELL_WIDTH)
    return Text(shown, "" if points is None else f"black on {shade(points)}")


def shade(points: float) -> str:
    """Return a light colour that all eyes tell apart: orange for no points, white for half, blue for all."""
    end, weight = (BEST, 2 * points - 1) if points > 0.5 else (WORST, 1 - 2 * points)
    return "#" + "".join(
        f"{round(even + (to - even) * weight):02x}" for even, to in zip(EVEN, end, strict=True)
    )


def match_table(results: Results) -> Table:
    """Draw a row for each match."""
    drawn = Table("first", "second", box=None, header_style="bold", pad_edge=False)
    for heading in ("W-L-D", "win rate", "p", "distinct games"):
        drawn.add_column(heading, justify="right", no_wrap=True)
    for match, games in results.items():
        found = verdict(games)
        rate = f"{found.rate:.1%} {('first', 'second')[found.leader]}" if found else ""
        p = f"{found.p:.2g}" if found else ""
        drawn.add_row(*match.players, f"{score(games, 0)}", rate, p, f"{distinct(games)}")
    return drawn
