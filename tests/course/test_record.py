"""Tests of what is made from recorded benchmarks: gains, and sentences that hold on any machine."""

import json
import os
import platform
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from random import Random
from typing import Any

import jinja2
import pytest
from repository import ROOT

from common.tools import measured
from common.tools.measured import CLOCK, NODES, PROCESSOR, gain, index_rows, read_record
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


def test_a_gain_is_how_many_times_less_the_other_needs() -> None:
    rows = index_rows({"rows": [row("a", mean_nodes=30, x=0.5), row("b", mean_nodes=12, x=2), row("c")]})
    assert gain(rows, "a", "b", "end-easy", NODES) == 2.5
    assert gain(rows, "b", "a", "end-easy", NODES) == 0.4
    assert gain(rows, "a", "b", "end-easy", "x") == 0.25
    assert gain(rows, "a", "c", "end-easy", NODES) is None
    assert gain(rows, "c", "a", "end-easy", NODES) is None
    assert gain(rows, "a", "b", "begin-easy", NODES) is None


def test_figures_say_how_they_were_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def find_version(package: str) -> str:
        if package == "bitbully":
            raise PackageNotFoundError
        return f"{package} 1"

    monkeypatch.setattr(measured, "version", find_version)
    monkeypatch.setattr("sys.argv", ["/bin/c4", "bench", "--json", "a b"])
    measured.write_record(tmp_path / "figures", {"rows": [1]})
    made = json.loads((tmp_path / "figures").read_text(encoding="utf-8"))
    assert list(made) == ["command", "date", "machine", "versions", "rows"]
    assert made["command"] == "c4 bench --json 'a b'"
    assert made["date"] in {f"{datetime.now(UTC) - timedelta(days):%Y-%m-%d}" for days in (0, 1)}
    assert made["machine"]["cores"] == os.cpu_count()
    assert made["machine"]["system"] == f"{platform.system()} {platform.machine()}"
    assert made["machine"]["processor"] == measured.processor() != ""
    assert made["versions"]["bitbully"] == "not installed"
    assert made["versions"]["numpy"] == "numpy 1"
    assert made["versions"]["python"] == platform.python_version()


@pytest.mark.parametrize(
    ("info", "words", "name"),
    [
        ("flags: x\nmodel name\t: Some 5000\nmodel name\t: Other\n", "i386", "Some 5000"),
        ("flags: x\n", "i386", "i386"),
        (None, "i386", "i386"),
        (None, "", platform.machine()),
    ],
)
def test_a_processor_has_the_best_name_there_is(
    info: str | None, words: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if info:
        (tmp_path / "info").write_text(info, encoding="utf-8")
    monkeypatch.setattr(measured, "Path", lambda _: tmp_path / "info")  # pyright: ignore
    monkeypatch.setattr("platform.processor", lambda: words)
    assert measured.processor() == name


def test_steps_are_compared_with_the_one_before_or_another_solver_and_threads_by_the_clock() -> None:
    rows = index_rows(read_record())
    assert figures.compute_step_gain("05", "end-easy", NODES) == gain(rows, "04", "05", "end-easy", NODES)
    over_two = figures.compute_step_gain("05", "end-easy", NODES, old="03")
    assert over_two == gain(rows, "03", "05", "end-easy", NODES)
    threads, kinds = index_rows(read_record("threads")), (CLOCK, PROCESSOR)
    by_clock, by_processor = (gain(threads, "22", "22 x2", "begin-hard", kind) or 0 for kind in kinds)
    assert by_clock > by_processor
    words = figures.describe_share(1 / by_clock, "time")
    assert figures.compare_time("22 x2", "begin-hard", "threads", "22") == words


def test_a_sentence_about_what_no_record_has_says_what_to_do() -> None:
    with pytest.raises(figures.NotRecorded, match="no figures of 01 and 02 on begin-hard: record it with"):
        figures.compare_time("02", "begin-hard")
    with pytest.raises(figures.NotRecorded, match="no figures of 01 on begin-hard: record it with more time"):
        figures.mean_time("01", "begin-hard")


def test_sets_and_positions_that_are_finished_are_those_of_the_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kinds = {kind: row("01", kind, correct=50) for kind in ("end-easy", "middle-easy")}
    rows = [kinds.get(kind) or row("01", kind) for kind in figures.KINDS]
    monkeypatch.setattr(figures, "read_record", lambda: {"rows": rows, "settings": {"timeout": 15}})
    assert figures.finished_sets("01") == "end-easy and middle-easy"
    assert figures.unfinished_sets("01") == "middle-medium, begin-easy, begin-medium and begin-hard"
    assert figures.finished_positions("01", "end-easy") == "all"
    assert figures.finished_positions("01", "begin-hard") == "3 of 50"
    assert figures.time_limit() == "15 seconds"


def test_the_readme_speaks_of_the_worst_set_and_of_the_faster_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    times = {"validation": (10, 80, 60), "end-easy": (10, 25, 90), "begin-hard": (10, 900, 900)}
    rows = [
        row(solver, kind, mean_processor_microseconds=time)
        for kind, measured in times.items()
        for solver, time in zip(("21", "peer one", "peer two"), measured, strict=True)
    ]
    records = {"peers": {"rows": rows[:-3]}, "begin-hard": {"rows": rows[-3:]}}
    monkeypatch.setattr(maps, "read_record", records.__getitem__)
    said = maps.describe_peer()
    assert "it takes about two fifths of the time on the test set that suits it least" in said
    assert "and about a sixth of the time on positions that nothing was tuned on" in said


def test_a_gain_is_told_of_the_hardest_set_that_both_solve() -> None:
    figures_of_both = {NODES: (30, 12), PROCESSOR: (9, 2)}
    rows = [
        row(solver, kind, **{figure: place + pair[at] for figure, pair in figures_of_both.items()})
        for place, kind in enumerate(figures.KINDS)
        for at, solver in enumerate(("01", "02"))
        if kind in ("end-easy", "middle-easy") or solver == "02"
    ]
    assert maps.describe_gain("01", "02", index_rows({"rows": rows})) == "3.33 | 2.38 | middle-easy"
    assert maps.describe_gain("01", "03", index_rows({"rows": rows})) == "N/A | N/A | no set that both solve"


class Environment:
    """The macros of the pages by name, as mkdocs-macros collects them; those that draw return nothing."""

    def __init__(self) -> None:
        self.macros: dict[str, Callable[..., object]] = {}
        macros.define_env(self)

    def macro(self, function: Callable[..., object]) -> None:
        speaks = function.__module__ in SPEAKING and function.__name__ != "step_benchmark"
        self.macros[function.__name__] = function if speaks else lambda *_, **__: {}


def render(path: Path) -> str:
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
    return environment.from_string(path.read_text(encoding="utf-8")).render(Environment().macros)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_is_made_from_the_records_of_another_machine_too(
    path: Path, monkeypatch: pytest.MonkeyPatch
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
