"""Tests of the macros: each as a page calls it, compared with a snapshot, and the strip in its page."""

import json
import re
from html import unescape
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jinja2
import pytest
from jinja2.meta import find_undeclared_variables
from repository import ROOT
from syrupy.assertion import SnapshotAssertion

from common.errors import Error
from common.position import InvalidPosition
from common.tools import measured
from common.tools.measured import CLOCK, NODES, PROCESSOR, Json
from common.tools.sets import KINDS
from common.tools.site import macros
from common.tools.site.drawings.boards import board
from common.tools.site.figures import benchmarks, cards
from common.tools.site.figures.benchmarks import compare_time, mean_time
from common.tools.site.macros.code import code, diff, docstring, hunk, source
from common.tools.site.macros.commands import command_help
from common.tools.site.macros.live import live

ELSEWHERE = "cards code commands house lessons player strip"
"""Modules whose macros have other tests, or show records."""


PAGES: Any = SimpleNamespace(macros={}, variables={})
"""The environment that mkdocs-macros passes to the site."""
PAGES.macro = lambda function: PAGES.macros.update({function.__name__: function})
macros.define_env(PAGES)
TEXTS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))]
CALLS = {call for text in TEXTS for call in re.findall(r"\{\{ \w+\([^{}]*\) \}\}", text)}


def make_row(
    solver: str,
    kind: str,
    positions: int = 50,
    correct: int | None = None,
    clock: float = 1000,
    processor: float = 1000,
    nodes: float = 1000,
    **setup: str,
) -> Json:
    """Return a row of a record, all of its scores right unless it says otherwise."""
    figures = {"positions": positions, "correct": positions if correct is None else correct}
    return {
        "solver": solver,
        **setup,
        "set": kind,
        **figures,
        CLOCK: clock,
        PROCESSOR: processor,
        NODES: nodes,
    }


def record_rows(folder: Path, monkeypatch: pytest.MonkeyPatch, rows: list[Json]) -> None:
    """Put a record of all steps in place of ours; those of small boards stay."""
    for path in measured.BENCHMARKS.glob("*.json"):
        (folder / path.name).write_bytes(path.read_bytes())
    steps = measured.read_benchmark() | {"rows": rows}
    (folder / "steps.json").write_text(json.dumps(steps), encoding="utf-8")
    monkeypatch.setattr(measured, "BENCHMARKS", folder)


def list_shown() -> list[str]:
    """Return the longest call of each macro that shows figures or draws."""
    shown: list[str] = []
    for name, function in sorted(PAGES.macros.items()):
        calls = [call for call in CALLS if call.startswith(f"{{{{ {name}(")]
        if calls and function.__module__.rpartition(".")[2] not in ELSEWHERE.split():
            shown.append(max(calls, key=lambda call: (len(call), call)))
    return shown


def shorten(shown: str) -> str:
    """Return a macro's result, only the words of a chart: a library draws its lines."""
    return re.sub(
        r'(?s)(<figure class="chart">).*?<svg.*?</svg>',
        lambda chart: "\n".join([chart[1], *map(unescape, re.findall("<text[^>]*>([^<]*)", chart[0]))]),
        shown,
    )


@pytest.mark.parametrize("call", list_shown(), ids=lambda call: call[3:].partition("(")[0])
def test_pages_get_what_was_looked_at(call: str, snapshot: SnapshotAssertion) -> None:
    assert shorten(jinja2.Template(call).render(PAGES.macros | PAGES.variables)) == snapshot


def test_pages_use_every_macro_and_nothing_else() -> None:
    used = {name for text in TEXTS for name in find_undeclared_variables(jinja2.Environment().parse(text))}
    assert used == PAGES.macros.keys() | PAGES.variables.keys()


@pytest.mark.parametrize(
    ("ask", "names"),
    [
        (lambda: code("05", "nothing"), "nothing"),
        (lambda: code("05", "negamax", since="no such text"), "no such text"),
        (lambda: code("05", "negamax", since="nodes[0]", before="nodes[0]"), "nodes"),
        (lambda: hunk("01"), "01"),
        (lambda: hunk("05", "negamax 9"), "negamax 9"),
        (lambda: hunk("05", "win_score"), "win_score"),
        (lambda: diff("01"), "01"),
        (lambda: docstring("tests/__init__.py"), "tests/__init__.py"),
        (lambda: compare_time("02", "begin-hard"), "of 01 on begin-hard"),
        (lambda: mean_time("01", "begin-hard"), "of 01 on begin-hard"),
        (lambda: command_help("frobnicate"), "frobnicate"),
        (lambda: command_help("book frobnicate"), "book frobnicate"),
        (lambda: command_help("solvent"), "solvent"),
    ],
)
def test_what_is_not_there_is_named(ask: Any, names: str) -> None:
    with pytest.raises((Error, FileNotFoundError)) as raised:
        ask()
    assert names in f"{raised.value}"


def test_definitions_and_docstrings_are_shown_with_their_file() -> None:
    assert 'title="common/api/c4/wording.py"\ndef join_names(' in source(
        "common/api/c4/wording.py", "join_names"
    )
    assert source("common/score.py").endswith("```\n\n</div>")
    assert 'title="steps/08_opening_book/book.py"\nA book: ' in docstring("steps/08_opening_book/book.py")


def test_a_functions_hunks_are_shown_singly_or_together() -> None:
    one, two = (hunk("05", f"negamax {place}").splitlines()[3:-3] for place in (1, 2))
    both = hunk("05", "negamax 1", "negamax 2")
    assert both.splitlines()[3:-3] == [*one, "", *two]
    assert 'title="solver.py: negamax"' in both
    whole = hunk("05").splitlines()
    assert all(line in whole for line in chain(one, two))


def test_attributes_of_a_widget_are_text_or_json() -> None:
    shown = live("play", "<p>Not yet.</p>", moves='4"4', costs=[1, {"a": None}])
    assert 'moves="4&quot;4" costs="[1, {&quot;a&quot;: null}]"><p>Not yet.</p><noscript>' in shown
    assert "<summary>Open</summary>" in live("play", folded="Open")


@pytest.mark.parametrize("mark", ["Z53", "X93", "X41", "X47"])
def test_a_mark_has_a_player_and_empty_cell(mark: str) -> None:
    with pytest.raises(Error, match=mark):
        board("44", squares=mark)
    with pytest.raises(InvalidPosition):
        board("448")


@pytest.mark.parametrize("show", [benchmarks.step_benchmark, lambda _: benchmarks.benchmark("steps")])
def test_wrong_scores_get_no_figures(show: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record_rows(tmp_path, monkeypatch, [make_row("05", kind, correct=49) for kind in KINDS])
    with pytest.raises(Error, match="05 on end-easy: 49 of 50"):
        show("05")


def test_a_table_of_peers_has_the_lower_time_of_each(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The sets are files, in any order."""
    rows = [
        make_row("21", "held-out/begin-hard", 60, clock=310_000, processor=300_000),
        make_row("21", "held-out/end-easy", 200, clock=5, processor=4, nodes=7),
        make_row("strong", "held-out/end-easy", 200, clock=3, processor=9, nodes=1234, mode="64"),
        {"solver": "strong", "mode": "64", "set": "held-out/begin-hard", "not_available": "9 of 60 in 1 s"},
    ]
    record_rows(tmp_path, monkeypatch, rows)
    shown = benchmarks.benchmark("steps")
    assert [re.findall(r"[^|]+", line.replace(" ", "")) for line in shown.splitlines() if " | " in line] == [
        ["meantime", "end-easy", "begin-hard"],
        ["lines", "200", "60"],
        ["21fading", "4.0µs", "300.0ms"],
        ["strong64", "3.0µs", "N/A"],
        ["meannodes", "end-easy", "begin-hard"],
        ["lines", "200", "60"],
        ["21fading", "7.0", "1,000"],
        ["strong64", "1,234", "N/A"],
    ]
    assert "begin-hard" in benchmarks.benchmark("steps", "nodes")
    assert "µs" not in benchmarks.benchmark("steps", "nodes")


def test_rows_are_chosen_by_their_book(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record_rows(
        tmp_path, monkeypatch, [make_row("08", "end-easy"), make_row("08", "end-easy", nodes=9, book="12")]
    )
    plain, with_book = (benchmarks.benchmark("steps", "nodes", book=book) for book in ("", "12"))
    assert ("| 1,000 |" in plain, "| 9.0 |" in plain) == (True, False)
    assert ("| 1,000 |" in with_book, "| 9.0 |" in with_book) == (False, True)


def test_a_lesson_says_what_its_step_gains_on_each_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = {"end-easy": 50, "middle-easy": 50, "middle-medium": 50, "begin-easy": 10}
    rows = [make_row("05", kind, count, processor=320, nodes=500) for kind, count in lines.items()]
    rows += [make_row("04", kind, processor=100, nodes=1250) for kind in ("end-easy", "middle-easy")]
    rows += [make_row("04", "middle-medium", processor=310, nodes=250)]
    out_of_time = [("05", "begin-medium"), ("05", "begin-hard"), ("04", "begin-easy")]
    rows += [
        {"solver": solver, "set": kind, "not_available": "3 of 50 positions in 15 s"}
        for solver, kind in out_of_time
    ]
    record_rows(tmp_path, monkeypatch, rows)
    shown = benchmarks.step_benchmark("05")
    table = {
        cells[0]: cells[1:]
        for cells in re.findall(r"\| ([\w-]+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|", shown)
    }
    assert table == {
        "set": ("lines", "nodes", "times fewer", "time", "times faster"),
        "end-easy": ("50", "500.0", "2.50", "320.0 µs", "3.2 times slower"),
        "middle-easy": ("50", "500.0", "2.50", "320.0 µs", "3.2 times slower"),
        "middle-medium": ("50", "500.0", "2.0 times more", "320.0 µs", "about equal"),
        "begin-easy": ("10", "500.0", "N/A", "320.0 µs", "N/A: 04 is too slow"),
        "begin-medium": ("N/A", "N/A", "N/A", "N/A", "N/A: 3 of 50 in 15 s"),
        "begin-hard": ("N/A", "N/A", "N/A", "N/A", "N/A: 3 of 50 in 15 s"),
    }
    assert "`pytest steps/05`" in shown
    assert {"3.2 times slower", "2.0 times more", "about equal"} <= {
        text.strip() for text in shorten(shown).splitlines()
    }


def test_the_cards_are_all_shown_and_a_game_needs_each_rule() -> None:
    assert f"| all | {len(cards.CARDS)} |" in cards.count_cards()
    assert cards.list_cards().count("<pre>") == len(cards.CARDS)
    assert all(f"| {rule} |" in cards.card_game() for rule in cards.RULES.values())


def test_a_strip_has_a_bar_for_each_step_so_far(site: Path, snapshot: SnapshotAssertion) -> None:
    page = (site / "lessons" / "04_bitboard" / "index.html").read_text(encoding="utf-8")
    (strip,) = re.findall('(?s)<figure class="strip">.*?</figure>', page)
    assert strip.replace("><", ">\n<") == snapshot
