"""Tests of gains and sentences made from recorded benchmarks, which hold on any machine."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import jinja2
import pytest
from repository import ROOT

from common.tools import measured
from common.tools.measured import NODES, PROCESSOR, gain, index_rows, read_benchmark
from common.tools.site import macros
from common.tools.site.figures import figures
from common.tools.site.figures import map as maps

PAGES = sorted(
    path
    for folder in ("lessons", "foundations", "live", ".")
    for path in (ROOT / "docs" / folder).glob("*.md")
)
TIMES = re.compile(r"microseconds$")


def row(solver: str, kind: str = "end-easy", **values: float) -> dict[str, Any]:
    return {"solver": solver, "set": kind, **(values or {"not_available": "3 of 50 positions in 15 s"})}


def test_a_gain_is_how_many_times_less() -> None:
    rows = index_rows({"rows": [row("a", mean_nodes=30, x=0.5), row("b", mean_nodes=12, x=2), row("c")]})
    assert gain(rows, "a", "b", "end-easy", NODES) == 2.5
    assert gain(rows, "b", "a", "end-easy", NODES) == 0.4
    assert gain(rows, "a", "b", "end-easy", "x") == 0.25
    assert gain(rows, "a", "c", "end-easy", NODES) is None
    assert gain(rows, "c", "a", "end-easy", NODES) is None
    assert gain(rows, "a", "b", "begin-easy", NODES) is None


def test_a_gain_is_of_the_hardest_shared_set(monkeypatch: pytest.MonkeyPatch) -> None:
    easier, harder = (kind for kind in figures.KINDS if kind in ("end-easy", "middle-easy"))
    figures_of_both = {NODES: (31, 13), PROCESSOR: (10, 3)}
    rows = [
        row(solver, kind, **{figure: pair[at] + (kind == easier) for figure, pair in figures_of_both.items()})
        for kind in figures.KINDS
        for solver, at in (("01", 0), ("02", 1), ("03", 0))
        if kind in (easier, harder) or solver == "02"
    ]
    monkeypatch.setattr(
        measured,
        "read_benchmark",
        lambda name="steps": read_benchmark(name) | ({"rows": rows} if name == "steps" else {}),
    )
    _, _, _, second, third, fourth, *_ = maps.render_step_map("{}").splitlines()
    assert second.endswith(f" | 2.38 | 3.33 | {harder} |")
    assert third.endswith(f" | 0.419, more | 0.3, slower | {harder} |")
    assert " | N/A | N/A | " in fourth


def test_the_map_has_both_hard_sets_and_the_book() -> None:
    rows = {line.split("]")[0][-2:]: line for line in maps.render_step_map("{}").splitlines() if "](" in line}
    assert rows["08"].count("N/A to ") == 4
    for number in ("08", "13", "15", "21"):
        assert rows[number].endswith(" | begin-medium<br>begin-hard |")
    assert rows["22"].endswith(" | begin-hard |")
    assert rows["12"].endswith(" | empty |")


@pytest.fixture(scope="module")
def render() -> Callable[[Path], str]:
    """Return a function that fills a page with the macros' current results; drawing ones return nothing."""
    made: Any = SimpleNamespace(macros={}, variables={})

    def add_macro(function: Any) -> None:
        speaks = function.__module__ == figures.__name__ and function.__name__ != "step_benchmark"
        made.macros[function.__name__] = function if speaks else lambda *_, **__: {}

    made.macro = add_macro
    macros.define_env(made)
    loader = jinja2.FileSystemLoader(ROOT / "docs")
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, loader=loader)

    def fill(path: Path) -> str:
        text = path.read_text(encoding="utf-8")
        return environment.from_string(text).render(made.macros | made.variables)

    return fill


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_are_made_from_another_machines_records_too(
    path: Path, render: Callable[[Path], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(path.stem)

    def measure_elsewhere(name: str = "steps") -> dict[str, Any]:
        benchmark = read_benchmark(name)
        for row in benchmark["rows"]:
            for figure in filter(TIMES.search, row):
                row[figure] *= 3 ** chance.uniform(-1, 1)
        return benchmark

    here = render(path)
    monkeypatch.setattr(figures, "read_benchmark", measure_elsewhere)
    elsewhere = render(path)
    assert ("compare_time" in path.read_text(encoding="utf-8")) <= (elsewhere != here)
