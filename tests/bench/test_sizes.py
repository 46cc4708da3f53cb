"""Tests of the empty boards of all sizes: which there are, what is tried, and what the page says."""

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import pytest
from repository import Run

from common.errors import UserError
from common.position import parse_board_size
from common.tools.bench import sizes
from common.tools.bench.sizes import Outcome, find_largest_prime, list_sizes, solve_size, solve_sizes
from common.tools.measured import read_record
from common.tools.site.figures import sizes as page
from common.tools.site.figures.figures import WrongScores

SETTINGS = {"step": "04", "table": 1, "limit": 60.0}


class Here(Executor):
    """What calls a function at once."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Call a function."""
        future: Future[Any] = Future()
        future.set_result(function(*arguments, **named))
        return future


def test_every_size_that_fits_is_listed_once() -> None:
    listed = list_sizes()
    assert len(listed) == len(set(listed))
    assert listed[0] == "4x4"
    for size in ("7x6", "12x4", "4x14", "7x8", "9x6"):
        assert size in listed
    for width, height in map(parse_board_size, listed):
        larger = [(width + 1, height), (width, height + 1)]
        assert all(f"{w}x{h}" in listed or w * (h + 1) > 63 for w, h in larger)


def test_what_is_larger_than_what_took_too_long_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def solve(size: str, **settings: Any) -> Outcome:
        assert settings == SETTINGS
        tried.append(size)
        return Outcome(size, why_not="more than 60 s") if size == "5x6" else Outcome(size, 0, 1, 0.5)

    monkeypatch.setattr(sizes, "solve_size", solve)
    done = [Outcome("6x4", why_not="more than 60 s")]
    left = ["4x4", "5x6", "4x9", "5x7", "6x6", "7x4"]
    outcomes = {outcome.size: outcome for outcome in solve_sizes(left, done, Here(), 1, **SETTINGS)}
    assert tried == ["4x4", "5x6", "4x9"]
    assert list(outcomes) == left
    assert {size: outcome.why_not for size, outcome in outcomes.items() if outcome.why_not} == {
        "5x6": "more than 60 s",
        "5x7": "larger than 5x6",
        "6x6": "larger than 6x4",
        "7x4": "larger than 6x4",
    }


def make_step(done: list[Any]) -> Any:
    """Return a step that notes what is done with it."""

    def solve(position: str) -> int:
        done.append(position)
        return 3

    def make_solver(**options: Any) -> Any:
        done.append(options)
        return SimpleNamespace(solve=solve, nodes=7)

    start, warm = SimpleNamespace(start=lambda: "start"), lambda: done.append("warm")
    return SimpleNamespace(solver=make_solver, Position=start, warm=warm)


def test_a_table_has_the_mebibytes_that_are_asked_for_and_the_search_alone_is_timed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[Any] = []
    monkeypatch.setattr(sizes, "process_time_ns", lambda: 100 * len(done) ** 2)
    assert sizes.solve_this_size(make_step(done), 64) == (3, 7, 500)
    assert done == ["warm", {"use_book": False, "size": 8_388_593}, "start"]


def test_a_process_is_given_the_step_and_the_mebibytes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[Any] = []
    monkeypatch.setattr("common.tools.course.load", {"some": make_step(done)}.get)
    monkeypatch.setattr("sys.argv", ["sizes.py", "some", "1"])
    run_path(sizes.__file__, run_name="__main__")
    assert capsys.readouterr().out.startswith("3 7 ")
    assert done[1]["size"] == find_largest_prime(1 << 17)


def test_a_size_is_solved_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    outcome = solve_size("4x4", step="21", table=1, limit=60)
    assert outcome.score == 0
    assert outcome.nodes
    assert outcome.seconds
    assert solve_size("4x4", step="21", table=1, limit=0.01).why_not == "more than 0.01 s"


def test_what_the_process_of_a_size_prints_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [(0, "-3 7 2500000000\n", ""), (1, "", "no room\n")]
    given: list[Any] = []

    def run(command: list[str], **options: Any) -> Any:
        given.append([command[-2:], options["env"]["C4_BOARD"], options["timeout"]])
        status, out, err = answers[len(given) - 1]
        return SimpleNamespace(returncode=status, stdout=out, stderr=err)

    monkeypatch.setattr("subprocess.run", run)
    assert solve_size("5x4", step="04", table=1, limit=60.0) == Outcome("5x4", -3, 7, 2.5)
    with pytest.raises(UserError, match=r"^5x4: no room$"):
        solve_size("5x4", step="04", table=1, limit=60.0)
    assert given == [[["04", "1"], "5x4", 60.0]] * 2


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
    done = c4_here("sizes", "--json", str(path))
    assert done.returncode == 0
    assert tried == ["4x4", "4x5", *list_sizes()[1:]]
    record = json.loads(path.read_text(encoding="utf-8"))
    assert [row["size"] for row in record["rows"]] == list_sizes()
    assert record["settings"] == {"step": "21", "limit": 60.0, "table": 64}
    assert not path.with_name("sizes.json.journal").exists()


def test_the_record_agrees_with_what_others_found() -> None:
    rows = read_record("sizes")["rows"]
    assert [row["size"] for row in rows] == list_sizes()
    assert sum(page.check_row(row) for row in rows if not row["why_not"]) > 20
    with pytest.raises(WrongScores, match="7x6 ends"):
        page.check_row({"size": "7x6", "score": 2})


def test_a_table_has_a_prime_number_of_entries() -> None:
    assert [find_largest_prime(limit) for limit in (2, 10, 8_388_608)] == [2, 7, 8_388_593]
