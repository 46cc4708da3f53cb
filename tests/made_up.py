"""Made-up records, and all that pages make of them: it stays the same when real records are renewed."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from html import escape
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import matplotlib.pyplot as plt

from common.tools import measured
from common.tools.sets import KINDS
from common.tools.site.figures import (
    charts,
    climb,
    comparison,
    experiments,
    figures,
    lineage,
    sizes,
    strength,
)
from common.tools.site.searches import tree_picture
from common.tools.site.searches.recording import Call

MADE = {
    "command": "c4 made up",
    "date": "2001-02-03",
    "machine": {"processor": "Abacus", "cores": 3, "system": "Wood oak"},
    "versions": {"python": "3.1", "numba": "0.2"},
}
PLAYERS = [
    *("random", "forward"),
    *(f"{kind}:depth={depth}" for kind in strength.FAMILIES for depth in (1, 2, 4)),
    *("mcts:iterations=1000", "mcts:iterations=10000", "perfect"),
]
VERSIONS = [f"weights-v{version}:depth={depth}" for version, depth in product((2, 3), (2, 3, 5))]
PUBLISHED = ["random", "minimax:depth=3", "mcts:iterations=5000,seconds=2"]


def make_row(solver: str, kind: str, size: float) -> dict[str, Any]:
    """Return a row of a benchmark whose figures follow from a size."""
    return {
        "set": kind, "solver": solver, "positions": 1050, "correct": 1050, "mean_nodes": size,
        "mean_microseconds": size * 3, "mean_processor_microseconds": size * 2 + 5,
        "median_processor_microseconds": size / 2,
    }  # fmt: skip


def make_benchmark() -> dict[str, Any]:
    """Return a benchmark of the steps of the chart: the first do not finish, and none does the last set."""
    rows: list[dict[str, Any]] = []
    for number, (place, kind) in product(climb.list_drawn_steps(), enumerate(KINDS)):
        if int(number) < place + 2 or kind == "begin-hard":
            why = f"{7 * int(number)} of 1050 positions in 15.5 s"
            rows.append({"set": kind, "solver": number, "not_available": why})
        else:
            rows.append(
                make_row(number, kind, 11.23 * 9**place * 1.7 ** (14 - int(number)) + int(number) % 5)
            )
    return MADE | {"settings": {"timeout": 15.5}, "rows": rows}


def make_threads() -> dict[str, Any]:
    """Return a benchmark of threads, a peer, and a set that is none of the course's six."""
    rows = [make_row("22", "begin-hard", 640), make_row("22 x3", "begin-hard", 230)]
    rows += [make_row("bitbully mtdf", "validation", 1500), make_row("22", "validation", 0.5)]
    return MADE | {"settings": {"timeout": 1}, "rows": rows}


def make_sizes() -> dict[str, Any]:
    """Return a record of sizes of boards: draws, wins of either, some that nobody else has, one unsolved."""
    found = {"4x4": 0, "4x5": 0, "6x6": -1, "7x6": 1, "5x12": 2}
    rows: list[dict[str, Any]] = [
        {"size": size, "score": score, "nodes": 1234 * 7**place, "seconds": 0.004 * 6**place, "why_not": ""}
        for place, (size, score) in enumerate(found.items())
    ]
    rows.append({"size": "9x6", "score": None, "nodes": None, "seconds": None, "why_not": "more than 9 s"})
    return MADE | {"settings": {"step": "21", "limit": 9.0, "table": 64}, "rows": rows}


def make_ratings(players: list[str]) -> list[dict[str, Any]]:
    """Return ratings of players, the best first, whatever they are."""
    return [
        {
            "player": player, "elo": 611.5 - 97.25 * place, "error_95": 20.5 + place, "wins": 90 - 5 * place,
            "losses": 5 + 5 * place, "draws": place % 3,
        }
        for place, player in enumerate(players)
    ]  # fmt: skip


def make_matches(players: list[str], games: int) -> list[dict[str, Any]]:
    """Return matches of all pairs of players; the earlier of the two wins more the further they are apart."""
    matches: list[dict[str, Any]] = []
    for at, ((one, red), (two, yellow)) in enumerate(product(enumerate(players), repeat=2)):
        is_won = [(game * 7 + 5 * at) % 10 <= 6 - two + one for game in range(games)]
        results = ["+" if won else "=" if game % 5 == 2 else "-" for game, won in enumerate(is_won)]
        matches.append(
            {
                "players": [red, yellow],
                "results": "".join(results),
                "distinct_games": games - at,
                "seconds_per_move": [0.001 * (at + 1), 0.0015 * (at + 2)],
            }
        )
    return matches


def make_accuracy() -> list[dict[str, Any]]:
    """Return how each player keeps what is at stake on each set, and in games of their own."""
    return [
        {
            "player": player, "moves_of": kind, "moves": 100 + at, "at_stake": 60 + at,
            "kept_at_stake": 10 + 3 * ((5 + 2 * at) * place % 17), "lost": 211 - 9 * place - at,
        }
        for place, player in enumerate([*PLAYERS, "easy"])
        for at, kind in enumerate([*KINDS, "own"])
    ]  # fmt: skip


def make_published() -> dict[str, Any]:
    """Return what others are said to have published."""
    won = ["60/40 0/100 20/60", "80/20 20/80 0/100", "100/0 40/40 60/40"]
    red = [(53, 34, 13), (26, 74, 0), (0, 100, 0), (40, 60, 0), (61, 39, 0), (60, 38, 2)]
    matches = [
        {"players": [one, two], "red": tally}
        for (one, two), tally in zip(product(VERSIONS[:3], VERSIONS[3:]), [*red, *red[:3]], strict=True)
    ]
    return {
        "lineage": {"games": 100, "notes": ["One.", "Two."], "matches": matches},
        "comparison": {
            "games": 5,
            "figures": [
                {"figure": 3, "red": PUBLISHED, "yellow": PUBLISHED, "won_per_cent": won},
                {
                    "figure": 4,
                    "red": PUBLISHED[:2],
                    "yellow": PUBLISHED[1:],
                    "won_per_cent": ["0/100 20/20"] * 2,
                },
            ],
        },
        "sizes": {"last_stones": {"4x4": ["draw", 16], "6x6": ["O", 36], "7x6": ["X", 41]}},
    }


def make_records() -> dict[str, Any]:
    """Return the made-up records by their paths below docs."""
    ours = [comparison.drop_clock(player) for player in PUBLISHED]
    return {
        "benchmarks/steps": make_benchmark(),
        "benchmarks/threads": make_threads(),
        "benchmarks/sizes": make_sizes(),
        "experiments/published": make_published(),
        "experiments/depth": MADE
        | {"ratings": make_ratings(PLAYERS), "matches": make_matches(PLAYERS[:4], 9)},
        "experiments/accuracy": MADE | {"rows": make_accuracy()},
        "experiments/lineage": MADE | {"matches": make_matches(VERSIONS, 100)},
        "experiments/comparison": MADE
        | {"settings": {"games": 40}, "ratings": make_ratings(ours), "matches": make_matches(ours, 40)},
    }


CALLS: dict[str, Callable[[], object]] = {
    "few nodes": lambda: figures.mean_nodes("22", "validation", "threads"),
    "hundred nodes": lambda: figures.mean_nodes("14", "middle-easy"),
    "time": lambda: figures.mean_time("05", "end-easy"),
    "time of threads": lambda: figures.mean_time("22 x3", "begin-hard", "threads"),
    "positions": lambda: figures.positions("05", "end-easy", "steps"),
    "provenance": lambda: figures.benchmark_provenance("threads"),
    "finished positions": lambda: [figures.finished_positions(one, "begin-easy") for one in ("03", "08")],
    "finished sets": lambda: figures.finished_sets("03"),
    "unfinished sets": lambda: figures.unfinished_sets("03"),
    "limit": figures.time_limit,
    "fewer nodes": lambda: figures.fewer_nodes("06", "end-easy"),
    "nodes compared": lambda: figures.compare_nodes("06", "end-easy"),
    "nodes compared with another": lambda: figures.compare_nodes("06", "end-easy", old="03"),
    "time compared": lambda: figures.compare_time("06", "end-easy"),
    "time of threads compared": lambda: figures.compare_time("22 x3", "begin-hard", "threads", "22"),
    "benchmark": lambda: figures.benchmark("steps"),
    "benchmark of threads": lambda: figures.benchmark("threads"),
    "benchmark of a step": lambda: figures.step_benchmark("05"),
    "benchmark of the first step": lambda: figures.step_benchmark("01"),
    "climb": lambda: draw_climb_chart(),
    "size map": sizes.size_map,
    "size table": sizes.size_table,
    "size settings": sizes.size_settings,
    "solved sizes": sizes.count_solved_sizes,
    "command": lambda: experiments.experiment_command("depth"),
    "made by": lambda: experiments.experiment_provenance("depth"),
    "longest move": lambda: experiments.longest_move_time("depth", "forward"),
    "ratings": lambda: experiments.rating_table("depth"),
    "likelihoods": lambda: [format(p, ".6g") for p in list_likelihoods()],
    "matrix published": lambda: [comparison.published_matrix(number) for number in (3, 4)],
    "matrix": lambda: comparison.matrix(3),
    "matrix of few games": lambda: comparison.matrix(4, 7),
    "agreement": comparison.comparison_agreement,
    "standings": comparison.standings,
    "few games": comparison.few_games,
    "lineage": lambda: lineage.lineage("weights-v2", "weights-v3"),
    "lineage deeper": lambda: lineage.lineage("weights-v2", "weights-v3", 1),
    "lineage agreement": lambda: [
        lineage.lineage_agreement(*one) for one in ((), (VERSIONS[0], VERSIONS[1]))
    ],
    "lineage one-sided": lineage.lineage_one_sided,
    "lineage notes": lineage.lineage_notes,
    "accuracy": strength.accuracy_table,
    "correlation": strength.rank_correlation,
    "chart of depth": strength.elo_chart,
    "chart of accuracy": strength.accuracy_chart,
    "tree": lambda: draw_tree(),
}


def draw_climb_chart() -> str:
    """Return the chart of all steps without the names of later ones, which it leaves out."""
    with patch.object(figures, "describe_left_out_steps", str):
        return figures.climb_chart()


def list_likelihoods() -> Iterator[float]:
    """Yield how likely the made-up tallies differ so much, and what each proves."""
    for players, theirs in lineage.load_published_lineage().items():
        ours = experiments.load_tallies("lineage")[players]
        yield experiments.compute_likelihood(theirs, ours)
        yield experiments.compute_p(theirs)


def draw_tree() -> str:
    """Return the description of a small tree: three calls below the root, of which one has more."""
    below = [
        Call("b", 0, 1, 2),
        Call("c", 0, 1, 3, [Call("d", 0, 1, 4), Call("e", 0, 1, 5)]),
        Call("f", 0, 1, 6),
    ]
    figure, axes = plt.subplots()
    tree_picture.draw(axes, Call("a", 0, 1, 1, below), 1, lambda call: f"{call.score}")
    first = describe_chart(figure, "down to its first ply")
    figure, axes = plt.subplots()
    tree_picture.draw(axes, Call("a", 0, 1, 1, below), 5, lambda call: f"{call.score}")
    return first + describe_chart(figure, "whole")


def describe_chart(figure: Any, description: str) -> str:
    """Return all that was put into a chart, artist by artist, instead of the chart: no library draws it."""
    lines = [description, f"size {list_numbers(figure.get_size_inches())}"]
    for axes in figure.axes:
        lines.append(f"limits {list_numbers(axes.get_xlim())} {list_numbers(axes.get_ylim())}")
        for axis in (axes.xaxis, axes.yaxis):
            ticks = [label.get_text() for label in axis.get_ticklabels()]
            lines.append(f"axis {axis.get_label_text()!r} {axis.get_scale()} {axis.get_visible()} {ticks}")
            lines.append(f"ticks {list_numbers(axis.get_ticklocs())}")
        lines.append(f"axes {axes.axison} margins {list_numbers(axes.margins())}")
        for line in axes.lines:
            look = (
                line.get_color(),
                line.get_linestyle(),
                line.get_marker(),
                line.get_markersize(),
                line.zorder,
            )
            lines.append(f"line {list_numbers(line.get_xdata())} {list_numbers(line.get_ydata())} {look}")
        lines += [f"bar {list_numbers(bar.get_bbox().bounds)} {bar.get_facecolor()}" for bar in axes.patches]
        lines += [
            f"lines {[list_numbers(part.ravel()) for part in one.get_segments()]}" for one in axes.collections
        ]
        legend = axes.get_legend()
        for text in [*axes.texts, *(legend.get_texts() if legend else [])]:
            place = list_numbers(text.get_position()), list_numbers(getattr(text, "xy", ()))
            look = (text.get_fontsize(), text.get_ha(), text.get_va(), text.get_color())
            box = text.get_bbox_patch()
            framed = f"{box.get_boxstyle()} {box.get_facecolor()}".partition(" object")[0] if box else ""
            lines.append(
                f"text {text.get_text()!r} {place} {look} {getattr(text, 'textcoords', '')} {framed}"
            )
        if legend:
            anchor = legend.get_bbox_to_anchor().transformed(axes.transAxes.inverted()).bounds
            lines.append(f"legend {list_numbers(anchor)} {legend._loc} {legend.get_frame_on()}")
    plt.close(figure)
    return "\n".join(lines)


def list_numbers(values: Any) -> list[str]:
    """Return numbers with six digits."""
    return [f"{value:.6g}" for value in values]


def render_made_up() -> dict[str, str]:
    """Return what pages make of the records, by a name for each."""
    with TemporaryDirectory() as folder, ExitStack() as patches:
        for name, content in make_records().items():
            path = Path(folder) / "docs" / f"{name}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(content), encoding="utf-8")
        for module in (measured, experiments):
            patches.enter_context(patch.object(module, "ROOT", Path(folder)))
        for module in (charts, strength):
            patches.enter_context(patch.object(module, "render_chart", describe_chart))
        patches.callback(experiments.load_experiment.cache_clear)
        experiments.load_experiment.cache_clear()
        return {f"record, {name}": f"<pre>{escape(f'{call()}')}</pre>" for name, call in CALLS.items()}
