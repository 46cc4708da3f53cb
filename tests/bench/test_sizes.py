"""Tests of the empty boards of all sizes: which there are, what is tried, and what the page says."""

import json
from pathlib import Path
from typing import Any

import pytest
from repository import Run, read_output

from common.errors import UserError
from common.position import parse_board_size
from common.tools.bench.sizes import Outcome, find_largest_prime, list_sizes, solve_sizes
from common.tools.measured import read_record
from common.tools.site.figures import sizes as page
from common.tools.site.figures.figures import WrongScores

SETTINGS: dict[str, Any] = {"step": "07", "table": 1, "limit": 600.0}


def test_every_size_that_fits_is_listed_once() -> None:
    listed = list_sizes()
    assert len(listed) == len(set(listed))
    assert listed[0] == "4x4"
    for size in ("7x6", "12x4", "4x14", "7x8", "9x6"):
        assert size in listed
    for width, height in map(parse_board_size, listed):
        larger = [(width + 1, height), (width, height + 1)]
        assert all(f"{w}x{h}" in listed or w * (h + 1) > 63 for w, h in larger)


def test_nothing_larger_than_a_slow_size_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    done = [Outcome("6x4", why_not="more than 60 s")]
    outcomes = {one.size: one for one in solve_sizes(["4x4", "7x4", "6x6"], done, **SETTINGS)}
    assert [outcomes[size].why_not for size in ("7x4", "6x6")] == ["larger than 6x4"] * 2
    assert (outcomes["4x4"].score, outcomes["4x4"].why_not) == (0, "")
    hurried = SETTINGS | {"limit": 0.01}
    outcomes = {one.size: one for one in solve_sizes(["4x5", "5x5", "4x4"], [], **hurried)}
    assert {size: one.why_not for size, one in outcomes.items()} == {
        "4x5": "more than 0.01 s",
        "5x5": "larger than 4x5",
        "4x4": "more than 0.01 s",
    }


def test_a_size_is_solved_in_its_own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    (outcome,) = solve_sizes(["4x4"], [], **SETTINGS)
    assert outcome.score == 0
    assert outcome.nodes
    assert outcome.seconds
    with pytest.raises(UserError, match=r"(?s)^4x4: .*'99'"):
        list(solve_sizes(["4x4"], [], **SETTINGS | {"step": "99"}))


def test_an_ended_command_goes_on(tmp_path: Path, c4_here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def solve(left: list[str], *_: Any, **__: Any) -> Any:
        for size in left:
            tried.append(size)
            if tried == ["4x4", "4x5"]:
                raise OSError(28, "No space left on device")
            yield Outcome(size, 0, 5, 0.5)

    monkeypatch.setattr("common.tools.commands.sizes.solve_sizes", solve)
    path = tmp_path / "sizes.json"
    assert c4_here("sizes", "--json", str(path)).returncode == 2
    assert not path.exists()
    shown = read_output(c4_here("sizes", "--json", str(path))).splitlines()
    assert [line.partition(" ")[0] for line in shown] == list_sizes()
    assert all(line.endswith(" 0 5 nodes 0.500 s") for line in shown)
    assert tried == ["4x4", "4x5", *list_sizes()[1:]]
    record = json.loads(path.read_text(encoding="utf-8"))
    assert [row["size"] for row in record["rows"]] == list_sizes()
    assert record["settings"] == {"step": "21", "limit": 60.0, "table": 64}
    assert not path.with_name("sizes.json.journal").exists()


def test_the_record_agrees_with_what_others_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [row["size"] for row in read_record("sizes")["rows"]] == list_sizes()
    assert page.size_table().count("| yes |") > 20
    wrong = {"sizes": {"rows": [{"size": "7x6", "score": 2, "why_not": ""}]}}
    monkeypatch.setattr(page, "read_record", lambda name: wrong.get(name) or read_record(name))
    with pytest.raises(WrongScores, match="7x6"):
        page.size_table()


def test_a_table_has_a_prime_number_of_entries() -> None:
    assert [find_largest_prime(limit) for limit in (2, 10, 8_388_608)] == [2, 7, 8_388_593]
