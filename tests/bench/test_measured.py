"""Tests of gains and sentences made from recorded benchmarks, which hold on any machine."""

import re
from operator import ne
from random import Random
from typing import Any

import jinja2
import pytest
from repository import ROOT

from common.tools import measured
from common.tools.measured import CLOCK, NODES, PROCESSOR, read_benchmark
from common.tools.site.figures import benchmarks
from common.tools.site.figures import map as maps

TIMES = re.compile(r"microseconds$")


def test_a_gain_is_of_the_hardest_shared_set(monkeypatch: pytest.MonkeyPatch) -> None:
    easier, harder = (kind for kind in benchmarks.KINDS if kind in ("end-easy", "middle-easy"))
    figures_of_both = {NODES: (31, 13), PROCESSOR: (10, 3)}
    rows = [
        {"solver": solver, "set": kind}
        | {figure: pair[at] - (kind == easier) for figure, pair in figures_of_both.items()}
        for kind in benchmarks.KINDS
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
    assert third.endswith(f" | 2.4 times more | 3.3 times slower | {harder} |")
    assert " | N/A | N/A | " in fourth


def test_readme_names_the_strongest_peer_and_where_it_is_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a process of its own, the clock that shows less counts; of two modes, the faster one."""
    strong = dict.fromkeys(benchmarks.KINDS, 30) | {"end-easy": 5, "begin-hard": 99}
    times = [("21", "", dict.fromkeys(benchmarks.KINDS, 10), 1), ("ecc521-connect-4-solver", "64", strong, 3)]
    times += [
        ("bitbully", mode, dict.fromkeys(benchmarks.KINDS, time), 1) for mode, time in (("a", 95), ("b", 80))
    ]
    rows = [
        {
            "solver": solver,
            "mode": mode,
            "set": f"held-out/{kind}",
            PROCESSOR: more * own[kind],
            CLOCK: own[kind],
        }
        for solver, mode, own, more in times
        for kind in benchmarks.KINDS
        if (solver, kind) != ("bitbully", "begin-hard")
    ]
    rows.append({"solver": "bitbully", "mode": "a", "set": "held-out/begin-hard", "not_available": "1 of 2"})
    monkeypatch.setattr(maps, "read_benchmark", lambda _: {"rows": rows})
    texts = maps.describe_readme()
    assert texts["speed"].startswith("3 to 9 times as fast as ecc521/connect-4-solver")
    assert "3 to 9 times as fast as ecc521/connect-4-solver" in texts["peer"]
    assert re.search(
        r"faster on end-easy\. It is 8 to 8 times .*BitBully.*takes too long on begin-hard\.", texts["peer"]
    )


def test_the_map_has_both_hard_sets_and_the_book() -> None:
    rows = {line.split("]")[0][-2:]: line for line in maps.render_step_map("{}").splitlines() if "](" in line}
    assert rows["08"].count("N/A to ") == 4
    for number in ("08", "13", "15", "21"):
        assert rows[number].endswith(" | begin-medium<br>begin-hard |")
    assert rows["22"].endswith(" | begin-hard |")
    assert rows["12"].endswith(" | empty |")


def test_sentences_about_times_are_made_from_another_machines_records_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))]
    calls = [call for text in texts for call in re.findall(r"\{\{ ((?:compare|mean)_time\(.*?\)) \}\}", text)]
    say = [jinja2.Environment().compile_expression(call) for call in calls]
    macros = {"compare_time": benchmarks.compare_time, "mean_time": benchmarks.mean_time}
    chance = Random(1)

    def measure_elsewhere(name: str = "steps") -> dict[str, Any]:
        benchmark = read_benchmark(name)
        for row in benchmark["rows"]:
            for figure in filter(TIMES.search, row):
                row[figure] *= 3 ** chance.uniform(-1, 1)
        return benchmark

    here = [sentence(macros) for sentence in say]
    monkeypatch.setattr(benchmarks, "read_benchmark", measure_elsewhere)
    elsewhere = [sentence(macros) for sentence in say]
    assert all(elsewhere)
    assert sum(map(ne, here, elsewhere)) > 0.8 * len(calls) > 50
