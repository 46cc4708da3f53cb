"""Tests of what is made from recorded benchmarks: gains, and sentences that hold on any machine."""

import json
import os
import platform
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

import jinja2
import pytest
from repository import ROOT

from common.tools.measured import CLOCK, NODES, PROCESSOR, gain, index_rows, read_record, write_record
from common.tools.site import macros
from common.tools.site.figures import figures, sizes
from common.tools.site.figures import map as maps

SPEAKING = figures.__name__, sizes.__name__  # modules whose macros put figures of records into sentences
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


def test_figures_say_how_they_were_made(tmp_path: Path) -> None:
    write_record(tmp_path / "figures", {"rows": [1]})
    made = json.loads((tmp_path / "figures").read_text(encoding="utf-8"))
    assert list(made) == ["command", "date", "machine", "versions", "rows"]
    assert made["command"].split()[0] == "c4"
    assert made["date"] in {f"{datetime.now(UTC) - timedelta(days):%Y-%m-%d}" for days in (0, 1)}
    assert made["machine"]["cores"] == os.cpu_count()
    assert made["machine"]["system"] == f"{platform.system()} {platform.machine()}"
    assert made["machine"]["processor"]
    assert made["versions"]["numpy"] == version("numpy")
    assert made["versions"]["python"] == platform.python_version()


def test_steps_are_compared_and_threads_by_the_clock() -> None:
    rows = index_rows(read_record())
    assert figures.compute_step_gain("05", "end-easy", NODES) == gain(rows, "04", "05", "end-easy", NODES)
    over_two = figures.compute_step_gain("05", "end-easy", NODES, old="03")
    assert over_two == gain(rows, "03", "05", "end-easy", NODES)
    threads, kinds = index_rows(read_record("threads")), (CLOCK, PROCESSOR)
    by_clock, by_processor = (gain(threads, "22", "22 x2", "begin-hard", kind) or 0 for kind in kinds)
    assert by_clock > by_processor
    words = figures.describe_share(1 / by_clock, "time")
    assert figures.compare_time("22 x2", "begin-hard", "threads", "22") == words


def test_a_gain_is_of_the_hardest_shared_set() -> None:
    figures_of_both = {NODES: (30, 12), PROCESSOR: (9, 2)}
    rows = [
        row(solver, kind, **{figure: place + pair[at] for figure, pair in figures_of_both.items()})
        for place, kind in enumerate(figures.KINDS)
        for at, solver in enumerate(("01", "02"))
        if kind in ("end-easy", "middle-easy") or solver == "02"
    ]
    assert maps.describe_gain("01", "02", index_rows({"rows": rows})) == "3.33 | 2.38 | middle-easy"
    backwards = maps.describe_gain("02", "01", index_rows({"rows": rows}))
    assert backwards == "0.3, slower | 0.419, more | middle-easy"
    assert maps.describe_gain("01", "03", index_rows({"rows": rows})) == "N/A | N/A | no set that both solve"


class Environment:
    """The macros of the pages by name, as mkdocs-macros collects them; those that draw return nothing."""

    def __init__(self) -> None:
        self.macros: dict[str, Callable[..., object]] = {}
        self.variables: dict[str, object] = {}
        macros.define_env(self)

    def macro(self, function: Callable[..., object]) -> None:
        speaks = function.__module__ in SPEAKING and function.__name__ != "step_benchmark"
        self.macros[function.__name__] = function if speaks else lambda *_, **__: {}


@pytest.fixture(scope="module")
def render() -> Callable[[Path], str]:
    """Return what fills a page with what macros say now."""
    made = Environment()
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
        benchmark = read_record(name)
        for row in benchmark["rows"]:
            for figure in filter(TIMES.search, row):
                row[figure] *= 3 ** chance.uniform(-1, 1)
        return benchmark

    here = render(path)
    monkeypatch.setattr(figures, "read_record", measure_elsewhere)
    elsewhere = render(path)
    assert ("compare_time" in path.read_text(encoding="utf-8")) <= (elsewhere != here)
